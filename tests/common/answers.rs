//! Reads the engine's answers to `go` as strictly as the strictest client, and checks them against the rules.

use super::Random;
use super::engine::Engine;
use std::time::Duration;
use strategos::game::Played;
use strategos::games::{Playable, Variant};

/// The limit for an immediate answer on a busy machine.
pub const AT_ONCE: Duration = Duration::from_secs(3);

/// The allowed delay of an answer on a busy machine.
pub const LATE: Duration = Duration::from_millis(700);

const START: &str = "position startpos";

/// The words of a line, in order.
struct Words<'a> {
    line: &'a str,
    rest: std::iter::Peekable<std::str::Split<'a, char>>,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> &'a str {
        self.rest.next().unwrap_or_else(|| panic!("too short: {}", self.line))
    }

    fn has(&mut self, name: &str) -> bool {
        self.rest.next_if(|word| *word == name).is_some()
    }

    fn word(&mut self, name: &str) {
        assert_eq!(self.next(), name, "{}", self.line);
    }

    fn integer(&mut self) -> i64 {
        let word = self.next();
        let plain = !word.starts_with('+') && word.parse::<i64>().is_ok();
        assert!(plain, "{word} is no integer: {}", self.line);
        word.parse().unwrap()
    }

    fn count(&mut self, name: &str) -> u64 {
        self.word(name);
        u64::try_from(self.integer()).unwrap_or_else(|_| panic!("{name}: {}", self.line))
    }
}

/// An `info` line of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    pub depth: u64,
    pub multipv: u64,
    /// `cp` or `mate`.
    pub kind: String,
    pub score: i64,
    pub wdl: Option<[i64; 3]>,
    /// The share of each of three or four players; empty if they are not told.
    pub shares: Vec<i64>,
    pub nodes: u64,
    /// Number of determinizations (`samples`). It is 0 if the search needs none.
    pub samples: i64,
    pub pv: Vec<String>,
}

impl Info {
    /// Reads a line as strictly as the strictest client. Returns `None` if the line does not come from a search.
    pub fn read(line: &str) -> Option<Self> {
        let mut words = Words { line, rest: line.split(' ').peekable() };
        if !words.has("info") || words.has("string") {
            return None;
        }
        let depth = words.count("depth");
        if words.rest.clone().nth(3).is_none() {
            // A finished position has a `score` and nothing else.
            words.word("score");
            let kind = words.next().to_string();
            let score = words.integer();
            assert!(words.rest.next().is_none() && depth == 0, "{line}");
            let pv = Vec::new();
            let (nodes, samples, shares, wdl) = (0, 0, Vec::new(), None);
            return Some(Self { depth, multipv: 1, kind, score, wdl, shares, nodes, samples, pv });
        }
        let seldepth = words.count("seldepth");
        assert!(seldepth >= 1 || depth == 0, "{line}");
        let multipv = words.count("multipv");
        words.word("score");
        let kind = words.next().to_string();
        assert!(kind == "cp" || kind == "mate", "{line}");
        let score = words.integer();
        let wdl = words.has("wdl").then(|| [(); 3].map(|()| words.integer()));
        let mut shares = Vec::new();
        if words.has("shares") {
            while words.rest.peek().is_some_and(|word| *word != "nodes") {
                shares.push(words.integer());
            }
            let sum: i64 = shares.iter().sum();
            assert!((3..=4).contains(&shares.len()) && (sum - 1000).abs() <= 4, "{line}");
            assert!(wdl.is_some() && shares.iter().all(|share| *share >= 0), "{line}");
        }
        let nodes = words.count("nodes");
        for name in ["nps", "hashfull", "tbhits", "time"] {
            let value = words.count(name);
            assert!(name != "hashfull" || value <= 1000, "{line}");
        }
        let samples = if words.has("samples") { words.integer() } else { 0 };
        words.word("pv");
        let pv: Vec<String> = words.rest.map(str::to_string).collect();
        assert!(!pv.is_empty() && pv.iter().all(|token| !token.is_empty()), "{line}");
        if let Some(wdl) = wdl {
            assert!(wdl.iter().sum::<i64>() == 1000 && wdl.iter().all(|part| *part >= 0), "{line}");
        }
        assert!(kind == "cp" || score != 0, "{line}");
        Some(Self { depth, multipv, kind, score, wdl, shares, nodes, samples, pv })
    }
}

impl Info {
    /// The tokens of the pv that must be legal in the true position. After the first token, a line of a
    /// determinization need not be.
    pub fn sure_line(&self) -> &[String] {
        if self.samples > 0 { &self.pv[..1] } else { &self.pv }
    }
}

/// All lines of a search up to its `bestmove`.
pub struct Answer {
    pub infos: Vec<Info>,
    pub best: String,
}

impl Answer {
    pub fn read(lines: &[String]) -> Self {
        let infos: Vec<Info> = lines.iter().filter_map(|line| Info::read(line)).collect();
        let best = lines.last().unwrap().strip_prefix("bestmove ").unwrap().to_string();
        assert!(!infos.is_empty(), "a search without a line: {lines:?}");
        let first = infos.iter().rfind(|info| info.multipv == 1).unwrap();
        let token = best.split(' ').next().unwrap();
        assert_eq!(first.pv.first().map_or("(none)", String::as_str), token, "{lines:?}");
        Self { infos, best }
    }

    pub fn last(&self) -> &Info {
        self.infos.last().unwrap()
    }
}

pub fn search(engine: &mut Engine, text: &str) -> Answer {
    Answer::read(&engine.search(text))
}

pub fn count(lines: &[String], first: &str) -> usize {
    lines.iter().filter(|line| line.split(' ').next() == Some(first)).count()
}

/// The line without the figures that depend on the clock.
pub fn timeless(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    for name in ["nps", "time"] {
        if let Some(at) = words.iter().position(|word| *word == name) {
            words.drain(at..(at + 2).min(words.len()));
        }
    }
    if let [_, "nodes", _] = words[..] {
        words.pop();
    }
    words.join(" ")
}

/// Plays the actions of a token. Returns `false` if an action is illegal or belongs to another turn.
pub fn play_token<G: Playable>(played: &mut Played<G>, token: &str) -> bool {
    let mover = played.state().player();
    for (index, part) in token.split(',').enumerate() {
        let parsed = played.state().parse_in_turn(part, mover, index == 0);
        let Ok(action) = parsed else { return false };
        if played.outcome().is_some() {
            return false;
        }
        played.play(action);
    }
    true
}

/// The position after `moves`, which must all be legal.
pub fn after<G: Playable>(root: &Played<G>, moves: &[String]) -> Played<G> {
    let mut played = root.clone();
    for token in moves {
        assert!(play_token(&mut played, token), "{token} of {moves:?}, {}", root.state().fen());
    }
    played
}

/// Checks that an answer is legal. It holds whole turns, and every pv is legal to its end. A pv has at least two
/// tokens if the game goes on and the mover sees everything.
pub fn check_answer<G: Playable>(root: &Played<G>, answer: &Answer) {
    check_answer_in(root, answer, false);
}

/// Like [`check_answer`]. With `by_action`, each answer is one action.
pub fn check_answer_in<G: Playable>(root: &Played<G>, answer: &Answer, by_action: bool) {
    if root.outcome().is_some() {
        assert_eq!(answer.best, "(none)");
        return;
    }
    for info in &answer.infos {
        after(root, info.sure_line());
        let first = after(root, &info.pv[..1]);
        let over = first.outcome().is_some();
        assert!(over || by_action || first.state().turn_start(), "half a turn: {info:?}");
        let is_whole = over || info.pv.len() > 1 || info.samples > 0;
        assert!(is_whole && (!over || info.pv.len() == 1), "{info:?} in {}", root.state().fen());
    }
}

/// The command that sets up the start position and plays these moves.
pub fn position(moves: &[String]) -> String {
    if moves.is_empty() { START.to_string() } else { format!("{START} moves {}", moves.join(" ")) }
}

/// A random opening of at most `longest` actions: its moves and its position.
pub fn beginning<G: Playable>(
    rules: G::Rules,
    random: &mut Random,
    longest: usize,
) -> (Vec<String>, Played<G>) {
    let mut played = Played::new(G::start(rules));
    let mut moves = Vec::new();
    for _ in 0..random.below(longest + 1) {
        let actions = played.actions();
        if actions.is_empty() {
            break;
        }
        let action = *random.pick(&actions);
        moves.push(played.state().action_token(action));
        played.play(action);
    }
    (moves, played)
}

pub fn engine(variant: Variant) -> Engine {
    Engine::start_with(&["--variant", variant.name()])
}

/// Tests that also receive the variant, to start its engine.
macro_rules! for_every_engine {
    ($($(#[$meta:meta])* fn $name:ident<$G:ident>($variant:ident, $rules:ident) $body:block)*) => {$(
        $(#[$meta])*
        #[test]
        fn $name() {
            struct Check(strategos::games::Variant);
            impl strategos::games::Visitor for Check {
                type Output = ();
                fn visit<$G: strategos::games::Playable>(self, $rules: $G::Rules) {
                    let $variant = self.0;
                    $body
                }
            }
            for variant in strategos::games::Variant::ALL {
                eprintln!("variant {}", variant.name());
                variant.visit(Check(*variant));
            }
        }
    )*};
}
pub(crate) use for_every_engine;
