//! Checks the recorded positions, moves and views of an independent implementation, and the ends of games. Each line
//! of a file is a JSON object, checked against the game that it names. Missing fields are not checked.
//! - `variant`, `fen`: the position. `moves`: its legal actions. `result`: its result, or `none`. `perft`: the counts
//!   of depth 1, 2 and so on.
//! - `move`: an action of the position. `after`: the FEN behind it. `result_after`: the result behind it.
//! - `line`: tokens that end a game. `result`, `reason`: how it ends.
//! - `played`, `player`, `view`, `viewfen`: a game with hidden parts, as a player is shown it.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use strategos::game::{Played, Player, perft};
use strategos::games::{Playable, Variant, Visitor};

/// Larger counts are left to release builds.
const MOST_LEAVES: u64 = 2_000_000;

/// One line of a file, to be checked against the game that it names.
struct Check<'a>(&'a Value);

impl Visitor for Check<'_> {
    type Output = Vec<String>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Vec<String> {
        let fen = text(&self.0["fen"]).unwrap_or_default();
        if fen.contains('?') {
            return view_fen::<G>(rules, fen, &self.0["moves"]);
        }
        let state = match G::from_fen(rules, fen) {
            Ok(state) => state,
            Err(error) => return vec![error.to_string()],
        };
        if self.0["played"].is_array() {
            return views(state, self.0);
        }
        let mut faults = Vec::new();
        expect(&mut faults, "fen", &state.fen(), Some(fen));
        let mut played = Played::new(state);
        let result = |played: &Played<G>| {
            played.outcome().map_or("none".to_string(), |outcome| outcome.to_string())
        };
        if self.0["line"].is_array() {
            for token in texts(&self.0["line"]) {
                play(&mut faults, &mut played, token);
            }
            expect(
                &mut faults,
                "reason",
                played.reason().unwrap_or("none"),
                text(&self.0["reason"]),
            );
            expect(&mut faults, "result", &result(&played), text(&self.0["result"]));
            return faults;
        }
        // If the line has a move, a single result is the result after the move.
        let is_alone = self.0["result_after"].is_null();
        if !(is_alone && self.0["move"].is_string()) {
            expect(&mut faults, "result", &result(&played), text(&self.0["result"]));
        }
        expect_actions(&mut faults, &played, &self.0["moves"]);
        expect_perft(&mut faults, played.state(), &self.0["perft"]);
        if let Some(token) = text(&self.0["move"]) {
            play(&mut faults, &mut played, token);
            let after = if is_alone { &self.0["result"] } else { &self.0["result_after"] };
            expect(&mut faults, "fen after", &played.state().fen(), text(&self.0["after"]));
            expect_key(&mut faults, rules, played.state());
            expect(&mut faults, "result after", &result(&played), text(after));
        }
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

/// The key of a state equals that of the state which its FEN gives.
fn expect_key<G: Playable>(faults: &mut Vec<String>, rules: G::Rules, state: &G) {
    match G::from_fen(rules, &state.fen()) {
        Ok(again) => {
            let keys = [state, &again].map(|state| format!("{:016x}", state.key()));
            expect(faults, "key after", &keys[0], Some(&keys[1]));
        }
        Err(error) => faults.push(error.to_string()),
    }
}

/// Plays the actions of a token and returns them.
fn play<G: Playable>(
    faults: &mut Vec<String>,
    played: &mut Played<G>,
    token: &str,
) -> Vec<G::Action> {
    let mut actions = Vec::new();
    let mover = played.state().player();
    for (index, part) in played.state().split_token(token).iter().enumerate() {
        match played.state().parse_in_turn(part, mover, index == 0) {
            Ok(action) => {
                played.play(action);
                actions.push(action);
            }
            Err(error) => faults.push(error.to_string()),
        }
    }
    actions
}

/// Checks the tokens that a player is shown, and the view that follows from them.
fn views<G: Playable>(first: G, vector: &Value) -> Vec<String> {
    let mut faults = Vec::new();
    let mut played = Played::new(first.clone());
    let mut actions = Vec::new();
    for token in texts(&vector["played"]) {
        actions.extend(play(&mut faults, &mut played, token));
    }
    let player = Player::new(vector["player"].as_u64().unwrap() as usize - 1);
    let is_over = played.outcome().is_some();
    let shown = first.tokens_seen(&actions, (!is_over).then_some(player)).unwrap();
    expect(&mut faults, "view", &shown.join(" "), Some(&texts(&vector["view"]).join(" ")));
    let known = played.state().knowledge(player).unwrap();
    expect(&mut faults, "view fen", &known.fen(), text(&vector["viewfen"]));
    if is_over {
        return faults;
    }
    let mut followed = first.knowledge(player).unwrap();
    for part in shown.iter().flat_map(|token| token.split(',')) {
        if let Err(error) = followed.observe(part) {
            faults.push(format!("following: {error}"));
        }
    }
    expect(&mut faults, "followed", &followed.fen(), text(&vector["viewfen"]));
    faults
}

/// Checks a view FEN and the legal actions of its player.
fn view_fen<G: Playable>(rules: G::Rules, fen: &str, moves: &Value) -> Vec<String> {
    let known = match G::knowledge_from_fen(rules, fen, None).unwrap() {
        Ok(known) => known,
        Err(error) => return vec![error.to_string()],
    };
    let mut faults = Vec::new();
    expect(&mut faults, "view fen", &known.fen(), Some(fen));
    let mut have = known.tokens();
    have.sort();
    expect(&mut faults, "moves", &have.join(" "), Some(&texts(moves).join(" ")));
    faults
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(text).collect()
}

/// The content of each file in `tests/vectors`, by name.
#[allow(dead_code)]
pub fn files() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        (path.file_name().unwrap().to_string_lossy().into_owned(), text)
    };
    let mut files: Vec<(String, String)> = paths.map(read).collect();
    files.sort();
    files
}

/// Checks every line of a file and returns their number.
pub fn check(vectors: &str) -> usize {
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
    assert!(failed.is_empty(), "{} lines fail:\n{}", failed.len(), failed.join("\n"));
    lines
}
