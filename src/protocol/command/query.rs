//! `query`: the queries. Each is declared once, with name, argument and purpose.

use super::reading::{Parsed, expect, move_token, player, text};
use super::{Argument, Row, Section, Tokens};
use crate::engine::EngineError;
use crate::games::Variant;
use crate::protocol::error::unknown;
use nom::Parser;
use nom::combinator::map;
use nom::multi::many0;
use std::fmt;

macro_rules! queries {
    ($($id:ident $(($type:ty: $parser:ident))? = $name:literal $argument:literal, $purpose:literal;)*) => {
        /// A `query`, which gets one `response`.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Query {
            $(#[doc = $purpose] $id $(($type))?,)*
            /// A query that only some games have.
            Own(String, Vec<String>),
        }

        /// Name, argument and purpose of each query, except the queries of single games.
        const QUERIES: &[(&str, &str, &str)] = &[$(($name, $argument, $purpose),)*];

        /// The query with this name. Reads its argument from `rest`.
        fn read<'a>(name: &str, rest: &'a [u8]) -> Parsed<'a, Query> {
            match name {
                $($name => queries!(@read $id rest $($parser)?),)*
                _ => map(many0(text), |words| Query::Own(name.to_string(), words)).parse(rest),
            }
        }

        impl fmt::Display for Query {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(queries!(@pattern $id argument $($parser)?) => {
                        f.write_str($name)?;
                        queries!(@write f argument $($parser)?)
                    })*
                    Self::Own(name, words) => {
                        f.write_str(name)?;
                        words.iter().try_for_each(|word| write!(f, " {word}"))
                    }
                }
            }
        }
    };
    (@read $id:ident $rest:ident) => { Ok(($rest, Query::$id)) };
    (@read $id:ident $rest:ident $parser:ident) => { map($parser, Query::$id).parse($rest) };
    (@pattern $id:ident $argument:ident) => { Self::$id };
    (@pattern $id:ident $argument:ident $parser:ident) => { Self::$id($argument) };
    (@write $f:ident $argument:ident) => { Ok(()) };
    (@write $f:ident $argument:ident $parser:ident) => { write!($f, " {}", $argument) };
}

queries! {
    Player = "player" "", "number of the player to move";
    P1Turn = "p1turn" "", "whether that is player 1";
    GameOver = "gameover" "", "whether the game is over";
    Result = "result" "", "`none`, `draw`, `p1win` .. `p4win`";
    Reason = "reason" "", "why the game is over, in words; `none` while it goes on";
    LegalMoves = "legalmoves" "", "all legal actions";
    IsLegal(String: move_token) = "islegal" "TOKEN", "whether the token may be played";
    Effects(Tokens: tokens) = "effects" "TOKEN...", "what turns that follow each other do, in sentences";
    Fen = "fen" "", "the position as FEN";
    StartPos = "startpos" "", "the FEN of the variant's start";
    Players = "players" "", "number of players";
    Ranking = "ranking" "", "places by player";
    Key = "key" "", "hash of the position";
    Belief = "belief" "", "what may be where, as the mover believes it: square, letter, probability";
    Table = "table" "", "the exact result for the mover from endgame tables, with the plies to the end";
    TableMoves = "tablemoves" "", "the same for each legal action, best first";
    Rules = "rules" "", "hash of the rules of a variant of a file; `none` if the variant is built in";
    Changes = "changes" "", "what the rules of a variant of a file change, in sentences";
    View(usize: player) = "view" "N", "the FEN as player N knows it";
    Report(String: move_token) = "report" "TOKEN", "what the defender must report on this attack";
    Told(String: move_token) = "told" "TOKEN", "the turn as the other players are shown it";
    Record(usize: player) = "record" "N", "the record as player N may know it";
}

fn tokens(input: &[u8]) -> Parsed<'_, Tokens> {
    Tokens::read(input)
}

impl Query {
    /// The names of the queries that every game has.
    pub fn names() -> impl Iterator<Item = &'static str> {
        QUERIES.iter().map(|(name, ..)| *name)
    }

    /// The error for a query that this game does not have. Other games may have it.
    pub fn unknown(name: &str, variant: Variant) -> EngineError {
        let has_it = |other: &&Variant| other.game_queries().contains(&name);
        let owners: Vec<&str> =
            Variant::ALL.iter().filter(has_it).map(|owner| owner.name()).collect();
        if owners.is_empty() {
            return unknown("query", name, Self::names().chain(variant.game_queries()));
        }
        let have = if owners.len() == 1 { "has" } else { "have" };
        let (variant, owners) = (variant.name(), owners.join(", "));
        EngineError::new(format!("{variant} has no such query ({name}): {owners} {have} it"))
    }
}

impl Argument for Query {
    const SECTION: Option<Section> = Some(Section { title: "Queries", rows });

    fn read(input: &[u8]) -> Parsed<'_, Self> {
        let (rest, name) = expect("the name of a query", text).parse(input)?;
        read(&name, rest)
    }

    fn words(before: &[&str]) -> Vec<&'static str> {
        match before {
            [] => Self::names().collect(),
            ["view" | "record"] => vec!["1", "2", "3", "4"],
            _ => Vec::new(),
        }
    }
}

fn rows() -> Vec<Row> {
    let row = |(name, argument, purpose): &(&'static str, &str, &'static str)| Row {
        names: vec![*name],
        usage: format!("{name} {argument}").trim_end().to_string(),
        purpose,
        values: None,
    };
    QUERIES.iter().map(row).collect()
}
