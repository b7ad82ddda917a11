//! Control of running searches: priorities, terminations, partial answers, the end of the input.

use super::{answers, receive, rest, send, server, single};
use serde_json::{Value, json};

/// A search without an end of its own, which reports its findings as soon as possible.
fn endless(id: &str, priority: i64) -> Value {
    json!({
        "id": id, "variant": "pacific-a", "movetime": 100_000_000, "reportEvery": 1,
        "priority": priority,
    })
}

fn short(id: &Value, priority: i64) -> Value {
    json!({"id": id, "variant": "pacific-a", "nodes": 50, "priority": priority})
}

fn terminate(target: &Value) -> Value {
    json!({"id": "t", "action": "terminate", "target": target})
}

/// The ids of the answers, in order.
fn ids(answers: &[Value]) -> Vec<&Value> {
    answers.iter().map(|answer| &answer["id"]).collect()
}

/// The next line that is not a partial answer.
fn receive_whole(server: &mut common::engine::Engine) -> Value {
    loop {
        let answer = receive(server);
        if answer["final"] != false {
            return answer;
        }
    }
}

use crate::common;

#[test]
fn the_most_urgent_comes_first_and_among_equals_the_oldest() {
    let mut server = single();
    send(&mut server, &endless("block", 100));
    let priorities = [0, 5, -5, 5, 0, 99];
    for (id, priority) in priorities.into_iter().enumerate() {
        send(&mut server, &short(&json!(id), priority));
    }
    send(&mut server, &terminate(&json!("block")));
    let mut answers = rest(&mut server);
    answers.retain(|answer| answer["final"] == true && answer["id"] != "block");
    assert_eq!(ids(&answers), [5, 1, 3, 0, 4, 2].map(Value::from).iter().collect::<Vec<_>>());
}

#[test]
fn a_terminated_search_still_gives_its_answer_and_no_other_is_touched() {
    let mut server = server();
    send(&mut server, &endless("1", 0));
    send(&mut server, &endless("other", 0));
    // Both searches are running once each has sent a partial answer.
    let mut heard = [false; 2];
    while heard.contains(&false) {
        let partial = receive(&mut server);
        assert!(partial["final"] == false && partial.get("terminated").is_none(), "{partial}");
        assert!(
            !partial["lines"].as_array().unwrap().is_empty() && partial["bestmove"].is_string()
        );
        heard[usize::from(partial["id"] == "other")] = true;
    }
    // The number 1 and the text "1" are different ids.
    send(&mut server, &terminate(&json!(1)));
    assert_eq!(receive_whole(&mut server)["searches"], 0);
    send(&mut server, &terminate(&json!("1")));
    let done = receive_whole(&mut server);
    assert_eq!(done, json!({"id": "t", "action": "terminate", "target": "1", "searches": 1}));
    let answer = receive_whole(&mut server);
    let head = (&answer["id"], &answer["final"], &answer["terminated"]);
    assert_eq!(head, (&json!("1"), &json!(true), &json!(true)));
    assert_eq!(answer["bestmove"], answer["lines"][0]["pv"][0]);
    assert!(answer["nodes"].as_u64().unwrap() > 0 && answer["bestmove"].is_string());
    send(&mut server, &short(&json!("after"), 0));
    assert_eq!(receive_whole(&mut server)["id"], "after");
    send(&mut server, &json!({"id": "all", "action": "terminate_all"}));
    let mut answers = rest(&mut server);
    answers.retain(|answer| answer["final"] != false);
    assert_eq!(ids(&answers), [&json!("all"), &json!("other")]);
    assert_eq!((&answers[0]["searches"], &answers[1]["terminated"]), (&json!(1), &json!(true)));
}

#[test]
fn what_is_terminated_before_it_begins_is_answered_at_once_without_a_search() {
    let mut server = single();
    send(&mut server, &endless("block", 100));
    assert_eq!(receive(&mut server)["id"], "block");
    let position = "startpos moves a3b4 b6a5";
    let turns = json!({
        "id": "w", "variant": "pacific-a", "position": position, "depth": 9, "analyseTurns": [1, 2],
    });
    send(&mut server, &turns);
    send(&mut server, &short(&json!("w"), 0));
    let mut broken = short(&json!("w"), 0);
    broken["position"] = json!("startpos moves a3a3");
    send(&mut server, &broken);
    send(&mut server, &short(&json!("kept"), 0));
    send(&mut server, &terminate(&json!("w")));
    assert_eq!(receive_whole(&mut server)["searches"], 4);
    let unsearched = |turn: usize| {
        json!({
            "id": "w", "turn": turn, "final": true, "player": 1 + turn % 2, "bestmove": null,
            "nodes": 0, "time": 0, "lines": [], "terminated": true,
        })
    };
    for turn in [1, 2, 0] {
        assert_eq!(receive_whole(&mut server), unsearched(turn));
    }
    let error = receive_whole(&mut server);
    assert!(error["error"].as_str().unwrap().starts_with("illegal move a3a3"), "{error}");
    send(&mut server, &terminate(&json!("block")));
    let mut answers = rest(&mut server);
    answers.retain(|answer| answer["final"] == true);
    assert_eq!(ids(&answers), [&json!("block"), &json!("kept")]);
}

#[test]
fn partial_answers_come_before_the_final_one_and_only_where_they_are_asked_for() {
    let mut silent = endless("silent", 0);
    silent.as_object_mut().unwrap().remove("reportEvery");
    let mut server = server();
    send(&mut server, &silent);
    send(&mut server, &endless("told", 0));
    let mut depths = Vec::new();
    while depths.len() < 4 {
        let partial = receive(&mut server);
        assert_eq!((&partial["id"], &partial["final"]), (&json!("told"), &json!(false)));
        depths.push(partial["lines"][0]["depth"].as_u64().unwrap());
    }
    assert!(depths.is_sorted() && depths[3] > depths[0], "each tells something new: {depths:?}");
    send(&mut server, &json!({"id": "all", "action": "terminate_all"}));
    let answers = rest(&mut server);
    assert_eq!(answers.iter().filter(|answer| answer["final"] == true).count(), 2);
    assert!(answers.iter().all(|answer| answer["final"] != false || answer["id"] == "told"));
}

#[test]
fn the_end_of_the_input_finishes_what_is_queued() {
    let game = json!({
        "id": "game", "variant": "pacific-a", "position": "startpos moves a3b4 b6a5", "nodes": 200,
        "analyseTurns": [0, 1, 2],
    });
    let requests: Vec<Value> = (0..40).map(|id| short(&json!(id), 0)).chain([game]).collect();
    for server in [single(), server()] {
        assert_eq!(answers(server, &requests).len(), 43);
    }
    let nothing = answers(server(), &[]);
    assert!(nothing.is_empty());
}

#[test]
fn a_last_line_without_its_end_is_answered() {
    let mut server = single();
    server.send_bytes(short(&json!("last"), 0).to_string().as_bytes());
    assert_eq!(ids(&rest(&mut server)), [&json!("last")]);
}

#[test]
fn more_requests_than_may_wait_are_all_answered() {
    // Twice as many requests as the queue holds. The rest waits in the pipe.
    const COUNT: usize = 20_000;
    let requests: Vec<Value> =
        (0..COUNT).map(|id| json!({"id": id, "variant": "pacific-a", "nodes": 1})).collect();
    let answers = answers(server(), &requests);
    let mut ids: Vec<u64> = answers.iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
    ids.sort_unstable();
    assert!(ids.into_iter().eq(0..COUNT as u64));
}
