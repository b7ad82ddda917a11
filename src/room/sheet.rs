//! What stands beside the board of a game by lines: what there is to do, the lines, and what was promised.

use crate::sealed::{Author, Opening, Payload, SealedGame};
use serde::Serialize;
use serde_json::Value;
use std::collections::VecDeque;

/// The digits of a commitment that are shown.
const SHOWN_DIGITS: usize = 12;

/// A message about games by lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LinesMessage {
    #[serde(rename = "type")]
    kind: &'static str,
    /// What it says.
    #[serde(flatten)]
    pub news: LinesNews,
}

/// What is new about games by lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LinesNews {
    /// The names of the games that are kept, the newest first.
    Games(Vec<String>),
    /// The game on the board.
    Game(Box<LinesSheet>),
    /// An audit, as `audit --json` has it, with its `text`.
    Audit(Value),
    /// The viewer is at the table again.
    Left(bool),
}

impl LinesMessage {
    /// A message.
    pub fn new(news: LinesNews) -> Self {
        Self { kind: "lines", news }
    }
}

/// The game by lines on the board of a viewer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LinesSheet {
    /// The name of the game.
    pub name: String,
    /// The letter of the player.
    pub me: &'static str,
    /// What there is to do, as in `status`.
    pub next: &'static str,
    /// The same in words.
    pub expected: String,
    /// The number of lines.
    pub count: usize,
    /// Own lines that the other player may lack.
    pub send: Vec<String>,
    /// All lines.
    pub lines: Vec<String>,
    /// What both players have promised.
    pub promises: Vec<Promised>,
    /// Lines that the other player has signed and that break the rules.
    pub evidence: Vec<String>,
    /// The actions of a turn that is not complete.
    pub part: Vec<String>,
    /// Whether nothing is hidden from anybody, so that questions about the whole position can be answered.
    pub open: bool,
}

/// A commitment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Promised {
    /// Its line.
    pub line: u32,
    /// The letter of its author.
    pub by: &'static str,
    /// What it is to.
    pub what: &'static str,
    /// Its first digits.
    pub hash: String,
    /// The token; empty if it is sealed and not the viewer's own.
    pub token: String,
    /// The line that has opened it; 0 for none.
    pub opened: u32,
}

impl LinesSheet {
    /// The sheet of a game.
    pub fn of(name: &str, game: &SealedGame, part: &[String], open: bool) -> Self {
        let lines: Vec<String> = game.lines().iter().map(ToString::to_string).collect();
        Self {
            name: name.to_string(),
            me: game.me().letter(),
            next: game.next().word(),
            expected: game.expectation(),
            count: lines.len(),
            send: lines[lines.len() - unsent(game)..].to_vec(),
            lines,
            promises: promises(game),
            evidence: game.evidence().to_vec(),
            part: part.to_vec(),
            open,
        }
    }
}

/// The number of own lines after the last one of the other player, who may not have them yet.
fn unsent(game: &SealedGame) -> usize {
    game.lines().iter().rev().take_while(|line| line.author == game.me()).count()
}

/// The commitments of both players in the order of the lines, with the tokens that are opened or the player's own.
fn promises(game: &SealedGame) -> Vec<Promised> {
    let mut found: Vec<Promised> = Vec::new();
    let mut closed: [VecDeque<usize>; 2] = Default::default();
    for line in game.lines() {
        let index = index_of(line.author);
        let made = match &line.payload {
            Payload::Toss(hash) => vec![("toss", *hash)],
            Payload::Sealed(hash) => vec![("turn", *hash)],
            Payload::Deploy(shown, hidden) => std::iter::once(("deployment", *shown))
                .chain(hidden.map(|hidden| ("hidden part", hidden)))
                .collect(),
            _ => Vec::new(),
        };
        for (what, hash) in made {
            closed[index].push_back(found.len());
            let mut hash = hash.to_string();
            hash.truncate(SHOWN_DIGITS);
            let by = line.author.letter();
            found.push(Promised {
                line: line.number,
                by,
                what,
                hash,
                token: String::new(),
                opened: 0,
            });
        }
        let openings: &[Opening] = match &line.payload {
            Payload::Number(opening) | Payload::Show(opening) => std::slice::from_ref(opening),
            Payload::Open(openings) => openings,
            _ => &[],
        };
        for opening in openings {
            if let Some(promise) = closed[index].pop_front() {
                found[promise].token.clone_from(&opening.token);
                found[promise].opened = line.number;
            }
        }
    }
    for (promise, token) in closed[index_of(game.me())].iter().zip(game.secrets()) {
        found[*promise].token = token;
    }
    found
}

fn index_of(author: Author) -> usize {
    usize::from(author == Author::B)
}
