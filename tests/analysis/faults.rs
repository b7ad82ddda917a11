//! Faulty requests: each gets an error with its id and has no other effect.

use super::{answers, receive, rest, send, server, single};
use crate::common::Random;
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::Write;
use std::sync::{Arc, Mutex};
use strategos::protocol::Output;
use strategos::protocol::analysis::{ServerSettings, serve};

/// Requests with one fault each, the key at fault, and a part of the error message.
fn wrong() -> Vec<(Value, Option<&'static str>, &'static str)> {
    let base = |more: Value| {
        let mut request = json!({"id": "x", "variant": "pacific-a", "depth": 2});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let rules = |more: Value| {
        let mut request = json!({"id": "x", "variant": "pacific-a"});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    vec![
        (json!({"id": "x", "depth": 2}), Some("variant"), "a variant is missing"),
        (json!({"id": "x", "variant": "pacru"}), None, "a limit is missing"),
        (json!({"id": "x", "variant": "pacru", "searchmoves": []}), None, "a limit is missing"),
        (base(json!({"variant": "pacrux"})), Some("variant"), "did you mean pacru?"),
        (base(json!({"variant": 3})), Some("variant"), "expected a text (3)"),
        (base(json!({"dept": 3})), Some("dept"), "unknown key (dept): did you mean depth?"),
        (base(json!({"target": "x"})), Some("target"), "unknown key (target)"),
        (base(json!({"depth": "3"})), Some("depth"), "expected a whole number"),
        (base(json!({"nodes": -1})), Some("nodes"), "that is not negative (-1)"),
        (base(json!({"nodes": 1.5})), Some("nodes"), "(1.5)"),
        (base(json!({"mate": null})), Some("mate"), "(null)"),
        (base(json!({"movetime": true})), Some("movetime"), "(true)"),
        (base(json!({"reportEvery": -1})), Some("reportEvery"), "not negative (-1)"),
        (base(json!({"key": 1})), Some("key"), "true or false (1)"),
        (base(json!({"priorities": [1]})), Some("priorities"), "need a list of analyseTurns"),
        (base(json!({"avoidMoves": "a3b4"})), Some("avoidMoves"), "expected a list"),
        (base(json!({"query": ["fen"]})), Some("depth"), "without a search, so they have no depth"),
        (base(json!({"raw": true})), Some("depth"), "without a search"),
        (base(json!({"priority": 0.5})), Some("priority"), "expected a whole number (0.5)"),
        (base(json!({"multipv": 0})), Some("multipv"), "from 1 to 256 (0)"),
        (base(json!({"multipv": "2"})), Some("multipv"), "from 1 to 256 (\"2\")"),
        (base(json!({"position": ["startpos"]})), Some("position"), "expected a text"),
        (base(json!({"position": ""})), Some("position"), "expected startpos, deploy"),
        (base(json!({"position": "startpos a3b4"})), Some("position"), "(a3b4, column 10)"),
        (base(json!({"position": "fen x w 0 1"})), Some("position"), "expected 8 rows"),
        (base(json!({"position": "startpos moves a3b4 a3b4"})), Some("position"), "number 2 of"),
        (base(json!({"position": "view 3 startpos"})), Some("position"), "1 to 2 (3)"),
        (base(json!({"position": "deploy"})), Some("position"), "has no deployment"),
        (base(json!({"searchmoves": "a3b4"})), Some("searchmoves"), "expected a list"),
        (base(json!({"searchmoves": [1]})), Some("searchmoves"), "expected a text (1)"),
        (base(json!({"searchmoves": ["a3b4", "b6a5"]})), Some("searchmoves"), "illegal move b6a5"),
        (base(json!({"options": []})), Some("options"), "expected an object"),
        (base(json!({"options": {"Hush": 3}})), Some("options"), "unknown option (Hush)"),
        (base(json!({"options": {"Hash": 3}})), Some("options"), "cannot be set by a request"),
        (base(json!({"options": {"MultiPV": 3}})), Some("options"), "cannot be set by a request"),
        (base(json!({"options": {"Seed": "3"}})), Some("options"), "option Seed: expected a whole"),
        (base(json!({"options": {"Samples": 0}})), Some("options"), "from 1 to 256 (0)"),
        (base(json!({"options": {"Turn Mode": "turns"}})), Some("options"), "did you mean turn?"),
        (base(json!({"options": {"Turn Mode": 1}})), Some("options"), "one of turn, action (1)"),
        (base(json!({"options": {"Full Information": "true"}})), Some("options"), "true or false"),
        (base(json!({"options": {"EvalFile": "no/such"}})), Some("options"), "no/such: "),
        (base(json!({"analyseTurns": []})), Some("analyseTurns"), "at least one"),
        (base(json!({"analyseTurns": [1]})), Some("analyseTurns"), "0 to 0 (1)"),
        (base(json!({"analyseTurns": [0, 0]})), Some("analyseTurns"), "twice (0)"),
        (base(json!({"analyseTurns": 0})), Some("analyseTurns"), "expected a list (0)"),
        (
            base(json!({"position": "startpos moves a3b4 a3b4", "analyseTurns": [0, 1]})),
            Some("position"),
            "illegal move a3b4",
        ),
        (rules(json!({"query": "fen"})), Some("query"), "expected a list"),
        (rules(json!({"query": []})), Some("query"), "at least one of player, result"),
        (
            rules(json!({"query": ["fens"]})),
            Some("query"),
            "unknown query (fens): did you mean fen?",
        ),
        (
            rules(json!({"query": ["fen", "fen"]})),
            Some("query"),
            "the query stands there twice (fen)",
        ),
        (rules(json!({"query": ["fen"], "raw": 1})), Some("raw"), "true or false (1)"),
        (rules(json!({"query": ["fen"], "variant": "x"})), Some("variant"), "unknown variant (x)"),
        (
            rules(json!({"query": ["fen"], "options": {}})),
            Some("options"),
            "raw, which is not asked",
        ),
        (rules(json!({"raw": true, "options": {"Seed": 1}})), Some("options"), "expected EvalFile"),
        (rules(json!({"raw": false})), Some("query"), "at least one of"),
        (rules(json!({"query": ["fen"], "position": "x"})), Some("position"), "expected startpos"),
        (
            rules(json!({"query": ["fen"], "position": "startpos moves a3a3"})),
            Some("position"),
            "illegal move a3a3",
        ),
        (
            rules(json!({"query": ["fen"], "position": "startpos", "positions": []})),
            Some("position"),
            "exclude each other",
        ),
        (
            rules(json!({"query": ["fen"], "analyseTurns": [0], "positions": []})),
            Some("analyseTurns"),
            "exclude each other",
        ),
        (rules(json!({"query": ["fen"], "analyseTurns": [1]})), Some("analyseTurns"), "0 to 0 (1)"),
        (rules(json!({"query": ["fen"], "positions": [1]})), Some("positions"), "a text (1)"),
        (rules(json!({"query": ["fen"], "quer": 1})), Some("quer"), "did you mean query?"),
        (json!({"id": "x", "action": "stop"}), Some("action"), "unknown action (stop)"),
        (json!({"id": "x", "action": 3}), Some("action"), "expected a text (3)"),
        (json!({"id": "x", "action": "terminate"}), Some("target"), "is missing"),
        (
            json!({"id": "x", "action": "terminate", "target": null}),
            Some("target"),
            "expected an id",
        ),
        (json!({"id": "x", "action": "clear_cache", "target": "y"}), Some("target"), "unknown key"),
        (json!({"id": "x", "action": "terminate_all", "depth": 1}), Some("depth"), "unknown key"),
    ]
}

#[test]
fn an_error_bears_the_id_and_names_the_field() {
    let mut server = server();
    for (request, field, part) in wrong() {
        send(&mut server, &request);
        let error = receive(&mut server);
        let text = error["error"].as_str().unwrap_or_else(|| panic!("{request}: {error}"));
        assert!(text.contains(part), "{request}: {error}");
        assert_eq!((&error["id"], error["field"].as_str()), (&json!("x"), field), "{error}");
        let keys = error.as_object().unwrap().len();
        assert_eq!(keys, 2 + usize::from(field.is_some()), "{error}");
    }
    assert!(rest(&mut server).is_empty());
}

#[test]
fn a_line_that_tells_no_id_is_answered_with_its_number() {
    let lines = [
        ("nonsense", json!(null), None),
        ("", json!("no answer"), None),
        ("[1, 2]", json!(null), None),
        ("{\"variant\": \"pacru\", \"depth\": 1}", json!(null), Some("id")),
        ("{\"id\": [1], \"variant\": \"pacru\"}", json!(null), Some("id")),
        ("  \t\r", json!("no answer"), None),
        ("{\"id\": 17, \"variant\": \"pa", json!(17), None),
        ("{\"id\": \"a\", \"depth\": 1e999}", json!("a"), None),
        ("{\"id\": \"a\"} {\"id\": \"b\"}", json!("a"), None),
        ("{\"id\": \"\\ud800\"}", json!(null), None),
    ];
    let mut server = single();
    for (index, (line, id, field)) in lines.iter().enumerate() {
        server.send_bytes(format!("{line}\n").as_bytes());
        if id == "no answer" {
            continue;
        }
        let error = receive(&mut server);
        assert!(error["error"].is_string(), "{line}: {error}");
        assert_eq!((&error["id"], &error["line"]), (id, &json!(index + 1)), "{line}: {error}");
        assert_eq!(error["field"].as_str(), *field, "{line}: {error}");
    }
    server.send_bytes(b"\xFF\xFE{\"id\": 1}\n");
    assert_eq!(receive(&mut server)["line"], json!(lines.len() + 1));
    assert!(rest(&mut server).is_empty());
}

#[test]
fn a_key_that_stands_twice_is_an_error() {
    let mut server = single();
    server.send("{\"id\": 1, \"variant\": \"pacru\", \"depth\": 1, \"depth\": 2}");
    let error = receive(&mut server);
    assert_eq!((&error["id"], &error["field"]), (&json!(1), &json!("depth")));
    server.finish();
}

/// A JSON value of any type.
fn value(random: &mut Random) -> Value {
    match random.below(9) {
        0 => Value::Null,
        1 => json!(random.below(2) == 0),
        2 => json!(-1 - random.below(1000) as i64),
        3 => json!(random.next()),
        4 => json!(random.below(1000) as f64 / 7.0),
        5 => json!(*random.pick(&["", "startpos", "x", "pacru", "\u{1F3B2}\n\"\\\u{0}"])),
        6 => json!(["a3b4", random.below(9)]),
        7 => json!({"Seed": random.below(9), "x": [{}]}),
        _ => json!("long ".repeat(random.below(100))),
    }
}

/// A line that is certainly faulty, with this id, and whether the id can be read.
fn malformed(random: &mut Random, id: &Value) -> (Vec<u8>, bool) {
    let mut request = json!({"id": id, "variant": "pacific-a", "depth": 1});
    let kind = random.below(8);
    match kind {
        0 => request["no such key"] = value(random),
        1 => request["depth"] = json!(value(random).to_string()),
        2 => request["variant"] = json!(random.next().to_string()),
        3 => request["position"] = json!(format!("fen {}", value(random))),
        4 => request["options"] = json!({random.next().to_string(): value(random)}),
        5 => request["searchmoves"] = json!([random.next().to_string()]),
        _ => {}
    }
    let mut line = request.to_string().into_bytes();
    match kind {
        // The keys are in alphabetical order, and the id is the second.
        6 => {
            let end = 1 + random.below(line.len() - 1);
            line.truncate(end);
            let after_id = request.to_string().find(",\"variant").unwrap();
            // A text id is complete at its end. A number is complete only if something follows.
            (line, end > after_id || end == after_id && id.is_string())
        }
        7 => {
            let bytes = (0..1 + random.below(60)).map(|_| match random.below(256) as u8 {
                b'\n' => b'x',
                byte => byte,
            });
            // No object begins with `~`.
            (std::iter::once(b'~').chain(bytes).collect(), false)
        }
        _ => (line, true),
    }
}

#[test]
fn ten_thousand_malformed_requests_are_answered_with_an_error_each() {
    const COUNT: usize = 10_000;
    let mut random = Random::new(23);
    let mut input = Vec::new();
    let (mut ids, mut lines) = (HashSet::new(), HashSet::new());
    for index in 0..COUNT {
        let id = if index % 2 == 0 { json!(index) } else { json!(format!("id {index}")) };
        let (line, has_id) = malformed(&mut random, &id);
        assert!(if has_id { ids.insert(id.to_string()) } else { lines.insert(index as u64 + 1) });
        input.extend(line);
        input.push(b'\n');
    }
    assert!(ids.len() > COUNT / 2 && lines.len() > COUNT / 10);
    let mut server = server();
    server.send_bytes(&input);
    send(&mut server, &json!({"id": "good", "variant": "pacific-a", "depth": 1}));
    let mut good = 0;
    for answer in rest(&mut server) {
        if answer["id"] == "good" {
            assert!(answer["bestmove"].is_string(), "{answer}");
            good += 1;
            continue;
        }
        assert!(answer["error"].is_string(), "{answer}");
        let is_expected = match &answer["id"] {
            Value::Null => lines.remove(&answer["line"].as_u64().unwrap()),
            id => ids.remove(&id.to_string()),
        };
        assert!(is_expected, "{answer}");
    }
    assert!(ids.is_empty() && lines.is_empty() && good == 1, "{ids:?} {lines:?}");
}

#[test]
fn what_is_wrong_between_good_requests_costs_them_nothing() {
    let good = |id: usize| json!({"id": id, "variant": "pacific-a", "nodes": 100});
    let wrong = wrong();
    let requests: Vec<Value> = wrong
        .iter()
        .enumerate()
        .flat_map(|(index, (request, ..))| [good(index), request.clone()])
        .collect();
    let answers = answers(server(), &requests);
    let (errors, found): (Vec<_>, Vec<_>) =
        answers.iter().partition(|answer| answer.get("error").is_some());
    assert_eq!((errors.len(), found.len()), (wrong.len(), wrong.len()));
    let ids: HashSet<u64> = found.iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
    assert_eq!(ids.len(), wrong.len());
}

#[test]
fn a_server_that_cannot_be_is_not_started() {
    use crate::common::engine::Engine;
    for arguments in [
        &["analysis", "--parallel", "4", "--hash", "3"][..],
        &["analysis", "--parallel", "0"],
        &["analysis", "--threads", "257"],
        &["analysis", "--hash", "many"],
        &["analysis", "pacru"],
        &["--variant", "pacru", "analysis"],
    ] {
        let (lines, status) = Engine::start_with(arguments).rest();
        assert!(lines.is_empty() && status.code() == Some(2), "{arguments:?}: {lines:?}");
    }
}

/// A writer that keeps its text but panics on a text with the given word.
struct Brittle(Arc<Mutex<Vec<u8>>>, &'static str);

impl Write for Brittle {
    fn write(&mut self, text: &[u8]) -> std::io::Result<usize> {
        assert!(!String::from_utf8_lossy(text).contains(self.1), "broken on purpose");
        self.0.lock().unwrap().write(text)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_breaks_down_is_an_error_and_costs_no_other_request() {
    let request = |id: usize| json!({"id": id, "variant": "pacific-a", "nodes": 30});
    let mut input: String = (0..9).map(|id| format!("{}\n", request(id))).collect();
    input.push_str("{\"id\": \"v\", \"action\": \"query_version\"}\n{\"id\": 9}\n");
    for (word, broken) in [("\"id\":3,\"turn\"", json!(3)), ("\"version\"", json!(null))] {
        let written = Arc::new(Mutex::new(Vec::new()));
        let output = Output::new(Brittle(Arc::clone(&written), word));
        let settings = ServerSettings { parallel: 2, mebibytes: 2, threads: 1, report_every: None };
        serve(input.as_bytes(), &output, &settings).unwrap();
        let text = String::from_utf8(written.lock().unwrap().clone()).unwrap();
        let answers: Vec<Value> =
            text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(answers.len(), 11, "{text}");
        let of_broken = answers.iter().find(|answer| answer["id"] == broken).unwrap();
        let error = of_broken["error"].as_str().unwrap();
        assert!(error.contains("broke down"), "{text}");
        assert_eq!(of_broken["line"].as_u64(), broken.is_null().then_some(10));
    }
}
