//! `position [view N] (startpos | deploy | fen F | FORMAT TEXT) [moves T...]`

use super::Argument;
use super::reading::{Parsed, expect, json_object, keyword, player, quoted, text};
use crate::engine::{Position, Start};
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, opt, value, verify};
use nom::multi::{many0, many1};
use nom::sequence::preceded;

impl Argument for Position {
    fn read(input: &[u8]) -> Parsed<'_, Self> {
        let (input, view) = opt(preceded(keyword("view"), player)).parse(input)?;
        let fen_word = || verify(text, |word: &String| word != "moves");
        let fen = preceded(keyword("fen"), expect("a fen", many1(fen_word())));
        let format = verify(text, |word: &String| !word.contains('/'));
        let is_board = |words: &Vec<String>| words[0].contains('/');
        let bare = map(verify(many1(fen_word()), is_board), |words| words.join(" "));
        let start = alt((
            value(Start::StartPos, keyword("startpos")),
            value(Start::Deploy, keyword("deploy")),
            map(fen, |words| Start::Fen(words.join(" "))),
            map((format, alt((quoted, json_object, bare))), |(format, text)| {
                Start::Foreign(format, text)
            }),
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
