//! Golden sessions from `tests/sessions/*.txt`: the lines that are sent to the engine and its expected answers, as a
//! person would paste them.
//!
//! A line `> TEXT` is sent, and `\xNN` stands for that byte. A line `< TEXT` must come, in order, and no other line
//! may come. White space only separates tokens.
//! - `*` matches any one token.
//! - `...` at the end of a line matches any number of tokens.
//! - A line `< ...` skips lines up to the next expected line.
//! - Consecutive sent lines go out in one write.
//!
//! At the end the input is closed, and the engine must end with success.

use crate::common;
use common::engine::Engine;
use std::path::{Path, PathBuf};
use std::process::Command;
use strategos::games::Variant;
use strategos::protocol::{Declaration, Kind, complete, declarations};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions")
}

/// Whether the line matches the expected line.
fn fits(expected: &str, line: &str) -> bool {
    let mut words = line.split_whitespace();
    let mut wanted = expected.split_whitespace().peekable();
    while let Some(want) = wanted.next() {
        if want == "..." && wanted.peek().is_none() {
            return true;
        }
        if words.next().is_none_or(|word| want != "*" && want != word) {
            return false;
        }
    }
    words.next().is_none()
}

/// The bytes of a line to send.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut parts = text.split("\\x");
    bytes.extend_from_slice(parts.next().unwrap_or_default().as_bytes());
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    bytes
}

/// Waits for a line that matches `expected`. It must be the next line unless `skipping`.
fn expect_line(engine: &mut Engine, expected: &str, skipping: bool) {
    loop {
        let line = engine.line();
        if fits(expected, &line) {
            return;
        }
        if !skipping {
            engine.fail(&format!("expected: {expected}\nfound:    {line}"));
        }
    }
}

fn play(session: &str) {
    let mut engine = Engine::start();
    let mut to_send = Vec::new();
    let mut skipping = false;
    for line in session.lines() {
        if let Some(text) = line.strip_prefix('>') {
            to_send.extend(unescape(text.strip_prefix(' ').unwrap_or(text)));
            to_send.push(b'\n');
        } else if let Some(expected) = line.strip_prefix('<') {
            engine.send_bytes(&std::mem::take(&mut to_send));
            if expected.trim() == "..." {
                skipping = true;
            } else {
                expect_line(&mut engine, expected, std::mem::take(&mut skipping));
            }
        } else {
            assert!(line.is_empty() || line.starts_with('#'), "no line of a session: {line}");
        }
    }
    engine.send_bytes(&to_send);
    let rest = engine.finish();
    assert!(skipping || rest.is_empty(), "nobody asked for {rest:?}");
}

macro_rules! sessions {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            let file = folder().join(stringify!($name).replace('_', "-") + ".txt");
            play(&std::fs::read_to_string(file).unwrap());
        })*

        #[test]
        fn every_session_is_played() {
            let mut known = vec![$(stringify!($name).replace('_', "-") + ".txt"),*];
            known.sort();
            let files = std::fs::read_dir(folder()).unwrap();
            let mut found: Vec<String> =
                files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
            found.sort();
            assert_eq!(known, found);
        }
    };
}

sessions! {
    any_case
    beliefs
    bench
    client_cutegames
    client_python_chess
    client_variantfishtest
    comments_and_space
    deployment
    deployments
    finished_positions
    genfens
    glued_turns
    go_faults
    go_limits
    handshake
    help
    ignored
    kfen
    last_rounds
    mates
    move_and_undo
    multipv
    new_game
    one_burst
    options
    own_book
    perft
    positions
    queries
    queries_of_gameofwar
    queries_of_warpac
    quit
    reasons
    reports
    refused_fens
    refused_fens_of_gameofwar
    refused_fens_of_pacru
    refused_in_warpac
    refused_moves
    refused_position_then_go
    searchmoves
    show
    skill_and_seed
    stop_passes_wait
    stop_reaches_what_waits
    strange_bytes
    three_players
    turn_mode
    turns_of_gameofwar
    unknown_commands
    variants
    views
    waiting_stops_the_endless
    wait_holds_back_quit
    wdl_and_ponder
}

fn protocol_page() -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("protocol.md");
    std::fs::read_to_string(page).unwrap()
}

/// The names of commands, limits and queries.
fn names() -> Vec<&'static str> {
    let lines = ["", "query ", "go "];
    lines.iter().flat_map(|line| complete(line)).collect()
}

#[test]
fn the_written_protocol_names_every_command_query_limit_and_option() {
    let page = protocol_page();
    for name in names() {
        let is_named = page.contains(&format!("`{name}`")) || page.contains(&format!("`{name} "));
        assert!(is_named, "{name}");
    }
    for declaration in declarations() {
        let row = option_row(&declaration);
        assert!(page.contains(&row), "{row}");
    }
}

/// The beginning of an option's row in the table of options.
fn option_row(declaration: &Declaration) -> String {
    let rest = match declaration.kind {
        Kind::Check(default) => format!("check | {default} | |"),
        Kind::Spin(default, least, greatest) => {
            format!("spin | {default} | {least} to {greatest} |")
        }
        Kind::Combo(values) if values == Variant::NAMES => {
            format!("combo | {} | the variants (section 8) |", values[0])
        }
        Kind::Combo(values) => format!("combo | {} | {} |", values[0], values.join(", ")),
        Kind::Button => "button | | |".to_string(),
        Kind::Text => "string | `<empty>` |".to_string(),
    };
    format!("| `{}` | {rest}", declaration.name)
}

#[test]
fn help_has_a_line_for_every_command_query_limit_and_option_in_columns() {
    let mut engine = Engine::start();
    engine.send("help");
    let lines = engine.settle();
    let options = declarations().map(|declaration| declaration.name);
    for name in names().into_iter().chain(options) {
        // At least two spaces separate the usage from its description.
        let has_line = lines.iter().any(|line| {
            let columns = line.trim_start().split_once("  ");
            columns.is_some_and(|(usage, _)| {
                usage == name || usage.split(", ").any(|part| part.split(' ').next() == Some(name))
            })
        });
        assert!(has_line, "{name}");
    }
    for section in lines.split(|line| line.is_empty()) {
        let column = |line: &String| {
            let usage = line.trim_start().split("  ").next().unwrap();
            let rest = &line[line.find(usage).unwrap() + usage.len()..];
            line.len() - rest.trim_start().len()
        };
        let mut columns: Vec<usize> = section[1..].iter().map(column).collect();
        columns.dedup();
        assert_eq!(columns.len(), 1, "{section:?}");
    }
    engine.finish();
}

#[test]
fn tokens_are_of_the_alphabet_that_is_written_down() {
    let page = protocol_page();
    let (_, rest) = page.split_once("in a regular expression `[").unwrap();
    let (alphabet, _) = rest.split_once("]+`").unwrap();
    let signs = alphabet.strip_prefix("A-Za-z0-9").unwrap();
    let is_token = |token: &str| {
        !token.is_empty() && token.chars().all(|c| c.is_ascii_alphanumeric() || signs.contains(c))
    };
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let mut count = 0;
    for file in std::fs::read_dir(vectors).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "jsonl") {
            continue;
        }
        for line in std::fs::read_to_string(path).unwrap().lines() {
            let vector: serde_json::Value = serde_json::from_str(line).unwrap();
            let legal = vector["moves"].as_array().into_iter().flatten();
            for token in legal.chain([&vector["move"]]).filter_map(|token| token.as_str()) {
                assert!(is_token(token), "{token}");
                count += 1;
            }
        }
    }
    assert!(count > 1_000, "{count} tokens in the vectors");
}

/// The sessions in a section of the page. Paragraphs separate them.
fn written_sessions(heading: &str) -> Vec<String> {
    let page = protocol_page();
    let (_, rest) = page.split_once(heading).unwrap();
    let (section, _) = rest.split_once("\n## ").unwrap();
    let mut sessions = vec![String::new()];
    for line in section.lines() {
        match line.strip_prefix("    ") {
            Some(shown) if shown.starts_with(['>', '<']) => {
                sessions.last_mut().unwrap().push_str(&format!("{shown}\n"));
            }
            Some(_) => {}
            None => sessions.push(String::new()),
        }
    }
    sessions.retain(|session| !session.is_empty());
    sessions
}

#[test]
fn the_session_of_the_core_goes_as_written() {
    let session = written_sessions("## The core").concat();
    assert!(session.lines().count() > 30, "{session}");
    play(&session);
}

#[test]
fn the_sessions_to_copy_go_as_written() {
    let sessions = written_sessions("## 9. Sessions to copy");
    assert!(sessions.len() >= 7, "{sessions:?}");
    sessions.iter().for_each(|session| play(session));
}

#[test]
fn the_games_of_the_section_on_hidden_information_go_as_written() {
    let session = written_sessions("## 10. Hidden information").concat();
    assert!(session.lines().count() > 40, "{session}");
    play(&session);
}

#[test]
fn a_line_fits_word_by_word() {
    assert!(fits(" a * c", "a  b c"));
    assert!(!fits("a *", "a") && !fits("a", "a b") && !fits("a *", "b c"));
    assert!(fits("a ...", "a") && fits("a ...", "a b c") && !fits("... a", "b a"));
    assert!(fits("", "") && !fits("", "a"));
    assert_eq!(unescape("a\\xFFb\\x0D"), b"a\xFFb\r");
}

#[test]
fn a_line_of_a_megabyte_is_one_error() {
    let mut engine = Engine::start();
    engine.send(&"x".repeat(1 << 20));
    let error = engine.line();
    assert!(error.starts_with("info string error: ") && error.len() < 300, "{error}");
    engine.send(&"x ".repeat(1 << 19));
    let error = engine.line();
    assert!(error.starts_with("info string error: ") && error.len() < 300, "{error}");
    engine.send(&format!("position startpos moves {}", "a3b4,".repeat(200_000)));
    let error = engine.line();
    assert!(error.starts_with("info string error: ") && error.len() < 400, "{error}");
    engine.send(&format!("position fen {} w 0 1", "4/".repeat(300_000)));
    let error = engine.line();
    assert!(error.starts_with("info string error: ") && error.len() < 300, "{error}");
    assert_eq!(engine.ask("isready"), "readyok");
    assert!(engine.finish().is_empty());
}

#[test]
fn a_last_line_without_its_end_is_obeyed() {
    let mut engine = Engine::start();
    engine.send_bytes(b"isready");
    assert_eq!(engine.finish(), ["readyok"]);
}

#[test]
fn option_lines_have_the_form_that_clients_insist_on() {
    let mut engine = Engine::start();
    for handshake in ["uci", "ugi"] {
        engine.send(handshake);
        let lines = engine.until(&format!("{handshake}ok"));
        assert!(lines[0].starts_with("id name ") && lines[1].starts_with("id author "));
        for line in &lines[2..lines.len() - 1] {
            check_option_line(line);
        }
    }
    engine.finish();
}

fn check_option_line(line: &str) {
    let rest = line.strip_prefix("option name ").unwrap_or_else(|| panic!("{line}"));
    let (name, rest) = rest.split_once(" type ").unwrap_or_else(|| panic!("{line}"));
    assert!(!name.is_empty());
    let words: Vec<&str> = rest.split(' ').collect();
    match words.as_slice() {
        ["button"] | ["check", "default", "true" | "false"] => {}
        ["string", "default", value] => assert!(!value.is_empty(), "{line}"),
        ["spin", "default", default, "min", least, "max", greatest] => {
            let [default, least, greatest] =
                [default, least, greatest].map(|number| number.parse::<i64>().unwrap());
            assert!((least..=greatest).contains(&default), "{line}");
        }
        ["combo", "default", default, values @ ..] => {
            let (vars, values): (Vec<&str>, Vec<&str>) =
                values.chunks(2).map(|pair| (pair[0], pair[1])).unzip();
            assert!(vars.iter().all(|word| *word == "var") && values.contains(default), "{line}");
        }
        _ => panic!("{line}"),
    }
}

#[test]
fn every_option_takes_its_own_default_and_bounds() {
    let mut engine = Engine::start();
    engine.send("uci");
    for line in engine.until("uciok") {
        let Some((name, rest)) =
            line.strip_prefix("option name ").and_then(|l| l.split_once(" type "))
        else {
            continue;
        };
        let words: Vec<&str> = rest.split(' ').collect();
        let values = match words[0] {
            // A test should not ask for the greatest table or the greatest number of threads.
            "spin" if ["Hash", "Threads"].contains(&name) => vec![words[2], words[4]],
            "spin" => vec![words[4], words[6], words[2]],
            "check" => vec!["true", "false", words[2]],
            "combo" => words[4..].iter().step_by(2).copied().chain([words[2]]).collect(),
            _ => vec!["<empty>"],
        };
        for value in values {
            engine.send(&format!("setoption name {name} value {value}"));
        }
    }
    assert_eq!(engine.settle(), Vec::<String>::new());
    engine.finish();
}

#[test]
fn every_variant_can_be_chosen_and_searched() {
    for variant in Variant::ALL {
        let mut engine = Engine::start_with(&["--variant", variant.name()]);
        let start = engine.query("startpos");
        assert_eq!(engine.query("fen"), start);
        let best = engine.search("go depth 2").pop().unwrap();
        let best = best.strip_prefix("bestmove ").unwrap();
        assert_eq!(engine.query(&format!("islegal {best}")), "true");
        engine.send(&format!("setoption name UCI_Variant value {}", variant.name()));
        assert_eq!(engine.query("fen"), start);
        engine.send("position startpos\nd");
        assert!(engine.settle().contains(&format!("Variant: {}", variant.name())));
        engine.finish();
    }
}

#[test]
fn all_traffic_goes_to_the_debug_log_file() {
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join("debug log of a test.txt");
    let _ = std::fs::remove_file(&log);
    let mut engine = Engine::start();
    engine.send(&format!("setoption name Debug Log File value {}", log.display()));
    assert_eq!(engine.ask("isready"), "readyok");
    engine.search("go depth 1");
    engine.send("setoption name Debug Log File value <empty>");
    assert_eq!(engine.query("player"), "1");
    engine.finish();
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.lines().any(|line| line.ends_with("> isready")), "{text}");
    assert!(text.lines().any(|line| line.ends_with("< readyok")), "{text}");
    assert!(text.lines().any(|line| line.contains("< bestmove ")), "{text}");
    assert!(!text.contains("query player"), "{text}");
}

#[test]
#[cfg(unix)]
fn a_log_file_that_is_a_pipe_without_a_reader_is_refused_at_once() {
    let pipe = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pipe of a test");
    let _ = std::fs::remove_file(&pipe);
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut engine = Engine::start();
    engine.send(&format!("setoption name Debug Log File value {}", pipe.display()));
    let error = engine.line();
    assert!(error.starts_with("info string error: cannot open log file"), "{error}");
    assert_eq!(engine.ask("isready"), "readyok");
    engine.finish();
}

#[test]
fn the_command_line_runs_tools_and_commands() {
    let (lines, status) = Engine::start_with(&["bench", "pacific-a", "--depth", "2"]).rest();
    let words: Vec<&str> = lines.last().unwrap().split(' ').collect();
    assert!(status.success() && matches!(words[..], [_, "nodes", _, "nps"]), "{lines:?}");

    let (lines, status) = Engine::start_with(&["perft", "pacific-b", "4"]).rest();
    assert!(status.success() && lines.contains(&"Nodes searched: 1849".to_string()), "{lines:?}");

    let arguments = ["perft", "pacific-a", "1", "4/k3/4/4/1P22/4/4/1C22 w 0 1"];
    let (lines, status) = Engine::start_with(&arguments).rest();
    assert!(status.success() && lines[..2] == ["c1b2: 1", "c1d2: 1"], "{lines:?}");

    let arguments = ["position startpos moves a3b4", "go depth 1", "query player", "quit"];
    let (lines, status) = Engine::start_with(&arguments).rest();
    assert!(status.success(), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("bestmove ")), "{lines:?}");

    for arguments in [&["--no-such"][..], &["bench", "chess"], &["perft", "pacific-a", "x"]] {
        let (lines, status) = Engine::start_with(arguments).rest();
        assert!(lines.is_empty() && status.code() == Some(2), "{arguments:?}: {lines:?}");
    }
}

/// The engine's output lines for these arguments, and its exit status.
fn run(arguments: &[&str]) -> (Vec<String>, Option<i32>) {
    let (lines, status) = Engine::start_with(arguments).rest();
    (lines, status.code())
}

#[test]
fn a_quit_among_the_arguments_cuts_nothing_short() {
    let (lines, status) = run(&["genfens 40 seed 1 book None", "quit"]);
    assert_eq!((lines.len(), status), (40, Some(0)), "{lines:?}");
    let (lines, status) = run(&["go depth 7", "stop", "quit", "d"]);
    let depth = lines.iter().filter(|line| line.starts_with("info depth 7 ")).count();
    assert_eq!((depth, status), (1, Some(0)), "{lines:?}");
    assert!(
        lines.last().unwrap().starts_with("bestmove "),
        "nothing comes after a quit: {lines:?}"
    );
}

#[test]
fn words_of_the_command_line_are_commands() {
    let (lines, status) = run(&["d"]);
    assert!(lines.contains(&"Variant: pacific-a".to_string()) && status == Some(0), "{lines:?}");
    let (lines, status) = run(&["--variant", "pacru", "d", "quit"]);
    assert!(lines.contains(&"Variant: pacru".to_string()) && status == Some(0), "{lines:?}");
    let (lines, status) = run(&["--variant=pacru3", "query", "players", "isready"]);
    assert_eq!((lines, status), (vec!["response 3".to_string(), "readyok".to_string()], Some(0)));
    let (lines, status) = run(&["go", "depth", "3", "query", "player", "quit"]);
    assert_eq!((lines.last().unwrap().as_str(), status), ("response 1", Some(0)), "{lines:?}");
    let (lines, status) = run(&["go", "perft", "2", "quit"]);
    assert!(lines.contains(&"Nodes searched: 49".to_string()) && status == Some(0), "{lines:?}");
    let (lines, status) = run(&["position", "startpos", "moves", "a3b4", "b6a5"]);
    assert_eq!((lines.len(), status), (0, Some(0)), "{lines:?}");
}

#[test]
fn a_refused_command_of_the_command_line_shows_in_the_status() {
    let refused: [&[&str]; 6] = [
        &["go depth x"],
        &["position startpos moves a3b5", "d"],
        &["query", "weather"],
        &["go", "depth", "3", "deep"],
        &["setoption name Hash value 0"],
        &["perft", "pacific-a", "3", "4/4 w"],
    ];
    for arguments in refused {
        let (lines, status) = run(arguments);
        let has_error = lines.iter().any(|line| line.starts_with("info string error: "));
        assert!(has_error && status == Some(1), "{arguments:?}: {status:?}, {lines:?}");
    }
    // A misspelled command.
    let (lines, status) = run(&["isredy"]);
    assert!(lines[0].ends_with("did you mean isready?") && status == Some(1), "{lines:?}");
    // A word that is no command is left to the parser of the arguments.
    let (lines, status) = run(&["joho"]);
    assert_eq!((lines.len(), status), (0, Some(2)));
}

/// The engine's standard output and standard error when `RUST_LOG` is `filter`.
fn logged(filter: &str) -> [String; 2] {
    let commands = ["setoption name Hash value 2", "position startpos moves c3d4", "go depth 2"];
    let output = Command::new(env!("CARGO_BIN_EXE_strategos"))
        .args(commands)
        .args(["query weather"])
        .env("RUST_LOG", filter)
        .output()
        .unwrap();
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn logs_tell_the_story_of_a_session_on_standard_error() {
    let [plain, nothing] = logged("off");
    assert_eq!(nothing, "");
    let info = [
        "option Hash = 2",
        "a table of 2 MiB",
        "search threads of pacific-a: 1",
        "startpos, 1 moves",
        "search: depth 2, player 2",
        "searched to depth 2",
        "answer: bestmove ",
        "refused: unknown query (weather)",
    ];
    let debug = ["obeys: go depth 2", "obeys: setoption name Hash value 2", "depth 1, cp "];
    let [told, log] = logged("info");
    for words in info {
        assert_eq!(log.matches(words).count(), 1, "{words}: {log}");
    }
    assert!(debug.iter().all(|words| !log.contains(words)), "{log}");
    let [told_more, log] = logged("debug");
    for words in info.iter().chain(&debug) {
        assert!(log.contains(words), "{words}: {log}");
    }
    // No log line appears on standard output.
    let lines = |text: &str| text.lines().count();
    assert_eq!([lines(&told), lines(&told_more)], [lines(&plain); 2]);
}

#[test]
fn genfens_gives_the_same_fens_for_the_same_seed() {
    let fens = |seed: u64, variant: &str| {
        let mut engine = Engine::start_with(&["--variant", variant]);
        engine.send(&format!("genfens 4 seed {seed} book None"));
        let lines = engine.settle();
        let fens: Vec<String> = lines
            .iter()
            .map(|line| line.strip_prefix("info string genfens ").unwrap().to_string())
            .collect();
        for fen in &fens {
            engine.send(&format!("position fen {fen}"));
            assert_eq!(engine.query("fen"), *fen);
            assert_eq!(engine.query("result"), "none");
        }
        engine.finish();
        fens
    };
    for variant in Variant::NAMES {
        let first = fens(1, variant);
        assert_eq!(first.len(), 4);
        let different: std::collections::HashSet<&String> = first.iter().collect();
        assert_eq!(different.len(), 4, "{first:?}");
        assert_eq!(fens(1, variant), first);
        assert_ne!(fens(2, variant), first);
    }
}

#[test]
fn the_board_is_drawn_with_what_the_terminal_has() {
    let cases: [(&[(&str, &str)], bool); 6] = [
        (&[("LC_ALL", "C")], true),
        (&[("LC_ALL", "C"), ("LANG", "en_US.UTF-8")], true),
        (&[("LC_ALL", "C.UTF-8"), ("LANG", "C")], false),
        (&[("LC_ALL", ""), ("LC_CTYPE", "de_DE.utf8"), ("LANG", "C")], false),
        (&[("LC_ALL", ""), ("LC_CTYPE", ""), ("LANG", "en_US.UTF-8")], false),
        (&[("LC_ALL", ""), ("LC_CTYPE", ""), ("LANG", "")], true),
    ];
    for (variables, ascii) in cases {
        for variant in Variant::NAMES.iter().filter(|name| name.contains("acru")) {
            let mut engine = Engine::start_in(variables);
            engine.send(&format!("setoption name UCI_Variant value {variant}\nd"));
            let lines = engine.finish();
            assert!(lines.iter().any(|line| line.starts_with("Fen: ")));
            let all_ascii = lines.iter().all(|line| line.is_ascii());
            assert_eq!(all_ascii, ascii, "{variant}, {variables:?}");
            assert!(ascii || lines.iter().any(|line| line.contains("W\u{2191}")), "{lines:?}");
        }
    }
}

/// OpenBench and `scripts/tune.py` read these lines: name, type, value, least, greatest, step, rate.
#[test]
fn tunables_are_printed_with_the_values_of_their_game() {
    let lines = |variant: &str| {
        let program = env!("CARGO_BIN_EXE_strategos");
        let output = std::process::Command::new(program).args(["spsa", variant]).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stdout).unwrap()
    };
    let value = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(&format!("{name}, "))).unwrap();
        line.split(", ").nth(2).unwrap().parse::<i32>().unwrap()
    };
    let [pacific, warpac] = ["pacific-a", "warpac"].map(lines);
    assert_eq!(pacific.lines().count(), strategos::search::Tunables::ALL.len());
    for line in pacific.lines() {
        let [name, kind, rest @ ..] = &line.split(", ").collect::<Vec<_>>()[..] else { panic!() };
        assert!(!name.is_empty() && *kind == "int" && rest.len() == 5, "{line}");
        let [now, least, most] = [rest[0], rest[1], rest[2]].map(|n| n.parse::<i32>().unwrap());
        assert!((least..=most).contains(&now), "{line}");
    }
    assert_eq!(value(&pacific, "futility_margin"), 54);
    assert_eq!(value(&warpac, "futility_margin"), 60);
}
