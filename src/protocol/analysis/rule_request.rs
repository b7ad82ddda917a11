//! A request about the rules: facts of positions, without a search.

use super::fields::{
    FieldValue, Wrong, check_keys, different, expected, request_fields, set_option, text,
};
use super::json::Pairs;
use super::request::Id;
use super::search_request::SearchFields;
use super::turns::check_turns;
use crate::engine::{EngineError, Position, Start};
use crate::games::Variant;
use crate::protocol::error::unknown;
use crate::protocol::options::Options;
use serde_json::Value;

request_fields! {
    #[cfg_attr(test, schemars(rename = "RuleRequest"))]
    /// Facts of one or many positions, without a search. It needs `query` or `raw`.
    RuleFields {
        /// The name of the variant.
        variant: Variant = "variant",
        /// What follows the command `position`. Default: `startpos`.
        position: Position = "position",
        /// Many positions instead of one, each as in `position`.
        positions: Vec<String> = "positions",
        /// Numbers of tokens played: the positions after these of the moves in `position`. Default: all tokens.
        analyse_turns: Vec<usize> = "analyseTurns",
        /// What is asked of each position.
        query: Vec<RuleQuery> = "query",
        /// Whether each position has its static values. Default: `false`.
        raw: bool = "raw",
        /// Options for `raw`.
        options: RawOptions = "options",
    }
}

/// Declares the queries once, with their names.
macro_rules! rule_queries {
    ($($(#[$doc:meta])* $id:ident = $name:tt,)*) => {
        /// What can be asked of a position. The names are those of the protocol's queries.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[cfg_attr(test, derive(schemars::JsonSchema))]
        pub enum RuleQuery {
            $($(#[$doc])* #[cfg_attr(test, schemars(rename = $name))] $id,)*
        }

        impl RuleQuery {
            const ALL: &'static [(&'static str, Self)] = &[$(($name, Self::$id),)*];
        }
    };
}

rule_queries! {
    /// Number of the player to move.
    Player = "player",
    /// The result: `none`, `draw`, `p1win` .. `p4win`.
    Result = "result",
    /// Why the game is over, in words; `none` while it goes on.
    Reason = "reason",
    /// All legal actions.
    LegalMoves = "legalmoves",
    /// The position as FEN.
    Fen = "fen",
    /// The place of each player; `null` while the game goes on.
    Ranking = "ranking",
    /// The key of the position.
    Key = "key",
    /// The FEN as each player knows it.
    View = "view",
    /// The record as each player may know it.
    Record = "record",
}

impl RuleQuery {
    /// Its name in a request.
    fn name(&self) -> String {
        let known = Self::ALL.iter().find(|(_, query)| query == self);
        known.map(|(name, _)| (*name).to_string()).unwrap_or_default()
    }
}

impl FieldValue for RuleQuery {
    fn read(value: &Value) -> Result<Self, EngineError> {
        let name = text(value)?;
        let known = Self::ALL.iter().find(|(known, _)| *known == name);
        let names = Self::ALL.iter().map(|(known, _)| *known);
        known.map(|(_, query)| *query).ok_or_else(|| unknown("query", name, names))
    }
}

/// The options that concern static values: the network.
#[derive(Debug, Default)]
pub struct RawOptions {
    /// Path of the network file; empty for the built-in network.
    pub eval_file: String,
}

/// The only option that a request about rules may have.
pub const RAW_OPTION: &str = "EvalFile";

impl FieldValue for RawOptions {
    fn read(value: &Value) -> Result<Self, EngineError> {
        let object = value.as_object().ok_or_else(|| expected("an object", value))?;
        let mut options = Options::default();
        for (name, value) in object {
            if !name.eq_ignore_ascii_case(RAW_OPTION) {
                let text = format!("expected {RAW_OPTION}, the only option of raw ({name})");
                return Err(EngineError::new(text));
            }
            set_option(&mut options, name, value)?;
        }
        Ok(Self { eval_file: options.eval_file })
    }
}

/// A request about the rules.
#[derive(Debug)]
pub struct RuleRequest {
    pub id: Id,
    pub variant: Variant,
    pub positions: RulePositions,
    /// What is asked of each position.
    pub queries: Vec<RuleQuery>,
    /// Whether each position has its static values.
    pub raw: bool,
    pub options: RawOptions,
}

/// The positions of a request.
#[derive(Debug)]
pub enum RulePositions {
    /// Positions of one game: its start and moves, and the numbers of tokens played.
    Game(Position, Vec<usize>),
    /// Positions by themselves, as text. An error in one concerns no other.
    Many(Vec<String>),
}

/// Reads a request about rules.
///
/// # Errors
/// Names the first key with an error.
pub fn read(pairs: &Pairs, id: Id) -> Result<RuleRequest, Wrong> {
    let known = [RuleFields::KEYS, &["id"]].concat();
    check_keys(pairs, &known, |key| {
        let text = format!("query and raw are answered without a search, so they have no {key}");
        SearchFields::KEYS.contains(&key).then(|| EngineError::new(text))
    })?;
    let fields = RuleFields::read(pairs)?;
    let missing = || EngineError::new("a variant is missing");
    let variant = fields.variant.ok_or_else(missing).map_err(Wrong::in_field("variant"))?;
    let queries = different("query", fields.query.unwrap_or_default(), RuleQuery::name)
        .map_err(Wrong::in_field("query"))?;
    let raw = fields.raw.unwrap_or_default();
    if queries.is_empty() && !raw {
        let names: Vec<&str> = RuleQuery::ALL.iter().map(|(name, _)| *name).collect();
        let text = format!("expected at least one of {}", names.join(", "));
        return Err(Wrong::in_field("query")(EngineError::new(text)));
    }
    if fields.options.is_some() && !raw {
        let text = "options concern raw, which is not asked for";
        return Err(Wrong::in_field("options")(EngineError::new(text)));
    }
    let positions = positions(fields.position, fields.positions, fields.analyse_turns)?;
    let options = fields.options.unwrap_or_default();
    Ok(RuleRequest { id, variant, positions, queries, raw, options })
}

fn positions(
    game: Option<Position>,
    many: Option<Vec<String>>,
    turns: Option<Vec<usize>>,
) -> Result<RulePositions, Wrong> {
    let excluded = |field: &'static str| {
        let text = format!("positions and {field} exclude each other");
        Wrong::in_field(field)(EngineError::new(text))
    };
    match many {
        Some(_) if game.is_some() => Err(excluded("position")),
        Some(_) if turns.is_some() => Err(excluded("analyseTurns")),
        Some(positions) => Ok(RulePositions::Many(positions)),
        None => {
            let game = game.unwrap_or_else(|| Position::from_start(Start::StartPos));
            let turns = turns.unwrap_or_else(|| vec![game.moves.len()]);
            check_turns(&turns, game.moves.len()).map_err(Wrong::in_field("analyseTurns"))?;
            Ok(RulePositions::Game(game, turns))
        }
    }
}
