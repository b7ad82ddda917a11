//! Requests about rules, and what searches tell beside their lines.

use super::{answers, receive, rest, send, server, single, timeless};
use crate::common::{self, Random};
use common::engine::Engine;
use serde_json::{Value, json};
use strategos::engine::{Position, Start};
use strategos::games::Variant;

/// The names of all queries.
const ALL: [&str; 9] =
    ["player", "result", "reason", "legalmoves", "fen", "ranking", "key", "view", "record"];

/// A random game of at most `most` tokens.
fn moves(variant: Variant, most: usize, random: &mut Random) -> Vec<String> {
    let mut game = variant.new_game();
    for _ in 0..most {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        game.play(&[random.pick(&legal).clone()]).unwrap();
    }
    game.position().moves
}

fn after(moves: &[String]) -> String {
    if moves.is_empty() {
        "startpos".to_string()
    } else {
        format!("startpos moves {}", moves.join(" "))
    }
}

/// What the library says of a position, in the form of the server.
fn expected(variant: Variant, moves: &[String]) -> Value {
    let mut game = variant.new_game();
    let position = Position { moves: moves.to_vec(), ..Position::from_start(Start::StartPos) };
    game.set_position(&position).unwrap();
    let players = 1..=variant.players();
    let told = |outcome: Option<_>| outcome.map_or("none".to_string(), |text: String| text);
    json!({
        "turn": moves.len(),
        "player": game.player().number(),
        "result": told(game.outcome().map(|outcome| outcome.to_string())),
        "reason": game.reason().unwrap_or("none"),
        "legalmoves": game.legal_moves(),
        "fen": game.fen(),
        "ranking": game.ranking(),
        "key": format!("{:016x}", game.key()),
        "view": players.clone().map(|player| game.view(player).unwrap()).collect::<Vec<_>>(),
        "record": players.map(|player| game.record(player).unwrap().to_string()).collect::<Vec<_>>(),
    })
}

#[test]
fn facts_of_all_variants_are_those_of_the_rules() {
    let mut random = Random::new(5);
    let (mut requests, mut wanted) = (Vec::new(), Vec::new());
    for variant in Variant::ALL {
        let moves = moves(*variant, 30, &mut random);
        let turns: Vec<usize> = vec![moves.len(), 0, moves.len() / 2];
        let name = variant.name();
        requests.push(json!({
            "id": name, "variant": name, "query": ALL, "position": after(&moves),
            "analyseTurns": turns,
        }));
        let texts: Vec<String> = turns.iter().map(|turn| after(&moves[..*turn])).collect();
        requests.push(json!({"id": name, "variant": name, "query": ALL, "positions": texts}));
        let facts: Vec<Value> =
            turns.iter().map(|turn| expected(*variant, &moves[..*turn])).collect();
        wanted.extend(vec![json!({"id": name, "positions": facts}); 2]);
    }
    assert_eq!(answers(server(), &requests), wanted);
}

#[test]
fn only_what_is_asked_is_told_and_a_fault_concerns_its_own_position() {
    let request = json!({
        "id": 1, "variant": "pacific-a", "query": ["player"],
        "positions": ["startpos moves a3b4", "startpos moves a3a3", "fen x", "startpos", "kfen x"],
    });
    let answers = answers(single(), &[request]);
    let positions = answers[0]["positions"].as_array().unwrap();
    assert_eq!(
        (&positions[0], &positions[3]),
        (&json!({"turn": 1, "player": 2}), &json!({"turn": 0, "player": 1}),)
    );
    for (index, part) in [(1, "illegal move a3a3"), (2, "bad fen"), (4, "kfen")] {
        let fault = &positions[index];
        assert!(fault["error"].as_str().unwrap().contains(part), "{fault}");
        assert_eq!((&fault["field"], fault.as_object().unwrap().len()), (&json!("positions"), 2));
    }
}

#[test]
fn a_finished_game_has_a_ranking_and_no_moves() {
    let position = "fen B07R0/9/9/9/9/9/9/9/4W04 w - 0 1 moves e1e2";
    let queries = ["result", "reason", "legalmoves", "ranking"];
    let request = json!({
        "id": 1, "variant": "pacru3", "query": queries, "raw": true, "position": position,
    });
    let answers = answers(single(), &[request]);
    let facts = &answers[0]["positions"][0];
    assert_eq!((&facts["result"], &facts["legalmoves"]), (&json!("p1win"), &json!([])));
    assert_eq!((&facts["ranking"][0], &facts["raw"]), (&json!(1), &json!(null)));
    assert_ne!(facts["reason"], "none");
}

#[test]
fn raw_values_are_those_of_the_evaluations() {
    let mut random = Random::new(6);
    for variant in Variant::ALL {
        let moves = moves(*variant, 12, &mut random);
        let mut game = variant.new_game();
        game.play(&moves).unwrap();
        if game.outcome().is_some() {
            continue;
        }
        let mut engine = strategos::engine::Engine::idle(*variant);
        let by_network = engine.evaluation(&*game).unwrap();
        engine.use_hand_made_eval(true);
        let by_hand = engine.evaluation(&*game).unwrap();
        let request =
            json!({"id": 1, "variant": variant.name(), "raw": true, "position": after(&moves)});
        let answers = answers(single(), &[request]);
        let raw = &answers[0]["positions"][0]["raw"];
        let seat = game.player().index();
        assert_eq!(raw["hand"][seat], by_hand.value.raw(), "{variant} {raw}");
        match raw["network"].as_array() {
            Some(values) => {
                assert_eq!(values.len(), variant.players());
                assert_eq!(raw["network"][seat], by_network.value.raw(), "{variant} {raw}");
            }
            None => assert_eq!(by_network.value, by_hand.value, "{variant}"),
        }
        let terms: Vec<(String, Vec<i32>)> =
            by_hand.terms.iter().map(|(name, parts)| (name.to_string(), parts.clone())).collect();
        let told = raw["terms"].as_array().unwrap().iter().map(|term| {
            let name = term["name"].as_str().unwrap().to_string();
            (name, serde_json::from_value(term["players"].clone()).unwrap())
        });
        assert_eq!(told.collect::<Vec<(String, Vec<i32>)>>(), terms);
        assert_eq!(raw["pieces"].as_array().unwrap().len(), by_network.worths.len());
        let wdl: Vec<u64> = serde_json::from_value(raw["wdl"].clone()).unwrap();
        assert_eq!(wdl.iter().sum::<u64>(), 1000);
    }
}

#[test]
fn a_network_file_is_used_for_raw_values_of_its_request_alone() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/pacru/eval/networks/pacru.net");
    let raw =
        |options: Value| json!({"id": 1, "variant": "pacru", "raw": true, "options": options});
    let requests =
        [raw(json!({})), raw(json!({"EvalFile": file})), raw(json!({"EvalFile": "no/such"}))];
    let answers = answers(single(), &requests);
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[2]["field"], "options");
}

/// Two histories that the mover cannot tell apart: the places of hidden submarines differ.
#[test]
fn a_view_reveals_only_what_the_player_knows() {
    let position = "fen 15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/a3,n5 - 0 20 \
                    moves sb2 c6d8 c6d7 a3b4 sb4";
    let other = position.replace("a3,n5", "a3,k5");
    let all = |id: &str, position: &str| json!({"id": id, "variant": "warpac-subs", "query": ALL, "position": position});
    let full = answers(single(), &[all("one", position), all("other", &other)]);
    let [one, other] = [0, 1].map(|index| full[index]["positions"][0].clone());
    assert_ne!(one["fen"], other["fen"]);
    let mover = one["player"].as_u64().unwrap() as usize;
    let known =
        |facts: &Value, player: usize| facts["record"][player - 1].as_str().unwrap().to_string();
    for player in [1, 2] {
        if known(&one, player) != known(&other, player) {
            continue;
        }
        let view = answers(single(), &[all("view", &known(&one, player))]);
        let facts = &view[0]["positions"][0];
        let stranger = 2 - player;
        assert_eq!(
            (&facts["view"][stranger], &facts["record"][stranger]),
            (&json!(null), &json!(null))
        );
        assert_eq!(facts["fen"], one["view"][player - 1]);
        assert!(!facts["fen"].as_str().unwrap().contains("n5"), "{facts}");
        if player == mover {
            assert_eq!(facts["legalmoves"], one["legalmoves"]);
            let search = |position: &str| json!({"id": 1, "variant": "warpac-subs", "key": true, "nodes": 20, "position": position});
            let keyed = answers(single(), &[search(position), search(&known(&one, player))]);
            assert_eq!(keyed[0]["key"], keyed[1]["key"]);
            assert_eq!(keyed[0]["key"], facts["key"]);
        }
        let raw = json!({"id": 1, "variant": "warpac-subs", "raw": true, "position": known(&one, player)});
        let told = answers(single(), &[raw]);
        let fault = &told[0]["positions"][0];
        assert_eq!(fault["field"], "raw", "{fault}");
    }
}

#[test]
fn rules_wait_for_no_search() {
    let mut server = single();
    send(&mut server, &json!({"id": "long", "variant": "pacru", "movetime": 100_000_000}));
    send(&mut server, &json!({"id": "rule", "variant": "pacru", "query": ["player"]}));
    assert_eq!(
        receive(&mut server),
        json!({"id": "rule", "positions": [{"turn": 0, "player": 1}]})
    );
    send(&mut server, &json!({"id": "end", "action": "terminate_all"}));
    assert_eq!(rest(&mut server).len(), 2);
}

#[test]
fn avoided_moves_are_not_searched() {
    let search = |more: Value| {
        let mut request = json!({"id": 1, "variant": "pacific-a", "depth": 3, "multipv": 256});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let first = answers(single(), &[search(json!({}))]);
    let best = first[0]["bestmove"].clone();
    let found = answers(single(), &[search(json!({"avoidMoves": [best]}))]);
    let heads = |answer: &Value| -> Vec<Value> {
        answer["lines"].as_array().unwrap().iter().map(|line| line["pv"][0].clone()).collect()
    };
    let [all, left] = [&first[0], &found[0]].map(heads);
    assert_eq!((left.len() + 1, left.contains(&best)), (all.len(), false));
    assert!(all.contains(&found[0]["bestmove"]));
    let mut deployment = Variant::from_name("gameofwar").unwrap().new_game();
    deployment.set_position(&Position::from_start(Start::Deploy)).unwrap();
    let drop = deployment.legal_moves()[0].clone();
    for (request, part) in [
        (search(json!({"avoidMoves": ["a3a3"]})), "illegal move a3a3"),
        (search(json!({"avoidMoves": all})), "no legal action is left"),
        (search(json!({"avoidMoves": ["a3b4"], "searchmoves": ["a3b4"]})), "exclude each other"),
        (
            json!({"id": 1, "variant": "gameofwar", "position": "deploy", "nodes": 9, "avoidMoves": [drop]}),
            "planned as a whole",
        ),
    ] {
        let errors = answers(single(), &[request]);
        assert!(errors[0]["error"].as_str().unwrap().contains(part), "{errors:?}");
        assert_eq!(errors[0]["field"], "avoidMoves");
    }
}

#[test]
fn lines_of_a_monte_carlo_search_tell_visits_and_priors() {
    let search = |variant: &str| json!({"id": 1, "variant": variant, "nodes": 400, "multipv": 3});
    let found = answers(single(), &[search("shacru4"), search("pacific-a")]);
    let lines = found[0]["lines"].as_array().unwrap();
    let visits: Vec<u64> = lines.iter().map(|line| line["visits"].as_u64().unwrap()).collect();
    assert!(visits.iter().sum::<u64>() <= 401 && visits[0] > 10, "{visits:?}");
    for line in lines {
        let prior = line["prior"].as_f64().unwrap();
        assert!(prior > 0.0 && prior <= 1.0, "{line}");
    }
    assert!(found[1]["lines"][0].get("visits").is_none());
}

#[test]
fn turns_may_have_priorities_of_their_own() {
    let mut server = single();
    send(
        &mut server,
        &json!({"id": "block", "variant": "pacific-a", "movetime": 100_000_000, "priority": 99}),
    );
    let game = json!({
        "id": "game", "variant": "pacific-a", "position": "startpos moves a3b4 b6a5", "nodes": 50,
        "analyseTurns": [0, 1, 2], "priorities": [1, 3, 2],
    });
    send(&mut server, &game);
    send(&mut server, &json!({"id": "end", "action": "terminate", "target": "block"}));
    let found = rest(&mut server);
    let turns: Vec<&Value> = found
        .iter()
        .filter(|answer| answer["id"] == "game")
        .map(|answer| &answer["turn"])
        .collect();
    assert_eq!(turns, [1, 2, 0]);
    let wrong = |more: Value| {
        let mut request = game.clone();
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let mut alone = game.clone();
    alone.as_object_mut().unwrap().remove("analyseTurns").unwrap();
    for request in [wrong(json!({"priorities": [1]})), wrong(json!({"priority": 3})), alone] {
        let errors = answers(single(), &[request]);
        assert_eq!(errors[0]["field"], "priorities", "{errors:?}");
    }
}

#[test]
fn the_server_has_an_interval_of_reports_for_all_requests() {
    let mut server = Engine::start_with(&["analysis", "--report-every", "1"]);
    let search = |id: usize| json!({"id": id, "variant": "pacific-a", "movetime": 200});
    send(&mut server, &search(1));
    let mut silent = search(2);
    silent["reportEvery"] = json!(0);
    send(&mut server, &silent);
    let found = rest(&mut server);
    let partial = |id: usize| {
        found.iter().filter(|answer| answer["id"] == id && answer["final"] == false).count()
    };
    assert!(partial(1) > 0);
    assert_eq!(partial(2), 0);
}

#[test]
fn the_key_of_a_search_is_that_of_the_position() {
    let position = "startpos moves i9i8";
    let search =
        json!({"id": 1, "variant": "pacru", "position": position, "nodes": 50, "key": true});
    let rules = json!({"id": 2, "variant": "pacru", "position": position, "query": ["key"]});
    let found = answers(single(), &[search, rules]);
    let key = |id: usize| found.iter().find(|answer| answer["id"] == id).unwrap();
    assert_eq!(key(1)["key"], key(2)["positions"][0]["key"]);
    assert!(timeless(key(1))["key"].as_str().unwrap().len() == 16);
}
