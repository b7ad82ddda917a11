//! Tests of the template game: its test vectors and its rulebook, by the code that checks those of all games, and a
//! session in which the engine plays it by name.

use super::Variant;
use crate::engine::{Position, Start};
use crate::game::Player;
use crate::protocol::{Event, Output, Session};
use std::io::Write;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

#[path = "../../tests/common/rulebook.rs"]
mod rulebook;
#[path = "../../tests/common/vectors.rs"]
mod vectors;

#[test]
fn every_line_of_the_vectors_holds() {
    assert_eq!(vectors::check(include_str!("template/vectors.jsonl")), 26);
}

#[test]
fn what_the_rulebook_shows_is_so() {
    let (games, variants) = rulebook::check(Variant::TOY);
    assert!(games > 5, "{games}");
    assert_eq!(variants.into_iter().collect::<Vec<_>>(), ["toy", "toy-swings"]);
}

#[test]
fn it_is_played_in_numbers() {
    let start = Position::from_start(Start::StartPos);
    let mut game = Variant::TOY_SWINGS.new_environment(&start).unwrap();
    assert_eq!(game.legal(), [0, 1, 3]);
    for token in ["coin", "end", "swing"] {
        let id = game.id(token).unwrap();
        assert_eq!(game.token(id).unwrap(), token);
        game.step(id).unwrap();
    }
    assert_eq!(game.game().fen(), "8/6 +1 0 lr w");
    let shape = Variant::TOY_SWINGS.shape();
    assert_eq!((shape.actions, shape.planes), (4, [12, 1, 1]));
    let seen = |player| {
        let mut bytes = vec![0; shape.observation()];
        game.observe(player, &mut bytes);
        bytes
    };
    assert_eq!(seen(Player::ONE), [8, 6, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0]);
    assert_eq!(seen(Player::TWO), [8, 6, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0]);
    assert!(game.id("rock").is_ok() && game.id("end").is_err());
}

/// Standard output of a session.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What the engine answers to these lines.
fn answers(lines: &[&str]) -> Vec<String> {
    let written = Written::default();
    let (events, queue) = channel();
    let session = Session::new(Arc::new(Output::new(written.clone())), events.clone());
    for line in lines {
        events.send(Event::Line(format!("{line}\n").into_bytes())).unwrap();
    }
    events.send(Event::EndOfInput).unwrap();
    session.run(&queue);
    let bytes = written.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap().lines().map(str::to_string).collect()
}

#[test]
fn the_engine_plays_it_by_name() {
    let told = answers(&[
        "setoption name UCI_Variant value toy-swings",
        "position startpos moves coin,end swing",
        "query fen",
        "query legalmoves",
        "position fen 8/6 +2 0 ll w",
        "go depth 6",
        "wait",
        "position fen 8/6 +2 0 ll w moves coin,coin",
        "query result",
        "query reason",
        "position fen 9/6 0 3 ll w",
        "setoption name UCI_Variant value toy",
        "position startpos moves swing",
        "position startpos",
        "go perft 3",
    ]);
    let has = |wanted: &str| {
        assert!(told.iter().any(|line| line.contains(wanted)), "{wanted}: {told:#?}")
    };
    has("response 8/6 +1 0 lr w");
    has("response rock swing");
    has("score mate 1");
    has("bestmove coin,coin");
    has("response p1win");
    has("response three points ahead");
    has("bad fen: taken field `3`: a turn ends with the third taking");
    has("illegal move swing: no pendulum swings in this variant");
    has("Nodes searched: 16");
}
