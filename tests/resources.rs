//! Requests that exceed the machine or reach a maximum: memory and threads beyond the machine, records of a hundred
//! thousand moves, the longest lines, the most legal actions.

use crate::common;
use common::Random;
use common::answers::{AT_ONCE, Answer, check_answer, engine, for_every_engine, position, search};
use common::engine::Engine;
use std::time::Duration;
use strategos::game::Played;
use strategos::games::{Playable, Variant, Visitor};

// --- Memory and threads -------------------------------------------------------------------------

/// Address space of an engine that must run out of it, in KiB.
const LITTLE_KIB: u64 = 600 << 10;

/// The engine's needs besides `Hash`, as protocol.md states them, in MiB: for itself, and for each thread.
const FIXED_MIB: u64 = 24;
const THREAD_MIB: u64 = 8;

#[test]
#[cfg(target_os = "linux")]
fn memory_that_cannot_be_had_is_refused_and_the_engine_plays_on() {
    let mut engine = Engine::start_within(LITTLE_KIB);
    search(&mut engine, "go depth 3");
    for (option, error) in [
        ("Hash value 4096", "a table of 4096 MiB cannot be allocated"),
        ("Hash value 65536", "a table of 65536 MiB cannot be allocated"),
        ("Threads value 256", "256 threads: "),
    ] {
        engine.send(&format!("setoption name {option}"));
        let told = engine.line();
        assert!(told.starts_with(&format!("info string error: {error}")), "{told}");
        let answer = search(&mut engine, "ucinewgame\ngo depth 4");
        assert_eq!(answer.last().depth, 4, "after {option}");
    }
    engine.send("setoption name Hash value 32\nsetoption name Threads value 2");
    search(&mut engine, "go depth 4");
    assert!(engine.finish().is_empty());
}

#[test]
fn threads_beyond_the_machine_answer_in_time() {
    let mut engine = Engine::start();
    engine.send("setoption name Threads value 256\nisready");
    engine.until("readyok");
    for go in ["go movetime 50", "go nodes 5000", "go infinite\nstop", "go depth 3"] {
        let begun = engine.begin();
        let answer = search(&mut engine, go);
        let taken = engine.taken(&begun);
        assert!(taken < 3 * AT_ONCE, "{go}: {taken:?}");
        assert_eq!(engine.query(&format!("islegal {}", answer.best)), "true");
    }
    engine.finish();
}

#[test]
fn memory_is_the_table_and_a_fixed_amount() {
    const HASH_MIB: u64 = 64;
    for variant in Variant::ALL {
        for threads in [1, 4] {
            let mut engine = engine(*variant);
            engine.send(&format!(
                "setoption name Hash value {HASH_MIB}\nsetoption name Threads value {threads}"
            ));
            search(&mut engine, "go nodes 20000");
            search(&mut engine, "position startpos\ngo movetime 50");
            let Some(kibibytes) = engine.memory_kib("VmHWM") else { return };
            let most = HASH_MIB + FIXED_MIB + threads * THREAD_MIB;
            let name = variant.name();
            eprintln!(
                "{name}, {threads} threads: {} KiB beyond Hash",
                kibibytes - (HASH_MIB << 10)
            );
            assert!(kibibytes <= most << 10, "{name}, {threads} threads: {kibibytes} KiB");
            engine.finish();
        }
    }
}

// --- Long records -------------------------------------------------------------------------------

const MOST_MOVES: usize = 100_000;

/// The length of the history at which a long game clears it, if it can.
const LONG_PAST: usize = 90;

/// The processor time that reading the records may take.
const READING: Duration = Duration::from_secs(5);

/// The longest of some random games that put off irreversible actions.
fn long_game<G: Playable>(rules: G::Rules) -> (Vec<String>, Played<G>) {
    let games = (0..12).map(|seed| one_long_game::<G>(rules, &mut Random::new(seed)));
    games.max_by_key(|(moves, _)| moves.len()).unwrap()
}

fn one_long_game<G: Playable>(rules: G::Rules, random: &mut Random) -> (Vec<String>, Played<G>) {
    let mut played = Played::new(G::start(rules));
    let mut moves = Vec::new();
    while moves.len() < MOST_MOVES {
        let legal = played.actions();
        if legal.is_empty() {
            break;
        }
        let is_due = played.keys().len() >= LONG_PAST;
        let clears = |action: &&G::Action| played.state().clears_history(**action) == is_due;
        let wanted: Vec<&G::Action> = legal.iter().filter(clears).collect();
        let action = if wanted.is_empty() { *random.pick(&legal) } else { **random.pick(&wanted) };
        moves.push(played.state().action_token(action));
        played.play(action);
    }
    (moves, played)
}

for_every_engine! {
    fn a_record_of_a_hundred_thousand_moves_is_read_at_once<G>(variant, rules) {
        let (moves, played) = long_game::<G>(rules);
        let mut engine = engine(variant);
        engine.send(&position(&moves));
        assert_eq!(engine.query("fen"), played.state().fen());
        // The end of the game stays where it is, even if more moves follow.
        let mut more = moves.clone();
        more.resize(MOST_MOVES, moves[moves.len() - 1].clone());
        engine.send(&format!("{}\nisready", position(&more)));
        let told = engine.until("readyok");
        let number = format!("number {} of the list", moves.len() + 1);
        assert!(told[0].contains(&number), "{told:?}");
        // The same moves in one token.
        engine.send(&format!("position startpos moves {}\nisready", more.join(",")));
        assert!(engine.until("readyok")[0].starts_with("info string error: "));
        // A game that goes on costs only its new moves.
        for length in moves.len().saturating_sub(100)..=moves.len() {
            engine.send(&position(&moves[..length]));
        }
        assert_eq!(engine.query("fen"), played.state().fen());
        let name = variant.name();
        let spent = engine.processor_time();
        eprintln!("{name}: {} moves, {spent:?}", moves.len());
        assert!(spent.is_none_or(|spent| spent < READING), "{name}: {spent:?}");
        engine.finish();
    }
}

// --- Long lines ---------------------------------------------------------------------------------

/// Positions in which searches get deep: few pieces or few choices.
const DEEP: [(&str, &str, u64); 5] = [
    ("pacific-a", "4/k3/4/4/4/4/3K/4 w 0 1", 180),
    ("pacific-b", "4/k3/4/4/1P22/4/4/1C22 w 0 1", 40),
    ("azacru", "4B04/9/9/9/9/9/9/9/4W44 w - 0 1", 200),
    ("warpac", "16/15k/16/16/16/16/16/16/16/16/16/16/16/16/K15/16 w s - - - 0 1", 20),
    (
        "gameofwar",
        "25/25/25/25/25/25/24r/24i/25/25/25/25/I24/R24/25/25/25/25/25/25 w c1,w1,h17,o19 - - - - 0 1",
        7,
    ),
];

/// Searches a position and checks the answer.
struct Search<'a> {
    engine: &'a mut Engine,
    fen: &'a str,
    go: &'a str,
}

impl Visitor for Search<'_> {
    type Output = Answer;
    fn visit<G: Playable>(self, rules: G::Rules) -> Answer {
        let root = Played::new(G::from_fen(rules, self.fen).unwrap());
        let answer = search(self.engine, &format!("position fen {}\n{}", self.fen, self.go));
        check_answer(&root, &answer);
        answer
    }
}

#[test]
fn the_deepest_searches_end_with_legal_lines() {
    for (name, fen, depth) in DEEP {
        let variant = Variant::from_name(name).unwrap();
        let mut engine = engine(variant);
        let go = "go depth 200 nodes 800000";
        let answer = variant.visit(Search { engine: &mut engine, fen, go });
        let longest = answer.infos.iter().map(|info| info.pv.len()).max();
        eprintln!("{name}: depth {}, {longest:?} tokens", answer.last().depth);
        assert!(answer.last().depth >= depth, "{name}: depth {}", answer.last().depth);
        engine.finish();
    }
}

// --- Many actions -------------------------------------------------------------------------------

/// The positions with the most legal actions that a search by small changes has found, and their numbers of actions.
#[rustfmt::skip]
const MOST_ACTIONS: &[(&str, usize, &str)] = &[
    ("warpac", 1268, "K1KQ4QQ1KK1KK/K4Q10/K1Q10QKK/B1Q7Q5/R9Q4K/6Q7QK/1Q2Q11/R8Q5B/4Q7Q3/B2Q10QK/K6Q8/4Q3Q1Q3B1/KKQ10Q2/5Q7Q1k/KKKK1K1KBQKQ1KKK/6R6K1K w s j2^a16,l2^a2,f3^n1,n3^a6,c4^c16,n4^m16,e5^f2,i5^o2,k5^h2,h6^p12,d7^p11,o7^b2,e8^d2,m8^a14,j9^a4,b10^p1,e10^p14,g11^c2,o11^o16,k12^p16,c13^p2,k13^o14,c14^a15,n14^n2,f15^p7,d16^k2,i16^b4,j16^l16 - - 0 1"),
    ("gameofwar", 242, "25/6I18/16C5I2/2C22/20i4/16I1i6/25/25/12I5C3X2/2C22/14i10/8i1K1i12/25/i1I3I1I16/25/6R3i7W6/25/25/3I1i12i3I2/25 w c1,w1,h17,o19 - - - - 0 1"),
    ("pacru", 768, "w1w6/w1W2*6/B0W4*W3*6/6W5*ww/6wwW7*/6wW7*b/9/9/9 w - 0 1"),
    ("azacru", 131, "9/1w5b1/9/W4W0W2w5/wwW26/1W2*w4wB0/1b1W05/1b2b4/9 w - 0 1"),
    ("shacru", 54, "4b4/1wW25b/2W2*1W4*4/B01w4W01/3W64b/8B0/5W03/9/8b w - 0 1"),
    ("pacific-b", 40, "4/p3C3KK/4/1KKK/4/1KKK/4/c3C2C4C1 w 0 1"),
];

#[test]
fn the_most_legal_actions_are_listed_and_searched() {
    for (name, actions, fen) in MOST_ACTIONS {
        let variant = Variant::from_name(name).unwrap();
        let mut engine = engine(variant);
        engine.send(&format!("position fen {fen}"));
        assert_eq!(engine.query("legalmoves").split(' ').count(), *actions, "{name}");
        for go in ["go depth 2 nodes 20000", "go movetime 20", "go mate 1 nodes 20000"] {
            variant.visit(Search { engine: &mut engine, fen, go });
        }
        engine.send("setoption name MultiPV value 6");
        let answer = variant.visit(Search { engine: &mut engine, fen, go: "go depth 1" });
        assert_eq!(answer.last().multipv, 6, "{name}");
        let begun = engine.begin();
        engine.send("go perft 5\nstop\nisready");
        engine.until("readyok");
        let taken = engine.taken(&begun);
        assert!(taken < AT_ONCE, "{name}: {taken:?}");
        engine.finish();
    }
}
