//! Recorded positions and moves: a line of JSON each, held against the game that it names.

use serde_json::Value;
use std::sync::atomic::AtomicBool;
use strategos::game::{Played, perft};
use strategos::games::{Playable, Variant, Visitor};

/// Deeper counts are left to release builds.
const MOST_LEAVES: u64 = 1_000_000;

/// One line of the file, held against the game that it names.
struct Check<'a>(&'a Value);

impl Visitor for Check<'_> {
    type Output = Vec<String>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Vec<String> {
        let fen = text(&self.0["fen"]).unwrap_or_default();
        let state = match G::from_fen(rules, fen) {
            Ok(state) => state,
            Err(error) => return vec![error.to_string()],
        };
        let mut faults = Vec::new();
        expect(&mut faults, "fen", &state.fen(), Some(fen));
        let mut played = Played::new(state);
        let result = |played: &Played<G>| {
            played.outcome().map_or("none".to_string(), |outcome| outcome.to_string())
        };
        expect_actions(&mut faults, &played, &self.0["moves"]);
        expect_perft(&mut faults, played.state(), &self.0["perft"]);
        if let Some(token) = text(&self.0["move"]) {
            for part in played.state().split_token(token) {
                match played.state().parse_action(&part) {
                    Ok(action) => played.play(action),
                    Err(error) => faults.push(error.to_string()),
                }
            }
            expect(&mut faults, "fen after", &played.state().fen(), text(&self.0["after"]));
        }
        // Of the last position: the one after the move, where there is one.
        let of_move = self.0["move"].as_str().map(|_| "none");
        let known = text(&self.0["result_after"]).or(text(&self.0["result"])).or(of_move);
        expect(&mut faults, "result", &result(&played), known);
        faults
    }
}

fn text(value: &Value) -> Option<&str> {
    value.as_str()
}

fn expect(faults: &mut Vec<String>, what: &str, have: &str, want: Option<&str>) {
    if want.is_some_and(|want| want != have) {
        faults.push(format!("{what}: want {want:?}, have {have}"));
    }
}

fn expect_actions<G: Playable>(faults: &mut Vec<String>, played: &Played<G>, want: &Value) {
    let Some(want) = want.as_array() else { return };
    let mut want: Vec<&str> = want.iter().filter_map(text).collect();
    want.sort_unstable();
    let token = |action| played.state().action_token(action);
    let mut have: Vec<String> = played.actions().into_iter().map(token).collect();
    have.sort_unstable();
    expect(faults, "moves", &have.join(" "), Some(&want.join(" ")));
}

fn expect_perft<G: Playable>(faults: &mut Vec<String>, state: &G, want: &Value) {
    let counts = want.as_array().into_iter().flatten().filter_map(Value::as_u64);
    for (depth, want) in (1..).zip(counts).filter(|(_, leaves)| *leaves <= MOST_LEAVES) {
        let have = perft(&mut state.clone(), depth, &AtomicBool::new(false));
        if have != Ok(want) {
            faults.push(format!("perft {depth}: want {want}, have {have:?}"));
        }
    }
}

/// Fails the test unless every line of `vectors` holds and there are `count` of them.
pub fn hold(vectors: &str, count: usize) {
    let mut lines = 0;
    let mut failed = Vec::new();
    for line in vectors.lines().filter(|line| !line.trim().is_empty()) {
        let vector: Value = serde_json::from_str(line).unwrap();
        let variant = Variant::from_name(text(&vector["variant"]).unwrap()).unwrap();
        let faults = variant.visit(Check(&vector));
        if !faults.is_empty() {
            failed.push(format!("{}\n  {}", line, faults.join("\n  ")));
        }
        lines += 1;
    }
    assert_eq!(lines, count);
    assert!(failed.is_empty(), "{} lines fail:\n{}", failed.len(), failed.join("\n"));
}
