//! `strategos sealed` from outside: files, exit statuses, two processes that play by their lines alone.

use crate::common::engine::PATIENCE;
use crate::common::program::{Folder, strategos, told};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Instant;

/// What a command writes to stderr. It must fail, and write nothing else.
fn failed(arguments: &[&str]) -> String {
    let output = strategos(arguments);
    assert_eq!(output.status.code(), Some(1), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Two folders with a game each, and a file for lines.
struct Match {
    _folder: Folder,
    files: [String; 2],
    lines: String,
}

impl Match {
    /// Proposes and joins a game; all lines up to the first move have been exchanged.
    fn new(name: &str, terms: &[&str]) -> Self {
        let folder = Folder::new(&format!("sealed-{name}"));
        let files = ["a", "b"].map(|host| {
            std::fs::create_dir_all(folder.file(host)).unwrap();
            folder.file(&format!("{host}/game"))
        });
        let lines = folder.file("lines");
        let game = Self { _folder: folder, files, lines };
        let first = told(&[&["sealed", "new", &game.files[0], "--as", "Ann"], terms].concat());
        game.write(&first);
        let join = ["sealed", "new", &game.files[1], "--as", "Bob", "--join", &game.lines];
        let second = told(&join);
        game.send(1, &second);
        game
    }

    fn write(&self, lines: &str) {
        std::fs::write(&self.lines, lines).unwrap();
    }

    /// Hands over what a host has printed, and then the answers.
    fn send(&self, from: usize, lines: &str) {
        if lines.is_empty() {
            return;
        }
        self.write(lines);
        let answers = told(&["sealed", "receive", &self.files[1 - from], &self.lines]);
        self.send(1 - from, &answers);
    }

    fn status(&self, index: usize) -> Value {
        serde_json::from_str(&told(&["sealed", "status", &self.files[index], "--json"])).unwrap()
    }

    /// The host whose next step is this one.
    fn next(&self, step: &str) -> usize {
        (0..2).find(|index| self.status(*index)["next"] == step).unwrap()
    }

    fn audit(&self) -> (bool, Value) {
        let output = strategos(&["sealed", "audit", &self.files[0], &self.files[1], "--json"]);
        (output.status.success(), serde_json::from_slice(&output.stdout).unwrap())
    }
}

#[test]
fn a_game_by_commands_alone() {
    let game = Match::new("commands", &["--variant", "warpac-subs"]);
    for _ in 0..8 {
        let mover = game.next("move");
        let line = told(&["sealed", "move", &game.files[mover], "--engine", "nodes", "100"]);
        game.send(mover, &line);
    }
    let (is_clean, audit) = game.audit();
    assert!(!is_clean && audit["verdict"] == "abandoned", "{audit}");
    assert_eq!(audit["by"], ["A", "B"][game.next("move")]);
    let mover = game.next("move");
    let line = told(&["sealed", "move", &game.files[mover], "resign"]);
    game.send(mover, &line);
    for _ in 0..2 {
        let host = game.next("open");
        let line = told(&["sealed", "open", &game.files[host]]);
        game.send(host, &line);
    }
    let (is_clean, audit) = game.audit();
    assert!(is_clean && audit["verdict"] == "clean" && audit["standing"] == "proven", "{audit}");
    assert_eq!(audit["reason"], "resignation");
    assert!(audit["position"].as_str().unwrap().starts_with("deploy moves K@"), "{audit}");
    let text = told(&["sealed", "audit", &game.files[0]]);
    assert!(text.starts_with("clean, consistent\nresult: p"), "{text}");
    // The public lines alone are enough for anybody.
    let public = told(&["sealed", "status", &game.files[1], "--lines"]);
    assert_eq!(public, told(&["sealed", "status", &game.files[0], "--lines"]));
    game.write(&public);
    assert!(told(&["sealed", "audit", &game.lines]).starts_with("clean, consistent"));
    let last = told(&["sealed", "status", &game.files[1], "--lines", "12"]);
    assert_eq!(last.lines().count(), public.lines().count() - 11);
    assert_eq!(game.status(0)["next"], "nothing");
    assert!(told(&["sealed", "status", &game.files[0]]).contains("next: nothing"));
}

#[test]
fn errors_go_to_stderr_and_change_nothing() {
    let game = Match::new("errors", &["--variant", "gameofwar", "--first", "other"]);
    let [a, b] = &game.files;
    let before = std::fs::read_to_string(a).unwrap();
    assert_eq!(game.next("move"), 1);
    assert!(failed(&["sealed", "move", a, "end"]).starts_with("error: no move is due here"));
    assert!(failed(&["sealed", "move", b, "end"]).contains("illegal move end"));
    assert!(failed(&["sealed", "move", b, "--engine", "depth", "x"]).contains("error: "));
    assert!(failed(&["sealed", "move", b, "--engine", "infinite"]).contains("would not end"));
    assert!(failed(&["sealed", "open", a]).contains("nothing is to be opened now"));
    assert!(
        failed(&["sealed", "new", a, "--variant", "warpac", "--as", "X"]).contains("cannot make")
    );
    assert!(failed(&["sealed", "status", &game.lines]).contains("no player's file"));
    assert!(failed(&["sealed", "status", "/nowhere/at/all"]).contains("cannot read"));
    let public = told(&["sealed", "status", b, "--lines"]);
    game.write(&public);
    assert!(failed(&["sealed", "receive", a, &game.lines]).contains("line 1: it is signed as A"));
    assert_eq!(told(&["sealed", "receive", a, &game.lines, "--skip-known"]), "");
    assert_eq!(std::fs::read_to_string(a).unwrap(), before);
    let wrong = ["sealed", "new", "x", "--as", "X", "--variant", "warpac", "--join", &game.lines];
    assert!(failed(&wrong).contains("the game is gameofwar, not warpac"));
    let wrong = [
        "sealed",
        "new",
        "x",
        "--as",
        "X",
        "--variant",
        "warpac",
        "--start",
        "startpos moves d4e6",
    ];
    assert!(failed(&wrong).contains("without a view and moves"));
    assert!(!std::path::Path::new("x").exists());
}

#[test]
fn what_a_killed_program_leaves_behind_does_no_harm() {
    let game =
        Match::new("killed", &["--variant", "warpac", "--start", "startpos", "--first", "me"]);
    let left = format!("{}.new", game.files[0]);
    std::fs::write(&left, "half a fi").unwrap();
    let line = told(&["sealed", "move", &game.files[0], "d4e6"]);
    assert!(!std::path::Path::new(&left).exists());
    // The line was lost on its way, and is printed again.
    assert_eq!(told(&["sealed", "status", &game.files[0], "--lines", "3"]), line);
    game.send(0, &line);
    assert_eq!(game.status(1)["lines"], 3);
}

#[cfg(unix)]
#[test]
fn only_the_player_can_read_the_file() {
    use std::os::unix::fs::PermissionsExt;
    let game =
        Match::new("private", &["--variant", "warpac", "--start", "startpos", "--first", "me"]);
    told(&["sealed", "move", &game.files[0], "d4e6"]);
    for file in &game.files {
        assert_eq!(std::fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o600);
    }
}

#[test]
fn of_two_moves_at_once_one_is_made() {
    let game =
        Match::new("at-once", &["--variant", "warpac", "--start", "startpos", "--first", "me"]);
    let moves = ["d4e6", "e4f6", "g4h6", "h4i6"].map(|token| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_strategos"));
        command.args(["sealed", "move", &game.files[0], token]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    });
    let done = moves.map(|child| child.wait_with_output().unwrap());
    let lines: Vec<_> = done.iter().filter(|output| output.status.success()).collect();
    assert_eq!(lines.len(), 1);
    let told = told(&["sealed", "status", &game.files[0], "--lines", "3"]);
    assert_eq!(told.as_bytes(), lines[0].stdout);
}

fn host(file: &str, seed: &str) -> Child {
    let limits = ["--engine", "nodes", "60", "--seed", seed, "--hash", "1"];
    Command::new(env!("CARGO_BIN_EXE_strategos"))
        .args(["sealed", "host", file])
        .args(limits)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

#[test]
fn two_processes_play_a_whole_game_by_their_pipes() {
    // A short game: White has one ship against a carrier and its submarines.
    let fen = "fen 15k/16/16/16/16/16/16/16/16/16/16/16/16/2N13/16/K15 w s - m13/c5 - 396 220";
    let terms = ["--variant", "warpac-subs", "--start", fen, "--first", "me"];
    let game = Match::new("pipes", &terms);
    let mut hosts = [0, 1].map(|index| host(&game.files[index], &index.to_string()));
    let pipes = hosts.each_mut().map(|host| (host.stdin.take(), host.stdout.take()));
    let [(first_in, first_out), (second_in, second_out)] = pipes;
    let (sender, ended) = channel();
    for (out, to) in [(first_out, second_in), (second_out, first_in)] {
        let sender = sender.clone();
        std::thread::spawn(move || {
            let mut to = to.unwrap();
            for line in BufReader::new(out.unwrap()).lines() {
                // The other host ends when the game is complete.
                let _ = writeln!(to, "{}", line.unwrap());
            }
            let _ = sender.send(());
        });
    }
    let begun = Instant::now();
    for _ in 0..2 {
        let left = PATIENCE.saturating_sub(begun.elapsed());
        if ended.recv_timeout(left).is_err() {
            hosts.iter_mut().for_each(|host| drop(host.kill()));
            panic!("the hosts did not end");
        }
    }
    assert!(hosts.iter_mut().all(|host| host.wait().unwrap().success()));
    let (is_clean, audit) = game.audit();
    assert!(is_clean && audit["standing"] == "proven", "{audit}");
}
