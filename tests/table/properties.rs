//! Random orders in random states, over all variants: a state or an error, and never a broken game.

use super::{Guest, last, random_action};
use crate::common::{Random, deploys, games, hiding};
use serde_json::{Value, json};
use strategos::games::Variant;

/// A random order, mostly one that can make sense.
fn order(random: &mut Random, variant: Variant, state: &Value) -> Value {
    let node = random.below(12);
    let token = random_action(state, random).unwrap_or("a1b2".to_string());
    let players = variant.players();
    let seat = match random.below(4) {
        0 => json!({"kind": "engine", "level": random.below(21), "nodes": 1 + random.below(50)}),
        1 => json!({"kind": "outside"}),
        _ => json!({"kind": "person", "screen": random.pick(&["", "one"])}),
    };
    match random.below(40) {
        0 => json!({"do": "undo", "count": 1 + random.below(3)}),
        1 => json!({"do": "redo", "count": 1 + random.below(3)}),
        2 | 3 => json!({"do": "step", "to": node}),
        4 => json!({"do": "continue"}),
        5 => json!({"do": "promote", "node": node}),
        6 => json!({"do": "delete", "node": node}),
        7 => json!({"do": "comment", "node": node, "text": "a comment"}),
        8 => json!({"do": "mark", "node": node, "mark": "!"}),
        9 => json!({"do": "pause"}),
        10 | 11 => json!({"do": "go"}),
        12 => json!({"do": "stop"}),
        13 => json!({"do": "hint"}),
        14 => json!({"do": "analyse", "lines": random.below(3)}),
        15 => json!({"do": "seat", "player": 1 + random.below(players), "seat": seat}),
        16 => json!({"do": "cover"}),
        17 | 18 => json!({"do": "uncover", "player": state["player"]}),
        19 => json!({"do": "ask", "query": "online"}),
        20 => {
            json!({"do": "save", "form": random.pick(&["table", "record", "pgn", "position"])})
        }
        21 => json!({"do": "resign"}),
        22 => json!({"do": "join", "screen": random.pick(&["", "one"])}),
        _ => json!({"do": "play", "token": token}),
    }
}

/// Answers the searches that the table has asked for, mostly with a legal move.
fn answer(guest: &mut Guest, random: &mut Random, told: &[Value]) {
    for search in super::requests(told, "search") {
        let position = format!("position {}", search["position"].as_str().unwrap());
        let variant = Variant::from_name(search["variant"].as_str().unwrap()).unwrap();
        let legal = legal_moves(variant, &position);
        let number = search["search"].clone();
        let event = match random.below(8) {
            0 => json!({"do": "failed", "search": number, "reason": "tired"}),
            1 => json!({"do": "found", "search": number, "token": "zz"}),
            _ if legal.is_empty() => json!({"do": "found", "search": number}),
            _ => json!({"do": "found", "search": number, "token": random.pick(&legal)}),
        };
        let told = guest.event(&event).unwrap_or_default();
        if random.below(3) > 0 {
            answer(guest, random, &told);
        }
    }
}

fn legal_moves(variant: Variant, position: &str) -> Vec<String> {
    let mut game = variant.new_game();
    let position = match strategos::protocol::parse(position.as_bytes()) {
        Ok(Some(strategos::protocol::Command::Position(position))) => position,
        other => panic!("{position}: {other:?}"),
    };
    game.set_position(&position).unwrap_or_else(|error| panic!("{position}: {error}"));
    game.legal_moves()
}

/// What holds in every state: the position that is shown is the one that its record leads to.
fn check(guest: &mut Guest, viewer: &str) {
    let state = guest.state(viewer);
    let Some(board) = state.get("board") else { return };
    guest.does("spy", &json!({"do": "join", "screen": viewer}));
    let text = guest.saved("spy", "position");
    let variant = Variant::from_name(state["variant"].as_str().unwrap()).unwrap();
    guest.does("spy", &json!({"do": "leave"}));
    let mut game = variant.new_game();
    let Ok(Some(strategos::protocol::Command::Position(position))) =
        strategos::protocol::parse(text.lines().last().unwrap_or_default().as_bytes())
    else {
        panic!("{text}")
    };
    game.set_position(&position).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(board["mover"], game.player().number(), "{text}");
    if board["sees"] == 0 {
        assert_eq!(board["fen"], game.fen(), "{text}");
    }
}

#[test]
fn any_order_in_any_state_gives_a_state_or_an_error() {
    for (index, variant) in Variant::ALL.iter().enumerate() {
        for round in 0..games(2) {
            let mut random = Random::new(100 * round + index as u64);
            let mut guest = Guest::new(*variant);
            let is_deploying = deploys(*variant) && round % 2 == 0;
            let start = if is_deploying { "deploy" } else { "startpos" };
            guest.does("me", &json!({"do": "new", "variant": variant.name(), "start": start}));
            for _ in 0..150 {
                let viewer = random.pick(&["me", "you"]);
                let screen = if *viewer == "me" { "" } else { "one" };
                let state = guest.state(screen);
                let order = order(&mut random, *variant, &state);
                guest.now += random.below(50) as u64;
                let told = guest.order(viewer, &order).unwrap_or_default();
                answer(&mut guest, &mut random, &told);
            }
            check(&mut guest, "");
            check(&mut guest, "one");
            // Whatever has happened, a snapshot restores it.
            let snapshot = guest.table.snapshot();
            let mut other = Guest::new(*variant);
            other.event(&json!({"do": "restore", "text": snapshot})).unwrap();
            let restored = other.table.snapshot();
            assert_eq!(parts(&restored), parts(&snapshot), "{}", variant.name());
        }
    }
}

/// A snapshot without what a new table begins anew: its clocks stand.
fn parts(snapshot: &str) -> Value {
    serde_json::from_str(snapshot).unwrap()
}

#[test]
fn what_is_taken_back_leads_to_the_start() {
    for variant in Variant::ALL {
        let mut random = Random::new(7);
        let mut guest = Guest::new(*variant);
        guest.does("me", &json!({"do": "new", "variant": variant.name(), "open": true}));
        let start = guest.state("")["board"]["fen"].clone();
        for _ in 0..40 {
            let Some(token) = random_action(&guest.state(""), &mut random) else { break };
            guest.plays("me", &[&token]);
        }
        let end = guest.state("")["board"]["fen"].clone();
        let told = guest.does("me", &json!({"do": "undo", "count": 1000}));
        let board = &last(&told, "me", "state")["board"];
        assert_eq!((&board["fen"], &board["at"]), (&start, &json!(0)), "{}", variant.name());
        let told = guest.does("me", &json!({"do": "redo", "count": 1000}));
        assert_eq!(last(&told, "me", "state")["board"]["fen"], end, "{}", variant.name());
    }
}

#[test]
fn hidden_games_take_back_only_the_turn_under_way() {
    for variant in hiding() {
        let mut random = Random::new(3);
        let mut guest = Guest::new(variant);
        guest.does("me", &json!({"do": "new", "variant": variant.name(), "start": "deploy"}));
        guest.does("me", &json!({"do": "uncover", "player": 1}));
        let mut taken_back = 0;
        for _ in 0..120 {
            let state = guest.state("");
            if state.get("curtain").is_some() || state.get("handover").is_some() {
                guest.does("me", &json!({"do": "cover"}));
                guest.does("me", &json!({"do": "uncover", "player": state["player"]}));
                continue;
            }
            let Some(token) = random_action(&state, &mut random) else { break };
            let is_midway = state["board"]["turn"] == false;
            if is_midway && random.below(5) == 0 {
                let before = state["board"]["fen"].clone();
                guest.does("me", &json!({"do": "undo"}));
                assert_ne!(guest.state("")["board"]["fen"], before);
                taken_back += 1;
                continue;
            }
            if state["board"]["turn"] == true {
                assert!(guest.order("me", &json!({"do": "undo"})).is_err(), "{}", variant.name());
            }
            guest.plays("me", &[&token]);
        }
        assert!(taken_back > 3, "{}: {taken_back}", variant.name());
    }
}
