//! Runs the targets that `tests/fuzz` runs without end, on fixed inputs: recorded positions and sessions, mutations
//! of them from fixed seeds, and every input that ever failed.

#[path = "fuzzing/lib.rs"]
pub mod targets;

use crate::common::{self, Random};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::mpsc::channel;
use std::time::Duration;
use strategos::games::Variant;
use targets::TARGETS;
use targets::steps::variant_byte;

/// An input that takes longer than this is taken to hang.
const PATIENCE: Duration = Duration::from_secs(60);

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name)
}

// --- Seeds --------------------------------------------------------------------------------------

/// All recorded vectors.
fn vectors() -> Vec<Value> {
    let files = common::vectors::files();
    let lines = files.iter().flat_map(|(_, text)| text.lines());
    lines.map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text<'a>(vector: &'a Value, name: &str) -> &'a str {
    vector[name].as_str().unwrap_or_default()
}

fn variant(vector: &Value) -> Variant {
    Variant::from_name(text(vector, "variant")).unwrap()
}

/// The lines that the golden sessions send.
fn sessions() -> Vec<String> {
    let files = std::fs::read_dir(folder("sessions")).unwrap();
    let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    paths.sort();
    let sent = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("> ")).collect();
        lines.join("\n")
    };
    paths.iter().map(sent).collect()
}

/// A recorded position as a session, with its move if it has one.
fn session_of(vector: &Value) -> String {
    let (name, fen) = (text(vector, "variant"), text(vector, "fen"));
    let token = text(vector, "move");
    format!(
        "setoption name UCI_Variant value {name}\nposition fen {fen} moves {token}\ngo depth 2\n~~\n\
         query record 1\nposition view 1 fen {fen}\ngo infinite\nisready\nstop\nd"
    )
}

/// The byte of the variant, then `rest`.
fn of_variant(variant: Variant, rest: &[u8]) -> Vec<u8> {
    [&[variant_byte(variant)], rest].concat()
}

/// Games of random choices from each starting position of each variant. With `tokens`, recorded tokens are added.
fn games(tokens: bool) -> Vec<Vec<u8>> {
    let mut random = Random::new(21);
    let mut games = Vec::new();
    for variant in Variant::ALL {
        for beginning in b'0'..b'6' {
            let mut game = vec![variant_byte(*variant), beginning];
            for _ in 0..40 {
                game.push(random.next() as u8 | 0x80);
            }
            games.push(game);
        }
    }
    for vector in vectors().iter().filter(|_| tokens) {
        let mut words: Vec<&str> = vec![text(vector, "move")];
        for list in ["moves", "played", "view"] {
            words.extend(vector[list].as_array().into_iter().flatten().filter_map(Value::as_str));
        }
        words.truncate(12);
        let tokens = format!("0{}", words.join(" "));
        games.push(of_variant(variant(vector), tokens.as_bytes()));
    }
    games
}

/// The seeds of a target.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    match target {
        "grammar" => sessions().iter().map(|text| text.clone().into_bytes()).collect(),
        "fens" => {
            let fens = |vector: &Value| {
                let texts = ["fen", "after", "viewfen"].map(|name| text(vector, name).to_string());
                let is_there = |text: &String| !text.is_empty();
                let to_bytes = |text: String| of_variant(variant(vector), text.as_bytes());
                texts.into_iter().filter(is_there).map(to_bytes).collect::<Vec<_>>()
            };
            vectors().iter().flat_map(fens).collect()
        }
        "moves" | "records" => games(true),
        "sessions" => {
            let vectors = vectors();
            let positions = vectors.iter().step_by(9).map(session_of);
            sessions().into_iter().chain(positions).map(String::into_bytes).collect()
        }
        other => panic!("no target {other}"),
    }
}

/// Writes the seeds for a fuzzer.
#[test]
#[ignore = "writes tests/fuzz/corpus, for the fuzzers"]
fn write_the_seeds() {
    for (target, _) in TARGETS {
        let corpus = folder("fuzz").join("corpus").join(target);
        std::fs::create_dir_all(&corpus).unwrap();
        for (index, seed) in seeds(target).iter().enumerate() {
            std::fs::write(corpus.join(format!("seed-{index:04}")), seed).unwrap();
        }
    }
}

// --- Fixed inputs -------------------------------------------------------------------------------

/// Inserts, removes, changes or duplicates bytes at a random place.
fn mutate(random: &mut Random, bytes: &mut Vec<u8>, others: &[Vec<u8>]) {
    const USEFUL: &[u8] = b" \n,/0123456789-?=@^>~abcghkoprswxXKQRBN\x80\x81\x93\xAB\xFF";
    let at = random.below(bytes.len() + 1);
    let end = (at + random.below(12)).min(bytes.len());
    match random.below(6) {
        0 => bytes.insert(at, *random.pick(USEFUL)),
        1 => drop(bytes.drain(at..end)),
        2 if at < bytes.len() => bytes[at] = *random.pick(USEFUL),
        3 => drop(bytes.splice(at..at, bytes[at..end].to_vec())),
        4 => {
            let other = random.pick(others);
            let from = random.below(other.len() + 1);
            let part = other[from..(from + random.below(40)).min(other.len())].to_vec();
            drop(bytes.splice(at..end, part));
        }
        _ => bytes.truncate(at.max(2)),
    }
}

/// Runs the target on its own thread, so that a hang is noticed.
fn run(target: &'static str, input: &[u8]) {
    let (_, body) = TARGETS.iter().find(|(name, _)| *name == target).unwrap();
    let (done, news) = channel::<()>();
    let bytes = input.to_vec();
    let thread = std::thread::spawn(move || {
        let _done = done;
        body(&bytes);
    });
    let waited = news.recv_timeout(PATIENCE);
    let shown = input.escape_ascii();
    assert!(waited != Err(std::sync::mpsc::RecvTimeoutError::Timeout), "{target} hangs: {shown}");
    assert!(thread.join().is_ok(), "{target} fails: {shown}");
}

/// Runs every `stride`th seed unchanged, and `count` mutated seeds.
fn hunt(target: &'static str, stride: usize, count: usize) {
    let seeds = seeds(target);
    assert!(seeds.len() > 40, "only {} seeds", seeds.len());
    for seed in seeds.iter().step_by(stride) {
        run(target, seed);
    }
    let mut random = Random::new(22);
    for _ in 0..count {
        let mut input = random.pick(&seeds).clone();
        for _ in 0..1 + random.below(5) {
            mutate(&mut random, &mut input, &seeds);
        }
        run(target, &input);
    }
}

#[test]
fn lines_are_understood_or_refused() {
    hunt("grammar", 1, 3_000);
}

#[test]
fn fens_are_whole_states_or_refused() {
    hunt("fens", 4, 1_200);
}

#[test]
fn games_of_any_tokens_stay_whole() {
    hunt("moves", 8, 200);
}

#[test]
fn players_can_follow_what_they_are_shown() {
    hunt("records", 6, 300);
}

#[test]
fn sessions_of_any_lines_are_answered() {
    hunt("sessions", 2, 60);
}

#[test]
fn what_once_failed_holds() {
    let mut count = 0;
    for (target, _) in TARGETS {
        let Ok(files) = std::fs::read_dir(folder("findings").join(target)) else { continue };
        for file in files {
            run(target, &std::fs::read(file.unwrap().path()).unwrap());
            count += 1;
        }
    }
    assert!(count > 0, "nothing is kept of what once failed");
}
