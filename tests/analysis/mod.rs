//! The analysis server of the real program: it reads lines of JSON and writes lines of JSON.
//!
//! `faults.rs` sends faulty requests. `control.rs` controls running searches. `rules.rs` asks about rules.
//! `schema.rs` checks lines against the schema, and so every answer that these tests read.

mod control;
mod faults;
mod rules;
mod schema;

use crate::common;
use common::answers::search;
use common::engine::Engine;
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};
use strategos::games::Variant;

/// A server with two parallel searches, whose tables have the engine's default size.
pub fn server() -> Engine {
    Engine::start_with(&["analysis", "--parallel", "2", "--hash", "32"])
}

/// A server that handles one request after the other.
pub fn single() -> Engine {
    Engine::start_with(&["analysis"])
}

pub fn send(server: &mut Engine, message: &Value) {
    server.send(&message.to_string());
}

/// The next line, as JSON.
pub fn receive(server: &mut Engine) -> Value {
    let line = server.line();
    let answer: Value = serde_json::from_str(&line)
        .unwrap_or_else(|error| server.fail(&format!("{error}: {line}")));
    schema::check_answer(&answer);
    answer
}

/// Ends the input and returns the remaining answers.
pub fn rest(server: &mut Engine) -> Vec<Value> {
    let lines = server.finish();
    let answers: Vec<Value> =
        lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    answers.iter().for_each(schema::check_answer);
    answers
}

/// All answers to these requests.
pub fn answers(mut server: Engine, requests: &[Value]) -> Vec<Value> {
    let lines: Vec<String> = requests.iter().map(Value::to_string).collect();
    server.send(&lines.join("\n"));
    rest(&mut server)
}

/// Final answers by id and turn. Each must occur exactly once.
pub fn by_id(answers: Vec<Value>) -> HashMap<(String, u64), Value> {
    let mut found = HashMap::new();
    for answer in answers {
        assert!(answer["final"] == true, "{answer}");
        let key = (answer["id"].to_string(), answer["turn"].as_u64().unwrap());
        assert!(found.insert(key, answer.clone()).is_none(), "twice: {answer}");
    }
    found
}

/// The answer without its id and its time.
pub fn timeless(answer: &Value) -> Value {
    let mut answer = answer.clone();
    let object = answer.as_object_mut().unwrap();
    object.remove("time").unwrap();
    object.remove("id").unwrap();
    answer
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn an_answer_has_what_the_contract_says() {
    let position = "startpos moves i9i8";
    let request =
        json!({"id": "a1", "variant": "pacru", "position": position, "depth": 3, "multipv": 2});
    let answers = answers(server(), &[request]);
    let [answer] = &answers[..] else { panic!("{answers:?}") };
    // The keys are in alphabetical order, as these tests read them.
    let expected = ["bestmove", "final", "id", "lines", "nodes", "player", "time", "turn"];
    assert_eq!(keys(answer), expected);
    let head = [&answer["id"], &answer["turn"], &answer["player"]];
    assert_eq!(head, [&json!("a1"), &json!(1), &json!(2)]);
    let lines = answer["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(keys(line), ["depth", "multipv", "pv", "score", "seldepth", "wdl"]);
        assert_eq!((&line["multipv"], &line["depth"]), (&json!(index + 1), &json!(3)));
        assert!(line["score"]["cp"].is_i64() && keys(&line["score"]) == ["cp"], "{line}");
        let wdl = line["wdl"].as_array().unwrap().iter().map(|part| part.as_u64().unwrap());
        assert_eq!(wdl.sum::<u64>(), 1000);
    }
    assert_eq!(answer["bestmove"], lines[0]["pv"][0]);
    assert_ne!(lines[0]["pv"][0], lines[1]["pv"][0]);
}

/// An interrupted answer has all requested lines, and each line has a different first move.
#[test]
fn an_answer_that_is_broken_off_has_every_line_once() {
    let requests: Vec<Value> = (0..60)
        .map(|step| {
            let variant = ["pacific-a", "azacru", "gameofwar", "warpac-subs"][step % 4];
            json!({"id": step, "variant": variant, "nodes": step * step * 2, "multipv": 3})
        })
        .collect();
    for answer in answers(server(), &requests) {
        let lines = answer["lines"].as_array().unwrap();
        let moves: HashSet<String> = lines.iter().map(|line| line["pv"][0].to_string()).collect();
        assert_eq!((lines.len(), moves.len()), (3, 3), "{answer}");
        let depths: Vec<u64> = lines.iter().map(|line| line["depth"].as_u64().unwrap()).collect();
        assert!(depths.is_sorted_by(|one, other| one >= other), "{answer}");
    }
}

#[test]
fn a_line_is_written_in_the_order_of_the_contract() {
    let mut server = single();
    server.send("{\"id\": 7, \"variant\": \"pacific-a\", \"nodes\": 50}");
    let line = server.line();
    let start = "{\"id\":7,\"turn\":0,\"final\":true,\"player\":1,\"bestmove\":\"";
    assert!(line.starts_with(start), "{line}");
    server.finish();
}

/// The engine's own answer to `go`, in the form of a server's answer.
fn said_by_engine(variant: Variant, go: &str) -> Value {
    let mut engine = common::answers::engine(variant);
    engine.send("setoption name UCI_ShowWDL value true");
    let answer = search(&mut engine, go);
    engine.finish();
    let info = answer.infos.last().unwrap();
    let mut said = json!({
        "turn": 0, "final": true, "player": 1, "bestmove": answer.best, "nodes": info.nodes,
        "lines": [{
            "multipv": 1, "depth": info.depth,
            "score": {&info.kind: info.score}, "wdl": info.wdl, "pv": info.pv,
        }],
    });
    assert_eq!(info.shares.is_empty(), variant.players() == 2, "{info:?}");
    if !info.shares.is_empty() {
        said["lines"][0]["shares"] = json!(info.shares);
    }
    if info.samples > 0 {
        said["samples"] = json!(info.samples);
    }
    said
}

#[test]
fn all_variants_at_once_are_answered_as_by_engines_that_have_searched_nothing_else() {
    let requests = |round: usize| {
        Variant::ALL.iter().map(move |variant| {
            let id = format!("{} {round}", variant.name());
            json!({"id": id, "variant": variant.name(), "nodes": 400})
        })
    };
    let requests: Vec<Value> = (0..3).flat_map(requests).collect();
    let found = by_id(answers(server(), &requests));
    assert_eq!(found.len(), requests.len());
    for variant in Variant::ALL {
        let expected = said_by_engine(*variant, "go nodes 400");
        for round in 0..3 {
            let id = json!(format!("{} {round}", variant.name())).to_string();
            let mut answer = timeless(&found[&(id, 0)]);
            let line = answer["lines"][0].as_object_mut().unwrap();
            line.remove("seldepth").unwrap();
            // `go` tells nothing of the tree of a Monte Carlo search.
            assert_eq!(line.remove("visits").is_some(), line.remove("prior").is_some());
            assert_eq!(answer, expected, "round {round}");
        }
    }
}

#[test]
fn an_answer_without_movetime_depends_on_no_other_search() {
    let request = |id: usize| json!({"id": id, "variant": "pacific-a", "nodes": 5000});
    let other = |id: usize| json!({"id": id, "variant": "pacific-b", "depth": 7});
    let timed = |id: usize, nodes: usize| json!({"id": id, "variant": "pacific-a", "nodes": nodes, "movetime": 100_000});
    // More searches than the table counts before it is wiped.
    let many = (100..200).map(|id| json!({"id": id, "variant": "pacific-a", "nodes": 300}));
    let requests: Vec<Value> = [request(0), other(1), request(2), timed(3, 9000), request(4)]
        .into_iter()
        .chain(many)
        .collect();
    let requests = [requests, vec![request(5), timed(6, 5000), timed(7, 5000)]].concat();
    let clear = json!({"id": "c", "action": "clear_cache"});
    let mut found = answers(single(), &requests);
    found.retain(|answer| answer["id"].as_u64().unwrap() < 100);
    let found = by_id(found);
    let same = |id: usize| timeless(&found[&(id.to_string(), 0)]);
    for id in [2, 4, 5] {
        assert_eq!(same(id), same(0));
    }
    assert_ne!(same(7), same(6), "what was searched before is of use to a search by time");

    // A cleared cache holds nothing of use. It is cleared before the next search begins.
    let mut server = single();
    let mut first = Vec::new();
    for _ in 0..2 {
        send(&mut server, &timed(8, 5000));
        first.push(timeless(&receive(&mut server)));
        send(&mut server, &clear);
        assert_eq!(receive(&mut server), clear);
    }
    assert_eq!(first[0], first[1]);
    server.finish();
}

#[test]
fn turns_are_answered_as_positions_by_themselves() {
    let moves = ["a3b4@b6", "i7h6@h4", "i3h2", "a7b7"];
    let request = json!({
        "id": "g", "variant": "pacru", "position": format!("startpos moves {}", moves.join(" ")),
        "nodes": 300, "analyseTurns": [4, 0, 2],
    });
    let alone = [0, 2, 4].map(|turn| {
        let position = format!("startpos moves {}", moves[..turn].join(" "));
        json!({"id": turn, "variant": "pacru", "position": position, "nodes": 300})
    });
    let turns = by_id(answers(server(), &[request]));
    assert_eq!(turns.len(), 3);
    for answer in answers(server(), &alone) {
        let turn = answer["turn"].as_u64().unwrap();
        assert_eq!(answer["id"], json!(turn));
        assert_eq!(timeless(&turns[&("\"g\"".to_string(), turn)]), timeless(&answer));
    }
}

#[test]
fn finished_positions_have_a_result_and_no_line() {
    let finished = [
        ("pacific-a", "fen 1Kc2c1/4/4/4/4/2C31/4/4 b 0 1", 0, 2),
        ("pacru3", "fen B07R0/9/9/9/9/9/9/9/4W04 w - 0 1 moves e1e2", 1, 1),
    ];
    for (variant, position, turn, player) in finished {
        let request = json!({"id": 1, "variant": variant, "position": position, "depth": 4});
        let answers = answers(server(), &[request]);
        let expected = json!({
            "turn": turn, "final": true, "player": player, "bestmove": null, "nodes": 0,
            "lines": [], "result": "p1win",
        });
        assert_eq!(timeless(&answers[0]), expected);
    }
}

#[test]
fn options_and_searchmoves_hold_for_their_own_request() {
    let with = |id: usize, more: Value| {
        let mut request = json!({"id": id, "variant": "pacru", "depth": 3});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let position = "fen 9/9/9/4B44/9/9/9/9/wwW66 w x2 4 9";
    let found = by_id(answers(
        server(),
        &[
            with(0, json!({})),
            with(1, json!({"searchmoves": ["i9i8"]})),
            with(2, json!({"position": position, "options": {"Turn Mode": "action"}})),
            with(3, json!({"position": position})),
            with(4, json!({"options": {"Skill Level": 0, "Seed": 3, "Full Information": true}})),
            with(5, json!({"priority": -3})),
            with(6, json!({"options": {"Evaluation": "hand"}})),
            with(7, json!({"options": {"Evaluation": "network"}})),
        ],
    ));
    let best = |id: usize| found[&(id.to_string(), 0)]["bestmove"].as_str().unwrap();
    assert_eq!((best(1), best(2), best(3)), ("i9i8", "xa1", "xa1,xb1"));
    let score = |id: &str| &found[&(id.to_string(), 0)]["lines"][0]["score"];
    assert_ne!(score("4"), score("0"), "a weak player errs");
    for id in ["5", "7"] {
        assert_eq!(timeless(&found[&(id.to_string(), 0)]), timeless(&found[&("0".to_string(), 0)]));
    }
}

/// The server's answer is the same for the full position and for the mover's record.
#[test]
fn what_the_mover_does_not_know_makes_no_difference() {
    let position = "fen 15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/a3,n5 - 0 20 \
                    moves sb2 c6d8 c6d7 a3b4 sb4";
    let mut referee = common::answers::engine(Variant::WARPAC_SUBS);
    referee.send(&format!("position {position}"));
    let mover = referee.query("player");
    let known = referee.query(&format!("record {mover}"));
    assert!(known.starts_with("view ") && known.contains('?'), "{known}");
    referee.finish();
    let request = |id: &str, position: &str| json!({"id": id, "variant": "warpac-subs", "position": position, "depth": 2});
    let requests = [request("full", position), request("known", &known)];
    let found = answers(server(), &requests);
    let [full, known] = &found[..] else { panic!("{found:?}") };
    assert_eq!((&full["player"], full["samples"].is_u64()), (&json!(2), true), "{full}");
    assert_eq!(timeless(full)["lines"], timeless(known)["lines"]);
    assert_eq!((&full["bestmove"], &full["nodes"]), (&known["bestmove"], &known["nodes"]));
}

#[test]
fn a_deployment_is_a_line_without_a_search() {
    let request = json!({"id": 1, "variant": "gameofwar", "position": "deploy", "nodes": 9, "options": {"Seed": 7}});
    let answers = answers(server(), &[request.clone(), request]);
    assert_eq!(timeless(&answers[0]), timeless(&answers[1]));
    let best = answers[0]["bestmove"].as_str().unwrap();
    assert!(best.starts_with("I@") && best.contains(','), "{best}");
    assert_eq!(answers[0]["lines"][0]["pv"], json!([best]));
}

#[test]
fn what_the_server_is_and_plays_can_be_asked() {
    let version = json!({"id": 1, "action": "query_version"});
    let variants = json!({"id": "two", "action": "query_variants"});
    let answers = answers(single(), &[version, variants]);
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(answers[0], json!({"id": 1, "action": "query_version", "version": version}));
    let names = Variant::NAMES;
    assert_eq!(answers[1], json!({"id": "two", "action": "query_variants", "variants": names}));
}

/// Whether the line matches what a document shows. `...` matches any text.
pub fn fits(shown: &str, line: &str) -> bool {
    let mut parts = shown.split("...");
    let Some(mut rest) = line.strip_prefix(parts.next().unwrap_or_default()) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[test]
fn the_session_of_the_protocol_goes_as_written() {
    assert!(fits("a...c", "abc") && fits("a", "a") && fits("...b...d", "abcd"));
    assert!(!fits("a...c", "ab") && !fits("a", "ab") && !fits("...b...d", "acbe"));
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/protocol.md");
    let page = std::fs::read_to_string(page).unwrap();
    let (_, section) = page.split_once("## 11. The analysis server").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let lines: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("    ")).collect();
    let mut server = single();
    let mut count = 0;
    for line in lines {
        if let Some(sent) = line.strip_prefix("> ") {
            server.send(sent);
            count += 1;
        } else if let Some(shown) = line.strip_prefix("< ") {
            let line = server.line();
            assert!(fits(shown, &line), "expected: {shown}\nfound:    {line}");
        }
    }
    assert!(count > 5, "{count} lines are sent");
    assert!(server.finish().is_empty());
}
