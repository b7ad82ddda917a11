//! Checks the rulebooks: the engine plays every game, position and list of moves in them. Their form is explained in
//! `tests/common/rulebook.rs`.

use crate::common::rulebook::{check, games};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use strategos::games::Variant;

/// One variant for each rulebook.
fn rulebooks() -> Vec<Variant> {
    let mut seen = BTreeSet::new();
    Variant::ALL.iter().copied().filter(|variant| seen.insert(variant.rules())).collect()
}

#[test]
fn what_the_rulebooks_show_is_so() {
    for variant in rulebooks() {
        let (games, variants) = check(variant);
        assert!(games > 6, "{}: {games} games", variant.name());
        let strangers: Vec<String> = variants
            .into_iter()
            .filter(|name| !variant.rules().contains(&format!("`{name}`")))
            .collect();
        assert!(strangers.is_empty(), "{}", variant.name());
    }
}

#[test]
fn every_variant_is_named_in_its_rules_and_its_summary() {
    for variant in Variant::ALL {
        let (rules, name) = (variant.rules(), format!("`{}`", variant.name()));
        assert!(rules.contains(&name), "{name}");
        let base = variant.name().trim_end_matches("-once").trim_end_matches("-classic");
        assert!(variant.summary().contains(base), "{name}");
        for word in ["\nGoal:", "\nTokens:", "\nFEN:"] {
            assert!(variant.summary().contains(word), "{name}: {word}");
        }
    }
}

#[test]
fn summaries_are_half_a_page_and_fit_a_terminal() {
    for variant in Variant::ALL {
        let lines: Vec<&str> = variant.summary().lines().collect();
        assert!((10..=32).contains(&lines.len()), "{}: {} lines", variant.name(), lines.len());
        let widest = lines.iter().max_by_key(|line| line.chars().count()).unwrap();
        assert!(widest.chars().count() <= 100, "{}: {widest}", variant.name());
    }
}

/// Runs the engine with these arguments and without a terminal. `PAGER` names a pager that would show nothing.
fn strategos(arguments: &[&str]) -> Output {
    let mut engine = Command::new(env!("CARGO_BIN_EXE_strategos"));
    engine.args(arguments).env("PAGER", "true").output().unwrap()
}

#[test]
fn the_command_line_prints_the_rules_of_any_variant() {
    for (name, variant) in [("pacru3-classic", Variant::PACRU), ("WARPAC-SUBS", Variant::WARPAC)] {
        let output = strategos(&["rules", name]);
        assert!(output.status.success());
        assert_eq!(String::from_utf8(output.stdout).unwrap(), variant.rules());
    }
    let output = strategos(&["--variant", "pacru", "rules", "gameofwar"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), Variant::GAMEOFWAR.rules());
}

#[test]
fn the_rules_of_no_variant_are_an_error() {
    for arguments in [&["rules", "chess"][..], &["rules"], &["rules", "pacru", "azacru"]] {
        let output = strategos(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    let message = String::from_utf8(strategos(&["rules", "chess"]).stderr).unwrap();
    assert!(message.contains("pacru3-classic"), "{message}");
}

/// The Rust files in a folder and its subfolders.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let files = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    files.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect()
}

/// The sections at the beginning of a reference like `4 to 6, 8 and 9`.
fn sections(reference: &str) -> Vec<&str> {
    let words =
        reference.split([' ', ')', ',', ':', ';', '"', '\n']).filter(|word| !word.is_empty());
    let is_number = |word: &&str| word.starts_with(|letter: char| letter.is_ascii_digit());
    let listed = words.take_while(|word| is_number(word) || ["to", "and"].contains(word));
    listed.filter(is_number).map(|word| word.trim_end_matches('.')).collect()
}

fn has_section(rules: &str, section: &str) -> bool {
    let headings = rules.lines().filter(|line| line.starts_with("## ") || line.starts_with("### "));
    let mut numbers = headings.filter_map(|line| line.split(' ').nth(1));
    numbers.any(|number| number.trim_end_matches('.') == section)
}

#[test]
fn references_to_rules_name_sections_that_are_there() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games");
    let mut references = 0;
    for game in std::fs::read_dir(games).unwrap().map(|entry| entry.unwrap().path()) {
        let Ok(rules) = std::fs::read_to_string(game.join("rules.md")) else { continue };
        for file in sources(&game) {
            let text = std::fs::read_to_string(&file).unwrap();
            for section in text.split("rules.md ").skip(1).flat_map(sections) {
                assert!(has_section(&rules, section), "{}: section {section}", file.display());
                references += 1;
            }
        }
    }
    assert!(references > 80, "{references}");
}

#[test]
fn false_claims_are_found() {
    let text = "```game pacific-a\nstartpos\n1. c3d4 b6c5\nlegal a3b4\nfrom a3 a3b4 a3a4\n\
                illegal a3b4\nfen 4/4/4/4/4/4/4/4 w 0 1\nresult draw\n2. d4b6\n```\n";
    let games = games(text);
    let faults = games[0].variant.visit(&games[0]);
    let lines: Vec<_> = faults.iter().map(|fault| fault.split(':').next().unwrap()).collect();
    assert_eq!(lines, ["line 4", "line 5", "line 6", "line 7", "line 8", "line 9"]);
}
