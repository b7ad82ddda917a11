//! Variants of A Game of War in files: the examples of `scripts/variants`, other maps and other armies, as the program's
//! users meet them.

use crate::common::engine::Engine;
use crate::common::program::{TempFile, strategos};
use strategos::games::Variant;

const EXAMPLES: [(&str, &str); 3] =
    [("debord.toml", "debord"), ("iamcxds.toml", "iamcxds"), ("pykrieg.toml", "pykrieg")];

/// A small war: another map, other armies, other numbers, nothing hidden, and North begins.
const SMALL: &str = r##"
[small-war]
extends = "gameofwar"
description = "A pass between two walls"
map = """\
........................./\
........................./\
..a.................a..../\
25/25/25/25/25/\
^^^^^^^^^^^^=^^^^^^^^^^^^/\
25/25/25/25/\
12#12/25/25/\
2A17A4/\
25/25/25"""
infantry = 3
cavalry = 2
cannons = 0
swift_cannons = 1
relays = 2
swift_relays = 0
relay_range = 2
moves_a_turn = 3
draw_turns = 12
first_player = "north"
deployment_is_hidden = false
start = "25/25/25/25/25/25/7iiirr13/7ccw15/25/25/25/25/25/7CCW15/7IIIRR13/25/25/25/25/25 b c4,u4,c18,u18 - - - - 0 1"
"##;

fn example(name: &str) -> String {
    format!("{}/scripts/variants/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// An engine that plays a variant of a file.
fn engine_with(file: &str, variant: &str) -> Engine {
    let mut engine = Engine::start_with(&["--variants", file]);
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    engine
}

/// The columns of a comment's table that name one key: the key and what the file says of it.
fn rows(text: &str) -> Vec<(String, String)> {
    let cells = |line: &str| -> Vec<String> {
        line.trim_start_matches('#').split('|').map(|cell| cell.trim().to_string()).collect()
    };
    text.lines()
        .filter(|line| line.starts_with("# | `"))
        .map(cells)
        .filter(|cells| cells[1].ends_with('`') && cells[1].matches('`').count() == 2)
        .map(|cells| (cells[1].trim_matches('`').to_string(), cells[3].clone()))
        .collect()
}

#[test]
fn the_tables_of_the_examples_say_what_they_set() {
    for (file, name) in EXAMPLES {
        let path = example(file);
        let loaded = strategos::variants::load(std::path::Path::new(&path)).unwrap();
        assert!(loaded.iter().any(|variant| variant.name() == name), "{file}");
        let text = std::fs::read_to_string(&path).unwrap();
        let rows = rows(&text);
        assert!(rows.len() > 8, "{file}: {rows:?}");
        let (default, settings) = (Variant::GAMEOFWAR.settings(), loaded[0].settings());
        for (setting, default) in settings.iter().zip(default) {
            let row = rows.iter().find(|(key, _)| key == setting.key);
            let is_changed = setting.value != default.value;
            let line = format!("{} = {}\n", setting.key, setting.value);
            assert_eq!(text.contains(&line), is_changed, "{file}: {line}");
            let Some((key, here)) = row else {
                let grouped = ["relay_range", "swift_relay_range"].contains(&setting.key);
                assert!(!is_changed || grouped, "{file} has no row for {}", setting.key);
                continue;
            };
            let value = setting.value.to_string();
            let value = value.trim_matches('"');
            let said = here.split(',').next().unwrap();
            let is_start = key == "start" && is_changed == (said == "the recorded");
            let is_same = !is_changed && ["the same", "the rulebook's"].contains(&said);
            assert!(said == value || is_same || is_start, "{file}: {key}: {here} is {value}");
        }
    }
}

/// Positions in which the readings differ from the rulebook.
#[test]
fn the_readings_differ_where_their_files_say() {
    let standing = "w c1,w1,h17,o19 - - - - 0 20";
    // The infantry on m12 is offline, and so is the relay on a20.
    let offline = format!(
        "R24/25/25/7i17/25/25/25/25/12I12/25/25/25/25/25/25/25/25/25/14r10/2I22 {standing}"
    );
    let moves = |engine: &mut Engine, fen: &str| -> Vec<String> {
        engine.send(&format!("position fen {fen}"));
        engine.query("legalmoves").split(' ').map(str::to_string).collect()
    };
    let mut engine = engine_with(&example("pykrieg.toml"), "pykrieg");
    let found = moves(&mut engine, &offline);
    assert!(found.contains(&"m12m13".to_string()), "offline units move: {found:?}");
    engine.send("setoption name UCI_Variant value gameofwar");
    let found = moves(&mut engine, &offline);
    assert!(!found.iter().any(|token| token.starts_with("m12")), "{found:?}");
    engine.finish();

    // The second arsenal of North still stands when h17 falls.
    let arsenal = "24r/25/6C18/25/25/6I18/7i17/25/25/2R3X18/25/25/25/25/25/25/25/2I22/25/25 w c1,w1,h17,o19 - - - - 0 20";
    let mut engine = engine_with(&example("iamcxds.toml"), "iamcxds");
    let found = moves(&mut engine, &format!("{arsenal} moves g18h17"));
    assert_eq!(found, ["end"], "an arsenal ends the moves");
    engine.send("setoption name UCI_Variant value gameofwar");
    let found = moves(&mut engine, &format!("{arsenal} moves g18h17"));
    assert!(
        found.contains(&"c11c12".to_string()) && !found.iter().any(|token| token.starts_with('x'))
    );
    engine.finish();

    // The relay on c2 supports the infantry on c3 against the infantry on c4.
    let support = "14r10/25/25/25/25/25/25/25/25/25/25/25/25/25/25/25/2i22/2I22/2R22/25 w c1,w1,h17,o19 - - - - 0 20";
    let mut engine = engine_with(&example("debord.toml"), "debord");
    engine.send(&format!("position fen {support}"));
    let with_relay = engine.query("combat c3");
    engine.send("setoption name UCI_Variant value gameofwar");
    engine.send(&format!("position fen {support}"));
    let without = engine.query("combat c3");
    engine.finish();
    assert_ne!(with_relay, without);
}

/// Whole games of the engine against itself by the example files, from the deployment and from the start.
#[test]
fn the_engine_plays_the_readings() {
    let small = TempFile::new("small-war.toml", SMALL);
    let files = EXAMPLES.map(|(file, name)| (example(file), name));
    for (file, name) in
        files.iter().map(|(file, name)| (file.as_str(), *name)).chain([(small.path(), "small-war")])
    {
        let mut engine = engine_with(file, name);
        for first in ["startpos", "deploy"] {
            let mut moves = Vec::new();
            engine.send(&format!("position {first}"));
            for _ in 0..30 {
                if engine.query("gameover") == "true" {
                    break;
                }
                let lines = engine.search("go nodes 100");
                let token = lines.last().unwrap().split(' ').nth(1).unwrap().to_string();
                assert_eq!(engine.query(&format!("islegal {token}")), "true", "{name} {token}");
                moves.push(token);
                engine.send(&format!("position {first} moves {}", moves.join(" ")));
            }
            let last = engine.query("fen");
            engine.send(&format!("position fen {last}"));
            assert_eq!(engine.query("fen"), last, "{name}");
        }
        engine.finish();
    }
}

#[test]
fn another_map_is_drawn_read_and_set_up() {
    let file = TempFile::new("small-map.toml", SMALL);
    let mut engine = engine_with(file.path(), "small-war");
    let map = engine.query("map");
    assert!(map.contains("/^^^^^^^^^^^^=^^^^^^^^^^^^/"), "{map}");
    assert_eq!(engine.query("player"), "2");
    engine.send("position startpos");
    engine.send("d");
    let board = engine.settle();
    assert!(
        board.iter().any(|line| line.starts_with(" 12 ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ ^ = ^")),
        "{board:#?}"
    );

    let kfen = engine.query("kfen");
    engine.send(&format!("position kfen \"{kfen}\""));
    assert_eq!(engine.settle(), [""; 0], "no remark that the terrain differs");
    let fen = engine.query("fen");
    assert!(fen.contains(" c4,u4,c18,u18 "), "{fen}");

    // North sees South's units.
    engine.send("position deploy");
    assert!(engine.query("fen").contains(" I3C2W1R2/I3C2W1R2 "));
    let lines = engine.search("go nodes 100");
    let set_up = lines.last().unwrap().split(' ').nth(1).unwrap().to_string();
    assert_eq!(set_up.matches('@').count(), 8, "{set_up}");
    engine.send(&format!("position deploy moves {set_up}"));
    assert_eq!(engine.query("view 2"), engine.query("fen"));
    assert_eq!(engine.query("record 2"), format!("view 2 deploy moves {set_up}"));
    assert_eq!(engine.query("islegal ?"), "false");
    engine.finish();
}

#[test]
fn bad_settings_are_refused_with_their_key() {
    for (line, reason) in [
        ("map = \"25\"", "key map: expected 20 ranks, found 1"),
        ("infantry = 11", "key infantry: expected 1 to 15 combat units a side, found 17"),
        ("relays = 2", "key relays: expected at most 2 relays a side, found 3"),
        ("moves_a_turn = 8", "key moves_a_turn: expected a whole number from 1 to 7 (8)"),
        ("infantry_range = 4", "key infantry_range: expected a whole number from 1 to 3 (4)"),
        (
            "line_blockers = \"offline\"",
            "expected one of \"combat\", \"online_combat\", \"all\", \"none\"",
        ),
        ("draw_turn = 3", "unknown key (draw_turn): did you mean draw_turns?"),
        ("start = \"x\"", "key start: "),
    ] {
        let text = format!("[bad-war]\nextends = \"gameofwar\"\n{line}\n");
        let file = TempFile::new("bad-war.toml", &text);
        let output = strategos(&["variants", "check", file.path()]);
        let said = String::from_utf8_lossy(&output.stdout).to_string()
            + &String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(":3: ") && said.contains(reason), "{line}: {said}");
    }
}
