//! Endgame tables in play: the engine converts what is won, prolongs what is lost, and keeps what is drawn.

use crate::analysis::{answers, single};
use crate::common::answers::{Info, search};
use crate::common::engine::Engine;
use crate::common::program::{Folder, refused, strategos, told};
use serde_json::{Value, json};
use std::fs;

/// Positions with their results: a long win of each class, losses, a draw, and a position without table.
const POSITIONS: [(&str, &str); 6] = [
    ("2k1/4/4/4/4/K3/3C1/4 w 0 1", "win 27"),
    ("4/4/4/4/k3/4/4/KK2 w 0 1", "win 33"),
    ("3k/4/4/4/4/4/4/K3 w 0 1", "win 11"),
    ("kk2/4/4/4/K3/4/4/4 w 0 1", "loss 34"),
    ("3k/4/4/4/4/4/K3/4 w 0 1", "draw"),
    ("4/2kk/4/4/K3/4/KK2/4 w 0 1", "unknown"),
];

/// A folder with the tables of type A with up to three pieces.
fn tables(name: &str) -> Folder {
    let folder = Folder::new(name);
    told(&["tables", "pacific-a", "--pieces", "3", "--out", &folder.file("")]);
    folder
}

/// An engine that uses the tables in this folder.
fn engine_with(path: &str) -> Engine {
    let mut engine = Engine::start();
    let found = engine.ask(&format!("setoption name TablePath value {path}"));
    assert_eq!(found, "info string tables of pacific-a: 4 classes of up to 3 pieces");
    engine
}

/// The token and the result of each action, best first.
fn moves(engine: &mut Engine) -> Vec<(String, String)> {
    let listed = engine.query("tablemoves");
    let moves = listed.split(", ").filter_map(|one| one.split_once(' '));
    moves.map(|(token, result)| (token.to_string(), result.to_string())).collect()
}

#[test]
fn the_exact_result_can_be_asked() {
    let folder = tables("asked");
    let mut without = Engine::start();
    let mut engine = engine_with(&folder.file(""));
    for (fen, result) in POSITIONS {
        engine.send(&format!("position fen {fen}"));
        assert_eq!(engine.query("table"), result, "{fen}");
        let legal = engine.query("legalmoves").split(' ').count();
        let moves = moves(&mut engine);
        assert_eq!(moves.len(), legal, "{fen}");
        assert!(result == "unknown" || moves[0].1 == result, "{fen}: {moves:?}");
        without.send(&format!("position fen {fen}"));
        assert_eq!(without.query("table"), "unknown");
    }
    // The limit spoils a win whose next capture or carrier move comes too late.
    for (fen, result) in [
        ("4/4/4/4/k3/4/4/KK2 w 67 1", "win 33"),
        ("4/4/4/4/k3/4/4/KK2 w 68 1", "draw"),
        ("2k1/4/4/4/4/K3/3C1/4 w 93 1", "win 27"),
        ("2k1/4/4/4/4/K3/3C1/4 w 94 1", "draw"),
    ] {
        engine.send(&format!("position fen {fen}"));
        assert_eq!(engine.query("table"), result, "{fen}");
    }
}

#[test]
fn the_moves_in_the_tables_are_told_at_the_board() {
    let folder = tables("board");
    let (fen, _) = POSITIONS[0];
    let mut engine = engine_with(&folder.file(""));
    engine.send(&format!("position fen {fen}"));
    let expected = engine.query("tablemoves");
    let mut board = Engine::start_with(&["table", "pacific-a", "--tables", &folder.file("")]);
    assert_eq!(heard(&mut board, "hello")["tables"], true);
    let orders = [
        json!({"viewer": "me", "do": "open", "variant": "pacific-a", "position": format!("fen {fen}")}),
        json!({"viewer": "me", "do": "ask", "query": "tablemoves"}),
        // The engines of the table use them, too.
        json!({"viewer": "me", "do": "analyse", "lines": 1}),
    ];
    orders.iter().for_each(|order| board.send(&order.to_string()));
    assert_eq!(heard(&mut board, "answer")["text"], expected);
    let mut score = heard(&mut board, "analysis")["lines"][0]["score"].clone();
    while score != json!({"mate": 14}) {
        score = heard(&mut board, "analysis")["lines"][0]["score"].clone();
    }
    board.finish();
}

/// The next message of a type.
fn heard(board: &mut Engine, kind: &str) -> Value {
    loop {
        let message: Value = serde_json::from_str(&board.line()).unwrap();
        if message["type"] == kind {
            return message;
        }
    }
}

/// The engine plays both sides at depth 1, so that only the tables can know the way.
#[test]
fn wins_are_converted_and_losses_prolonged() {
    let folder = tables("played");
    let mut engine = engine_with(&folder.file(""));
    for (fen, result) in POSITIONS {
        let Some((_, plies)) = result.split_once(' ') else { continue };
        let mut played = Vec::new();
        for left in (1..=plies.parse::<usize>().unwrap()).rev() {
            let position = format!("position fen {fen} moves {}", played.join(" "));
            let answer = search(&mut engine, &format!("{position}\ngo depth 1"));
            let Info { kind, score, pv, .. } = answer.last();
            assert_eq!((&**kind, pv.len()), ("mate", left), "{position}");
            let turns = (left / 2 + left % 2) as i64;
            let is_won = result.starts_with("win") == (played.len() % 2 == 0);
            assert_eq!(*score, if is_won { turns } else { -turns }, "{position}");
            played.push(answer.best);
        }
        engine.send(&format!("position fen {fen} moves {}", played.join(" ")));
        assert_eq!(engine.query("gameover"), "true", "{played:?}");
        assert_ne!(engine.query("result"), "draw", "{played:?}");
    }
}

/// 93 plies have gone, and the win takes 27. A move of the carrier comes in time, and the game is won all the same.
#[test]
fn a_win_is_kept_within_the_limit() {
    let folder = tables("limit");
    let mut engine = engine_with(&folder.file(""));
    let fen = "2k1/4/4/4/4/K3/3C1/4 w 93 1";
    let mut played: Vec<String> = Vec::new();
    while played.len() < 100 {
        let position = format!("position fen {fen} moves {}", played.join(" "));
        let lines = engine.search(&format!("{position}\ngo depth 2"));
        let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap();
        if best == "(none)" {
            break;
        }
        if played.is_empty() {
            let Info { kind, score, .. } = Info::read(&lines[lines.len() - 2]).unwrap();
            assert!(kind == "cp" && score > 29_000, "{lines:?}");
        }
        played.push(best.to_string());
    }
    assert_eq!(engine.query("result"), "p1win", "{played:?}");
}

#[test]
fn a_draw_is_kept_and_shown_as_one() {
    let folder = tables("drawn");
    let mut engine = engine_with(&folder.file(""));
    let mut losing = 0;
    for fen in ["4/4/2k1/4/1K2/4/4/4 w 0 1", "3k/4/4/4/4/4/K3/4 w 0 1"] {
        engine.send(&format!("position fen {fen}"));
        assert_eq!(engine.query("table"), "draw");
        let moves = moves(&mut engine);
        losing += moves.iter().filter(|(_, result)| result.starts_with("loss")).count();
        for limits in ["go depth 1", "go nodes 500", "go depth 6"] {
            let answer = search(&mut engine, limits);
            let Info { kind, score, .. } = answer.last();
            assert_eq!((&**kind, *score), ("cp", 0), "{fen}");
            let chosen = moves.iter().find(|(token, _)| *token == answer.best).unwrap();
            assert_eq!(chosen.1, "draw", "{fen}");
        }
    }
    assert!(losing > 0, "no position in which an action loses");
}

/// From a position without table a search reaches positions with one.
#[test]
fn a_search_asks_the_tables() {
    let folder = tables("within");
    let fen = "position fen 4/2kk/4/4/K3/4/KK2/4 w 0 1\ngo depth 6";
    let hits = |engine: &mut Engine| {
        let lines = engine.search(fen);
        let words: Vec<&str> = lines[lines.len() - 2].split(' ').collect();
        let at = words.iter().position(|word| *word == "tbhits").unwrap();
        words[at + 1].parse::<u64>().unwrap()
    };
    assert!(hits(&mut engine_with(&folder.file(""))) > 0);
    assert_eq!(hits(&mut Engine::start()), 0);

    // Nothing of it stays when the option is emptied, and a limited strength has no tables.
    let mut engine = engine_with(&folder.file(""));
    hits(&mut engine);
    engine.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1500");
    assert_eq!(hits(&mut engine), 0);
    engine.send("setoption name UCI_LimitStrength value false");
    engine.send("setoption name TablePath value <empty>");
    let last = |engine: &mut Engine| {
        let answer = search(engine, fen);
        (answer.last().nodes, answer.last().pv.clone())
    };
    assert_eq!(last(&mut engine), last(&mut Engine::start()));
    assert_eq!(engine.query("table"), "unknown");
}

/// Several lines have the exact value of each action.
#[test]
fn each_of_several_lines_has_its_distance() {
    let folder = tables("lines");
    let mut engine = engine_with(&folder.file(""));
    engine.send("setoption name MultiPV value 8\nposition fen 4/4/4/4/k3/4/4/KK2 w 0 1");
    let moves = moves(&mut engine);
    let lines = engine.search("go depth 4");
    let infos: Vec<Info> = lines.iter().filter_map(|line| Info::read(line)).collect();
    let last = &infos[infos.len() - moves.len()..];
    for (info, (_, result)) in last.iter().zip(&moves) {
        match result.split_once(' ') {
            Some((_, plies)) => assert_eq!(info.pv.len(), plies.parse::<usize>().unwrap()),
            None => assert_eq!((&*info.kind, info.score), ("cp", 0)),
        }
        let named = moves.iter().find(|(token, _)| *token == info.pv[0]).unwrap();
        assert_eq!(&named.1, result);
    }
}

#[test]
fn what_cannot_be_used_is_named_and_play_goes_on() {
    let folder = tables("faults");
    let mut engine = Engine::start();
    let set = |path: &str| format!("setoption name TablePath value {path}");
    let said = engine.ask(&set(&folder.file("none")));
    assert!(said.starts_with("info string warning: ") && said.contains("none: "), "{said}");
    assert_eq!(engine.line(), "info string warning: there are no tables of pacific-a in TablePath");
    assert_ne!(engine.search("go depth 2").last().unwrap(), "bestmove (none)");

    // A variant without tables says nothing; one with tables looks for its own.
    engine.send("setoption name UCI_Variant value pacru");
    assert_eq!(engine.query("table"), "unknown");
    engine.send(&set(&folder.file("")));
    assert_eq!(engine.query("table"), "unknown");
    engine.send("setoption name UCI_Variant value pacific-a");
    assert_eq!(engine.line(), "info string tables of pacific-a: 4 classes of up to 3 pieces");

    // A block that is damaged while the engine runs.
    let path = folder.file("pacific-a.KKvK.ending");
    let mut bytes = fs::read(&path).unwrap();
    // The header and the index end before byte 200.
    bytes[200..].iter_mut().for_each(|byte| *byte ^= 0x55);
    fs::write(&path, bytes).unwrap();
    engine.send("position fen 4/4/4/4/k3/4/4/KK2 w 0 1");
    let said = engine.ask("query table");
    assert!(
        said.contains("pacific-a.KKvK.ending: block ") && said.contains("is damaged"),
        "{said}"
    );
    assert_eq!(engine.line(), "response unknown");
    let lines = engine.search("go depth 4");
    assert!(!lines.iter().any(|line| line.contains("damaged")), "{lines:?}");
}

#[test]
fn the_analysis_server_answers_with_the_tables() {
    let folder = tables("server");
    let request = |id: u32, fen: &str, path: &str| {
        let position = format!("fen {fen}");
        json!({"id": id, "variant": "pacific-a", "position": position, "depth": 2, "tables": true,
               "options": {"TablePath": path}})
    };
    let path = folder.file("");
    let mut found = answers(
        single(),
        &[
            request(1, "2k1/4/4/4/4/K3/3C1/4 w 0 1", &path),
            request(2, "3k/4/4/4/4/4/K3/4 w 0 1", &path),
            request(3, "3k/4/4/4/4/3K/4/4 w 0 1", &folder.file("none")),
            json!({"id": 4, "variant": "pacific-a", "depth": 1, "tables": 1}),
        ],
    );
    found.sort_by_key(|answer| answer["id"].as_u64());
    let [won, drawn, without, wrong] = &found[..] else { panic!("{found:?}") };
    assert_eq!((&won["tables"]["value"], &won["tables"]["plies"]), (&json!("win"), &json!(27)));
    assert_eq!(won["tables"]["moves"][0]["move"], won["bestmove"]);
    assert_eq!(won["tables"]["moves"][0]["plies"], json!(27));
    assert_eq!(won["lines"][0]["score"], json!({"mate": 14}));
    assert_eq!((&drawn["tables"]["value"], drawn["tables"].get("plies")), (&json!("draw"), None));
    assert_eq!(without["tables"]["value"], json!("unknown"));
    let warning = without["warning"].as_str().unwrap();
    assert!(warning.contains("none: ") && warning.contains("no tables of pacific-a"), "{warning}");
    assert_eq!(wrong["field"], json!("tables"), "{wrong}");
}

/// The command line takes the option as any other.
#[test]
fn commands_of_one_call_use_the_tables() {
    let folder = tables("called");
    let set = format!("setoption name TablePath value {}", folder.file(""));
    let fen = "position fen 3k/4/4/4/4/4/4/K3 w 0 1";
    let output = strategos(&[&set, fen, "query table "]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.ends_with("response win 11\n"), "{said}");
}

/// A game ends at the first position that the tables know, and has its result.
#[test]
fn training_games_end_with_the_exact_result() {
    let folder = tables("training");
    let [path, openings, games] = ["", "openings.epd", "games.dat"].map(|name| folder.file(name));
    let fens =
        ["4/4/kk2/4/4/4/4/K3 w 0 1", "3k/4/4/4/4/4/K3/K3 w 0 1", "2k1/4/4/4/4/K3/3C1/4 w 0 1"];
    fs::write(&openings, fens.join("\n")).unwrap();
    let words = ["datagen", "pacific-a", "--games", "3", "--nodes", "50", "--openings", &openings];
    told(&[&words[..], &["--tables", &path, "--out", &games]].concat());
    let shown = told(&["datagen", "--show", &games]);
    let lines: Vec<&str> = shown.lines().collect();
    assert!(lines[0].contains(" tables 4 classes of up to 3 pieces"), "{shown}");
    assert_eq!(lines.len(), 1 + 2 * fens.len(), "one turn in each game: {shown}");
    let mut engine = engine_with(&path);
    for (fen, game) in fens.iter().zip(lines[1..].chunks(2)) {
        let token = game[1].split(' ').nth(1).unwrap();
        engine.send(&format!("position fen {fen} moves {token}"));
        let points = match engine.query("table").split(' ').next().unwrap() {
            "win" => "0 12",
            "loss" => "12 0",
            _ => "6 6",
        };
        assert!(game[0].contains(&format!("points {points} fen {fen}")), "{shown}");
    }

    let made_with = |variant: &str, tables: &str| {
        let out = folder.file("more.dat");
        refused(&["datagen", variant, "--games", "1", "--tables", tables, "--out", &out])
    };
    assert!(made_with("pacific-a", &folder.file("none")).contains("none: "));
    assert!(made_with("pacru", &path).contains("pacru has no endgame tables"));
}
