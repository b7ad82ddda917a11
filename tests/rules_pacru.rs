//! Every line of the recorded positions and moves of the Pacru family (rules/pacru.md 12).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

#[test]
fn every_recorded_position_and_move_holds() {
    common::vectors::hold(include_str!("vectors/pacru.jsonl"), 191);
}
