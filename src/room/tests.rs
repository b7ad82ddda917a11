//! Two rooms that exchange only what a person copies.

use super::{MemoryFiles, Room};
use crate::games::Variant;
use crate::sealed::{SealedError, Surroundings, Time};
use crate::table::Table;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const SUBMARINES: &str =
    "fen 15k/16/16/16/16/16/16/16/16/16/2n13/16/16/2N13/16/K15 w s - c6/a3,n5 - 0 20";

/// Chance that counts, and a clock that stands.
struct Counting(u64);

impl Surroundings for Counting {
    fn random(&mut self) -> Result<[u8; 32], SealedError> {
        self.0 += 1;
        let mut bytes = [7; 32];
        bytes[..8].copy_from_slice(&self.0.to_be_bytes());
        Ok(bytes)
    }

    fn now(&mut self) -> Time {
        Time::from_seconds(1_796_040_000)
    }
}

/// A page with a room of its own. `told` has the last message of each kind.
struct Page {
    room: Room,
    told: BTreeMap<String, Value>,
    /// Everything since the last order, and all files that the host was told to keep.
    heard: Vec<Value>,
    kept: BTreeMap<String, String>,
}

impl Page {
    fn new(chance: u64) -> Self {
        let mut page = Self {
            room: room(chance),
            told: BTreeMap::new(),
            heard: Vec::new(),
            kept: BTreeMap::new(),
        };
        page.order(json!({"do": "join"}));
        page
    }

    /// Gives an order, and returns the error if it is refused.
    fn order(&mut self, mut order: Value) -> Option<String> {
        order["viewer"] = "page".into();
        self.line(&order)
    }

    fn line(&mut self, line: &Value) -> Option<String> {
        self.room.take_line(line.to_string().as_bytes(), 0);
        self.told.remove("error");
        self.heard.clear();
        for output in self.room.outputs() {
            let message = serde_json::to_value(output).unwrap();
            let kind = message["type"].as_str().unwrap().to_string();
            match (kind.as_str(), message["text"].as_str()) {
                ("keep", Some(text)) => {
                    let name = message["game"].as_str().unwrap().to_string();
                    self.kept.insert(name, text.to_string());
                }
                ("keep", None) => drop(self.kept.remove(message["game"].as_str().unwrap())),
                _ => {}
            }
            let names = ["games", "audit", "left"];
            let news = names.into_iter().find(|news| message.get(news).is_some());
            let name = news.filter(|_| kind == "lines").unwrap_or(&kind).to_string();
            self.heard.push(message.clone());
            self.told.insert(name, message);
        }
        self.told.get("error").map(|error| error["text"].as_str().unwrap().to_string())
    }

    fn lines(&mut self, act: &str, words: Value) -> Option<String> {
        let mut order = words;
        order["do"] = "lines".into();
        order["act"] = act.into();
        self.order(order)
    }

    fn play(&mut self, token: &str) -> Option<String> {
        self.order(json!({"do": "play", "token": token}))
    }

    fn sheet(&self) -> &Value {
        &self.told["lines"]["game"]
    }

    fn board(&self) -> &Value {
        &self.told["state"]["board"]
    }

    /// What this page has to send.
    fn send(&self) -> String {
        let lines = self.sheet()["send"].as_array().unwrap();
        lines.iter().map(|line| format!("{}\n", line.as_str().unwrap())).collect()
    }
}

fn room(chance: u64) -> Room {
    let table = Table::new(Variant::PACIFIC_A, 0).unwrap();
    let around = Box::new(Counting(chance));
    Room::new(table).with_games_by_lines(Box::new(MemoryFiles::default()), around)
}

fn hand_over(giver: &Page, taker: &mut Page) {
    let text = giver.send();
    assert_eq!(taker.lines("receive", json!({"text": text})), None);
}

fn begun(variant: &str, start: &str) -> (Page, Page) {
    let (mut ann, mut bob) = (Page::new(0), Page::new(1 << 32));
    let terms = json!({"variant": variant, "start": start, "first": "me", "name": "Ann"});
    assert_eq!(ann.lines("propose", terms), None);
    let line = ann.send();
    assert_eq!(bob.lines("join", json!({"line": line, "name": "Bob"})), None);
    hand_over(&bob, &mut ann);
    (ann, bob)
}

/// Has a page set up by a deployment that the engine draws.
fn deploy(page: &mut Page) {
    assert_eq!(page.order(json!({"do": "hint"})), None);
    let request = page.told.remove("search").unwrap();
    let position =
        crate::protocol::parse_position(request["position"].as_str().unwrap().as_bytes());
    let variant = Variant::from_name(request["variant"].as_str().unwrap()).unwrap();
    let mut game = variant.new_game();
    game.set_position(&position.unwrap()).unwrap();
    let mut engine = crate::engine::Engine::idle(variant);
    let mut wanted = crate::engine::Request::to_depth(1);
    wanted.options.seed = request["seed"].as_u64().unwrap();
    let token = engine.search(&*game, &wanted).unwrap().best().unwrap().unwrap();
    page.line(&json!({"do": "found", "search": request["search"], "token": token}));
    assert_eq!(page.told["hint"]["token"], token);
    assert_eq!(page.play(&token), None);
}

#[test]
fn a_turn_in_parts() {
    let (mut ann, mut bob) = begun("gameofwar", "startpos");
    assert_eq!(ann.play("c8c9"), None);
    assert_eq!(ann.board()["undo"], true);
    assert_eq!(ann.sheet()["count"], 2);
    assert_eq!(ann.sheet()["part"], json!(["c8c9"]));
    assert_eq!(ann.order(json!({"do": "undo"})), None);
    assert_eq!(ann.board()["undo"], false);
    for token in ["c8c9", "d8d9", "end"] {
        assert_eq!(ann.play(token), None);
    }
    assert_eq!(ann.sheet()["next"], "wait");
    assert!(ann.send().contains("turn c8c9,d8d9,end"));
    hand_over(&ann, &mut bob);
    assert_eq!(bob.board()["mover"], 2);
    // Nothing is hidden any more, so the board can answer questions about the position.
    assert_eq!(bob.sheet()["open"], true);
    assert_eq!(bob.order(json!({"do": "ask", "query": "online"})), None);
    assert!(!bob.told["answer"]["text"].as_str().unwrap().is_empty());
    bob.order(json!({"do": "step", "to": 0}));
    assert_eq!((&bob.board()["at"], &bob.board()["live"]), (&json!(0), &json!(1)));
    assert_eq!(bob.board()["legal"], json!([]));
    bob.order(json!({"do": "step", "to": 1}));
    assert_ne!(bob.board()["legal"], json!([]));
}

#[test]
fn what_cannot_be_done() {
    let mut alone = Page::new(0);
    for (act, words, text) in [
        ("open", json!({}), "no game by lines is on the board"),
        ("audit", json!({"text": ""}), "no game by lines is on the board"),
        ("download", json!({}), "no game by lines is on the board"),
        ("resume", json!({"game": "game-1"}), "there is no game game-1"),
        ("remove", json!({"game": "game-1"}), "there is no game game-1"),
        ("join", json!({"line": "hello", "name": "Bob"}), "too few words"),
        ("upload", json!({"text": "hello"}), "no player's file"),
        ("propose", json!({"variant": "chess", "name": "Ann"}), "chess"),
        ("propose", json!({"variant": "pacru3", "name": "Ann"}), "not a game for two players"),
        ("propose", json!({"variant": "warpac", "name": ""}), "a name has 1 to 64 bytes"),
        (
            "propose",
            json!({"variant": "warpac", "name": "A", "first": "us"}),
            "expected me or other",
        ),
        (
            "propose",
            json!({"variant": "warpac", "name": "A", "start": "deploy moves end"}),
            "without a view and moves",
        ),
        ("propose", json!({"variant": "warpac", "name": "A", "size": 3}), "unknown field"),
        ("nonsense", json!({}), "unknown variant `nonsense`"),
    ] {
        let error = alone.lines(act, words).unwrap();
        assert!(error.contains(text), "{act}: {error}");
    }
    assert!(alone.kept.is_empty());
    let (mut ann, mut bob) = begun("warpac-subs", "");
    for (order, text) in [
        (json!({"do": "play", "token": "K@e9"}), "illegal move K@e9"),
        (json!({"do": "go"}), "cannot be done in a game by lines"),
        (json!({"do": "save", "form": "pgn"}), "saved as the player's file"),
        (json!({"do": "undo"}), "cannot be done in a game by lines"),
        (json!({"do": "analyse", "lines": 1}), "cannot be done in a game by lines"),
        (json!({"do": "ask", "query": ""}), "a question is missing"),
        (json!({"do": "lines", "act": "open"}), "nothing is to be opened now"),
        (json!({"do": "lines", "act": "resume", "game": "../x"}), "there is no game ../x"),
        (json!({"do": "lines", "act": "remove", "game": "game-1"}), "leave it first"),
        (json!({"do": "lines", "act": "receive", "text": "hello"}), "too few words"),
    ] {
        let error = ann.order(order.clone()).unwrap();
        assert!(error.contains(text), "{order}: {error}");
    }
    assert_eq!(bob.order(json!({"do": "hint"})).unwrap(), "it is not your turn");
    assert_eq!(bob.play("K@e2").unwrap(), "it is not your turn");
}

#[test]
fn a_hidden_turn_stays_hidden_and_the_game_is_audited() {
    let (mut ann, mut bob) = begun("warpac-subs", SUBMARINES);
    let turns = [("c3d5", true), ("c6e7", false), ("c6d7", true)];
    for (token, is_anns) in turns {
        let (giver, taker) = if is_anns { (&mut ann, &mut bob) } else { (&mut bob, &mut ann) };
        assert_eq!(giver.play(token), None);
        hand_over(giver, taker);
    }
    let nodes = bob.told["tree"]["nodes"].as_array().unwrap();
    let tokens: Vec<&Value> = nodes.iter().map(|node| &node["token"]).collect();
    assert_eq!(tokens, [&json!("c3d5"), &json!("c6e7"), &json!("?")]);
    assert!(bob.told.values().all(|told| !told.to_string().contains("c6d7")));
    assert_eq!((&bob.board()["sees"], &bob.sheet()["open"]), (&json!(2), &json!(false)));
    assert_eq!(bob.order(json!({"do": "save", "form": "position"})), None);
    assert!(bob.told["file"]["text"].as_str().unwrap().ends_with("moves c3d5 c6e7 ?\n"));
    let promise = &ann.sheet()["promises"][0];
    assert_eq!((&promise["token"], &promise["opened"]), (&json!("c6d7"), &json!(0)));
    assert_eq!(bob.sheet()["promises"][0]["token"], "");
    assert_eq!(bob.play("end"), None);
    hand_over(&bob, &mut ann);
    assert!(ann.play("sm4").unwrap().contains("illegal move sm4"));
    assert_eq!(ann.order(json!({"do": "resign"})), None);
    assert_eq!(ann.lines("open", json!({})), None);
    hand_over(&ann, &mut bob);
    assert_eq!(bob.lines("open", json!({})), None);
    assert!(bob.sheet()["promises"][0]["opened"].as_u64().unwrap() > 0);
    assert_eq!(bob.sheet()["promises"][0]["token"], "c6d7");
    bob.lines("audit", json!({"text": ""}));
    assert_eq!(bob.told["audit"]["audit"]["verdict"], "clean");
    assert_eq!(bob.told["audit"]["audit"]["standing"], "consistent");
    // Ann lacks the last line, so her file alone shows an abandoned game. Both files prove it.
    ann.lines("audit", json!({}));
    assert_eq!(ann.told["audit"]["audit"]["verdict"], "abandoned");
    assert_eq!(ann.lines("download", json!({})), None);
    let file = ann.told["file"]["text"].clone();
    bob.lines("audit", json!({"text": file}));
    assert_eq!(bob.told["audit"]["audit"]["standing"], "proven");
    assert!(bob.told["audit"]["audit"]["text"].as_str().unwrap().starts_with("clean, proven"));
    assert_eq!(bob.told["state"]["result"], "p2win");
    assert_eq!(bob.told["state"]["reason"], "resignation");
    assert_eq!(bob.told["state"]["seats"][0]["name"], "Ann, far away");
}

#[test]
fn a_deployment_is_advised_and_its_hidden_part_is_promised() {
    let (mut ann, mut bob) = begun("warpac-subs", "");
    assert_eq!(ann.board()["deploying"], true);
    assert_eq!((&ann.board()["sees"], &ann.sheet()["open"]), (&json!(1), &json!(false)));
    deploy(&mut ann);
    hand_over(&ann, &mut bob);
    deploy(&mut bob);
    hand_over(&bob, &mut ann);
    hand_over(&ann, &mut bob);
    hand_over(&bob, &mut ann);
    for (page, other) in [(&ann, "B"), (&bob, "A")] {
        assert!(page.board()["fen"].as_str().unwrap().contains("?5"));
        let whats: Vec<_> = page.sheet()["promises"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| {
                (one["by"].clone(), one["what"].clone(), one["opened"] != 0, one["token"] == "")
            })
            .collect();
        assert_eq!(whats.len(), 4);
        let hidden = |by: &str, is_sealed| (json!(by), json!("hidden part"), false, is_sealed);
        assert!(whats.contains(&hidden(other, true)));
        assert!(!whats.contains(&hidden(other, false)));
    }
    assert_eq!(ann.board()["mover"], 1);
    assert_ne!(ann.board()["legal"], json!([]));
}

#[test]
fn altered_lines_are_refused_with_number_and_reason() {
    let (mut ann, mut bob) = begun("gameofwar", "startpos");
    for token in ["c8c9", "end"] {
        ann.play(token);
    }
    let line = ann.send();
    for (altered, text) in [
        (line.replace("turn c8c9", "turn d8d9"), "line 3: it is not signed by A"),
        (line.replacen("3 A", "4 A", 1), "line 4: expected line 3"),
        (line.replacen("3 A", "3 B", 1), "line 3: it is signed as B"),
        (line.replace("turn", "trun"), "line 3: no such line"),
    ] {
        assert_ne!(altered, line);
        let error = bob.lines("receive", json!({"text": altered})).unwrap();
        assert!(error.contains(text), "{error}");
        assert_eq!(bob.sheet()["count"], 2);
    }
    // The error comes last, so that a page shows it beside the board as it is now.
    assert_eq!(bob.heard.last().unwrap()["type"], "error");
    hand_over(&ann, &mut bob);
    // A whole game may be pasted again.
    let all: Vec<&str> = ann.sheet()["lines"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line.as_str().unwrap())
        .collect();
    assert_eq!(
        bob.lines("receive", json!({"text": format!("\n  {}\r\n", all.join("\r\n"))})),
        None
    );
    assert_eq!(bob.sheet()["count"], 3);
}

#[test]
fn every_change_is_kept_before_it_is_shown_and_a_reload_loses_nothing() {
    let (mut ann, mut bob) = begun("gameofwar", "startpos");
    for token in ["c8c9", "end"] {
        ann.play(token);
    }
    let kinds: Vec<_> = ann.heard.iter().map(|told| told["type"].clone()).collect();
    assert_eq!(kinds, ["keep", "tree", "state", "lines"]);
    assert!(ann.kept["game-1"].contains(ann.send().trim()));
    hand_over(&ann, &mut bob);
    bob.play("c13c12");
    let part = bob.sheet()["part"].clone();
    let mut again = Page::new(1 << 40);
    for (name, text) in &bob.kept {
        again.line(&json!({"do": "keep", "game": name, "text": text}));
    }
    again.lines("list", json!({}));
    assert_eq!(again.told["games"]["games"], json!(["game-1"]));
    assert_eq!(again.lines("resume", json!({"game": "game-1", "part": part})), None);
    assert_eq!(again.board(), bob.board());
    assert_eq!(again.sheet(), bob.sheet());
    assert_eq!(again.told["tree"], bob.told["tree"]);
    // What does not fit is forgotten.
    assert_eq!(again.lines("resume", json!({"game": "game-1", "part": ["z9"]})), None);
    assert_eq!(again.sheet()["part"], json!([]));
}

#[test]
fn a_game_that_another_window_has_changed_is_shown_anew() {
    let (mut ann, _) = begun("gameofwar", "startpos");
    let mut other = Page::new(1 << 40);
    other.line(&json!({"do": "keep", "game": "game-1", "text": ann.kept["game-1"]}));
    other.lines("resume", json!({"game": "game-1"}));
    for token in ["c8c9", "end"] {
        other.play(token);
    }
    assert_eq!(ann.sheet()["next"], "move");
    ann.line(&json!({"do": "keep", "game": "game-1", "text": other.kept["game-1"]}));
    assert_eq!(ann.sheet()["next"], "wait");
    assert_eq!(ann.send(), other.send());
    assert!(ann.play("d8d9").unwrap().contains("it is not your turn"));
    ann.line(&json!({"do": "keep", "game": "game-1", "text": null}));
    assert_eq!(ann.told["error"]["text"], "there is no game game-1");
    let wrong = ann.line(&json!({"do": "keep", "game": "../x", "text": "x"}));
    assert!(wrong.unwrap().contains("no name of a game"));
}

#[test]
fn files_are_taken_elsewhere_and_deleted() {
    let (mut ann, _) = begun("gameofwar", "startpos");
    ann.lines("download", json!({}));
    let file = ann.told["file"].clone();
    assert_eq!(file["name"], "game-1.sealed");
    let mut other = Page::new(1 << 40);
    assert_eq!(other.lines("upload", json!({"text": file["text"]})), None);
    assert_eq!(other.board(), ann.board());
    assert_eq!(Some(&other.kept["game-1"]), file["text"].as_str().map(str::to_string).as_ref());
    other.lines("upload", json!({"text": file["text"]}));
    assert_eq!(other.sheet()["name"], "game-2");
    assert_eq!(other.lines("remove", json!({"game": "game-1"})), None);
    assert_eq!(other.told["games"]["games"], json!(["game-2"]));
    assert_eq!(other.kept.keys().collect::<Vec<_>>(), ["game-2"]);
}

#[test]
fn a_viewer_has_the_table_or_a_game_by_lines_on_the_board() {
    let (mut ann, _) = begun("gameofwar", "startpos");
    assert_eq!(ann.told["state"]["variant"], "gameofwar");
    // What others do at the table does not reach a viewer with a game by lines.
    ann.line(&json!({"viewer": "other", "do": "play", "token": "g3f4"}));
    assert!(ann.heard.iter().all(|told| told["viewer"] != "page"));
    ann.lines("leave", json!({}));
    assert_eq!(ann.heard[0]["left"], true);
    assert_eq!(ann.told["state"]["variant"], "pacific-a");
    assert_eq!(ann.told["state"]["board"]["live"], 1);
    assert_eq!(ann.told["tree"]["nodes"][0]["token"], "g3f4");
    // Orders about the board are the table's again, and another game at the table takes the board.
    assert_eq!(ann.play("b6c5"), None);
    ann.lines("resume", json!({"game": "game-1"}));
    assert_eq!(ann.told["state"]["variant"], "gameofwar");
    assert_eq!(ann.order(json!({"do": "new", "variant": "pacru"})), None);
    assert_eq!(ann.heard[0]["left"], true);
    assert_eq!(ann.told["state"]["variant"], "pacru");
    // Without games by lines, the table refuses their orders.
    let mut bare = Room::new(Table::new(Variant::PACIFIC_A, 0).unwrap());
    bare.take_line(br#"{"viewer": "page", "do": "lines", "act": "list"}"#, 0);
    let told = serde_json::to_string(&bare.outputs()).unwrap();
    assert!(told.contains("unknown order (lines)"), "{told}");
}

#[test]
fn advice_that_comes_late_is_dropped() {
    let (mut ann, _) = begun("gameofwar", "startpos");
    ann.order(json!({"do": "hint"}));
    let search = ann.told["search"]["search"].clone();
    assert_eq!(ann.told["search"]["fresh"], true);
    ann.play("c8c9");
    ann.line(&json!({"do": "found", "search": search, "token": "d8d9"}));
    assert!(ann.heard.is_empty());
    ann.order(json!({"do": "hint", "movetime": 20}));
    let second = ann.told["search"].clone();
    assert_eq!(second["limits"], json!({"movetime": 20}));
    assert!(second["position"].as_str().unwrap().ends_with("moves c8c9"));
    ann.line(&json!({"do": "failed", "search": second["search"], "reason": "x"}));
    assert_eq!(ann.told["error"]["text"], "the engine has no advice");
}
