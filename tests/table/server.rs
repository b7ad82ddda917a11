//! `strategos table`: the table of the real program.

use crate::analysis::fits;
use crate::common::engine::Engine;
use serde_json::{Value, json};

fn server(variant: &str) -> Engine {
    Engine::start_with(&["table", variant])
}

fn send(server: &mut Engine, message: &Value) {
    server.send(&message.to_string());
}

/// The next message of a type.
fn next(server: &mut Engine, kind: &str) -> Value {
    loop {
        let line = server.line();
        let value: Value = serde_json::from_str(&line)
            .unwrap_or_else(|error| server.fail(&format!("{error}: {line}")));
        if value["type"] == kind {
            return value;
        }
    }
}

#[test]
fn a_game_against_the_engine_is_played() {
    let mut server = server("pacru");
    let hello = next(&mut server, "hello");
    assert!(hello["variants"].as_array().unwrap().contains(&json!("pacru")));
    let seats = json!([{"kind": "person"}, {"kind": "engine", "level": 1, "nodes": 50}]);
    send(&mut server, &json!({"viewer": "me", "do": "new", "variant": "pacru", "seats": seats}));
    next(&mut server, "state");
    send(&mut server, &json!({"viewer": "me", "do": "play", "token": "a3b4@b6"}));
    loop {
        let state = next(&mut server, "state");
        if state["player"] == 1 && state["board"]["live"] != 0 {
            break;
        }
    }
    send(&mut server, &json!({"viewer": "me", "do": "analyse", "lines": 2}));
    let analysis = next(&mut server, "analysis");
    assert!(analysis["lines"][0]["depth"].as_i64().unwrap() > 0);
    send(&mut server, &json!({"viewer": "me", "do": "hint"}));
    assert!(!next(&mut server, "hint")["token"].as_str().unwrap().is_empty());
    send(&mut server, &json!({"do": "snapshot"}));
    let snapshot = next(&mut server, "snapshot")["text"].clone();
    send(&mut server, &json!({"viewer": "me", "do": "new", "variant": "pacru"}));
    send(&mut server, &json!({"do": "restore", "text": snapshot}));
    loop {
        let state = next(&mut server, "state");
        if state["seats"][1]["kind"] == "engine" {
            break;
        }
    }
    server.send("{\"do\": \"quit\"}");
    server.finish();
}

#[test]
fn an_endless_search_is_stopped_and_plays() {
    let mut server = server("pacific-a");
    let seats = json!([{"kind": "engine", "movetime": 600_000}, {"kind": "person"}]);
    let order = json!({"viewer": "me", "do": "new", "variant": "pacific-a", "seats": seats});
    send(&mut server, &order);
    next(&mut server, "thought");
    send(&mut server, &json!({"viewer": "me", "do": "stop"}));
    loop {
        let state = next(&mut server, "state");
        if state["player"] == 2 {
            break;
        }
    }
    server.finish();
}

#[test]
fn a_clock_that_runs_down_wakes_the_server() {
    let mut server = server("pacific-a");
    let clock = json!({"base": 30});
    let order = json!({"viewer": "me", "do": "new", "variant": "pacific-a", "clock": clock});
    send(&mut server, &order);
    loop {
        let state = next(&mut server, "state");
        if state["over"] == true {
            assert_eq!((&state["result"], &state["reason"]), (&json!("p2win"), &json!("time")));
            break;
        }
    }
    server.finish();
}

#[test]
fn wrong_lines_are_refused_and_the_server_goes_on() {
    let mut server = server("pacru");
    next(&mut server, "hello");
    for (line, words) in [
        ("x", "no JSON object"),
        ("[]", "no JSON object"),
        ("{\"do\": \"dance\"}", "unknown event (dance)"),
        ("{\"viewer\": 3, \"do\": \"go\"}", "expected a text (viewer 3)"),
        ("{\"do\": \"found\", \"search\": 1, \"tokn\": \"x\"}", "unknown field `tokn`"),
        ("{\"viewer\": \"a\", \"do\": \"step\", \"to\": 7}", "no node 7"),
        (
            "{\"viewer\": \"a\", \"do\": \"seat\", \"player\": 1, \"seat\": {\"kind\": \"engine\", \"evalfile\": \"/etc/passwd\"}}",
            "cannot name a file of the machine",
        ),
    ] {
        server.send(line);
        let error = next(&mut server, "error");
        assert!(error["text"].as_str().unwrap().contains(words), "{line}: {error}");
    }
    server.finish();
}

#[test]
fn a_seat_outside_is_asked_and_answers() {
    let mut server = server("azacru");
    let wished = json!({
        "kind": "outside", "name": "other", "nodes": 50, "movetime": 9, "options": {"Hash": "1"},
    });
    send(
        &mut server,
        &json!({"viewer": "me", "do": "new", "variant": "azacru", "seats": [wished, {"kind": "person"}]}),
    );
    let search = next(&mut server, "search");
    assert_eq!(search["seat"], wished);
    assert_eq!(search["limits"], json!({"nodes": 50, "movetime": 9}));
    let seats = json!([{"kind": "outside"}, {"kind": "person"}]);
    send(&mut server, &json!({"viewer": "me", "do": "new", "variant": "azacru", "seats": seats}));
    let search = next(&mut server, "search");
    assert_eq!(search["seat"], json!({"kind": "outside", "name": ""}));
    send(&mut server, &json!({"do": "found", "search": search["search"], "token": "a3a9"}));
    next(&mut server, "error");
    send(&mut server, &json!({"viewer": "me", "do": "go"}));
    assert!(next(&mut server, "search")["search"].as_u64() > search["search"].as_u64());
    server.finish();
}

#[test]
fn the_session_of_the_protocol_goes_as_written() {
    let page = include_str!("../../protocol.md");
    let (_, section) = page.split_once("## 16. The table").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let lines: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    let mut server = Engine::start_with(&["table"]);
    for line in &lines {
        if let Some(sent) = line.strip_prefix("> ") {
            server.send(sent);
        } else if let Some(shown) = line.strip_prefix("< ") {
            let line = server.line();
            assert!(fits(shown, &line), "expected: {shown}\nfound:    {line}");
        }
    }
    assert!(lines.len() > 12, "{lines:?}");
    assert!(server.finish().is_empty());
}

#[test]
fn the_written_protocol_names_every_order() {
    let page = include_str!("../../protocol.md");
    for name in strategos::table::Order::NAMES.iter().chain(strategos::table::TableEvent::NAMES) {
        let is_named = page.contains(&format!("`{name}`")) || page.contains(&format!("\"{name}\""));
        assert!(is_named, "{name}");
    }
}
