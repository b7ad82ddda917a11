//! What the server writes.

use super::request::{Action, Id};
use crate::engine::{Info, Line};
use crate::protocol::output::Output;
use serde::Serialize;

/// Writes a line.
pub fn say(output: &Output, message: &impl Serialize) {
    match serde_json::to_string(message) {
        Ok(text) => output.line(text),
        Err(error) => log::error!("an answer cannot be written: {error}"),
    }
}

/// What is known of a position.
#[derive(Serialize)]
pub struct Answer<'a> {
    pub id: &'a Id,
    /// How many tokens have been played.
    pub turn: usize,
    #[serde(rename = "final")]
    pub is_final: bool,
    /// The number of the player to move.
    pub player: usize,
    pub bestmove: Option<String>,
    pub nodes: u64,
    /// In milliseconds.
    pub time: u64,
    pub lines: Vec<PlayedLine>,
    /// How many positions the mover imagined, where he does not see everything.
    #[serde(skip_serializing_if = "is_nought")]
    pub samples: usize,
    /// How the game ended, as in the answer to the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    #[serde(skip_serializing_if = "is_false")]
    pub terminated: bool,
    /// What was taken otherwise than the request says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// A principal variation.
#[derive(Serialize)]
pub struct PlayedLine {
    pub multipv: usize,
    pub depth: i32,
    pub seldepth: usize,
    pub score: Score,
    /// Nothing is known of a deployment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdl: Option<[u32; 3]>,
    pub pv: Vec<String>,
}

/// A score for the player to move.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    Cp(i32),
    Mate(i32),
}

fn is_nought(number: &usize) -> bool {
    *number == 0
}

fn is_false(flag: &bool) -> bool {
    !flag
}

impl<'a> Answer<'a> {
    /// Nothing is known as yet.
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
            result: None,
            terminated: false,
            warning: None,
        }
    }

    /// What an iteration found.
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
        let Line { depth, seldepth, score, wdl, pv } = line;
        let score = score.mate_turns().map_or(Score::Cp(score.raw()), Score::Mate);
        Self { multipv, depth, seldepth, score, wdl: Some(wdl), pv }
    }

    /// A deployment, as `go` shows it.
    pub fn deployment(pv: Vec<String>) -> Self {
        Self { multipv: 1, depth: 0, seldepth: 0, score: Score::Cp(0), wdl: None, pv }
    }
}

/// What is wrong with a line or a request.
#[derive(Serialize)]
pub struct Fault {
    id: Option<Id>,
    /// The number of the line, where that says more than the id.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    /// Of several turns that are analysed the one that cannot be.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    error: String,
    /// The key at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    #[serde(skip)]
    cause: Cause,
}

/// What is to be done about a fault.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cause {
    /// The request is wrong.
    Request,
    /// The line is no JSON object.
    Line,
    /// The server is wrong.
    Server,
}

impl Fault {
    /// Where the request could be read but for `field`.
    pub fn of(id: Option<Id>, error: impl ToString, field: Option<&str>) -> Self {
        let (error, field) = (error.to_string(), field.map(str::to_string));
        Self { id, line: None, turn: None, error, field, cause: Cause::Request }
    }

    /// A line that is no JSON object, with the id that could be read all the same.
    pub fn broken(id: Option<Id>, error: String) -> Self {
        Self { cause: Cause::Line, ..Self::of(id, error, None) }
    }

    /// A fault of the server's own.
    pub fn internal(id: Option<Id>) -> Self {
        let error = "the engine broke down over it";
        Self { cause: Cause::Server, ..Self::of(id, error, None) }
    }

    /// Whether what the server works with may be broken.
    pub fn is_internal(&self) -> bool {
        self.cause == Cause::Server
    }

    /// The fault of one turn.
    pub fn in_turn(self, turn: Option<usize>) -> Self {
        Self { turn, ..self }
    }

    /// The fault of the line of that number, which is named where the id does not tell.
    pub fn at(mut self, line: usize) -> Self {
        self.line = (self.cause == Cause::Line || self.id.is_none()).then_some(line);
        self
    }
}

/// What an action did.
#[derive(Serialize)]
pub struct Done<'a> {
    id: &'a Id,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a Id>,
    /// How many searches were terminated, running and waiting.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub searches: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variants: Option<&'static [&'static str]>,
}

impl<'a> Done<'a> {
    /// The answer to an action.
    pub fn new(id: &'a Id, action: &'a Action) -> Self {
        let target = match action {
            Action::Terminate(target) => Some(target),
            _ => None,
        };
        let action = action.name();
        Self { id, action, target, searches: None, version: None, variants: None }
    }
}
