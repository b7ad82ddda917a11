//! `position [view N] (startpos | deploy | fen F | FORMAT "TEXT") [moves T...]`

use super::Argument;
use super::reading::{Parsed, expect, keyword, player, quoted, text};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, opt, value, verify};
use nom::multi::{many0, many1};
use nom::sequence::preceded;
use std::fmt;

/// Where a position starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The fixed starting position.
    StartPos,
    /// The hidden deployment phase.
    Deploy,
    /// A FEN, its words separated by single spaces.
    Fen(String),
    /// A position in the format of that name, its words separated by single spaces.
    Foreign(String, String),
}

/// `position`: a start and the moves made since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The player, from 1, whose knowledge this is; `None` for the full record.
    pub view: Option<usize>,
    /// The first position.
    pub start: Start,
    /// Tokens, each one or more actions joined by commas.
    pub moves: Vec<String>,
}

impl Argument for Position {
    fn read(input: &[u8]) -> Parsed<'_, Self> {
        let (input, view) = opt(preceded(keyword("view"), player)).parse(input)?;
        let fen_word = || verify(text, |word: &String| word != "moves");
        let fen = preceded(keyword("fen"), expect("a fen", many1(fen_word())));
        let start = alt((
            value(Start::StartPos, keyword("startpos")),
            value(Start::Deploy, keyword("deploy")),
            map(fen, |words| Start::Fen(words.join(" "))),
            map((text, quoted), |(format, text)| Start::Foreign(format, text)),
        ));
        let (input, start) = expect("startpos, deploy, fen or view", start).parse(input)?;
        let (input, moves) = opt(preceded(keyword("moves"), many0(text))).parse(input)?;
        Ok((input, Self { view, start, moves: moves.unwrap_or_default() }))
    }

    fn words(before: &[&str]) -> Vec<&'static str> {
        match before {
            [] => vec!["startpos", "deploy", "fen", "view"],
            ["view"] => vec!["1", "2", "3", "4"],
            ["view", _] => vec!["startpos", "deploy", "fen"],
            [.., last] if before.contains(&"moves") || *last == "fen" => Vec::new(),
            _ => vec!["moves"],
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StartPos => f.write_str("startpos"),
            Self::Deploy => f.write_str("deploy"),
            Self::Fen(fen) => write!(f, "fen {fen}"),
            Self::Foreign(format, text) => write!(f, "{format} \"{text}\""),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(player) = self.view {
            write!(f, "view {player} ")?;
        }
        write!(f, "{}", self.start)?;
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}
