//! Files and input with a byte order mark before the text, as some editors and shells write it.

use crate::common::program::{Folder, told};
use std::io::Write;
use std::process::{Command, Stdio};

const MARK: &str = "\u{feff}";

/// The program's output for this input.
fn said(arguments: &[&str], input: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_strategos"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    String::from_utf8(program.wait_with_output().unwrap().stdout).unwrap()
}

/// Checks that the program ignores a mark before the input. A mark anywhere else is not white space.
fn is_passed_over(arguments: &[&str], input: &str) {
    let wanted = said(arguments, input);
    assert!(!wanted.contains("error"), "{wanted}");
    assert_eq!(said(arguments, &format!("{MARK}{input}")), wanted);
    let twice = said(arguments, &format!("{MARK}{MARK}{input}"));
    assert_ne!(twice, wanted);
}

#[test]
fn before_the_first_command() {
    is_passed_over(&[], "query players\nquery startpos\n");
    // Columns are counted from the start of the command.
    let said = said(&[], &format!("{MARK}query joho\r\n{MARK}query players\n"));
    assert!(said.contains("unknown query (joho)"), "{said}");
    assert!(said.contains("expected a command") && !said.contains("response 2"), "{said}");
}

#[test]
fn before_the_first_request_of_the_analysis_server() {
    let request = "{\"id\": 1, \"action\": \"query_version\"}\n";
    is_passed_over(&["analysis", "--hash", "1"], request);
}

#[test]
fn before_a_game_that_is_loaded_and_before_what_is_typed() {
    let folder = Folder::new("mark-of-a-game");
    let game = folder.file("game.txt");
    let text = "setoption name UCI_Variant value pacru\nposition startpos moves i9i8\n";
    std::fs::write(&game, format!("{MARK}{text}")).unwrap();
    let play = ["play", "pacific-a", "--seat", "1,2"];
    let said = said(&play, &format!("{MARK}load {game}\nquit\n"));
    assert!(said.contains("A game of pacru"), "{said}");
    // A saved game is overwritten even if an editor has put a mark before it.
    let saved = folder.file("saved.txt");
    let save = format!("a3b4\nsave {saved}\nquit\n");
    assert!(!self::said(&play, &save).contains("cannot save"));
    let text = std::fs::read_to_string(&saved).unwrap();
    std::fs::write(&saved, format!("{MARK}{text}")).unwrap();
    assert!(!self::said(&play, &save).contains("cannot save"));
    assert_eq!(std::fs::read_to_string(&saved).unwrap(), text);
}

#[test]
fn before_the_openings_of_games_to_learn_from() {
    let folder = Folder::new("mark-of-openings");
    let [openings, games] = ["openings.epd", "games.bin"].map(|name| folder.file(name));
    std::fs::write(&openings, format!("{MARK}# one\n2c2c1/1p22/4/1p12/1P32/2C31/4/4 w 0 1\n"))
        .unwrap();
    let wanted = ["--games", "1", "--nodes", "50", "--seed", "1"];
    let files = ["--openings", &openings, "--out", &games];
    let said = told(&[&["datagen", "pacific-a"][..], &wanted, &files].concat());
    assert!(said.contains("1 games") || said.contains("1 game"), "{said}");
}
