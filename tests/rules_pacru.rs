//! Every line of the recorded positions and moves of the Pacru family (src/games/pacru/rules.md 12).

use crate::common;

#[test]
fn every_recorded_position_and_move_holds() {
    assert_eq!(common::vectors::check(include_str!("vectors/pacru.jsonl")), 191);
}
