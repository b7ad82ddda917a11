//! Opening books: the command, and those in the repository.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use strategos::book::OwnBook;
use strategos::games::Variant;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/web/books")
}

fn strategos(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_strategos")).args(arguments).output().unwrap()
}

fn grow(path: &Path, more: &[&str]) -> Output {
    let out = path.to_str().unwrap();
    let fixed = ["book", "pacific-a", "--out", out, "--nodes", "200", "--lines", "2"];
    strategos(&[&fixed[..], more].concat())
}

/// The checked books: each move of each one is legal, and the start is in it.
#[test]
fn every_variant_has_a_book() {
    for variant in Variant::ALL {
        let book = OwnBook::load(&folder().join(format!("{variant}.book"))).unwrap();
        assert_eq!(book.variant(), *variant);
        let game = variant.new_game();
        let moves = book.moves(&*game);
        assert!(moves.len() >= 2, "{variant}");
        assert!(moves[0].line.len() >= 3, "{variant}: {moves:?}");
        let worths: Vec<i32> =
            moves.iter().map(|one| one.worth.for_player(game.player())).collect();
        assert!(worths.is_sorted_by(|one, other| one >= other), "{variant}");
    }
}

#[test]
fn the_command_grows_a_book_and_continues_it() {
    let path = std::env::temp_dir().join(format!("strategos-grown-{}.book", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let first = grow(&path, &["--positions", "3"]);
    assert!(first.status.success());
    let said = String::from_utf8(first.stdout).unwrap();
    assert!(said.starts_with("3 positions searched, "), "{said}");
    assert!(said.ends_with(" in all, finished\n"), "{said}");
    let more = grow(&path, &["--positions", "6", "--minutes", "5"]);
    assert!(String::from_utf8(more.stdout).unwrap().starts_with("6 positions searched"));
    assert_eq!(OwnBook::load(&path).unwrap().variant(), Variant::PACIFIC_A);
    let other = grow(&path, &["--seed", "2"]);
    assert_eq!(other.status.code(), Some(1));
    let said = String::from_utf8(other.stdout).unwrap();
    assert!(said.contains("has a book of pacific-a made by"), "{said}");
    for wrong in ["0", "-1", "x", "inf"] {
        assert_eq!(grow(&path, &["--minutes", wrong]).status.code(), Some(2), "{wrong}");
    }
    std::fs::remove_file(&path).unwrap();
}
