//! What a player does not see makes no difference to him: with the hidden parts exchanged for others, all
//! that he is told, may do and finds by searching is the same.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::print_stderr)]

mod common;

use common::answers::{for_every_engine, timeless};
use common::engine::Engine;
use common::{Random, random_game};

/// All that player `number` may learn from a referee, and what his own engine makes of that.
fn told(number: usize, variant: &str, position: &str) -> Vec<String> {
    let mut referee = Engine::start_with(&["--variant", variant]);
    referee.send(&format!("position {position}"));
    let record = referee.query(&format!("record {number}"));
    let mut lines = vec![referee.query(&format!("view {number}"))];
    // The full record, as seen by that player.
    referee.send(&format!("position view {number} {position}"));
    lines.extend(what_is_known(&mut referee));
    referee.finish();
    let mut own = Engine::start_with(&["--variant", variant]);
    own.send(&format!("position {record}"));
    lines.extend(what_is_known(&mut own));
    own.send("go nodes 1000");
    lines.extend(own.finish().iter().map(|line| timeless(line)));
    lines.push(record);
    lines
}

fn what_is_known(engine: &mut Engine) -> Vec<String> {
    let queries = "query fen\nquery legalmoves\nquery key\nquery player\nquery result";
    engine.send(&format!("{queries}\nd\nmoves\nisready"));
    engine.until("readyok")
}

/// A FEN of War-in-the-Pacific Chess with as many submarines of the other side on other squares.
fn with_other_submarines(random: &mut Random, fen: &str, hidden_side: usize) -> String {
    let mut fields: Vec<String> = fen.split(' ').map(str::to_string).collect();
    let mut sides: Vec<String> = fields[4].split('/').map(str::to_string).collect();
    let count = sides[hidden_side].split(',').filter(|square| *square != "-").count();
    let mut squares = std::collections::BTreeSet::new();
    while squares.len() < count {
        squares.insert((1 + random.below(16), random.below(16)));
    }
    let name = |(rank, file): &(usize, usize)| format!("{}{rank}", (b'a' + *file as u8) as char);
    if count > 0 {
        sides[hidden_side] = squares.iter().map(name).collect::<Vec<_>>().join(",");
    }
    fields[4] = sides.join("/");
    fields.join(" ")
}

for_every_engine! {
    fn submarines_that_are_not_seen_make_no_difference<G>(variant, rules) {
        if !variant.name().starts_with("warpac-subs") {
            return;
        }
        let mut random = Random::new(41);
        for _ in 0..4 {
            let game = random_game::<G>(rules, &mut random, 80);
            let state = random.pick(&game).state();
            if state.outcome().is_some() {
                continue;
            }
            let mover = state.player();
            let fen = state.fen();
            let other = with_other_submarines(&mut random, &fen, mover.opponent().index());
            assert!(G::from_fen(rules, &other).is_ok(), "{other}");
            let told = |fen: &str| told(mover.number(), variant.name(), &format!("fen {fen}"));
            assert_eq!(told(&fen), told(&other), "{fen} and {other}");
        }
    }
}

/// A whole deployment of the side to move, as the engine draws it from `seed`.
fn deployment(variant: &str, seed: u64) -> String {
    let mut engine = Engine::start_with(&["--variant", variant]);
    engine.send(&format!("setoption name Seed value {seed}\nposition deploy"));
    let lines = engine.search("go depth 1");
    engine.finish();
    lines.last().unwrap().strip_prefix("bestmove ").unwrap().to_string()
}

#[test]
fn a_deployment_that_is_not_seen_makes_no_difference() {
    for variant in ["gameofwar", "warpac", "warpac-once", "warpac-subs", "warpac-subs-once"] {
        let one = deployment(variant, 0);
        let others = (1..50).map(|seed| deployment(variant, seed));
        let other = others.into_iter().find(|other| *other != one).expect("another deployment");
        let told = |moves: &str| told(2, variant, &format!("deploy moves {moves}"));
        assert_eq!(told(&one), told(&other), "{variant}: {one} and {other}");
    }
}
