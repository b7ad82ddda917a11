//! Checks the rulebooks: the engine plays every game, position and list of moves in them.
//!
//! A fenced block `game VARIANT` begins a game. A block `more` continues the game after some prose. The first line of
//! a `game` block is the text after `position`: `startpos`, `deploy` or a FEN. Each other line has one of these
//! forms:
//! - `legal TOKEN...`: these are all the legal actions.
//! - `from SQUARE TOKEN...`: these are all the legal actions whose tokens begin with the square.
//! - `illegal TOKEN...`: none of these is accepted.
//! - `fen FEN`: this is the current position.
//! - `result RESULT`: this is the result of the game, or `none`.
//! - `reason WORDS`: this is the reason of the result.
//! - Moves, with or without numbers (`1.`, `9...`).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use strategos::game::Played;
use strategos::games::{Playable, Variant, Visitor};

/// A game of a rulebook: the line of the file on which it begins, and its lines.
struct Shown {
    variant: Variant,
    at: usize,
    lines: Vec<(usize, String)>,
}

impl Visitor for &Shown {
    type Output = Vec<String>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Vec<String> {
        let (_, start) = &self.lines[0];
        let state = match start.as_str() {
            "startpos" => Ok(G::start(rules)),
            "deploy" => Ok(G::deploy(rules).expect("a deployment")),
            fen => G::from_fen(rules, fen),
        };
        let mut played = match state {
            Ok(state) => Played::new(state),
            Err(error) => return vec![format!("line {}: {error}", self.at + 1)],
        };
        let mut faults = Vec::new();
        for (number, line) in &self.lines[1..] {
            if let Err(fault) = obey(&mut played, line) {
                faults.push(format!("line {number}: {fault}"));
            }
        }
        faults
    }
}

fn obey<G: Playable>(played: &mut Played<G>, line: &str) -> Result<(), String> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    match word {
        "legal" => same(&actions(played, ""), rest),
        "from" => {
            let (square, rest) = rest.split_once(' ').ok_or("no action after the square")?;
            same(&actions(played, square), rest)
        }
        "illegal" => {
            rest.split_whitespace().try_for_each(|token| match played.state().parse_action(token) {
                Ok(_) => Err(format!("{token} is legal")),
                Err(_) => Ok(()),
            })
        }
        "fen" => match played.state().fen() {
            fen if fen == rest => Ok(()),
            fen => Err(format!("the position is {fen}")),
        },
        "result" => {
            let result = played.outcome().map_or("none".to_string(), |end| end.to_string());
            if result == rest { Ok(()) } else { Err(format!("the result is {result}")) }
        }
        "reason" => match played.reason().unwrap_or("none") {
            reason if reason == rest => Ok(()),
            reason => Err(format!("the reason is {reason}")),
        },
        _ => line
            .split_whitespace()
            .filter(|token| !is_number(token))
            .try_for_each(|token| play(played, token)),
    }
}

/// The tokens of the legal actions that begin with this text.
fn actions<G: Playable>(played: &Played<G>, beginning: &str) -> BTreeSet<String> {
    let tokens = played.actions().into_iter().map(|action| played.state().action_token(action));
    tokens.filter(|token| token.starts_with(beginning)).collect()
}

fn same(have: &BTreeSet<String>, want: &str) -> Result<(), String> {
    let want: BTreeSet<String> = want.split_whitespace().map(str::to_string).collect();
    if *have == want { Ok(()) } else { Err(format!("the legal actions are {have:?}")) }
}

/// Whether a token in a list of moves is only a number, like `1.` or `9...`.
fn is_number(token: &str) -> bool {
    token.ends_with('.') && token.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit())
}

fn play<G: Playable>(played: &mut Played<G>, token: &str) -> Result<(), String> {
    if played.outcome().is_some() {
        return Err(format!("{token} after the end of the game"));
    }
    let mover = played.state().player();
    for (index, part) in played.state().split_token(token).iter().enumerate() {
        let parsed = played.state().parse_in_turn(part, mover, index == 0);
        let action = parsed.map_err(|error| format!("{part}: {error}"))?;
        played.play(action);
    }
    Ok(())
}

/// The games of a rulebook.
fn games(text: &str) -> Vec<Shown> {
    let mut games: Vec<Shown> = Vec::new();
    let mut fence: Option<String> = None;
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(info) = line.strip_prefix("```") {
            fence = match fence {
                Some(_) => None,
                None => Some(info.to_string()),
            };
            assert!(fence.as_deref() != Some(""), "line {number}: a block without a kind");
            if let Some(name) = info.strip_prefix("game ") {
                let variant = Variant::from_name(name);
                let variant = variant.unwrap_or_else(|| panic!("line {number}: no variant {name}"));
                games.push(Shown { variant, at: number, lines: Vec::new() });
            }
        } else if let Some("text") = fence.as_deref() {
        } else if fence.is_some() {
            let game = games.last_mut().expect("a game before the first `more`");
            game.lines.push((number, line.to_string()));
        }
    }
    assert!(fence.is_none(), "a block without an end");
    games
}

/// Checks every game of the rulebook. Returns the number of games and the names of their variants.
fn check(variant: Variant) -> (usize, BTreeSet<String>) {
    let games = games(variant.rules());
    let faults: Vec<String> = games.iter().flat_map(|game| game.variant.visit(game)).collect();
    assert!(faults.is_empty(), "the rules of {}:\n{}", variant.name(), faults.join("\n"));
    (games.len(), games.iter().map(|game| game.variant.to_string()).collect())
}

#[test]
fn what_the_rules_of_pacific_show_is_so() {
    let (games, variants) = check(Variant::PACIFIC_A);
    assert!(games > 10, "{games}");
    assert!(variants.iter().eq(["pacific-a", "pacific-b"]));
}

#[test]
fn what_the_rules_of_pacru_show_is_so() {
    let (games, variants) = check(Variant::PACRU);
    assert!(games > 8, "{games}");
    assert!(variants.iter().eq(["azacru", "pacru", "pacru3", "pacru4", "shacru"]));
}

#[test]
fn what_the_rules_of_war_in_the_pacific_show_is_so() {
    let (games, variants) = check(Variant::WARPAC);
    assert!(games > 8, "{games}");
    assert!(variants.iter().eq(["warpac", "warpac-subs"]));
}

#[test]
fn what_the_rules_of_a_game_of_war_show_is_so() {
    let (games, _) = check(Variant::GAMEOFWAR);
    assert!(games > 6, "{games}");
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
    let words = reference.split([' ', ')', ',', ':', ';', '\n']).filter(|word| !word.is_empty());
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
    for game in ["pacific", "pacru", "warpac", "gameofwar"].map(|name| games.join(name)) {
        let rules = std::fs::read_to_string(game.join("rules.md")).unwrap();
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
