//! Pins the node counts of `bench` by variant in `tests/bench.txt`, so that an unintended change of the search shows.
//! After an intended change, this command writes the counts anew:
//!
//! ```text
//! STRATEGOS_PIN=1 cargo test --test tests bench:: -- --include-ignored
//! ```
//!
//! If `STRATEGOS_ENGINE=target/release/strategos` is set before it, that program counts the deep column. It takes
//! seconds, while the tested program takes minutes.

use crate::common;
use common::engine::Engine;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use strategos::games::Variant;

/// A column of the file: one bench command.
#[derive(Clone, Copy)]
enum Column {
    /// `bench --depth 5`.
    Shallow,
    /// `bench`.
    Deep,
}

/// Node counts by variant.
type Counts = BTreeMap<String, u64>;

const HEADER: &str = "\
# Nodes by variant: of `strategos bench --depth 5` and of `strategos bench`. tests/bench.rs compares them, and writes
# them anew: STRATEGOS_PIN=1 cargo test --test tests bench:: -- --include-ignored
";

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/bench.txt")
}

/// The counts in the file, one map for each column.
fn pinned() -> [Counts; 2] {
    let text = std::fs::read_to_string(file()).unwrap_or_default();
    let mut columns = [Counts::new(), Counts::new()];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [variant, counts @ ..] = words.as_slice() else { panic!("tests/bench.txt: {line}") };
        assert_eq!(counts.len(), columns.len(), "tests/bench.txt: {line}");
        for (column, count) in columns.iter_mut().zip(counts) {
            column.insert(variant.to_string(), count.parse().unwrap());
        }
    }
    columns
}

/// Writes a column of the file. The lock is needed because tests run in parallel.
fn pin(column: Column, counts: &Counts) {
    static WRITING: Mutex<()> = Mutex::new(());
    let _writing = WRITING.lock().unwrap();
    let mut columns = pinned();
    columns[column as usize] = counts.clone();
    let mut text = HEADER.to_string();
    for variant in Variant::NAMES {
        let [shallow, deep] =
            [0, 1].map(|column: usize| columns[column].get(*variant).copied().unwrap_or(0));
        writeln!(text, "{variant:16} {shallow:>9} {deep:>9}").unwrap();
    }
    std::fs::write(file(), text).unwrap();
}

/// The node counts by variant in the output of a bench. The last line holds their sum.
fn counts(lines: &[String]) -> Counts {
    let mut counts = Counts::new();
    let (last, searches) = lines.split_last().unwrap();
    for line in searches {
        let (title, found) = line.split_once(": ").unwrap();
        let variant = title.split(' ').next().unwrap();
        let nodes: u64 = found.split(' ').next().unwrap().parse().unwrap();
        *counts.entry(variant.to_string()).or_default() += nodes;
    }
    assert!(last.ends_with(" nps"), "{last}");
    assert_eq!(last.split(' ').next().unwrap(), counts.values().sum::<u64>().to_string());
    counts
}

/// Compares the counts with those in the file, or writes them there if `STRATEGOS_PIN` is set.
fn check(column: Column, found: &Counts) {
    if std::env::var_os("STRATEGOS_PIN").is_some() {
        return pin(column, found);
    }
    let pinned = &pinned()[column as usize];
    let differences: Vec<String> = Variant::NAMES
        .iter()
        .map(|variant| (variant, pinned.get(*variant), found.get(*variant)))
        .filter(|(_, pinned, found)| pinned != found)
        .map(|(variant, pinned, found)| {
            let [pinned, found] = [pinned, found].map(|count| count.map_or(0, |count| *count));
            format!("{variant}: {pinned} nodes are pinned, {found} were counted")
        })
        .collect();
    assert!(
        differences.is_empty(),
        "the search has changed; if that is meant, pin its counts anew (see tests/bench.rs)\n{}",
        differences.join("\n")
    );
}

#[test]
fn bench_counts_the_pinned_nodes_in_every_run_and_process() {
    let mut engine = Engine::start_with(&["bench", "--depth", "5"]);
    let (lines, status) = engine.rest();
    assert!(status.success());
    let first = counts(&lines);
    assert_eq!(first.len(), Variant::ALL.len());
    check(Column::Shallow, &first);
    let mut engine = Engine::start();
    engine.send("setoption name MultiPV value 2\nposition startpos\ngo depth 5\nwait");
    engine.settle();
    engine.send("bench --depth 5");
    assert_eq!(counts(&engine.settle()), first, "in another process, after a search");
    engine.send("bench --depth 5");
    assert_eq!(counts(&engine.settle()), first, "again in one process");
    engine.finish();
}

#[test]
#[ignore = "takes minutes without a release build: STRATEGOS_ENGINE=target/release/strategos"]
fn the_whole_bench_counts_the_pinned_nodes() {
    let program = std::env::var("STRATEGOS_ENGINE");
    let program = program.as_deref().unwrap_or(env!("CARGO_BIN_EXE_strategos"));
    let output = std::process::Command::new(program).arg("bench").output().unwrap();
    assert!(output.status.success(), "{program}: {}", output.status);
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<String> = text.lines().map(str::to_string).collect();
    eprintln!("bench: {}", lines.last().unwrap());
    check(Column::Deep, &counts(&lines));
}
