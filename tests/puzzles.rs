//! Puzzles: the command, and the sets in the repository.

use std::path::{Path, PathBuf};
use std::process::Command;
use strategos::engine::{Position, Start};
use strategos::games::Variant;
use strategos::puzzles::{Judge, PuzzleSet};

/// The fewest puzzles of a set.
const LEAST: usize = 100;
/// Of so many puzzles one is replayed on every run.
const SAMPLE: usize = 50;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/teaching/puzzles")
}

/// The sets, which are read only if every solution is legal.
fn sets() -> Vec<PuzzleSet> {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> = files.collect();
    paths.sort();
    paths.iter().map(|path| PuzzleSet::load(path).unwrap()).collect()
}

/// Solves one of `step` puzzles of each set anew: the solution is the only good one by the search that is stated.
fn replay(step: usize) {
    for set in sets() {
        let mut judge = Judge::new(set.variant).unwrap();
        for puzzle in set.puzzles.iter().step_by(step) {
            let (only, line) = judge.solve(&puzzle.fen, set.check).unwrap().unwrap();
            assert_eq!((only.kind, only.scores), (puzzle.kind, puzzle.scores), "{}", puzzle.fen);
            assert_eq!(line, puzzle.line, "{}: {}", set.variant, puzzle.fen);
        }
    }
}

#[test]
fn the_sets_are_whole() {
    let sets = sets();
    assert!(sets.len() >= 2, "{} sets", sets.len());
    for set in sets {
        let (variant, count) = (set.variant, set.puzzles.len());
        assert!(count >= LEAST, "{variant}: {count} puzzles");
        let mut fens: Vec<&str> = set.puzzles.iter().map(|puzzle| puzzle.fen.as_str()).collect();
        fens.sort_unstable();
        fens.dedup();
        assert_eq!(fens.len(), count, "{variant}: a puzzle stands there twice");
        assert!(set.puzzles.iter().all(|puzzle| !puzzle.themes.is_empty()), "{variant}");
    }
}

#[test]
fn a_sample_has_one_good_move_each() {
    replay(SAMPLE);
}

#[test]
#[ignore = "minutes: all puzzles"]
fn all_puzzles_have_one_good_move() {
    replay(1);
}

#[test]
fn the_command_mines_and_continues() {
    let path = std::env::temp_dir().join(format!("strategos-mined-{}.txt", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let mine = |more: &[&str]| {
        let out = path.to_str().unwrap();
        let fixed = ["puzzles", "pacific-a", "--out", out, "--nodes", "200", "--check", "2000"];
        Command::new(env!("CARGO_BIN_EXE_strategos")).args(fixed).args(more).output().unwrap()
    };
    let said = |output: std::process::Output| String::from_utf8(output.stdout).unwrap();
    assert!(said(mine(&["--games", "2"])).ends_with(" puzzles in 2 games, finished\n"));
    assert!(said(mine(&["--games", "4", "--threads", "2"])).ends_with(" in 4 games, finished\n"));
    let set = PuzzleSet::load(&path).unwrap();
    assert_eq!((set.variant, set.games), (Variant::PACIFIC_A, 4));
    let other = mine(&["--seed", "9"]);
    assert_eq!(other.status.code(), Some(1));
    assert!(said(other).contains("has puzzles of pacific-a made by"));
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn the_games_of_files_are_mined() {
    let place = std::env::temp_dir().join(format!("strategos-played-{}", std::process::id()));
    std::fs::create_dir_all(&place).unwrap();
    let [out, played, pgn, other] =
        ["out.txt", "played.txt", "played.pgn", "other.txt"].map(|name| place.join(name));
    let known = PuzzleSet::load(&folder().join("pacific-a.txt")).unwrap();
    let puzzle = &known.puzzles[0];
    let moves = puzzle.line.join(" ");
    std::fs::write(&played, format!("position fen {} moves {moves}\n", puzzle.fen)).unwrap();
    std::fs::write(&other, "setoption name UCI_Variant value pacru\nposition startpos\n").unwrap();
    std::fs::write(&pgn, "[Variant \"pacific-a\"]\n\n1. g3h4 b6a5 *\n").unwrap();
    let mine = |files: &[&Path]| {
        let _ = std::fs::remove_file(&out);
        let fixed = ["puzzles", "pacific-a", "--nodes", "60000", "--check", "60000", "--out"];
        let mut command = Command::new(env!("CARGO_BIN_EXE_strategos"));
        let output = command.args(fixed).arg(&out).arg("--from").args(files).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, said) = mine(&[&played, &pgn]);
    assert_eq!((code, said.as_str()), (Some(0), "1 puzzles in 2 games, finished\n"));
    let set = PuzzleSet::load(&out).unwrap();
    assert_eq!((known.check, &set.puzzles[0]), (60_000, puzzle));
    for (file, fault) in [
        (other.as_path(), "there is no game of pacific-a in it"),
        (Path::new("nowhere.pgn"), "nowhere.pgn: No such file"),
        (Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml").as_path(), "Cargo.toml: "),
    ] {
        let (code, said) = mine(&[file]);
        assert!(code == Some(1) && said.contains(fault), "{said}");
    }
    std::fs::remove_dir_all(&place).unwrap();
}

/// The themes of a turn.
fn themes(variant: &str, fen: &str, turn: &str) -> Vec<&'static str> {
    let mut game = Variant::from_name(variant).unwrap().new_game();
    game.set_position(&Position::from_start(Start::Fen(fen.to_string()))).unwrap();
    game.themes(turn).unwrap()
}

#[test]
fn themes_follow_from_the_rules() {
    let retreat = "25/25/14i10/25/25/7i17/7C17/25/25/25/25/25/25/25/7R17/25/25/25/2I22/25";
    let attack = format!("{retreat} w c1,w1,h17,o19 - - - - 0 20");
    let retreat = format!("{retreat} b c1,w1,h17,o19 - h15 - - 1 20");
    for (variant, fen, turn, expected) in [
        ("pacific-a", "3c1/4/4/2p11/1P22/4/1C22/4 w 0 1", "d4f6", &["capture"][..]),
        (
            "pacific-a",
            "2c2c1/1p22/4/1p12/1P32/2C31/4/4 w 0 1",
            "d4b6d8",
            &["capture", "chain", "kamikaze"],
        ),
        (
            "pacific-a",
            "3c1/3p2/2p11/4/1c22/1P12/4/1C12 w 0 1",
            "c3e5g7",
            &["capture", "carrier", "chain"],
        ),
        ("pacific-b", "p22c1/4/2p11/4/1c22/1K2/P13/C13 w 0 1", "c3e5", &["capture", "carrier"]),
        ("pacru", "8B5/9/9/ww7/1W2*b1w4/9/9/9/9 w - 0 1", "b5e5~", &["connection"]),
        ("pacru", "8B5/9/9/ww7/1W2*b1w4/9/9/9/9 w - 0 1", "b5r1,xa6,xb6", &["rotation"]),
        ("pacru", "bbbbbbbbb/9/9/9/3W2*wW6*3/9/9/9/4B04 w - 0 1", "d5e5,@a9", &["meeting"]),
        ("pacru", "1w7/B02W65/9/9/9/9/9/9/9 w - 0 1", "d8c7@a9", &["border", "lock-up"]),
        (
            "warpac",
            "15k/16/16/16/16/16/16/16/16/5r10/3BBB10/3BNB10/3BBB10/16/16/K15 w s - - - 0 1",
            "e5f7",
            &["capture"],
        ),
        (
            "warpac-subs",
            "16/16/16/1r14/16/16/16/5n10/3Q12/16/16/16/4K11/16/16/16 w s d8^e4 g6/m9,j10 - 4 4",
            "d8f9",
            &["capture", "squadron"],
        ),
        (
            "warpac-subs",
            "16/16/16/16/16/16/6n2r6/7q8/7k2n5/8b7/16/16/16/16/16/K15 w u h9>h8 h10/- - 0 1",
            "xh8",
            &["carrier", "torpedo"],
        ),
        (
            "warpac-subs",
            "15k/16/16/16/16/16/16/16/7N8/16/16/16/16/16/16/K15 w s - h9/o5,f8,g9,h10 - 0 1",
            "sg9",
            &["depth charge"],
        ),
        (
            "warpac-subs",
            "16/16/16/1r14/16/16/16/5Q10/16/16/16/16/4K11/16/16/16 w s f9^e4 h6/n9,j10 - 3 5",
            "f9b13",
            &["capture", "squadron", "last ship"],
        ),
        ("gameofwar", &attack, "xh15", &["attack", "forced retreat"]),
        ("gameofwar", &retreat, "h15g14", &["retreat"]),
        (
            "gameofwar",
            "25/25/14i10/7i17/25/7i17/7C17/25/7C17/25/25/25/25/25/7R17/25/25/25/2I22/25 w c1,w1,h17,o19 - - - - 0 20",
            "h12h13,xh15",
            &["attack", "destruction"],
        ),
    ] {
        assert_eq!(themes(variant, fen, turn), expected, "{variant}: {turn}");
    }
    let game = Variant::PACIFIC_A.new_game();
    assert!(game.themes("a1b2").is_err());
    assert!(game.themes("a3b4").unwrap().is_empty());
}
