//! Variants of files in records, books and the option: the hash of the rules goes with the name.

use super::variant_files::{FILE, answers};
use crate::common::engine::Engine;
use crate::common::program::{Folder, TempFile, told};
use serde_json::{Value, json};

/// A table tells what the rules change, saves the hash with a game, and refuses games of other rules.
#[test]
fn records_hold_the_hash_and_are_refused_by_another() {
    let file = TempFile::new("records.toml", FILE);
    let order = |mut order: Value| {
        order["viewer"] = json!("me");
        format!("{order}\n")
    };
    let begin = order(json!({"do": "new", "variant": "pacific-late"}));
    let play = order(json!({"do": "play", "token": "b2c3"}));
    let save = |form: &str| order(json!({"do": "save", "form": form}));
    let forms = ["table", "pgn", "record", "position"];
    let input = begin + &play + &forms.map(save).concat();
    let told = answers(&["--variants", file.path(), "table"], &input);
    assert_eq!(told[0]["parents"]["pacific-late"], "pacific-b");
    let changes = told.iter().find_map(|message| message["changes"].as_array()).unwrap();
    assert!(changes[0].as_str().unwrap().starts_with("start is "), "{changes:?}");
    let saved: Vec<&str> = told
        .iter()
        .filter(|message| message["type"] == "file")
        .map(|message| message["text"].as_str().unwrap())
        .collect();
    assert_eq!(saved.len(), forms.len(), "{told:?}");

    let mut engine = Engine::start_with(&["--variants", file.path()]);
    engine.send("setoption name UCI_Variant value pacific-late");
    let hash = engine.query("rules");
    engine.finish();
    for text in saved {
        assert!(text.contains(&hash), "{text}");
        let load = |text: &str| {
            let load = order(json!({"do": "load", "text": text}));
            answers(&["--variants", file.path(), "table"], &load)
        };
        let loaded = load(text);
        assert!(!loaded.iter().any(|message| message["type"] == "error"), "{loaded:?}");
        let refused = load(&text.replace(&hash, "0123456789abcdef"));
        let error = refused.iter().find(|message| message["type"] == "error").unwrap();
        let reason = "the rules of pacific-late are not those of the record, 0123456789abcdef";
        assert!(error["text"].as_str().unwrap().contains(reason), "{error}");
    }
}

#[test]
fn the_option_takes_a_name_with_the_hash_of_the_rules_and_refuses_another_hash() {
    let file = TempFile::new("hash.toml", FILE);
    let mut engine = Engine::start_with(&["--variants", file.path()]);
    engine.send("setoption name UCI_Variant value pacific-late");
    let hash = engine.query("rules");
    let start = engine.query("fen");
    engine.send("setoption name UCI_Variant value pacru");
    engine.send(&format!("setoption name UCI_Variant value Pacific-Late@{hash}"));
    assert_eq!(engine.query("fen"), start);
    let refused = [
        (
            "pacific-late@0123456789abcdef",
            format!(
                "the rules of pacific-late are not those of the record, 0123456789abcdef: here \
                 they have the hash {hash}"
            ),
        ),
        (
            "pacru@0123456789abcdef",
            "the rules of pacru are not those of the record, 0123456789abcdef: here it is built in"
                .to_string(),
        ),
        (
            "pacific-latte@0123456789abcdef",
            "unknown variant (pacific-latte): did you mean pacific-late?".to_string(),
        ),
    ];
    for (name, reason) in refused {
        let said = engine.ask(&format!("setoption name UCI_Variant value {name}"));
        assert_eq!(said, format!("info string error: option UCI_Variant: {reason}"));
        assert_eq!(engine.query("fen"), start, "{name}: the variant stays");
    }
    engine.finish();
}

/// A variant whose parent's network fits has the openings that the network calls balanced.
#[test]
fn openings_are_balanced_by_the_network_of_the_parent() {
    let text = "[pacific-same]\nextends = \"pacific-b\"\n";
    let file = TempFile::new("openings.toml", text);
    let mut engine = Engine::start_with(&["--variants", file.path()]);
    let found = ["pacific-b", "pacific-same"].map(|variant| {
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        engine.send("genfens 8 seed 3");
        let openings = engine.settle();
        assert_eq!(openings.len(), 8, "{openings:?}");
        openings
    });
    assert_eq!(found[0], found[1]);
    engine.finish();
}

/// A book of a variant of a file is grown, goes on, is played from, and is refused by other rules.
#[test]
fn books_know_the_rules_that_they_were_grown_for() {
    let file = TempFile::new("book.toml", FILE);
    let folder = Folder::new("book-of-a-file");
    let book = folder.file("pacific-long.book");
    let grow = ["--variants", file.path(), "book", "pacific-long", "--out", &book, "--nodes"];
    for positions in ["4", "8"] {
        let said = told(&[&grow[..], &["200", "--lines", "2", "--positions", positions]].concat());
        assert!(said.starts_with(&format!("{positions} positions searched, ")), "{said}");
    }

    let set_book = format!("setoption name Book File value {book}");
    let mut engine = Engine::start_with(&["--variants", file.path()]);
    engine.send("setoption name UCI_Variant value pacific-long");
    let hash = engine.query("rules");
    let text = std::fs::read_to_string(&book).unwrap();
    assert!(text.contains(&format!("pacific-long@{hash}")), "{text}");
    engine.send(&set_book);
    engine.send("setoption name OwnBook value true");
    let lines = engine.search("go depth 30");
    assert!(lines.iter().any(|line| line.contains("book")), "{lines:?}");
    engine.finish();

    let other = FILE.replace("advance_rows = 4", "advance_rows = 3");
    let file = TempFile::new("other-book.toml", &other);
    let mut engine = Engine::start_with(&["--variants", file.path()]);
    engine.send("setoption name UCI_Variant value pacific-long");
    let said = engine.ask(&set_book);
    assert!(said.starts_with("info string error: "), "{said}");
    assert!(said.contains(&format!("not those of the record, {hash}")), "{said}");
    engine.finish();
}
