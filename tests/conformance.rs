//! The steps of UCI compliance checkers, for every game: a start, the handshake, positions of chess that are invalid
//! here, and `go` by the clock. Each answer has the form that a chess runner reads.

use crate::common;
use common::answers::engine;
use common::engine::Engine;
use std::time::Duration;
use strategos::games::Variant;

const STEPS: usize = 40;

/// The time that compliance checkers wait for the first answer.
const START_PATIENCE: Duration = Duration::from_secs(10);

const CHESS: &str = "position fen rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";

/// An engine under test, and the number of steps so far.
struct Checker {
    engine: Engine,
    steps: usize,
}

impl Checker {
    fn step(&mut self, holds: bool, what: &str) {
        self.steps += 1;
        if !holds {
            let number = self.steps;
            self.engine.fail(&format!("step {number}: {what}"));
        }
    }

    /// Sends `command`, which may only print errors, and checks that the engine still answers.
    fn send_and_ping(&mut self, command: &str) {
        self.engine.send(command);
        self.step(true, command);
        self.ping();
    }

    fn ping(&mut self) {
        self.engine.send("isready");
        let lines = self.engine.until("readyok");
        let is_silent = lines[..lines.len() - 1].iter().all(|line| line.starts_with("info string"));
        self.step(is_silent, "isready");
    }

    /// Sends `go`, in four steps: a `bestmove`, an info line before it, its form, and its score.
    fn go(&mut self, limits: &str) {
        let begun = self.engine.begin();
        let lines = self.engine.search(&format!("go {limits}"));
        let in_time = self.engine.taken(&begun) < Duration::from_secs(2);
        self.step(in_time && lines.last().unwrap().starts_with("bestmove "), limits);
        let infos: Vec<&String> = lines.iter().filter(|line| line.starts_with("info ")).collect();
        let told = infos.iter().filter(|line| !line.starts_with("info string"));
        self.step(told.clone().count() > 0, "an info line");
        self.step(told.clone().all(|line| is_well_formed(line)), "whole numbers");
        self.step(told.clone().any(|line| line.contains(" score ")), "a score");
    }
}

/// Whether time, speed and score are whole numbers and every number follows its name.
fn is_well_formed(line: &str) -> bool {
    let words: Vec<&str> = line.split(' ').collect();
    ["time", "nps", "cp", "mate", "depth", "nodes"].iter().all(|name| {
        let at = words.iter().position(|word| word == name);
        at.is_none_or(|at| words.get(at + 1).is_some_and(|word| word.parse::<i64>().is_ok()))
    })
}

#[test]
fn every_variant_passes_the_steps_of_a_compliance_checker() {
    for variant in Variant::ALL {
        check(*variant);
    }
}

fn check(variant: Variant) {
    let mut checker = Checker { engine: engine(variant), steps: 0 };
    let begun = checker.engine.begin();
    checker.engine.send("uci");
    let lines = checker.engine.until("uciok");
    checker.step(checker.engine.taken(&begun) < START_PATIENCE, "uciok");
    checker.ping();
    let has =
        |name: &str| lines.iter().any(|line| line.len() > name.len() && line.starts_with(name));
    checker.step(has("id name "), "a name");
    checker.step(has("id author "), "an author");

    checker.send_and_ping("ucinewgame");
    checker.send_and_ping("position startpos");
    checker.go("wtime 100");
    checker.send_and_ping(CHESS);
    checker.go("btime 100");
    checker.go("wtime 100 winc 100 btime 100 binc 100");
    checker.go("btime 100 binc 100 wtime 100 winc 100");

    checker.send_and_ping("ucinewgame");
    checker.engine.send("position startpos");
    checker.go("wtime 100 btime 100");
    checker.send_and_ping("position startpos moves e2e4 e7e5");
    checker.go("wtime 100 winc 100 btime 100 binc 100");

    checker.engine.send("quit");
    let (lines, status) = checker.engine.rest();
    checker.step(lines.is_empty(), "silence at the end");
    checker.step(status.success(), "quit");
    assert_eq!(checker.steps, STEPS);
}
