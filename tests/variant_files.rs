//! Variants of files, as the program's users meet them: the option, the protocol, the command line, records.

use crate::common::engine::Engine;
use crate::common::program::{TempFile, strategos, told};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Command;

/// Three variants of Pacific.
pub(super) const FILE: &str = r#"
[pacific-long]
extends = "pacific-a"
description = "Planes fly farther"
advance_rows = 4
attack_rows = 3
kamikaze_lost_with = "all"

[pacific-late]
extends = "pacific-b"
start = "c4c3c2c1/p4p3p2p1/4/4/4/4/P1P2P3P4/C1C2C3C4 w 0 1"

[pacific-free]
extends = "pacific-a"
attack_is_compulsory = false
promoted_attacks_on = false
draw_plies = 20
"#;

fn variants_of(engine: &mut Engine) -> String {
    engine.send("uci");
    let lines = engine.settle();
    lines.into_iter().find(|line| line.starts_with("option name UCI_Variant ")).unwrap()
}

#[test]
fn a_file_of_the_arguments_is_loaded_before_the_handshake() {
    let file = TempFile::new("handshake.toml", FILE);
    let names = " var pacific-long var pacific-late var pacific-free";
    let mut engine = Engine::start_with(&["--variants", file.path()]);
    assert!(variants_of(&mut engine).ends_with(names));
    engine.finish();
    let mut engine = Engine::start_in(&[("STRATEGOS_VARIANTS", file.path())]);
    assert!(variants_of(&mut engine).ends_with(names));
    engine.finish();
    let mut engine = Engine::start();
    assert!(!variants_of(&mut engine).contains("pacific-long"), "no list outlives its program");
    engine.finish();
}

#[test]
fn the_names_of_the_option_work_at_once_and_the_next_uci_lists_them() {
    let file = TempFile::new("option.toml", FILE);
    let mut engine = Engine::start();
    let set = format!("setoption name VariantPath value {}", file.path());
    let names = "pacific-long pacific-late pacific-free";
    assert_eq!(engine.ask(&set), format!("info string variants: {names}"));
    engine.send("setoption name UCI_Variant value Pacific-Long");
    let lines = engine.search("go depth 3");
    assert_eq!(
        lines[0],
        "info string pacific-long is evaluated by hand, because the network of pacific-a does not \
         fit these rules; its levels are those of pacific-a, not measured"
    );
    let lines = engine.search("go depth 3");
    assert!(!lines.iter().any(|line| line.contains("evaluated")), "it is said once: {lines:?}");
    assert!(variants_of(&mut engine).contains("var pacific-late"));
    assert_eq!(engine.ask(&set), format!("info string variants: {names}"), "the file again");

    engine.send("setoption name UCI_Variant value pacific-late");
    let fen = "c4c3c2c1/p4p3p2p1/4/4/4/4/P1P2P3P4/C1C2C3C4 w 0 1";
    assert_eq!((engine.query("fen"), engine.query("startpos")), (fen.into(), fen.into()));
    let lines = engine.search("go depth 3");
    assert!(lines[0].contains("by the network of pacific-b; "), "{}", lines[0]);
    let with_network = engine.search("go depth 6");
    engine.send("setoption name Evaluation value hand");
    let by_hand = engine.search("go depth 6");
    assert_ne!(timeless(&with_network), timeless(&by_hand));
    engine.finish();
}

fn timeless(lines: &[String]) -> Vec<String> {
    lines.iter().map(|line| line.split(" nps ").next().unwrap().to_string()).collect()
}

/// A variant that changes nothing but the start searches as its parent does.
#[test]
fn a_network_values_as_in_the_variant_that_it_belongs_to() {
    let text = "[pacific-same]\nextends = \"pacific-b\"\n";
    let file = TempFile::new("same.toml", text);
    let mut engine = Engine::start_with(&["--variants", file.path()]);
    let found = ["pacific-b", "pacific-same"].map(|variant| {
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        engine.send("setoption name UCI_ShowWDL value true\nposition startpos moves a3b4 b6c5");
        let mut lines = timeless(&engine.search("go depth 8"));
        lines.retain(|line| !line.contains("evaluated"));
        lines
    });
    assert_eq!(found[0], found[1]);
    let level = ["pacific-b", "pacific-same"].map(|variant| {
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        engine
            .send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1000");
        timeless(&engine.search("go depth 8")).pop()
    });
    assert_eq!(level[0], level[1]);
    engine.finish();
}

#[test]
fn every_fault_is_an_error_and_the_built_in_variants_go_on() {
    let text = "[pacific-x]\nextends = \"pacific-a\"\nadvance_row = 4\nattack_rows = 9\n";
    let file = TempFile::new("faults.toml", text);
    let set = |path: &str| format!("setoption name VariantPath value {path}");
    let path = file.path();
    let faults = [
        format!(
            "{path}:3: variant pacific-x: unknown key (advance_row): did you mean advance_rows?"
        ),
        format!(
            "{path}:4: variant pacific-x: key attack_rows: expected a whole number from 0 to 6 (9)"
        ),
    ];
    let mut engine = Engine::start_with(&["--variants", path]);
    for fault in &faults {
        assert_eq!(engine.line(), format!("info string error: {fault}"));
    }
    assert_eq!(engine.ask(&set(path)), format!("info string error: {}", faults[0]));
    assert_eq!(engine.line(), format!("info string error: {}", faults[1]));
    let missing = engine.ask(&set("/no/such/file.toml"));
    assert!(missing.starts_with("info string error: /no/such/file.toml: "), "{missing}");
    let unknown = engine.ask("setoption name UCI_Variant value pacific-x");
    assert!(unknown.starts_with("info string error: option UCI_Variant: "), "{unknown}");
    assert_eq!(
        engine.query("startpos"),
        "c4c3c2c1/p4p3p2p1/p4p3p2p1/4/4/P1P2P3P4/P1P2P3P4/C1C2C3C4 w 0 1"
    );
    assert_ne!(engine.search("go depth 2").last().unwrap(), "bestmove (none)");
    engine.finish();

    let output = strategos(&["variants", "check", path]);
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!((printed, output.status.code()), (faults.join("\n") + "\n", Some(1)));
    let output = strategos(&["--variants", path, "bench", "pacific-a", "--depth", "1"]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains(&faults[0]) && said.contains(&faults[1]), "{said}");
    assert_eq!(output.status.code(), Some(2));
}

/// A name keeps its rules as long as the program runs.
#[test]
fn other_rules_under_a_name_that_is_taken_are_refused() {
    let [first, second] = [4, 5].map(|rows| {
        let text = format!("[pacific-x]\nextends = \"pacific-a\"\nadvance_rows = {rows}\n");
        TempFile::new(&format!("taken-{rows}.toml"), &text)
    });
    let mut engine = Engine::start_with(&["--variants", first.path()]);
    let said = engine.ask(&format!("setoption name VariantPath value {}", second.path()));
    assert!(
        said.starts_with(&format!("info string error: {}:1: pacific-x is the name", second.path())),
        "{said}"
    );
    engine.finish();
}

#[test]
fn the_command_line_lists_shows_and_checks_variants() {
    let file = TempFile::new("shown.toml", FILE);
    let path = file.path();
    let told = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        told(&[&["--variants", path][..], &words].concat())
    };
    let list = told("variants list");
    assert!(list.contains("pacific-long      extends pacific-a  Planes fly farther\n"), "{list}");
    assert_eq!(list.lines().count(), strategos::games::Variant::NAMES.len() + 3);
    let shown = told("variants show pacific-free");
    for line in [
        "Evaluation: by the network of pacific-a",
        "draw_plies = 20",
        "  default 100; a whole number from 1 to 1000",
    ] {
        assert!(shown.contains(line), "{line}: {shown}");
    }
    assert!(told("variants show pacific-b").starts_with("pacific-b, built in\n"));
    let check = crate::common::program::told(&["variants", "check", path]);
    assert_eq!(check, format!("{path}: 3 variants: pacific-long, pacific-late, pacific-free\n"));
    assert!(told("rules pacific-long").starts_with("# pacific-long\n\nPlanes fly farther\n"));
    assert!(told("completions bash").contains("pacific-late"));
    assert!(told("levels pacific-late") == told("levels pacific-b"));
    let perft = told("perft pacific-late 3");
    assert!(perft.contains("Nodes searched: "), "{perft}");
    let bench = told("bench pacific-long --depth 3");
    assert!(bench.lines().last().unwrap().ends_with(" nps"), "{bench}");
}

#[test]
fn queries_tell_the_hash_of_the_rules_and_what_they_change() {
    let file = TempFile::new("queries.toml", FILE);
    let mut engine = Engine::start_with(&["--variants", file.path()]);
    assert_eq!((engine.query("rules"), engine.query("changes")), ("none".into(), String::new()));
    engine.send("setoption name UCI_Variant value pacific-free");
    let hash = engine.query("rules");
    assert!(hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()), "{hash}");
    // FNV-1a, as protocol.md says.
    let text = "pacific-a\nattack_is_compulsory = false\npromoted_attacks_on = false\n\
                draw_plies = 20\n";
    let fnv = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    assert_eq!(hash, format!("{fnv:016x}"));
    let changes = engine.query("changes");
    assert!(changes.starts_with("attack_is_compulsory is false instead of true: "), "{changes}");
    assert!(engine.ask("help pacific-free").starts_with("pacific-free, a variant of pacific-a"));
    engine.settle();
    engine.finish();
}

/// Whole games of the engine against itself, in every variant of the file.
#[test]
fn the_engine_plays_whole_games() {
    let file = TempFile::new("games.toml", FILE);
    plays_whole_games(file.path(), &["pacific-long", "pacific-late", "pacific-free"]);
}

fn plays_whole_games(path: &str, variants: &[&str]) {
    let mut engine = Engine::start_with(&["--variants", path]);
    for variant in variants {
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        let mut moves = Vec::new();
        while engine.query("gameover") == "false" {
            let lines = engine.search("go nodes 200");
            let token = lines.last().unwrap().split(' ').nth(1).unwrap().to_string();
            assert_eq!(engine.query(&format!("islegal {token}")), "true");
            moves.push(token);
            engine.send(&format!("position startpos moves {}", moves.join(" ")));
            assert!(moves.len() < 1000, "{variant}");
        }
        assert_ne!(engine.query("reason"), "none");
    }
    engine.finish();
}

const FAMILY: &str = r#"
[cru-race]
extends = "pacru"
markers_to_win = 15
meeting_threshold = 0
bonus_on_field_left = false
rotation_price_45 = 0
rotation_price_90 = 9

[cru-three]
extends = "pacru3-classic"
border_marker = "bare"
border_marker_under_chevron = false
rotations = "none"
stop_turns = 12
stopped_game = "counted"

[cru-short]
extends = "azacru"
last_round = false
most_power = 2
chevron_lost_by = "connecting"

[cru-four]
extends = "azacru4"
chevron_lost_by = "nothing"
connection_jumps = false
start = "2B41R41G42/9/R27R6/9/B27G6/9/W27W6/4W04/2B01W01G02 w - 0 1"

[cru-straight]
extends = "shacru4"
twists = false
"#;

/// Whole games in every game of Pacru's family: by network or by hand, and for more players by both searches.
#[test]
fn the_engine_plays_whole_games_of_a_family() {
    let file = TempFile::new("family.toml", FAMILY);
    let names = ["cru-race", "cru-three", "cru-short", "cru-four", "cru-straight"];
    plays_whole_games(file.path(), &names);
    let mut engine = Engine::start_with(&["--variants", file.path()]);
    for name in names {
        engine.send(&format!("setoption name UCI_Variant value {name}"));
        let said = engine.search("go nodes 100")[0].clone();
        let by_hand = ["cru-short", "cru-straight"].contains(&name);
        let how = if by_hand { "by hand, because" } else { "by the network of" };
        assert!(said.contains(how), "{said}");
    }
    for name in ["cru-three", "cru-four", "cru-straight"] {
        engine.send(&format!("setoption name UCI_Variant value {name}"));
        for way in ["mcts", "brs"] {
            engine.send(&format!("setoption name Multiplayer Search value {way}"));
            let lines = engine.search("go nodes 300");
            assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
        }
    }
    engine.finish();
    let bench = told(&["--variants", file.path(), "bench", "cru-short", "--depth", "2"]);
    assert_eq!(bench.lines().filter(|line| line.starts_with("cru-short ")).count(), 6, "{bench}");
}

#[test]
fn games_of_a_family_end_for_reasons_of_their_own() {
    let file = TempFile::new("reasons.toml", FAMILY);
    let mut engine = Engine::start_with(&["--variants", file.path()]);
    for (name, position, result, reason) in [
        (
            "cru-race",
            "wwwwwwwww/wwwww4/9/9/9/9/1W06B0/9/9 w - 0 30 moves b3b4@b4",
            "p1win",
            "enough markers reached",
        ),
        (
            "cru-three",
            "4B44/9/2w6/9/1ww2R03/9/9/9/4W04 w - 11 30 moves e1e2",
            "p1win",
            "too many turns without change",
        ),
        ("cru-short", "W0w7/9/9/9/9/9/9/9/B08 w - 0 9 moves end", "p1win", "a player cannot move"),
    ] {
        engine.send(&format!("setoption name UCI_Variant value {name}"));
        engine.send(&format!("position fen {position}"));
        assert_eq!(
            (engine.query("result"), engine.query("reason")),
            (result.into(), reason.into())
        );
        engine.send("d");
        engine.settle();
    }
    engine.finish();
}

fn example(name: &str) -> String {
    format!("{}/scripts/variants/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The comments of the file compare every key that it sets.
#[test]
fn the_reading_of_abstract_play_compares_what_it_sets() {
    let path = PathBuf::from(example("abstractplay.toml"));
    let text = std::fs::read_to_string(&path).unwrap();
    let comments: String = text.lines().filter(|line| line.starts_with('#')).collect();
    let added = strategos::variants::load(&path).unwrap();
    for change in added.iter().flat_map(|variant| variant.origin().unwrap().changes()) {
        let key = change.setting.key;
        assert!(comments.contains(&format!("`{key}`")), "{key}");
    }
    assert_eq!(added.len(), 3);
}

/// The meeting rule of Abstract Play: the others' markers are counted before the connection, and the bonus may not go
/// where the chevron came from.
#[test]
fn the_meeting_rule_of_abstract_play() {
    let mut engine = Engine::start_with(&["--variants", &example("abstractplay.toml")]);
    // Black has nine markers; the connection takes the one on c5.
    let nine = "bbbbbbbb1/9/9/w8/wW2*b1wW6*3/9/9/9/4B04 w - 0 1 moves b5e5~";
    let left = "bbbbbbbbb/9/9/4W4*4/4w4/4W04/9/9/4B04 w - 0 1 moves e4e5";
    let stages = ["pacru", "abstractplay-pacru"].map(|variant| {
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        let stages = [nine, left].map(|position| {
            engine.send(&format!("position fen {position}"));
            engine.query("fen").split(' ').nth(2).unwrap().to_string()
        });
        (stages, engine.query("islegal @e4"), engine.query("islegal @e3"))
    });
    let yes = "true".to_string();
    assert_eq!(stages[0], (["-".into(), "m".into()], yes.clone(), yes.clone()));
    assert_eq!(stages[1], (["mb5".into(), "me4".into()], "false".into(), yes));
    let said = engine.ask(&format!("position fen {left},@e4"));
    assert!(said.contains("the bonus cannot go to e4, which the chevron has left"), "{said}");
    let board = "bbbbbbbbb/9/9/4W4*4/4W0*4/9/9/9/4B04 w";
    engine.send(&format!("position fen {board} me4 0 1"));
    assert_eq!(engine.query("fen"), format!("{board} me4 0 1"));
    for stage in ["mj9", "me", "x9", "x3"] {
        let said = engine.ask(&format!("position fen {board} {stage} 0 1"));
        let forms = "expected -, m, m with a field, x2, x4, or x1 to x3 with a field";
        assert!(said.contains("turnstate") && said.contains(forms), "{said}");
    }
    engine.finish();
    plays_whole_games(&example("abstractplay.toml"), &["abstractplay-pacru3"]);
}

#[test]
fn the_analysis_server_searches_them() {
    let file = TempFile::new("analysis.toml", FILE);
    let requests = [
        json!({"id": "a", "action": "query_variants"}),
        json!({"id": "b", "variant": "pacific-long", "depth": 3}),
        json!({"id": "c", "variant": "pacific-lang", "depth": 3}),
    ];
    let lines: Vec<String> = requests.iter().map(|request| format!("{request}\n")).collect();
    let answers = answers(&["--variants", file.path(), "analysis"], &lines.concat());
    let by_id = |id: &str| answers.iter().find(|answer| answer["id"] == id).unwrap();
    assert!(by_id("a")["variants"].as_array().unwrap().contains(&json!("pacific-free")));
    assert!(by_id("b")["bestmove"].is_string(), "{}", by_id("b"));
    assert!(by_id("c")["error"].as_str().unwrap().contains("did you mean pacific-long?"));
}

/// The program's lines of JSON for this input.
pub(super) fn answers(arguments: &[&str], input: &str) -> Vec<Value> {
    use std::io::Write;
    let mut program = Command::new(env!("CARGO_BIN_EXE_strategos"))
        .args(arguments)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    program.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = program.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Tables of other rules are not asked.
#[cfg(feature = "tables")]
#[test]
fn endgame_tables_are_refused_where_the_rules_differ() {
    let file = TempFile::new("tables.toml", FILE);
    let mut engine = Engine::start_with(&["--variants", file.path()]);
    engine.send("setoption name UCI_Variant value pacific-free");
    let folder = std::env::temp_dir();
    let set = format!("setoption name TablePath value {}", folder.display());
    let said = engine.ask(&set);
    assert_eq!(
        said,
        "info string warning: the endgame tables of pacific-a do not fit the rules of pacific-free"
    );
    engine.send("setoption name UCI_Variant value pacific-late");
    assert_eq!(engine.line(), "info string warning: there are no tables of pacific-b in TablePath");
    engine.finish();
    let output = strategos(&[
        "--variants",
        file.path(),
        "tables",
        "pacific-late",
        "--out",
        folder.to_str().unwrap(),
    ]);
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("there are no endgame tables of pacific-late, which is not built in"));
}
