//! Plays the games, positions and lists of moves of a rulebook (`rules.md` of a game).
//!
//! A fenced block `game VARIANT` begins a game. A block `more` continues the game after some prose. The first line of
//! a `game` block is the text after `position`: `startpos`, `deploy` or a FEN. Each other line has one of these
//! forms:
//! - `legal TOKEN...`: these are all the legal actions.
//! - `from SQUARE TOKEN...`: these are all the legal actions whose tokens begin with the square.
//! - `illegal TOKEN...`: none of these is accepted.
//! - `fen FEN`: this is the current position.
//! - `result RESULT`: this is the result of the game, or `none`.
//! - `reason WORDS`: this is the reason of the result.
//! - Moves, with or without numbers (`1.`, `9...`).

use std::collections::BTreeSet;
use strategos::game::Played;
use strategos::games::{Playable, Variant, Visitor};

/// A game of a rulebook: the line of the file on which it begins, and its lines.
pub struct BookGame {
    /// Its variant.
    pub variant: Variant,
    at: usize,
    lines: Vec<(usize, String)>,
}

impl Visitor for &BookGame {
    type Output = Vec<String>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Vec<String> {
        let (_, start) = &self.lines[0];
        let state = match start.as_str() {
            "startpos" => Ok(G::start(rules)),
            "deploy" => Ok(G::deploy(rules).expect("a deployment")),
            fen => G::from_fen(rules, fen),
        };
        let mut played = match state {
            Ok(state) => Played::new(state),
            Err(error) => return vec![format!("line {}: {error}", self.at + 1)],
        };
        let mut faults = Vec::new();
        for (number, line) in &self.lines[1..] {
            if let Err(fault) = obey(&mut played, line) {
                faults.push(format!("line {number}: {fault}"));
            }
        }
        faults
    }
}

fn obey<G: Playable>(played: &mut Played<G>, line: &str) -> Result<(), String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "legal" => same(&actions(played, ""), rest),
        "from" => {
            let (square, rest) = rest.split_once(' ').ok_or("no action after the square")?;
            same(&actions(played, square), rest)
        }
        "illegal" => {
            rest.split_whitespace().try_for_each(|token| match played.state().parse_action(token) {
                Ok(_) => Err(format!("{token} is legal")),
                Err(_) => Ok(()),
            })
        }
        "fen" => match played.state().fen() {
            fen if fen == rest => Ok(()),
            fen => Err(format!("the position is {fen}")),
        },
        "result" => {
            let result = played.outcome().map_or("none".to_string(), |end| end.to_string());
            if result == rest { Ok(()) } else { Err(format!("the result is {result}")) }
        }
        "reason" => match played.reason().unwrap_or("none") {
            reason if reason == rest => Ok(()),
            reason => Err(format!("the reason is {reason}")),
        },
        _ => line
            .split_whitespace()
            .filter(|token| !is_number(token))
            .try_for_each(|token| play(played, token)),
    }
}

/// The tokens of the legal actions that begin with this text.
fn actions<G: Playable>(played: &Played<G>, beginning: &str) -> BTreeSet<String> {
    let tokens = played.actions().into_iter().map(|action| played.state().action_token(action));
    tokens.filter(|token| token.starts_with(beginning)).collect()
}

fn same(have: &BTreeSet<String>, want: &str) -> Result<(), String> {
    let want: BTreeSet<String> = want.split_whitespace().map(str::to_string).collect();
    if *have == want { Ok(()) } else { Err(format!("the legal actions are {have:?}")) }
}

/// Whether a token in a list of moves is only a number, like `1.` or `9...`.
fn is_number(token: &str) -> bool {
    token.ends_with('.') && token.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit())
}

fn play<G: Playable>(played: &mut Played<G>, token: &str) -> Result<(), String> {
    if played.outcome().is_some() {
        return Err(format!("{token} after the end of the game"));
    }
    let mover = played.state().player();
    for (index, part) in played.state().split_token(token).iter().enumerate() {
        let parsed = played.state().parse_in_turn(part, mover, index == 0);
        let action = parsed.map_err(|error| format!("{part}: {error}"))?;
        played.play(action);
    }
    Ok(())
}

/// The games of a rulebook.
pub fn games(text: &str) -> Vec<BookGame> {
    let mut games: Vec<BookGame> = Vec::new();
    let mut fence: Option<String> = None;
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(info) = line.strip_prefix("```") {
            fence = match fence {
                Some(_) => None,
                None => Some(info.to_string()),
            };
            assert!(fence.as_deref() != Some(""), "line {number}: a block without a kind");
            if let Some(name) = info.strip_prefix("game ") {
                let variant = Variant::from_name(name);
                let variant = variant.unwrap_or_else(|| panic!("line {number}: no variant {name}"));
                games.push(BookGame { variant, at: number, lines: Vec::new() });
            }
        } else if let Some("text") = fence.as_deref() {
        } else if fence.is_some() {
            let game = games.last_mut().expect("a game before the first `more`");
            game.lines.push((number, line.to_string()));
        }
    }
    assert!(fence.is_none(), "a block without an end");
    games
}

/// Checks every game of the rulebook of a variant. Returns the number of games and the names of their variants.
pub fn check(variant: Variant) -> (usize, BTreeSet<String>) {
    let games = games(variant.rules());
    let faults: Vec<String> = games.iter().flat_map(|game| game.variant.visit(game)).collect();
    assert!(faults.is_empty(), "the rules of {}:\n{}", variant.name(), faults.join("\n"));
    (games.len(), games.iter().map(|game| game.variant.to_string()).collect())
}
