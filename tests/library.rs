//! The library's interface: an impossible request is an error and leaves the engine unchanged.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use strategos::engine::{Answer, Engine, EngineError, Info, Listener, Position, Request, Start};
use strategos::games::Variant;
use strategos::search::{Clock, Control, Limits, SearchOptions, TranspositionTable};

fn best(engine: &mut Engine) -> Option<String> {
    engine.search(&Request::to_depth(2)).unwrap().best().unwrap()
}

#[test]
fn numbers_out_of_range_are_errors_and_change_nothing() {
    for variant in Variant::ALL {
        let mut engine = Engine::new(*variant).unwrap();
        let fen = engine.fen();
        for number in [0, engine.players() + 1, usize::MAX] {
            assert!(engine.view(number).is_err() && engine.record(number).is_err(), "{number}");
            let position = Position { view: Some(number), ..Position::from_start(Start::StartPos) };
            assert!(engine.set_position(&position).is_err(), "{number}");
        }
        for size in [0, 65_537, usize::MAX] {
            assert!(engine.set_hash(size).is_err(), "{size}");
        }
        for count in [0, 257, usize::MAX] {
            assert!(engine.set_threads(count).is_err(), "{count}");
        }
        assert_eq!(engine.fen(), fen);
    }
}

#[test]
fn requests_for_what_cannot_be_are_errors() {
    let mut engine = Engine::new(Variant::PacificA).unwrap();
    let options = |options: SearchOptions| Request { options, ..Request::to_depth(2) };
    for wrong in [
        options(SearchOptions { multipv: 0, ..SearchOptions::default() }),
        options(SearchOptions { error_cp: -1, ..SearchOptions::default() }),
        options(SearchOptions { elo: Some(0), ..SearchOptions::default() }),
        options(SearchOptions { elo: Some(i32::MAX), ..SearchOptions::default() }),
        Request { samples: 0, ..Request::to_depth(2) },
    ] {
        assert!(engine.search(&wrong).is_err(), "{wrong:?}");
    }
    assert!(best(&mut engine).is_some());
}

/// Every limit is accepted, however strange: the search ends with a move.
#[test]
fn every_limit_is_understood() {
    let clock = |time, increment, turns_to_go| Clock { time, increment, turns_to_go };
    for variant in [Variant::PacificA, Variant::Pacru3, Variant::WarpacSubs, Variant::GameOfWar] {
        let mut engine = Engine::new(variant).unwrap();
        for limits in [
            Limits { depth: Some(i32::MIN), ..Limits::default() },
            Limits { depth: Some(i32::MAX), ..Limits::default() },
            Limits { nodes: Some(0), ..Limits::default() },
            Limits { mate: Some(0), ..Limits::default() },
            Limits { mate: Some(u32::MAX), ..Limits::default() },
            Limits { movetime: Some(Duration::MAX), ..Limits::default() },
            Limits { movetime: Some(Duration::ZERO), overhead: Duration::MAX, ..Limits::default() },
            Limits {
                clock: Some(clock(Duration::MAX, Duration::MAX, Some(0))),
                ..Limits::default()
            },
            Limits { clock: Some(clock(Duration::MAX, Duration::ZERO, None)), ..Limits::default() },
            Limits {
                clock: Some(clock(Duration::ZERO, Duration::MAX, Some(u32::MAX))),
                overhead: Duration::MAX,
                ..Limits::default()
            },
        ] {
            let nodes = Some(limits.nodes.unwrap_or(300));
            let request = Request::with(Limits { nodes, ..limits.clone() });
            let best = engine.search(&request).unwrap().best().unwrap();
            assert!(best.is_some(), "{} {limits:?}", variant.name());
        }
    }
}

#[test]
fn the_smallest_table_is_a_table() {
    assert!(TranspositionTable::new(0).unwrap().probe(7).is_none());
}

/// A listener that panics at its first info, and signals when it is dropped.
struct Breaking(Mutex<Sender<()>>);

impl Listener for Breaking {
    fn left_out(&self, _: &EngineError) {}

    fn info(&self, _: &Info) {
        panic!("a listener that breaks down");
    }

    fn answer(&self, _: Answer) {}
}

impl Drop for Breaking {
    fn drop(&mut self) {
        let _ = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner).send(());
    }
}

#[test]
fn after_a_thread_has_died_every_search_is_an_error_until_there_are_new_ones() {
    for threads in [1, 2] {
        let mut engine = Engine::new(Variant::PacificA).unwrap();
        engine.set_threads(threads).unwrap();
        let (sender, end) = channel();
        let listener = Box::new(Breaking(Mutex::new(sender)));
        let control = Arc::new(Control::new(false));
        engine.start(&Request::to_depth(3), control, listener).unwrap();
        end.recv_timeout(Duration::from_secs(60)).unwrap();
        for _ in 0..3 {
            let error = engine.search(&Request::to_depth(2)).map(drop).unwrap_err();
            assert!(error.0.contains("a search thread has broken down"), "{error}");
            assert!(engine.prepare().is_err() && engine.new_game().is_err());
        }
        // Requests without a search still work.
        assert_eq!(engine.legal_moves().len(), 7);
        engine.set_threads(threads).unwrap();
        assert!(best(&mut engine).is_some());
    }
}
