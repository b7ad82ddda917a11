//! Saved games are read again as they were.

use super::{Guest, last, random_action};
use crate::common::Random;
use serde_json::{Value, json};
use strategos::games::Variant;

/// A game with variations, comments and marks.
fn game_with_lines(variant: Variant, seed: u64) -> Guest {
    let mut random = Random::new(seed);
    let mut guest = Guest::new(variant);
    guest.does("me", &json!({"do": "new", "variant": variant.name(), "open": true}));
    for _ in 0..30 {
        let Some(token) = random_action(&guest.state(""), &mut random) else { break };
        guest.plays("me", &[&token]);
        if random.below(5) == 0 {
            let node = guest.state("")["board"]["live"].clone();
            guest.does("me", &json!({"do": "comment", "node": node, "text": "move (1) {here}"}));
            guest.does("me", &json!({"do": "mark", "node": node, "mark": "?!"}));
        }
    }
    for _ in 0..6 {
        let live = guest.state("")["board"]["live"].as_u64().unwrap() as usize;
        guest.does("me", &json!({"do": "step", "to": random.below(live)}));
        for _ in 0..3 {
            let told = guest.does("me", &json!({"do": "cover"}));
            drop(told);
            let node = random.below(live);
            guest.does("me", &json!({"do": "step", "to": node}));
            let told = guest.does("me", &json!({"do": "analyse", "lines": 1}));
            guest.does("me", &json!({"do": "analyse", "lines": 0}));
            let state = last(&told, "me", "state");
            if let Some(token) = random_action(&state, &mut random) {
                guest.plays("me", &[&token]);
            }
        }
    }
    guest.does("me", &json!({"do": "cover"}));
    guest
}

fn tree(text: &str) -> Value {
    serde_json::from_str::<Value>(text).unwrap()["nodes"].clone()
}

#[test]
fn a_saved_table_has_the_whole_tree() {
    for (seed, variant) in (1..).zip(Variant::ALL) {
        let mut guest = game_with_lines(*variant, seed);
        let text = guest.saved("me", "table");
        let fen = guest.state("")["board"]["fen"].clone();
        let mut other = Guest::new(Variant::PACIFIC_A);
        let told = other.does("you", &json!({"do": "load", "text": text}));
        assert_eq!(last(&told, "you", "library")["games"][0]["variant"], variant.name());
        assert_eq!(tree(&other.saved("you", "table")), tree(&text), "{}", variant.name());
        assert_eq!(other.state("")["board"]["fen"], fen);
    }
}

#[test]
fn pgn_has_the_variations_comments_and_marks() {
    for (seed, variant) in (1..).zip(Variant::ALL) {
        let mut guest = game_with_lines(*variant, seed);
        let text = guest.saved("me", "pgn");
        assert!(text.contains("?!") && text.contains("{move (1) {here)}"), "{text}");
        assert!(text.contains("( "), "{}: {text}", variant.name());
        let mut other = Guest::new(Variant::PACIFIC_A);
        other.does("you", &json!({"do": "load", "text": text}));
        let again = other.saved("you", "pgn");
        assert_eq!(again, text, "{}", variant.name());
    }
}

#[test]
fn a_record_and_a_position_lead_to_the_same_board() {
    for (seed, variant) in (1..).zip(Variant::ALL) {
        let mut guest = game_with_lines(*variant, seed);
        let fen = guest.state("")["board"]["fen"].clone();
        let record = guest.saved("me", "record");
        let position = guest.saved("me", "position");
        for text in [record, position] {
            let mut other = Guest::new(Variant::PACIFIC_A);
            other.does("you", &json!({"do": "load", "text": text}));
            let state = other.state("");
            assert_eq!((&state["board"]["fen"], &state["variant"]), (&fen, &json!(variant.name())));
        }
    }
}

#[test]
fn a_library_has_several_games_and_a_result_is_kept() {
    let mut guest = Guest::new(Variant::PACIFIC_A);
    guest.plays("me", &["g3f4"]);
    guest.does("me", &json!({"do": "resign"}));
    let text = guest.saved("me", "pgn");
    let record = guest.saved("me", "record");
    for (text, reason) in [(text.repeat(2), "resignation"), (record.repeat(2), "resignation")] {
        let told = guest.does("me", &json!({"do": "load", "text": text}));
        assert_eq!(last(&told, "me", "library")["games"].as_array().unwrap().len(), 2);
        guest.does("me", &json!({"do": "pick", "index": 1}));
        let state = guest.state("");
        assert_eq!((&state["result"], &state["reason"]), (&json!("p1win"), &json!(reason)));
    }
}

#[test]
fn old_records_whose_tokens_go_beyond_a_turn_are_read() {
    let mut guest = Guest::new(Variant::PACIFIC_A);
    let record = json!({"variant": "pacific-a", "engines": ["a", "b"],
        "moves": ["g3f4,b6c5", "a3b4"], "result": "void"});
    guest.does("me", &json!({"do": "load", "text": record.to_string()}));
    let lines =
        "setoption name UCI_Variant value pacific-a\nposition startpos moves g3f4 b6c5 a3b4\n";
    assert_eq!(guest.saved("me", "position"), lines);
}

#[test]
fn broken_files_are_refused_and_the_game_stays() {
    let mut guest = Guest::new(Variant::PACRU);
    guest.plays("me", &["a3b4@b6"]);
    let table = guest.saved("me", "table");
    let before = guest.state("");
    let (table, broken) = (table.trim(), table.replace("a3b4", "a3a9"));
    for (text, words) in [
        (broken.as_str(), "move 1"),
        (&table.replace("\"version\":1", "\"version\":9"), "version 9"),
        (&table.replace("pacru", "pacman"), "unknown variant"),
        (&table.replace("\"live\"", "\"lively\""), "unknown field `lively`"),
        (&table.replace("\"parent\":0", "\"parent\":5"), "not there"),
        ("{\"variant\": \"pacru\"}", "line 1"),
        ("[Variant \"pacru\"]\n\n1. a3b4@b6 (", "does not end"),
        ("[Variant \"pacru\"]\n\n1. a3b4@b6 ) *", "has not begun"),
        ("[Variant \"pacru\"]\n\n( a3b4@b6 ) *", "no move before"),
        ("[TableEvent \"x\"]\n\n1. a3b4@b6 *", "no tag Variant"),
        ("position startpos moves a3a9", "move 1"),
    ] {
        let error = guest.refuses("me", &json!({"do": "load", "text": text}));
        assert!(error.contains(words), "{text}: {error}");
        assert_eq!(guest.state(""), before, "{text}");
    }
    for text in ["", "{}", &table.replace("\"nodes\"", "\"sealed\":\"zz\",\"nodes\"")] {
        assert!(guest.event(&json!({"do": "restore", "text": text})).is_err(), "{text}");
        assert_eq!(guest.state(""), before, "{text}");
    }
}

#[test]
fn a_long_game_is_loaded_in_time_that_grows_with_its_length() {
    // Carriers that go to and fro; no limit ends this game of Shacru's start positions.
    let mut game = Variant::PACIFIC_A.new_game();
    let mut random = Random::new(5);
    let mut moves = Vec::new();
    while game.outcome().is_none() && moves.len() < 4000 {
        let legal = game.legal_moves();
        let token = random.pick(&legal).clone();
        game.choose(&token).unwrap();
        moves.push(token);
    }
    let mut guest = Guest::new(Variant::PACIFIC_A);
    let position = format!("startpos moves {}", moves.join(" "));
    let told =
        guest.does("me", &json!({"do": "open", "variant": "pacific-a", "position": position}));
    let count = last(&told, "me", "tree")["nodes"].as_array().unwrap().len();
    assert_eq!(count, moves.len());
    assert_eq!(guest.state("")["board"]["fen"], game.fen());
}
