//! Variants of files in War-in-the-Pacific Chess: the example file, what the rules refuse, other ranges and fates.

use crate::common::engine::Engine;
use crate::common::program::{strategos, told};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};
use strategos::games::Variant;
use strategos::variants;

const EXAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/scripts/variants/warpac.toml");
const NAMES: [&str; 9] = [
    "warpac-125",
    "warpac-queens",
    "warpac-aloft",
    "warpac-aloft-once",
    "warpac-boarding",
    "warpac-up-to-two",
    "warpac-flak",
    "warpac-patrol",
    "warpac-wolves",
];

/// What is wrong with a file of this text, one fault a line.
fn faults(text: &str) -> String {
    let found = variants::add("my.toml".as_ref(), text).unwrap_err();
    found.iter().map(|fault| format!("{fault}\n")).collect()
}

fn engine_for(variant: &str) -> Engine {
    Engine::start_with(&["--variants", EXAMPLE, "--variant", variant])
}

#[test]
fn the_example_is_right_and_tells_its_readings() {
    let check = told(&["variants", "check", EXAMPLE]);
    assert_eq!(check, format!("{EXAMPLE}: {} variants: {}\n", NAMES.len(), NAMES.join(", ")));
    let shown = told(&["--variants", EXAMPLE, "variants", "show", "warpac-aloft"]);
    for line in [
        "warpac-aloft, extends warpac\n",
        "Evaluation: by hand\n",
        "Endgame tables: none; those of warpac do not fit these rules\n",
        "squadrons_aloft = \"stay\"\n",
        "  default \"lost\"; one of \"lost\", \"stay\"\n",
    ] {
        assert!(shown.contains(line), "{line}\nis not in\n{shown}");
    }
    assert!(!shown.contains("torpedo"), "{shown}");
    // Other fleets and another start leave the rules after the deployment as they are.
    let shown = told(&["--variants", EXAMPLE, "variants", "show", "warpac-125"]);
    assert!(shown.contains("Endgame tables: those of warpac\n"), "{shown}");
    // The comments have a row for each variant that is a reading.
    let text = std::fs::read_to_string(EXAMPLE).unwrap();
    let table: String = text.lines().filter(|line| line.starts_with("# |")).collect();
    for name in &NAMES[..8] {
        assert!(table.contains(name.trim_end_matches("-once")), "{name}");
    }
}

#[test]
fn the_rules_refuse_what_no_fleet_can_be() {
    let told = |settings: &str| {
        let text = format!("[war-x]\nextends = \"warpac\"\n{settings}\n");
        faults(&text)
    };
    for (settings, reason) in [
        (
            "basic_squadrons = 3",
            "key basic_squadrons: 3 squadrons need as many carriers, and there are 2",
        ),
        (
            "basic_carriers = 0\nbasic_squadrons = 0\nbasic_battleships = 0\nbasic_cruisers = 0\nbasic_destroyers = 0",
            "key basic_destroyers: the basic fleet has no ship",
        ),
        (
            "basic_battleships = 40\nbasic_cruisers = 40",
            "key basic_destroyers: the basic fleet has 91 pieces, and 64 is the most",
        ),
        ("extra_points = 2", "key extra_points: 2 buys nothing: the cheapest piece costs 3 points"),
        (
            "extra_points = 200\ndestroyer_points = 1",
            "key extra_points: 200 points at these prices may make a fleet of 219 pieces, and 64 is the most",
        ),
        ("extra_points = 256", "key extra_points: expected a whole number from 0 to 255 (256)"),
        ("carrier_points = 0", "key carrier_points: expected a whole number from 1 to 100 (0)"),
        ("knight_moves = \"allways\"", "did you mean always?"),
        ("start = \"deployment\"", "key start: "),
        (
            "start = \"16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 w d - - 25/25 0 1\"",
            "key start: a deployment begins with \"deploy\", not with a FEN",
        ),
        (
            "start = \"16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w s - - - 0 1\"",
            "key start: the game is over at the start: all ships sunk",
        ),
        (
            "start = \"15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 w s - - - 9 1\"\ndraw_turns = 9",
            "key start: the game is over at the start: too many turns without a loss",
        ),
        (
            "start = \"15k/16/16/16/16/16/16/16/16/16/16/16/16/16/Q15/K15 w s a2^- - - 0 1\"",
            "key start: ",
        ),
        (
            "torpedo_most_distance = 3",
            "unknown key (torpedo_most_distance): the keys are extends, ",
        ),
        ("submarines = 5", "unknown key (submarines): the keys are extends, "),
    ] {
        let said = told(settings);
        assert!(
            said.starts_with("my.toml:") && said.contains(reason),
            "{reason}\nis not in\n{said}"
        );
    }
    let said = faults("[war-s]\nextends = \"warpac-subs\"\ntorpedo_least_distance = 3\n");
    let reason = "key torpedo_least_distance: is greater than torpedo_most_distance (3, 2)";
    assert!(said.contains(reason), "{said}");
    assert_eq!(Variant::from_name("war-x"), None);
}

#[test]
fn a_squadron_outlives_its_carrier_if_the_file_says_so() {
    let fen = "15k/16/16/16/16/16/16/16/16/5q10/3r4k7/16/16/16/16/K7R7 w s f7^i6 - - 0 1";
    let mut engine = engine_for("warpac-aloft");
    engine.send(&format!("position fen {fen} moves i1i6"));
    let left = engine.query("fen");
    assert_eq!(left.split(' ').nth(3).unwrap(), "f7^-");
    let effects = |engine: &mut Engine| {
        engine.send(&format!("position fen {fen}"));
        engine.query("effects i1i6")
    };
    let stays = effects(&mut engine);
    assert!(
        stays.contains("sinks Black's carrier on i6.") && !stays.contains("lost with it"),
        "{stays}"
    );
    // It goes on, and its square is all that a FEN says of it.
    engine.send(&format!("position fen {left}"));
    assert_eq!(engine.query("fen"), left);
    assert_eq!(engine.query("islegal f7g9"), "true");
    engine.send(&format!("position fen {left} moves f7g9"));
    assert_eq!(engine.query("fen").split(' ').nth(3).unwrap(), "g9^-");
    engine.finish();

    let mut engine = engine_for("warpac");
    assert!(effects(&mut engine).contains("and its squadron on f7 is lost with it"));
    let refused = engine.ask(&format!("position fen {left}"));
    assert!(refused.contains("expected a wing such as d2>e2 or d2^e2"), "{refused}");
    engine.finish();

    let mut engine = engine_for("warpac-aloft-once");
    engine.send(&format!("position fen {left} moves f7g9"));
    let spent = engine.query("fen");
    assert_eq!(spent.split(' ').nth(3).unwrap(), "g9^-n");
    engine.send(&format!("position fen {}", spent.replace(" w ", " b ")));
    assert_eq!(engine.query("islegal g9h11"), "false");
    engine.finish();
}

#[test]
fn knights_moves_steps_and_torpedoes_are_those_of_the_file() {
    let legal = |variant: &str, fen: &str, token: &str| {
        let mut engine = engine_for(variant);
        engine.send(&format!("position fen {fen}"));
        let said = engine.query(&format!("islegal {token}"));
        engine.finish();
        said == "true"
    };
    let wing = "15k/16/16/16/16/16/16/16/16/16/16/4Q11/4K11/16/16/16 w s e5>e4 - - 0 1";
    assert!(legal("warpac", wing, "e5f7") && !legal("warpac-queens", wing, "e5f7"));
    let cruiser = "15k/16/16/16/16/16/16/16/16/16/16/4r11/4B11/16/16/K15 w s - - - 0 1";
    assert!(!legal("warpac", cruiser, "e4e5") && legal("warpac-boarding", cruiser, "e4e5"));
    let near = "16/16/16/16/16/16/6n2r6/7q8/7k2n5/8b7/16/16/16/16/16/K15 w u h9>h8 h10/- - 0 1";
    for (token, built_in, up_to_two, flak) in [
        ("xg10", false, true, false),
        ("xh9", false, false, false),
        ("xh8", true, true, true),
        ("xk8", false, false, false),
    ] {
        let found = ["warpac-subs", "warpac-up-to-two", "warpac-flak"];
        let found = found.map(|variant| legal(variant, near, token));
        assert_eq!(found, [built_in, up_to_two, flak], "{token}");
    }
    let squadron = near.replace("h10/-", "h11/-");
    assert!(legal("warpac-flak", &squadron, "xh9") && !legal("warpac-subs", &squadron, "xh9"));
    let mut engine = engine_for("warpac-wolves");
    engine.send(&format!("position fen {near}"));
    for (token, reason) in [
        ("xg10", "no own submarine is at distance 2 to 3 from g10"),
        ("h10h15", "h15 is not one to 4 free squares from h10 in a straight line"),
        ("sa1", "no own submarine is within 3 squares of the area at a1"),
    ] {
        let said = engine.ask(&format!("position fen {near} moves {token}"));
        assert!(said.contains(reason), "{said}");
    }
    engine.finish();
}

/// The engine deploys, searches its views and plays, in every variant of the example.
#[test]
fn the_engine_plays_every_example() {
    for variant in NAMES {
        let mut engine = engine_for(variant);
        let mut moves: Vec<String> = Vec::new();
        while engine.query("gameover") == "false" && moves.len() < 60 {
            let number = 1 + moves.len() % 2;
            let record = engine.query(&format!("record {number}"));
            let mut player = engine_for(variant);
            player.send(&format!("position {record}"));
            let fen = player.query("fen");
            let seen = engine.query(&format!("view {number}"));
            // Past the deployments it is not always this player's turn.
            assert!(fen == seen, "{variant}: {fen} and {seen}");
            player.finish();
            let lines = engine.search("go nodes 60");
            let token = lines.last().unwrap().split(' ').nth(1).unwrap().to_string();
            let reason = engine.ask(&format!("query islegal {token}"));
            assert!(reason.contains("true"), "{variant} {token}: {reason}");
            moves.push(token);
            engine.send(&format!("position startpos moves {}", moves.join(" ")));
        }
        assert!(moves.len() > 10, "{variant}");
        engine.finish();
    }
}

#[test]
fn the_table_tells_the_switches_that_differ() {
    let order = |mut order: Value| {
        order["viewer"] = json!("me");
        format!("{order}\n")
    };
    let begin = order(json!({"do": "new", "variant": "warpac-wolves"}));
    let mut program = Command::new(env!("CARGO_BIN_EXE_strategos"))
        .args(["--variants", EXAMPLE, "table"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(begin.as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let state = lines.iter().find(|line| line["type"] == "state").unwrap();
    assert_eq!(state["settings"]["torpedo_most_distance"], 3, "{state}");
    assert_eq!(state["settings"]["start"], "deploy");
    assert!(state["settings"].get("torpedo_least_distance").is_none(), "it is as built in");
}

#[test]
fn the_command_line_knows_the_example() {
    let rules = told(&["--variants", EXAMPLE, "rules", "warpac-flak"]);
    assert!(rules.starts_with("# warpac-flak\n"), "{rules}");
    let bench = told(&["--variants", EXAMPLE, "bench", "warpac-wolves", "--depth", "2"]);
    assert!(bench.lines().last().unwrap().ends_with(" nps"), "{bench}");
    let perft = told(&["--variants", EXAMPLE, "perft", "warpac-patrol", "2"]);
    // Two carriers of White on two of his 128 squares.
    assert!(perft.contains("Nodes searched: "), "{perft}");
    let output = strategos(&["--variants", EXAMPLE, "tables", "warpac-aloft", "--out", "/tmp"]);
    assert!(!output.status.success());
}
