//! Output lines of the server: answers to searches and actions, and errors. `rule_answer.rs` has those to requests
//! about rules.

use super::request::{Id, ServerAction};
use crate::engine::{Info, Line};
use crate::game::Distance;
use crate::protocol::output::Output;
use serde::Serialize;

/// Writes a message as one line of JSON.
pub fn say(output: &Output, message: &impl Serialize) {
    match serde_json::to_string(message) {
        Ok(text) => output.line(text),
        Err(error) => log::error!("an answer cannot be written: {error}"),
    }
}

/// The answer to one search: result or partial result.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "SearchAnswer"))]
pub struct AnalysisAnswer<'a> {
    pub id: &'a Id,
    /// Number of tokens played before this position.
    pub turn: usize,
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Number of the player to move.
    pub player: usize,
    /// The token to play; `null` if there is none.
    pub bestmove: Option<String>,
    pub nodes: u64,
    /// Time in milliseconds.
    pub time: u64,
    pub lines: Vec<PlayedLine>,
    /// Number of determinizations; 0 if the mover sees everything.
    #[serde(skip_serializing_if = "is_nought")]
    pub samples: usize,
    /// The key of what the player to move knows of the position, 16 hexadecimal digits, if the request asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The result of a finished game, in the form of `query result`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// What endgame tables say, if the request asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tables: Option<TableAnswer>,
    #[serde(skip_serializing_if = "is_false")]
    pub terminated: bool,
    /// What the server read differently from the request's text, and endgame tables that it does not use.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// An exact result for the player to move: `win`, `draw`, `loss` or `unknown`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableResult {
    value: &'static str,
    /// Plies to the end of the game, of a win or a loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u16>,
}

/// What endgame tables say about a position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableAnswer {
    #[serde(flatten)]
    pub result: TableResult,
    /// The legal actions, best first.
    pub moves: Vec<TableMove>,
}

/// What endgame tables say about an action.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TableMove {
    #[serde(rename = "move")]
    pub token: String,
    #[serde(flatten)]
    pub result: TableResult,
}

impl From<Option<Distance>> for TableResult {
    fn from(known: Option<Distance>) -> Self {
        let (value, plies) = match known {
            Some(Distance::Win(plies)) => ("win", Some(plies)),
            Some(Distance::Loss(plies)) => ("loss", Some(plies)),
            Some(Distance::Draw) => ("draw", None),
            None => ("unknown", None),
        };
        Self { value, plies }
    }
}

/// A principal variation.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Line"))]
pub struct PlayedLine {
    pub multipv: usize,
    pub depth: i32,
    pub seldepth: usize,
    pub score: JsonScore,
    /// Win, draw and loss; `None` for a deployment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<[u32; 3]>,
    /// The share of each player, in games of three and four.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shares: Vec<u32>,
    pub pv: Vec<String>,
    /// Visits of the first action, in a Monte Carlo search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub visits: Option<u32>,
    /// Prior probability that the first action is the best, in a Monte Carlo search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prior: Option<f32>,
}

/// A score for the player to move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "Score"))]
#[serde(rename_all = "lowercase")]
pub enum JsonScore {
    Cp(i32),
    Mate(i32),
}

fn is_nought(number: &usize) -> bool {
    *number == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl<'a> AnalysisAnswer<'a> {
    /// An answer without any result yet.
    pub fn new(id: &'a Id, turn: usize, player: usize) -> Self {
        Self {
            id,
            turn,
            is_final: true,
            player,
            bestmove: None,
            nodes: 0,
            time: 0,
            lines: Vec::new(),
            samples: 0,
            key: None,
            result: None,
            tables: None,
            terminated: false,
            warning: None,
        }
    }

    /// Adds warnings.
    pub fn warn(&mut self, warnings: Vec<String>) {
        let all: Vec<String> = self.warning.take().into_iter().chain(warnings).collect();
        self.warning = (!all.is_empty()).then(|| all.join("; "));
    }

    /// The same answer with the result of an iteration.
    pub fn with(mut self, info: Info) -> Self {
        self.nodes = info.nodes;
        self.time = info.time.as_millis() as u64;
        self.samples = info.samples;
        let lines = info.lines.into_iter().enumerate();
        self.lines = lines.map(|(index, line)| PlayedLine::new(index + 1, line)).collect();
        self.bestmove = self.lines.first().and_then(|line| line.pv.first().cloned());
        self
    }
}

impl PlayedLine {
    fn new(multipv: usize, line: Line) -> Self {
        let Line { depth, seldepth, score, wdl, pv, tried, shares } = line;
        let score = score.mate_turns().map_or(JsonScore::Cp(score.raw()), JsonScore::Mate);
        let (visits, prior) = tried.map(|tried| (tried.visits, tried.prior)).unzip();
        Self { multipv, depth, seldepth, score, wdl: Some(wdl), shares, pv, visits, prior }
    }

    /// The line of a deployment, in the form of `go`.
    pub fn deployment(pv: Vec<String>) -> Self {
        let score = JsonScore::Cp(0);
        let (multipv, depth, seldepth, shares) = (1, 0, 0, Vec::new());
        Self { multipv, depth, seldepth, score, wdl: None, shares, pv, visits: None, prior: None }
    }
}

/// An error in a line or a request.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ErrorAnswer"))]
pub struct RequestError {
    id: Option<Id>,
    /// Number of the line, if the id does not identify it.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// The turn that cannot be analysed, if the request names several turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    error: String,
    /// The key with the error.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip)]
    cause: Cause,
}

/// The origin of an error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// The request is wrong.
    Request,
    /// The line is not a JSON object.
    Line,
    /// The server failed.
    Server,
}

impl RequestError {
    /// An error in a request, in the key `field` if there is one.
    pub fn of(id: Option<Id>, error: impl ToString, field: Option<&str>) -> Self {
        let (error, field) = (error.to_string(), field.map(str::to_string));
        Self { id, line: None, turn: None, error, field, cause: Cause::Request }
    }

    /// An error in a line that is not a JSON object. `id` is the id found in it, if any.
    pub fn broken(id: Option<Id>, error: String) -> Self {
        Self { cause: Cause::Line, ..Self::of(id, error, None) }
    }

    /// An internal error of the server.
    pub fn internal(id: Option<Id>) -> Self {
        let error = "the engine broke down over it";
        Self { cause: Cause::Server, ..Self::of(id, error, None) }
    }

    /// Whether the error is internal, so that the worker's state may be inconsistent.
    pub fn is_internal(&self) -> bool {
        self.cause == Cause::Server
    }

    /// The same error for one turn.
    pub fn in_turn(self, turn: Option<usize>) -> Self {
        Self { turn, ..self }
    }

    /// The same error for this line number. The number is kept only if the id does not identify the
    /// line.
    pub fn at(mut self, line: usize) -> Self {
        self.line = (self.cause == Cause::Line || self.id.is_none()).then_some(line);
        self
    }
}

/// The result of an action.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "ActionAnswer"))]
pub struct Done<'a> {
    id: &'a Id,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a Id>,
    /// Number of terminated searches, running and waiting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searches: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variants: Option<&'static [&'static str]>,
}

impl<'a> Done<'a> {
    /// The answer to an action.
    pub fn new(id: &'a Id, action: &'a ServerAction) -> Self {
        let target = match action {
            ServerAction::Terminate { target } => Some(target),
            _ => None,
        };
        let action = action.name();
        Self { id, action, target, searches: None, version: None, variants: None }
    }
}
