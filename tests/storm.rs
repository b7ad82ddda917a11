//! Storms: thousands of commands at random times, to one process that goes from game to game. Every `go` gets one
//! `bestmove`, which is legal and in time, whatever other commands come in between. The process ends on command, and
//! its memory returns to the old level.
//!
//! The short storms belong to the test command. For long storms, `STORM_MINUTES=60 STORM_SEED=1 cargo test --release
//! storm:: -- --ignored` goes on from seed to seed.

use crate::common;
use common::Random;
use common::answers::{Answer, LATE, beginning, check_answer_in, count, play_token, position};
use common::engine::Engine;
use std::collections::VecDeque;
use std::time::{Duration, Instant};
use strategos::game::Played;
use strategos::games::{Playable, Variant, Visitor};

/// The number of commands between two waits for all answers.
const BATCH: usize = 40;

/// The allowed growth of memory after a storm, in KiB: what the system's allocator keeps for itself.
const GROWTH_KIB: u64 = 8 << 10;

/// The root position of a `go`, as a client believes it to be.
#[derive(Clone)]
struct Root {
    variant: Variant,
    moves: Vec<String>,
    by_action: bool,
}

struct Storm {
    random: Random,
    variant: Variant,
    by_action: bool,
    /// `None` after a refused position.
    moves: Option<Vec<String>>,
    /// The unanswered searches.
    gos: VecDeque<Option<Root>>,
    readies: usize,
    responses: usize,
}

/// Random moves from the start of a variant.
struct Begin<'a>(&'a mut Random);

impl Visitor for Begin<'_> {
    type Output = Vec<String>;
    fn visit<G: Playable>(self, rules: G::Rules) -> Vec<String> {
        beginning::<G>(rules, self.0, 60).0
    }
}

struct Check<'a>(&'a Root, &'a Answer);

impl Visitor for Check<'_> {
    type Output = ();
    fn visit<G: Playable>(self, rules: G::Rules) {
        let Self(root, answer) = self;
        let mut played = Played::new(G::start(rules));
        assert!(root.moves.iter().all(|token| play_token(&mut played, token)));
        check_answer_in(&played, answer, root.by_action);
    }
}

impl Storm {
    fn new(seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            variant: Variant::ALL[0],
            by_action: false,
            moves: Some(Vec::new()),
            gos: VecDeque::new(),
            readies: 0,
            responses: 0,
        }
    }

    /// A random command. Its effects are recorded.
    fn command(&mut self) -> String {
        match self.random.below(20) {
            0..=5 => self.go(),
            6..=7 => "stop".to_string(),
            8..=9 => {
                self.readies += 1;
                "isready".to_string()
            }
            10..=12 => {
                let moves = self.variant.visit(Begin(&mut self.random));
                self.moves = Some(moves.clone());
                position(&moves)
            }
            13 => {
                self.moves = None;
                "position startpos moves no-such-move".to_string()
            }
            14 => {
                self.moves = Some(Vec::new());
                "ucinewgame".to_string()
            }
            15 => {
                self.variant = *self.random.pick(Variant::ALL);
                self.moves = Some(Vec::new());
                format!("setoption name UCI_Variant value {}", self.variant.name())
            }
            16 => {
                self.by_action = self.random.below(2) == 0;
                let mode = if self.by_action { "action" } else { "turn" };
                format!("setoption name Turn Mode value {mode}")
            }
            17 => {
                self.responses += 1;
                let queries =
                    ["legalmoves", "fen", "record 1", "belief", "nonsense", "islegal x", "ranking"];
                format!("query {}", self.random.pick(&queries))
            }
            _ => self.other(),
        }
    }

    fn go(&mut self) -> String {
        const LIMITS: [&str; 15] = [
            "depth 3",
            "nodes 500",
            "movetime 3",
            "wtime 20 btime 20 winc 1 binc 1",
            "infinite",
            "ponder wtime 50 btime 50",
            "ponder",
            "",
            "depth x",
            "mate 1",
            "depth 2 searchmoves zz",
            "nodes 0",
            "movetime -1",
            "infinite depth 2",
            "p1time 5 p2time 5 p3time 5 p4time 5 movestogo 2",
        ];
        let (variant, by_action) = (self.variant, self.by_action);
        let root = self.moves.clone().map(|moves| Root { variant, moves, by_action });
        self.gos.push_back(root);
        format!("go {}", self.random.pick(&LIMITS))
    }

    fn other(&mut self) -> String {
        const COMMANDS: [&str; 19] = [
            "setoption name Threads value 1",
            "setoption name Threads value 2",
            "setoption name MultiPV value 3",
            "setoption name MultiPV value 1",
            "setoption name Hash value 1",
            "setoption name Hash value 3",
            "setoption name Hash value 0",
            "setoption name Clear Hash",
            "setoption name Skill Level value 5",
            "setoption name Skill Level value 20",
            "setoption name Ponder value true",
            "setoption name Ponder value false",
            "d",
            "eval",
            "ponderhit",
            "garbage",
            "go perft 2",
            "genfens 1",
            "wait",
        ];
        self.random.pick(&COMMANDS).to_string()
    }

    /// Checks all answers so far, in the order of the searches.
    fn check_answers(&mut self, lines: &[String]) {
        let mut rest = lines;
        while let Some(end) = rest.iter().position(|line| line.starts_with("bestmove ")) {
            let (answer, after) = rest.split_at(end + 1);
            let answer = Answer::read(answer);
            match self.gos.pop_front().expect("a bestmove that nobody asked for") {
                Some(root) => root.variant.visit(Check(&root, &answer)),
                None => assert_eq!(answer.best, "(none)"),
            }
            rest = after;
        }
    }

    /// Sends `length` commands, and now and then waits for all answers.
    fn rage(&mut self, engine: &mut Engine, length: usize) {
        for number in 1..=length {
            let command = self.command();
            engine.send(&command);
            if self.random.below(12) == 0 {
                std::thread::sleep(Duration::from_millis(self.random.below(6) as u64));
            }
            if number % BATCH == 0 {
                engine.send("stop");
                let lines = engine.settle();
                self.settle(&lines);
                self.check_clock(engine);
            }
        }
    }

    /// Checks that every request has been answered.
    fn settle(&mut self, lines: &[String]) {
        assert_eq!(count(lines, "readyok"), std::mem::take(&mut self.readies));
        assert_eq!(count(lines, "response"), std::mem::take(&mut self.responses));
        self.check_answers(lines);
        assert!(self.gos.is_empty(), "{} searches without an answer", self.gos.len());
    }

    /// Checks that a search with a time limit keeps it.
    fn check_clock(&mut self, engine: &mut Engine) {
        let limit = *self.random.pick(&["movetime 40", "wtime 60 btime 60 p3time 60 p4time 60"]);
        let begun = engine.begin();
        let lines = engine.search(&format!("go {limit}"));
        let spent = engine.taken(&begun);
        assert!(spent < Duration::from_millis(60) + LATE, "{limit}: {spent:?}");
        assert_eq!(count(&lines, "bestmove"), 1);
    }

    /// Ends the engine at a random time, by the end of the input or by `quit`. An engine that does not end fails the
    /// test.
    fn end(&mut self, mut engine: Engine) {
        if self.random.below(2) == 0 {
            // A bounded search runs to its end, so a `stop` saves the wait for it.
            engine.send("stop");
            self.settle(&engine.finish());
        } else {
            engine.send("quit");
            let (lines, status) = engine.rest();
            assert!(status.success(), "{status}");
            self.check_answers(&lines);
        }
    }
}

/// The memory of an idle engine.
fn level(engine: &mut Engine) -> Option<u64> {
    engine.send(
        "stop\nsetoption name Threads value 1\nsetoption name Hash value 1\n\
         setoption name UCI_Variant value pacific-a\nucinewgame\nisready",
    );
    engine.until("readyok");
    engine.memory_kib("VmRSS")
}

/// Runs one process and its storm, and prints the seed and the number of threads.
fn storm(seed: u64, threads: usize, length: usize) {
    eprintln!("storm {seed}, {threads} threads");
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 2\nsetoption name Hash value 3");
    for variant in Variant::ALL {
        engine.send(&format!("setoption name UCI_Variant value {}", variant.name()));
        engine.search("go nodes 2000");
    }
    let before = level(&mut engine);
    engine.send(&format!("setoption name Threads value {threads}"));
    let mut storm = Storm::new(seed);
    storm.rage(&mut engine, length);
    let after = level(&mut engine);
    if let (Some(before), Some(after)) = (before, after) {
        assert!(after <= before + GROWTH_KIB, "memory grew from {before} to {after} KiB");
    }
    // These are the settings that `level` has made.
    (storm.variant, storm.moves) = (Variant::ALL[0], Some(Vec::new()));
    let last = storm.random.below(BATCH);
    for _ in 0..last {
        let command = storm.command();
        engine.send(&command);
    }
    storm.end(engine);
}

#[test]
fn a_storm_of_commands_gets_one_legal_bestmove_a_go() {
    for (seed, threads) in [(1, 1), (2, 2)] {
        storm(seed, threads, 1_200);
    }
}

#[test]
fn a_storm_may_break_off_anywhere() {
    for seed in 100..124 {
        let mut engine = Engine::start();
        engine.send("setoption name Hash value 1");
        let mut storm = Storm::new(seed);
        for _ in 0..storm.random.below(30) {
            let command = storm.command();
            engine.send(&command);
        }
        storm.end(engine);
    }
}

fn environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

#[test]
#[ignore = "takes STORM_MINUTES"]
fn storms_without_end() {
    const LENGTH: usize = 5_000;
    let patience = Duration::from_secs(60 * environment("STORM_MINUTES", 10));
    let first = environment("STORM_SEED", 1_000);
    let begun = Instant::now();
    let mut storms = 0;
    while begun.elapsed() < patience {
        storm(first + storms, 1 + storms as usize % 2, LENGTH);
        storms += 1;
        eprintln!("{} commands in {:?}", storms as usize * LENGTH, begun.elapsed());
    }
}
