//! Every line of the recorded positions and moves of A Game of War (src/games/gameofwar/rules.md 13).

use crate::common;

#[test]
fn every_recorded_position_and_move_holds() {
    assert_eq!(common::vectors::check(include_str!("vectors/gameofwar.jsonl")), 141);
}
