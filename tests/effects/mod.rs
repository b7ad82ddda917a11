//! `effects`: what a turn does, in sentences. Every fact in a sentence is compared with positions before and after the
//! turn, as FENs and lists of legal moves give them.

mod gameofwar;
mod pacific;
mod pacru;
mod warpac;

use crate::common::Random;
use std::collections::{BTreeMap, BTreeSet};
use strategos::engine::{GameState, Position};
use strategos::games::Variant;
use strategos::protocol::parse_position;

/// Squares by name.
type Names = BTreeSet<String>;

/// A variant's game at a position, as the command `position` reads it.
fn game_at(variant: &str, position: &str) -> Option<Box<dyn GameState>> {
    let mut game = Variant::from_name(variant).unwrap().new_game();
    let position: Position = parse_position(position.as_bytes()).unwrap();
    game.set_position(&position).ok().map(|()| game)
}

/// The legal moves of a position; none if it is refused.
fn moves_of(variant: &str, fen: &str) -> Vec<String> {
    game_at(variant, &format!("fen {fen}")).map_or(Vec::new(), |game| game.legal_moves())
}

/// A FEN with other fields.
fn with_fields(fen: &str, fields: &[(usize, &str)]) -> String {
    let mut parts: Vec<&str> = fen.split(' ').collect();
    fields.iter().for_each(|(index, text)| parts[*index] = text);
    parts.join(" ")
}

/// A turn of a random game: positions before and after it, its token, and what is said of it.
struct Told {
    before: String,
    after: String,
    token: String,
    sentences: Vec<String>,
    /// The legal moves after it.
    replies: Vec<String>,
}

impl Told {
    /// The sentences that hold a phrase.
    fn with(&self, phrase: &str) -> Vec<&String> {
        self.sentences.iter().filter(|sentence| sentence.contains(phrase)).collect()
    }

    /// The squares in the sentences that hold a phrase.
    fn squares(&self, phrase: &str) -> Names {
        self.with(phrase).into_iter().flat_map(|sentence| squares_in(sentence)).collect()
    }

    /// Fails unless two sets are equal. A sentence that cuts a list short must name a part of it.
    fn same(&self, phrase: &str, told: &Names, found: &Names) {
        let is_cut = self.with(phrase).iter().any(|sentence| sentence.contains(" more"));
        let agrees = if is_cut { told.is_subset(found) } else { told == found };
        assert!(agrees, "{phrase}: {told:?}, but {found:?}\n{self}");
    }
}

impl std::fmt::Display for Told {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { before, token, sentences, .. } = self;
        write!(f, "{before} {token}: {}", sentences.join(" "))
    }
}

/// The squares that a sentence names.
fn squares_in(sentence: &str) -> Names {
    let words = sentence.split(|sign: char| !sign.is_ascii_alphanumeric());
    let is_square = |word: &&str| {
        let (file, rank) = word.split_at(word.len().min(1));
        matches!(file.as_bytes(), [b'a'..=b'y']) && rank.parse::<u32>().is_ok()
    };
    words.filter(is_square).map(str::to_string).collect()
}

/// Plays random games, and shows every action with what is said of it. Returns how often each kind of sentence came,
/// by its last word.
fn random_games(
    variant: &str,
    start: &str,
    games: u64,
    mut show: impl FnMut(&Told),
) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for seed in 0..games {
        let mut random = Random::new(seed);
        let mut game = game_at(variant, start).unwrap();
        for _ in 0..200 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let token = choose(&moves, &mut random);
            let mut told = game.effects(std::slice::from_ref(&token)).unwrap();
            let before = game.fen();
            game.play(std::slice::from_ref(&token)).unwrap();
            let sentences = told.pop().unwrap();
            for sentence in &sentences {
                assert!(sentence.ends_with('.') && !sentence.contains('/'), "{sentence}");
                let last = sentence.trim_end_matches('.').rsplit(' ').next().unwrap();
                *kinds.entry(last.to_string()).or_default() += 1;
            }
            let replies = game.legal_moves();
            show(&Told { before, after: game.fen(), token, sentences, replies });
        }
    }
    kinds
}

/// The squares between which a move goes; nothing for other tokens.
fn way(token: &str) -> Option<(&str, &str)> {
    let middle = 1 + token.get(1..)?.find(|sign: char| sign.is_ascii_alphabetic())?;
    let (from, to) = token.split_at(middle);
    (from.len() > 1 && from.as_bytes()[1].is_ascii_digit()).then_some((from, to))
}

/// A random move, often one that takes, turns or attacks by its token.
fn choose(moves: &[String], random: &mut Random) -> String {
    let is_lively = |token: &&String| {
        token.contains('~') || token.starts_with('x') || token.len() > 5 && !token.contains('r')
    };
    let lively: Vec<&String> = moves.iter().filter(is_lively).collect();
    if !lively.is_empty() && random.below(3) == 0 {
        return (*random.pick(&lively)).clone();
    }
    random.pick(moves).clone()
}

#[test]
fn turns_that_follow_each_other_are_told_in_their_order() {
    let start = "fen 2c2c1/1p22/4/1p12/1P32/2C31/4/4 w 0 1";
    let game = game_at("pacific-a", start).unwrap();
    let told = |turns: &[&str]| {
        game.effects(&turns.iter().map(|turn| turn.to_string()).collect::<Vec<_>>())
    };
    let all = told(&["d4b6d8"]).unwrap();
    assert_eq!(all.len(), 1);
    assert!(all[0].iter().any(|text| text.starts_with("White wins: ")), "{all:?}");
    let error = told(&["d4b6d8", "a1b2"]).unwrap_err().to_string();
    assert!(error.contains("a1b2") && error.contains("number 2"), "{error}");
    let error = told(&["d4b6"]).unwrap_err().to_string();
    assert!(error.contains("the attack must go on"), "{error}");
}
