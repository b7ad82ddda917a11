//! Every line of the recorded positions and moves of the Pacru family (src/games/pacru/rules.md 12).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

mod common;

#[test]
fn every_recorded_position_and_move_holds() {
    assert_eq!(common::vectors::check(include_str!("vectors/pacru.jsonl")), 191);
}
