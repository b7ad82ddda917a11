//! What single orders do.

use super::{Guest, last, messages, requests};
use serde_json::json;
use strategos::games::Variant;

fn against_engine(variant: &str) -> serde_json::Value {
    json!({"do": "new", "variant": variant,
        "seats": [{"kind": "person"}, {"kind": "engine", "level": 3, "nodes": 100}]})
}

#[test]
fn an_engine_is_asked_for_its_move_and_plays_it() {
    let mut guest = Guest::new(Variant::PACIFIC_A);
    guest.does("me", &against_engine("pacific-a"));
    let told = guest.does("me", &json!({"do": "play", "token": "g3f4"}));
    let search = &requests(&told, "search")[0];
    assert_eq!(search["purpose"], "move");
    assert_eq!(search["position"], "startpos moves g3f4");
    assert_eq!(search["limits"], json!({"nodes": 100}));
    assert_eq!(last(&told, "me", "state")["thinking"], true);
    let number = search["search"].as_u64().unwrap();
    let line = json!({"multipv": 1, "depth": 4, "score": {"cp": -7}, "nodes": 99, "time": 2,
        "pv": ["b6c5"]});
    let told = guest.event(&json!({"do": "thought", "search": number, "lines": [line]})).unwrap();
    assert_eq!(last(&told, "me", "thought")["lines"][0]["score"], json!({"cp": -7}));
    let found = json!({"do": "found", "search": number, "token": "b6c5", "line": line});
    let told = guest.event(&found).unwrap();
    let node = &last(&told, "me", "tree")["nodes"][0];
    assert_eq!((&node["token"], &node["score"]), (&json!("b6c5"), &json!({"cp": -7})));
    assert_eq!(last(&told, "me", "state")["player"], 1);
    // The answer of a search that has ended counts for nothing.
    assert!(guest.event(&found).unwrap().is_empty());
}

#[test]
fn an_illegal_move_of_a_seat_outside_is_refused_and_the_game_rests() {
    let mut guest = Guest::new(Variant::PACRU);
    let seats = json!([{"kind": "outside", "name": "older build"}, {"kind": "person"}]);
    let told = guest.does("me", &json!({"do": "new", "variant": "pacru", "seats": seats}));
    let search = &requests(&told, "search")[0];
    assert_eq!(search["seat"], json!({"kind": "outside", "name": "older build"}));
    let number = &search["search"];
    for token in ["a3a9", "a3b4@b6,g7g6@g4", "?", ""] {
        let found = json!({"do": "found", "search": number, "token": token});
        let mut guest = Guest::new(Variant::PACRU);
        guest.does("me", &json!({"do": "new", "variant": "pacru", "seats": seats}));
        assert!(guest.event(&found).is_err(), "{token}");
        assert_eq!(guest.state("")["paused"], true);
        let told = guest.does("me", &json!({"do": "go"}));
        assert_eq!(requests(&told, "search").len(), 1);
    }
    guest.event(&json!({"do": "found", "search": number, "token": "a3b4@b6"})).unwrap();
    assert_eq!(guest.state("")["player"], 2);
}

#[test]
fn playing_elsewhere_adds_a_line_and_the_game_goes_on_where_it_was() {
    let mut guest = Guest::new(Variant::PACIFIC_A);
    guest.does("me", &against_engine("pacific-a"));
    let told = guest.does("me", &json!({"do": "play", "token": "g3f4"}));
    let number = requests(&told, "search")[0]["search"].clone();
    guest.does("me", &json!({"do": "step", "to": 0}));
    // While the engine thinks, a person tries something else for himself.
    let told = guest.does("me", &json!({"do": "play", "token": "g3h4"}));
    assert_eq!(requests(&told, "stop").len(), 0);
    let state = last(&told, "me", "state");
    assert_eq!((&state["board"]["variation"], &state["board"]["live"]), (&json!(true), &json!(1)));
    guest.does("me", &json!({"do": "play", "token": "b6a5"}));
    let told = guest.event(&json!({"do": "found", "search": number, "token": "b6c5"})).unwrap();
    let state = last(&told, "me", "state");
    assert_eq!((&state["board"]["at"], &state["board"]["live"]), (&json!(3), &json!(4)));
    let told = guest.does("me", &json!({"do": "continue"}));
    assert_eq!(last(&told, "me", "state")["board"]["live"], 3);
    // The line that the game has left is still there.
    let tree = last(&told, "me", "tree");
    assert_eq!(tree["reset"], true);
    let ids: Vec<u64> =
        tree["nodes"].as_array().unwrap().iter().map(|n| n["id"].as_u64().unwrap()).collect();
    assert_eq!(ids, [2, 3, 1, 4]);
}

#[test]
fn a_variation_is_its_screens_own_until_the_game_is_over() {
    let mut guest = Guest::new(Variant::PACIFIC_A);
    guest.does("a", &json!({"do": "join", "screen": "one"}));
    guest.does("b", &json!({"do": "join", "screen": "two"}));
    let seats = json!([{"kind": "person", "screen": "one"}, {"kind": "person", "screen": "two"}]);
    guest.does("x", &json!({"do": "new", "variant": "pacific-a", "seats": seats}));
    guest.plays("a", &["g3f4"]);
    assert!(guest.refuses("a", &json!({"do": "play", "token": "b6c5"})).contains("to move"));
    guest.does("a", &json!({"do": "step", "to": 0}));
    let told = guest.does("a", &json!({"do": "play", "token": "g3h4"}));
    assert_eq!(last(&told, "a", "tree")["nodes"][0]["private"], true);
    assert!(messages(&told, "b", "tree").is_empty());
    assert!(guest.refuses("b", &json!({"do": "step", "to": 2})).contains("no node"));
    let told = guest.does("b", &json!({"do": "resign"}));
    let state = last(&told, "a", "state");
    assert_eq!((&state["result"], &state["reason"]), (&json!("p1win"), &json!("resignation")));
    assert_eq!(last(&told, "b", "tree")["nodes"].as_array().unwrap().len(), 2);
    // A viewer who has no seat does not command.
    assert!(guest.refuses("x", &json!({"do": "undo"})).contains("people at the table"));
}

#[test]
fn moves_are_taken_back_and_played_again() {
    let mut guest = Guest::new(Variant::PACIFIC_A);
    guest.plays("me", &["g3f4", "b6c5", "a3b4"]);
    let told = guest.does("me", &json!({"do": "undo", "count": 2}));
    let board = &last(&told, "me", "state")["board"];
    assert_eq!((&board["live"], &board["redo"]), (&json!(1), &json!(true)));
    let told = guest.does("me", &json!({"do": "redo", "count": 5}));
    assert_eq!(last(&told, "me", "state")["board"]["live"], 3);
    assert!(guest.refuses("me", &json!({"do": "redo"})).contains("no move"));
    guest.does("me", &json!({"do": "undo", "count": 9}));
    assert!(guest.refuses("me", &json!({"do": "undo"})).contains("no move"));
    // Another move ends what can be played again.
    guest.plays("me", &["g3h4"]);
    assert!(guest.refuses("me", &json!({"do": "redo"})).contains("no move"));
    guest.does("me", &json!({"do": "resign"}));
    let told = guest.does("me", &json!({"do": "undo"}));
    assert_eq!(last(&told, "me", "state")["over"], false);
}

#[test]
fn a_takeback_that_is_refused_moves_nobody() {
    let mut guest = Guest::new(Variant::PACIFIC_A);
    guest.plays("me", &["g3f4"]);
    guest.does("me", &json!({"do": "seat", "player": 1, "seat": {"kind": "engine"}}));
    guest.does("me", &json!({"do": "step", "to": 0}));
    let told = guest.does("me", &json!({"do": "analyse", "lines": 1}));
    assert_eq!(last(&told, "me", "state")["board"]["at"], 0);
    for order in ["undo", "redo"] {
        guest.refuses("me", &json!({"do": order}));
        let told = guest.does("me", &json!({"do": "analyse", "lines": 2}));
        assert_eq!(last(&told, "me", "state")["board"]["at"], 0, "{order}");
        guest.does("me", &json!({"do": "analyse", "lines": 1}));
    }
}

#[test]
fn against_an_engine_a_takeback_leads_to_the_persons_last_move() {
    let mut guest = Guest::new(Variant::PACIFIC_A);
    guest.does("me", &against_engine("pacific-a"));
    let told = guest.does("me", &json!({"do": "play", "token": "g3f4"}));
    let number = requests(&told, "search")[0]["search"].clone();
    guest.event(&json!({"do": "found", "search": number, "token": "b6c5"})).unwrap();
    let told = guest.does("me", &json!({"do": "undo"}));
    assert_eq!(last(&told, "me", "state")["board"]["live"], 0);
    // A search for a move that was taken back is ended.
    let told = guest.does("me", &json!({"do": "play", "token": "g3h4"}));
    let number = requests(&told, "search")[0]["search"].clone();
    let told = guest.does("me", &json!({"do": "undo"}));
    assert_eq!(requests(&told, "stop"), [json!({"type": "stop", "search": number})]);
}

#[test]
fn the_engine_moves_for_a_person_who_asks_it() {
    let mut guest = Guest::new(Variant::SHACRU);
    let told = guest.does("me", &json!({"do": "go"}));
    let search = &requests(&told, "search")[0];
    assert_eq!(search["purpose"], "move");
    let told = guest.does("me", &json!({"do": "stop"}));
    assert_eq!(requests(&told, "stop").len(), 1);
    let legal = guest.state("")["board"]["legal"][0].clone();
    let found = json!({"do": "found", "search": search["search"], "token": legal});
    let told = guest.event(&found).unwrap();
    assert_eq!(last(&told, "me", "state")["player"], 2);
    // Only once.
    assert_eq!(requests(&told, "search").len(), 0);
    assert!(guest.refuses("me", &json!({"do": "stop"})).contains("no engine thinks"));
}

#[test]
fn an_analysis_follows_its_viewer_and_is_shared() {
    let mut guest = Guest::new(Variant::PACRU);
    guest.does("other", &json!({"do": "join"}));
    let told = guest.does("me", &json!({"do": "analyse", "lines": 2}));
    let first = requests(&told, "search").remove(0);
    assert_eq!((&first["multipv"], &first["limits"]), (&json!(2), &json!({})));
    let told = guest.does("other", &json!({"do": "analyse", "lines": 2}));
    assert_eq!(requests(&told, "search").len(), 0);
    let told = guest.does("me", &json!({"do": "play", "token": "a3b4@b6"}));
    assert_eq!(requests(&told, "stop").len(), 1);
    assert_eq!(requests(&told, "search").len(), 1);
    // Stepping back moves nobody else.
    let told = guest.does("me", &json!({"do": "step", "to": 0}));
    assert_eq!(requests(&told, "search").len(), 1);
    assert!(messages(&told, "other", "state").is_empty());
    let number = requests(&told, "search")[0]["search"].clone();
    let line = json!({"multipv": 1, "depth": 1, "score": {"mate": 2}, "nodes": 5, "time": 0,
        "pv": ["a3b4@b6"]});
    let told = guest.event(&json!({"do": "thought", "search": number, "lines": [line]})).unwrap();
    assert_eq!(last(&told, "me", "analysis")["at"], 0);
    assert!(messages(&told, "other", "analysis").is_empty());
    // An analysis that ends by itself does not begin again.
    let told = guest.event(&json!({"do": "found", "search": number})).unwrap();
    assert_eq!(requests(&told, "search").len(), 0);
    let told = guest.does("me", &json!({"do": "analyse", "lines": 0}));
    assert_eq!(requests(&told, "stop").len(), 0);
}

#[test]
fn a_clock_runs_down_and_the_game_is_lost() {
    let mut guest = Guest::new(Variant::PACIFIC_A);
    let clock = json!({"base": 1000, "increment": 100});
    guest.now = 50;
    let told = guest.does("me", &json!({"do": "new", "variant": "pacific-a", "clock": clock}));
    assert_eq!(requests(&told, "wake"), [json!({"type": "wake", "at": 1050})]);
    guest.now = 450;
    guest.plays("me", &["g3f4"]);
    let state = guest.state("");
    assert_eq!(state["clock"], json!({"left": [700, 1000], "running": 2}));
    guest.does("me", &json!({"do": "pause"}));
    guest.now = 99_000;
    let told = guest.does("me", &json!({"do": "go"}));
    assert_eq!(last(&told, "me", "state")["clock"], json!({"left": [700, 1000], "running": 2}));
    guest.now = 99_999;
    assert!(guest.event(&json!({"do": "tick"})).unwrap().is_empty());
    guest.now = 100_000;
    // A move that comes too late is none.
    assert!(guest.refuses("me", &json!({"do": "play", "token": "b6c5"})).contains("run down"));
    let state = guest.state("");
    assert_eq!((&state["result"], &state["reason"]), (&json!("p1win"), &json!("time")));
}

#[test]
fn engines_get_the_clock() {
    let mut guest = Guest::new(Variant::PACRU3);
    let seats = json!([{"kind": "engine"}, {"kind": "engine"}, {"kind": "engine"}]);
    let clock = json!({"turn": 500});
    let order = json!({"do": "new", "variant": "pacru3", "seats": seats, "clock": clock});
    let told = guest.does("me", &order);
    let limits = &requests(&told, "search")[0]["limits"];
    let wanted =
        json!({"clock": {"times": [500, 500, 500], "increments": [0, 0, 0], "movestogo": 1}});
    assert_eq!(*limits, wanted);
    guest.now = 500;
    let told = guest.event(&json!({"do": "tick"})).unwrap();
    let state = last(&told, "me", "state");
    assert_eq!((&state["result"], &state["ranking"]), (&json!("p1loss"), &json!([3, 1, 1])));
    assert_eq!(requests(&told, "stop").len(), 1);
}

#[test]
fn wrong_orders_are_refused_by_name_and_place() {
    let mut guest = Guest::new(Variant::PACRU);
    for (order, words) in [
        (json!({}), "name of the order is missing"),
        (json!({"do": 3}), "name of the order is missing"),
        (json!({"do": "plya", "token": "x"}), "did you mean play?"),
        (json!({"do": "play"}), "missing field `token`"),
        (json!({"do": "play", "token": 5}), "expected a string"),
        (json!({"do": "play", "token": "a3b4@b6", "now": 1}), "unknown field `now`"),
        (json!({"do": "undo", "number": 1}), "unknown field `number`"),
        (json!({"do": "undo", "count": 0}), "count is a number from 1"),
        (json!({"do": "undo", "count": -1}), "invalid value"),
        (json!({"do": "go", "x": 1}), "unknown field `x`"),
        (json!({"do": "play", "token": "a3b4@b6,g7g6@g4"}), "the turn"),
        (json!({"do": "play", "token": "a3a9"}), "illegal"),
        (json!({"do": "new", "variant": "pacruu"}), "did you mean pacru?"),
        (json!({"do": "new", "variant": "pacru", "start": "deploy"}), "no deployment"),
        (
            json!({"do": "new", "variant": "pacru", "start": "startpos moves a3b4@b6"}),
            "without moves",
        ),
        (json!({"do": "new", "variant": "pacru", "start": "fen 1 2"}), ""),
        (json!({"do": "new", "variant": "pacru", "seats": [{"kind": "person"}]}), "2 players"),
        (
            json!({"do": "new", "variant": "pacru", "seats": [{"kind": "cat"}, {"kind": "person"}]}),
            "unknown variant `cat`",
        ),
        (json!({"do": "new", "variant": "pacru", "clock": {"base": 0}}), "needs a time"),
        (json!({"do": "seat", "player": 3, "seat": {"kind": "person"}}), "player is a number"),
        (json!({"do": "seat", "player": 1, "seat": {"kind": "engine", "level": 21}}), "a level"),
        (json!({"do": "seat", "player": 1, "seat": {"kind": "engine", "threads": 0}}), "threads"),
        (json!({"do": "seat", "player": 1, "seat": {"kind": "outside", "depth": 0}}), "depth"),
        (
            json!({"do": "seat", "player": 1, "seat": {"kind": "outside", "options": {"a\nb": ""}}}),
            "one line",
        ),
        (
            json!({"do": "open", "variant": "pacru", "position": "startpos moves a3b4@b6 zz"}),
            "move 2",
        ),
        (json!({"do": "open", "variant": "pacru", "position": "view 1 startpos moves ?"}), ""),
        (json!({"do": "step", "to": 1}), "no node 1"),
        (json!({"do": "comment", "node": 0, "text": "x"}), "no node 0"),
        (json!({"do": "mark", "node": 9, "mark": "!"}), "no node 9"),
        (json!({"do": "analyse", "lines": 9}), "lines is a number from 0 to 8"),
        (json!({"do": "ask", "query": "combat e4"}), "no such question"),
        (json!({"do": "ask", "query": "effects"}), "expected a move"),
        (json!({"do": "ask", "query": "effects a3a9"}), "illegal"),
        (json!({"do": "ask", "query": "tablemoves"}), "no endgame tables"),
        (json!({"do": "uncover", "player": 2}), "no person"),
        (json!({"do": "save", "form": "sgf"}), "table, record, pgn or position"),
        (json!({"do": "load", "text": "hello"}), "no game in this file"),
        (json!({"do": "load", "text": ""}), "no game in this file"),
        (json!({"do": "pick", "index": 0}), "0 games"),
        (json!({"do": "resign", "player": 3}), "no person"),
        (json!({"do": "join", "screen": "a\nb"}), "one line"),
    ] {
        let before = guest.state("");
        let error = guest.refuses("me", &order);
        assert!(error.contains(words), "{order}: {error}");
        assert_eq!(guest.state(""), before, "{order}");
    }
}

#[test]
fn moves_have_comments_and_marks_and_lines_are_promoted_and_deleted() {
    let mut guest = Guest::new(Variant::PACIFIC_A);
    guest.plays("me", &["g3f4", "b6c5"]);
    guest.does("me", &json!({"do": "step", "to": 1}));
    guest.plays("me", &["b6a5"]);
    guest.does("me", &json!({"do": "comment", "node": 3, "text": "the other way"}));
    let told = guest.does("me", &json!({"do": "mark", "node": 3, "mark": "!?"}));
    let node = &last(&told, "me", "tree")["nodes"][0];
    assert_eq!((&node["comment"], &node["mark"]), (&json!("the other way"), &json!("!?")));
    assert!(guest.refuses("me", &json!({"do": "mark", "node": 3, "mark": "!!!"})).contains("!!!"));
    let told = guest.does("me", &json!({"do": "promote", "node": 3}));
    assert_eq!(last(&told, "me", "tree")["nodes"][1]["id"], 3);
    let error = guest.refuses("me", &json!({"do": "delete", "node": 1}));
    assert!(error.contains("cannot be deleted"), "{error}");
    let told = guest.does("me", &json!({"do": "delete", "node": 3}));
    assert_eq!(last(&told, "me", "tree")["nodes"].as_array().unwrap().len(), 2);
    assert_eq!(last(&told, "me", "state")["board"]["at"], 2);
}

#[test]
fn a_question_about_the_game_is_answered_for_the_board_of_the_viewer() {
    let mut guest = Guest::new(Variant::GAMEOFWAR);
    let told = guest.does("me", &json!({"do": "ask", "query": "online"}));
    assert!(!last(&told, "me", "answer")["text"].as_str().unwrap().is_empty());
}

/// Plays the first token from a position, and returns what is told of it.
fn told_of(variant: &str, fen: &str, token: &str) -> serde_json::Value {
    let mut guest = Guest::new(Variant::from_name(variant).unwrap());
    let order = json!({"do": "new", "variant": variant, "start": format!("fen {fen}"),
        "seats": [{"kind": "person", "screen": "a"}, {"kind": "person", "screen": "b"}]});
    for screen in ["a", "b"] {
        guest.does(screen, &json!({"do": "join", "screen": screen}));
    }
    guest.does("a", &order);
    let told = guest.does("a", &json!({"do": "play", "token": token}));
    let told = ["a", "b"].map(|viewer| last(&told, viewer, "tree")["nodes"][0]["told"].clone());
    assert_eq!(told[0], told[1], "both players are told the same");
    told[0].clone()
}

#[test]
fn attacks_and_losses_are_told_in_sentences() {
    for (variant, fen, token, sentence) in [
        (
            "gameofwar",
            "25/25/14i10/25/25/7i17/7C17/25/25/25/25/25/25/25/7R17/25/25/25/2I22/25 w c1,w1,h17,o19 - - - - 0 20",
            "xh15",
            "South attacks the infantry on h15, 7 against 6: it must retreat.",
        ),
        (
            "gameofwar",
            "7r6C10/25/25/25/6I18/7i17/25/25/2R3X18/25/25/25/25/25/25/25/2I22/25/25/25 w c1,w1,h17 - - - - 0 20",
            "g16h17",
            "South's infantry destroys North's arsenal on h17.",
        ),
        (
            "warpac",
            "15k/16/16/16/16/16/16/16/16/5q10/4Qk10/4K11/16/16/16/16 w s e6>e5,f7^f6 - - 0 1",
            "e6f6",
            "White's squadron sinks Black's carrier on f6, and its squadron on f7 is lost with it.",
        ),
        (
            "warpac",
            "15k/16/16/16/16/16/16/16/16/5q10/4Qk10/4K11/16/16/16/16 w s e6>e5,f7^f6 - - 0 1",
            "e6f7",
            "White's squadron sinks Black's squadron on f7.",
        ),
        (
            "warpac-subs",
            "16/16/16/16/16/16/6n2r6/7q8/7k2n5/8b7/16/16/16/16/16/K15 w u h9>h8 h10/a16 - 0 1",
            "xh8",
            "A torpedo of White sinks Black's carrier on h8, and its squadron on h9 is lost with it.",
        ),
        (
            "warpac-subs",
            "15k/16/16/16/16/16/16/16/7N8/16/16/16/16/16/16/K15 w s - h9/o5,f8,g9,h10 - 0 1",
            "sg9",
            "White drops depth charges on g9 to h10: 2 submarines are sunk, and there is a contact around them.",
        ),
        (
            "warpac-subs",
            "15k/16/16/16/16/16/16/16/7N8/16/16/16/16/16/16/K15 w s - h9/o5,e8 - 0 1",
            "sf9",
            "White drops depth charges on f9 to g10: nothing is hit, but there is a contact around them.",
        ),
        (
            "warpac-subs",
            "15k/16/16/16/16/16/16/16/7N8/16/16/16/16/16/16/K15 w s - h9/o5,e8 - 0 1",
            "sg8",
            "White drops depth charges on g8 to h9: nothing is hit, and there is no contact.",
        ),
    ] {
        assert_eq!(told_of(variant, fen, token), json!([sentence]), "{token}");
    }
    // Moves without an attack need no sentence.
    let fen = "15k/16/16/16/16/16/16/16/7N8/16/16/16/16/16/16/K15 w s - h9/o5,e8 - 0 1";
    assert!(told_of("warpac-subs", fen, "a1a2").is_null());
}

#[test]
fn the_state_says_what_is_still_open_in_a_turn() {
    let mut guest = Guest::new(Variant::PACRU);
    let start = "fen 8B5/9/9/ww7/1W2*b1w4/9/9/9/9 w - 0 1";
    guest.does("me", &json!({"do": "new", "variant": "pacru", "start": start}));
    assert!(guest.state("")["board"].get("due").is_none());
    guest.plays("me", &["b5r1"]);
    let markers = json!([{"count": 2, "what": "marker to pay", "must": true}]);
    assert_eq!(guest.state("")["board"]["due"], markers);
    guest.plays("me", &["xa6"]);
    assert_eq!(guest.state("")["board"]["due"][0]["count"], 1);
    guest.plays("me", &["xb6"]);
    assert!(guest.state("")["board"].get("due").is_none());

    let mut guest = Guest::new(Variant::GAMEOFWAR);
    guest.does("me", &json!({"do": "new", "variant": "gameofwar"}));
    guest.plays("me", &["c7b7", "d7d6"]);
    let due = json!([{"count": 3, "what": "move", "must": false},
        {"count": 1, "what": "attack", "must": false}]);
    assert_eq!(guest.state("")["board"]["due"], due);
    // A player is told nothing of another player's turn.
    for variant in ["gameofwar", "warpac-subs"] {
        let mut guest = Guest::new(Variant::from_name(variant).unwrap());
        let seats = json!([{"kind": "person", "screen": "a"}, {"kind": "person", "screen": "b"}]);
        let order = json!({"do": "new", "variant": variant, "start": "deploy", "seats": seats});
        guest.does("a/x", &json!({"do": "join", "screen": "a"}));
        guest.does("a/x", &order);
        let state = guest.state("a");
        assert!(state["board"]["due"][0]["must"] == true, "{state}");
        assert!(guest.state("b")["board"].get("due").is_none());
    }
}
