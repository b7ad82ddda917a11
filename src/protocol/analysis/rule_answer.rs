//! Answers to requests about rules.

use super::request::Id;
use crate::engine::{EngineError, StaticValues};
use crate::game::Score;
use serde::Serialize;

/// The answer to a request about rules.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RuleAnswer<'a> {
    pub id: &'a Id,
    /// The positions in the order of the request.
    pub positions: Vec<RuleEntry>,
}

/// What the answer says of a position.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum RuleEntry {
    Facts(Box<RuleFacts>),
    Fault(PositionFault),
}

/// The facts that were asked for.
#[derive(Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RuleFacts {
    /// Number of tokens played before this position.
    pub turn: usize,
    /// Number of the player to move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<usize>,
    /// The result: `none`, `draw`, `p1win` .. `p4win`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Why the game is over; `none` while it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// All legal actions, sorted; empty when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legalmoves: Option<Vec<String>>,
    /// The position as FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fen: Option<String>,
    /// The place of each player, from 1; `null` while the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranking: Option<Places>,
    /// The key of the position, 16 hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The FEN as each player knows it; `null` where only another player's view is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<Vec<Option<String>>>,
    /// What follows `position` in the command for each player's engine; `null` as in `view`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<Vec<Option<String>>>,
    /// The static values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub raw: Option<RawAnswer>,
    /// What the server read differently from the request's text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// The place of each player; `null` while the game goes on.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Places(pub Option<Vec<usize>>);

/// The static values; `null` when the game is over.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct RawAnswer(pub Option<StaticAnswer>);

/// What the evaluations say without a search, in centipawns.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct StaticAnswer {
    /// The value by the network for each player; `null` if the game has no network.
    network: Option<Vec<i32>>,
    /// The value by the hand-made evaluation for each player.
    hand: Vec<i32>,
    /// Expected win, draw (shared win) and loss of the player to move in per mille, by the network or else by hand.
    wdl: [u32; 3],
    /// The terms of the hand-made evaluation.
    terms: Vec<Term>,
    /// What the network's value for the player to move would lose without each piece; empty if that is not known.
    pieces: Vec<PieceValue>,
}

/// A term of the hand-made evaluation.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Term {
    name: &'static str,
    /// The part of each player, from that player's view.
    players: Vec<i32>,
}

/// The value of a piece.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct PieceValue {
    square: String,
    cp: i32,
}

/// Why a position has no facts.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PositionFault {
    /// Number of tokens played; left out if the position cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<usize>,
    error: String,
    /// The key with the error.
    field: &'static str,
}

impl PositionFault {
    /// An error in the key `field`.
    pub fn new(turn: Option<usize>, error: &EngineError, field: &'static str) -> Self {
        Self { turn, error: error.to_string(), field }
    }
}

impl From<StaticValues> for StaticAnswer {
    fn from(values: StaticValues) -> Self {
        let raw = |scores: Vec<Score>| scores.into_iter().map(Score::raw).collect();
        let terms = values.terms.into_iter().map(|(name, players)| Term { name, players });
        let pieces = values.worths.into_iter().map(|(square, cp)| PieceValue { square, cp });
        Self {
            network: values.network.map(raw),
            hand: raw(values.hand),
            wdl: values.wdl,
            terms: terms.collect(),
            pieces: pieces.collect(),
        }
    }
}
