//! Every end of every game has a name. Each end is reached here, and no game ends without a name.

use crate::common;
use common::{Random, for_every_variant, is_template, random_game};
use serde_json::Value;
use std::collections::BTreeSet;
use strategos::engine::{GameState, Position, Start};
use strategos::games::Variant;

/// An end of a game: a line of `tests/vectors` with a reason.
#[derive(Debug)]
struct End {
    variant: Variant,
    fen: String,
    moves: Vec<String>,
    result: String,
    reason: String,
}

/// The ends in the files of all games.
fn ends() -> Vec<End> {
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let end = |line: &str| {
        let vector: Value = serde_json::from_str(line).unwrap();
        let moves = vector["line"].as_array()?.iter().map(text).collect();
        let [variant, fen, result, reason] =
            ["variant", "fen", "result", "reason"].map(|name| text(&vector[name]));
        Some(End { variant: Variant::from_name(&variant).unwrap(), fen, moves, result, reason })
    };
    let files = common::vectors::files();
    files.iter().flat_map(|(_, text)| text.lines()).filter_map(end).collect()
}

/// The game after the moves of an end.
fn reach(end: &End) -> Box<dyn GameState> {
    let mut game = end.variant.new_game();
    let start = Start::Fen(end.fen.clone());
    game.set_position(&Position { view: None, start, moves: end.moves.clone() }).unwrap();
    game
}

#[test]
fn every_end_is_reached_and_has_its_name() {
    for end in ends() {
        let game = reach(&end);
        let result = game.outcome().map(|outcome| outcome.to_string());
        assert_eq!(result.as_ref(), Some(&end.result), "{end:?}");
        assert_eq!(game.reason(), Some(&*end.reason), "{end:?}");
    }
}

#[test]
fn the_move_before_an_end_has_no_reason() {
    for end in ends().iter().filter(|end| !end.moves.is_empty()) {
        let mut game = reach(end);
        game.undo().unwrap();
        assert_eq!((game.outcome(), game.reason()), (None, None), "{end:?}");
    }
}

#[test]
fn the_protocol_lists_every_reason_and_no_other() {
    let page = include_str!("../protocol.md");
    let (_, list) = page.split_once("`query reason` says").unwrap();
    let (list, _) = list.split_once("Queries of one game").unwrap();
    let rows = list.lines().filter(|line| line.starts_with("| ") && line.contains('`'));
    let listed: BTreeSet<&str> = rows
        .flat_map(|row| row.rsplit('|').nth(1).unwrap().split('`').skip(1).step_by(2))
        .collect();
    let ends = ends();
    assert_eq!(listed, ends.iter().map(|end| &*end.reason).collect());
}

for_every_variant! {
    /// Checked at every position of random games, including ends by repetition.
    fn a_game_has_a_reason_as_soon_as_it_is_over<G>(rules) {
        const LONGEST: usize = 600;
        let mut random = Random::new(11);
        let ends = ends();
        let named: BTreeSet<&str> = ends.iter().map(|end| &*end.reason).collect();
        for _ in 0..common::games(3) {
            for played in random_game::<G>(rules, &mut random, LONGEST) {
                let reason = played.reason();
                let fen = played.state().fen();
                assert_eq!(reason.is_some(), played.outcome().is_some(), "{fen}");
                // The template's vectors are in its own folder.
                let is_named = |reason| named.contains(reason) || is_template::<G>();
                assert!(reason.is_none_or(is_named), "{reason:?} in {fen}");
            }
        }
    }
}
