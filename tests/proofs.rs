//! `strategos prove`: results with their proofs, by the command line.

use crate::common::program::{Folder, refused, strategos, told};
use std::fs;

/// A position of two Kamikazes each that White wins.
const WON: &str = "4/3k/4/4/2K1/4/2kK/4 w 0 1";

fn tables(name: &str) -> (Folder, String) {
    let folder = Folder::new(name);
    let path = folder.file("");
    told(&["tables", "pacific-a", "--pieces", "3", "--out", &path]);
    (folder, path)
}

#[test]
fn a_win_is_proven_and_the_proof_is_checked() {
    let (folder, tables) = tables("proof-of-a-win");
    let out = folder.file("won");
    let prove = ["prove", "pacific-a", "--fen", WON, "--tables", &tables];
    let said = told(&[&prove[..], &["--out", &out]].concat());
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines[0].starts_with("player 1 wins: a proof of "), "{said}");
    assert!(lines[1].starts_with("player 1 wins: "), "{said}");
    assert_eq!(told(&prove), said, "the same again, without a file");

    let proof = folder.file("won-player-1-wins.proof");
    let text = fs::read_to_string(&proof).unwrap();
    let head = format!("strategos proof 1\nvariant pacific-a\nstart {WON}\nclaim player 1 wins\n");
    assert!(text.starts_with(&head) && text.ends_with("\nend\n"), "{text}");
    let check = ["prove", "--check", &proof, "--tables", &tables];
    let said = told(&check);
    assert!(said.starts_with(&format!("player 1 wins from {WON}: ")), "{said}");
    assert!(said.contains(" positions of tables, at most "), "{said}");

    let wrong = text.replace("claim player 1 wins", "claim player 2 holds");
    fs::write(&proof, wrong).unwrap();
    let said = refused(&check);
    assert!(said.contains(&format!("{proof}: ")), "{said}");
    fs::write(&proof, &text[..text.len() / 2]).unwrap();
    let said = refused(&check);
    assert!(said.contains(&format!("{proof}: line ")), "{said}");
    fs::write(&proof, b"\xff\xfe").unwrap();
    assert!(refused(&check).contains(&format!("{proof}: ")));
}

#[test]
fn a_draw_has_a_proof_for_each_player() {
    let (folder, tables) = tables("proof-of-a-draw");
    let out = folder.file("drawn");
    let fen = "kk2/4/4/4/4/4/4/2KK w 7 30";
    let prove = ["prove", "pacific-a", "--fen", fen, "--tables", &tables, "--out", &out];
    let said = told(&prove);
    assert_eq!(said.lines().last().unwrap().split(':').next(), Some("draw"), "{said}");
    for player in [1, 2] {
        let proof = folder.file(&format!("drawn-player-{player}-holds.proof"));
        let said = told(&["prove", "--check", &proof, "--tables", &tables]);
        let start = "kk2/4/4/4/4/4/4/2KK w 0 1";
        assert!(said.starts_with(&format!("player {player} holds from {start}: ")), "{said}");
    }
}

#[test]
fn what_cannot_be_proven_is_told() {
    let (_folder, tables) = tables("proof-of-nothing");
    let start = "c4c3c2c1/p4p3p2p1/p4p3p2p1/4/4/P1P2P3P4/P1P2P3P4/C1C2C3C4 w 0 1";
    let prove = |fen: &str, more: &[&str]| {
        [&["prove", "pacific-a", "--fen", fen, "--tables", &tables][..], more]
            .concat()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<String>>()
    };
    let run = |words: Vec<String>| strategos(&words.iter().map(String::as_str).collect::<Vec<_>>());
    let few = run(prove(start, &["--positions", "2000"]));
    assert!(few.status.success());
    let said = String::from_utf8(few.stdout).unwrap();
    assert!(said.starts_with("unknown: ") && said.lines().count() == 1, "{said}");
    let faults = [
        (prove("4/4 w 0 1", &[]), 1),
        (prove(start, &["--positions", "0"]), 2),
        (prove(start, &["--tables", "/no/such/folder"]), 2),
        (vec!["prove".into(), "pacru".into(), "--fen".into(), start.into()], 2),
    ];
    for (words, code) in faults {
        let output = run(words.clone());
        assert_eq!(output.status.code(), Some(code), "{words:?}");
    }
}
