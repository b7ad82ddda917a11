//! A request to search one or more positions.

use super::fields::{
    LineCount, Milliseconds, SearchOptionValues, Wrong, check_keys, request_fields,
};
use super::json::Pairs;
use super::request::Id;
use super::turns::check_turns;
use crate::engine::{EngineError, Position, Start};
use crate::games::Variant;
use crate::protocol::command::Go;
use crate::protocol::options::Options;
use std::time::Duration;

request_fields! {
    #[cfg_attr(test, schemars(rename = "SearchRequest"))]
    /// A search of one position, or of several of one game. It needs a limit: `depth`, `nodes`, `movetime` or `mate`.
    SearchFields {
        /// The name of the variant.
        variant: Variant = "variant",
        /// What follows the command `position`. Default: `startpos`.
        position: Position = "position",
        /// Depth in actions.
        depth: u64 = "depth",
        /// Number of nodes.
        nodes: u64 = "nodes",
        /// Time in milliseconds.
        movetime: Milliseconds = "movetime",
        /// Search until a win in this number of turns is proved or excluded.
        mate: u64 = "mate",
        /// Only moves that begin with these tokens.
        searchmoves: Vec<String> = "searchmoves",
        /// All legal actions but these.
        avoid_moves: Vec<String> = "avoidMoves",
        /// Number of lines. Default: 1.
        multipv: LineCount = "multipv",
        /// Options for this request alone.
        options: SearchOptionValues = "options",
        /// Requests with a higher priority are searched first. Default: 0.
        priority: i64 = "priority",
        /// Numbers of tokens played, with one answer for each. Default: all tokens.
        analyse_turns: Vec<usize> = "analyseTurns",
        /// The priority of each of `analyseTurns`.
        priorities: Vec<i64> = "priorities",
        /// Shortest interval of partial answers in milliseconds; 0: none. Default: that of the server.
        report_every: Milliseconds = "reportEvery",
        /// Whether the final answer has what endgame tables say. Default: `false`.
        tables: bool = "tables",
        /// Whether the answers have the key of the position. Default: `false`.
        key: bool = "key",
    }
}

/// A request to search one or more positions.
#[derive(Debug)]
pub struct AnalysisRequest {
    pub id: Id,
    pub variant: Variant,
    /// The position, with all of its moves.
    pub position: Position,
    /// Limits and `searchmoves`.
    pub go: Go,
    /// Actions that are not searched.
    pub avoided: Vec<String>,
    pub options: Options,
    /// Requests with a higher priority are searched first.
    pub priority: Priority,
    /// Numbers of tokens after which the position is searched; `None` for all tokens.
    pub turns: Option<Vec<usize>>,
    /// Interval of partial results, if the request has one.
    pub report_every: Option<Option<Duration>>,
    /// Whether the answer has what endgame tables say.
    pub tables: bool,
    /// Whether the answers have the key of the position.
    pub key: bool,
    /// Length of the line in bytes.
    pub bytes: usize,
}

/// How urgent a request is.
#[derive(Debug)]
pub enum Priority {
    /// The whole request.
    Whole(i64),
    /// Each of its turns.
    ByTurn(Vec<i64>),
}

impl Priority {
    /// The priority of the turn at `index` of the list; without one, of the most urgent turn.
    pub fn of(&self, index: Option<usize>) -> i64 {
        match self {
            Self::Whole(priority) => *priority,
            Self::ByTurn(priorities) => match index {
                Some(index) => priorities.get(index).copied().unwrap_or_default(),
                None => priorities.iter().copied().max().unwrap_or_default(),
            },
        }
    }
}

/// Reads a search from a line of this length.
///
/// # Errors
/// Names the first key with an error.
pub fn read(pairs: &Pairs, id: Id, bytes: usize) -> Result<AnalysisRequest, Wrong> {
    let known = [SearchFields::KEYS, &["id", "action", "query", "raw"]].concat();
    check_keys(pairs, &known, |_| None)?;
    let fields = SearchFields::read(pairs)?;
    let missing = || EngineError::new("a variant is missing");
    let variant = fields.variant.ok_or_else(missing).map_err(Wrong::in_field("variant"))?;
    let position = fields.position.unwrap_or_else(|| Position::from_start(Start::StartPos));
    let go = Go {
        depth: fields.depth,
        nodes: fields.nodes,
        mate: fields.mate,
        movetime: fields.movetime.map(|time| i64::try_from(time.0).unwrap_or(i64::MAX)),
        searchmoves: fields.searchmoves.unwrap_or_default(),
        ..Go::default()
    };
    if go.has_no_limit() {
        let error = "a limit is missing: depth, nodes, movetime or mate".to_string();
        return Err(Wrong(error, None));
    }
    let turns = fields.analyse_turns;
    if let Some(turns) = &turns {
        check_turns(turns, position.moves.len()).map_err(Wrong::in_field("analyseTurns"))?;
    }
    let avoided = fields.avoid_moves.unwrap_or_default();
    if !avoided.is_empty() && !go.searchmoves.is_empty() {
        let both = EngineError::new("searchmoves and avoidMoves exclude each other");
        return Err(Wrong::in_field("avoidMoves")(both));
    }
    let priority = priority(fields.priority, fields.priorities, turns.as_deref())
        .map_err(Wrong::in_field("priorities"))?;
    let mut options = fields.options.map_or_else(Options::default, |options| options.0);
    options.multipv = fields.multipv.map_or(options.multipv, |count| count.0);
    Ok(AnalysisRequest {
        id,
        variant,
        position,
        go,
        avoided,
        options,
        priority,
        turns,
        report_every: fields.report_every.map(Milliseconds::interval),
        tables: fields.tables.unwrap_or_default(),
        key: fields.key.unwrap_or_default(),
        bytes,
    })
}

fn priority(
    whole: Option<i64>,
    by_turn: Option<Vec<i64>>,
    turns: Option<&[usize]>,
) -> Result<Priority, EngineError> {
    let Some(priorities) = by_turn else { return Ok(Priority::Whole(whole.unwrap_or_default())) };
    if whole.is_some() {
        return Err(EngineError::new("priority and priorities exclude each other"));
    }
    let turns = turns.ok_or_else(|| EngineError::new("priorities need a list of analyseTurns"))?;
    let (count, wanted) = (priorities.len(), turns.len());
    if count != wanted {
        let text = format!("expected a priority for each of analyseTurns, {wanted} ({count})");
        return Err(EngineError::new(text));
    }
    Ok(Priority::ByTurn(priorities))
}
