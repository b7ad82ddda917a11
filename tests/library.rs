//! The library's interface: an impossible request is an error and leaves the engine unchanged.

use crate::common::Random;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;
use strategos::engine::{Engine, GameState, Info, Position, Request, SearchEvent, Start};
use strategos::game::{Charset, Player};
use strategos::games::Variant;
use strategos::search::{Clock, Control, Limits, SearchOptions, TranspositionTable};

fn best(engine: &mut Engine) -> Option<String> {
    let game = engine.variant().new_game();
    engine.search(&*game, &Request::to_depth(2)).unwrap().best().unwrap()
}

#[test]
fn numbers_out_of_range_are_errors_and_change_nothing() {
    for variant in Variant::ALL {
        let mut engine = Engine::new(*variant).unwrap();
        let mut game = variant.new_game();
        let fen = game.fen();
        for number in [0, variant.players() + 1, usize::MAX] {
            assert!(game.view(number).is_err() && game.record(number).is_err(), "{number}");
            let position = Position { view: Some(number), ..Position::from_start(Start::StartPos) };
            assert!(game.set_position(&position).is_err(), "{number}");
        }
        for size in [0, 65_537, usize::MAX] {
            assert!(engine.set_hash(size).is_err(), "{size}");
        }
        for count in [0, 257, usize::MAX] {
            assert!(engine.set_threads(count).is_err(), "{count}");
        }
        assert_eq!(game.fen(), fen);
    }
}

#[test]
fn requests_for_what_cannot_be_are_errors() {
    let mut engine = Engine::new(Variant::PACIFIC_A).unwrap();
    let game = Variant::PACIFIC_A.new_game();
    let options = |options: SearchOptions| Request { options, ..Request::to_depth(2) };
    for wrong in [
        options(SearchOptions { multipv: 0, ..SearchOptions::default() }),
        options(SearchOptions { error_cp: -1, ..SearchOptions::default() }),
        options(SearchOptions { elo: Some(0), ..SearchOptions::default() }),
        options(SearchOptions { elo: Some(i32::MAX), ..SearchOptions::default() }),
        Request { samples: 0, ..Request::to_depth(2) },
    ] {
        assert!(engine.search(&*game, &wrong).is_err(), "{wrong:?}");
    }
    assert!(best(&mut engine).is_some());
}

/// Every limit is accepted, however strange: the search ends with a move.
#[test]
fn every_limit_is_understood() {
    let clock = |time, increment, turns_to_go| Clock { time, increment, turns_to_go };
    for variant in [Variant::PACIFIC_A, Variant::PACRU3, Variant::WARPAC_SUBS, Variant::GAMEOFWAR] {
        let mut engine = Engine::new(variant).unwrap();
        let game = variant.new_game();
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
            let best = engine.search(&*game, &request).unwrap().best().unwrap();
            assert!(best.is_some(), "{} {limits:?}", variant.name());
        }
    }
}

#[test]
fn the_smallest_table_is_a_table() {
    assert!(TranspositionTable::new(0).unwrap().probe(7).is_none());
}

/// Signals when it is dropped.
struct Dropped(Sender<()>);

impl Drop for Dropped {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

#[test]
fn after_a_thread_has_died_every_search_is_an_error_until_there_are_new_ones() {
    let game = Variant::PACIFIC_A.new_game();
    for threads in [1, 2] {
        let mut engine = Engine::new(Variant::PACIFIC_A).unwrap();
        engine.set_threads(threads).unwrap();
        let (sender, end) = channel();
        let dropped = Dropped(sender);
        let listener = Box::new(move |event| {
            let _ = &dropped;
            assert!(!matches!(event, SearchEvent::Info(_)), "a listener that breaks down");
        });
        let control = Arc::new(Control::new(false));
        engine.start(&*game, &Request::to_depth(3), control, listener).unwrap();
        end.recv_timeout(Duration::from_secs(60)).unwrap();
        for _ in 0..3 {
            let error = engine.search(&*game, &Request::to_depth(2)).map(drop).unwrap_err();
            assert!(error.0.contains("a search thread has broken down"), "{error}");
            assert!(engine.prepare().is_err());
        }
        engine.set_threads(threads).unwrap();
        assert!(best(&mut engine).is_some());
    }
}

// --- A game apart from its search -------------------------------------------------------------------------

/// Plays up to `count` random actions.
fn play_at_random(game: &mut dyn GameState, random: &mut Random, count: usize) {
    for _ in 0..count {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        let token: &String = random.pick(&legal);
        game.choose(token).unwrap();
    }
}

/// All that can be asked of a game without a search.
fn facts(game: &dyn GameState) -> Vec<String> {
    let players = 1..=game.variant().players();
    let mut facts: Vec<String> = players
        .map(|number| format!("{:?} {:?}", game.view(number), game.record(number)))
        .collect();
    facts.extend([game.fen(), game.key().to_string(), game.position().to_string()]);
    facts.push(format!("{:?} {:?} {:?}", game.outcome(), game.reason(), game.ranking()));
    facts.extend(game.legal_moves());
    facts
}

#[test]
fn a_copy_of_a_game_goes_its_own_way_in_another_thread() {
    for variant in Variant::ALL {
        let mut game = variant.new_game();
        play_at_random(&mut *game, &mut Random::new(1), 30);
        let before = facts(&*game);
        let mut copy = game.clone();
        let other = std::thread::spawn(move || {
            play_at_random(&mut *copy, &mut Random::new(2), 10);
            while copy.undo().is_ok() {}
            copy
        });
        let copy = other.join().unwrap();
        assert_eq!(facts(&*game), before, "{}", variant.name());
        assert_eq!(facts(&*copy), facts(&*variant.new_game()), "{}", variant.name());
    }
}

/// Each action taken back gives the position before it, also by lists that are shorter, longer or different.
#[test]
fn undoing_gives_every_earlier_position() {
    let starts = [Start::StartPos, Start::Deploy];
    for variant in Variant::ALL {
        for start in &starts {
            let mut game = variant.new_game();
            let Ok(()) = game.set_position(&Position::from_start(start.clone())) else { continue };
            let mut random = Random::new(3);
            let mut seen = vec![facts(&*game)];
            for _ in 0..80 {
                play_at_random(&mut *game, &mut random, 1);
                seen.push(facts(&*game));
            }
            seen.dedup();
            let whole = game.position();
            for earlier in seen.iter().rev().skip(1) {
                game.undo().unwrap();
                assert_eq!(&facts(&*game), earlier, "{} {start}", variant.name());
            }
            assert!(game.undo().is_err());
            for length in [whole.moves.len(), whole.moves.len() / 2, whole.moves.len()] {
                let moves = whole.moves[..length].to_vec();
                let shorter = Position { moves, ..whole.clone() };
                game.set_position(&shorter).unwrap();
                let mut fresh = variant.new_game();
                fresh.set_position(&shorter).unwrap();
                assert_eq!(facts(&*game), facts(&*fresh), "{} {shorter}", variant.name());
            }
            // After a refused list the game is as before.
            let before = facts(&*game);
            let moves = whole.moves.iter().take(2).cloned().chain(["x".to_string()]).collect();
            assert!(game.set_position(&Position { moves, ..whole.clone() }).is_err());
            assert_eq!(facts(&*game), before, "{} {start}", variant.name());
        }
    }
}

/// The same for games that are known only as far as one player knows them.
#[test]
fn undoing_in_a_view_gives_every_earlier_position() {
    for variant in [Variant::WARPAC_SUBS, Variant::WARPAC_SUBS_ONCE] {
        let mut referee = variant.new_game();
        referee.set_position(&Position::from_start(Start::Deploy)).unwrap();
        play_at_random(&mut *referee, &mut Random::new(4), 420);
        let record = referee.record(2).unwrap();
        assert!(record.moves.len() > 40, "{record}");
        let start = Position { moves: Vec::new(), ..record.clone() };
        let mut game = variant.new_game();
        game.set_position(&start).unwrap();
        let mut seen = vec![(game.fen(), game.key())];
        for token in &record.moves {
            game.play(std::slice::from_ref(token)).unwrap();
            seen.push((game.fen(), game.key()));
        }
        for earlier in seen.iter().rev().skip(1) {
            game.undo().unwrap();
            assert_eq!(&(game.fen(), game.key()), earlier, "{}", variant.name());
        }
        assert!(game.undo().is_err());
    }
}

#[test]
fn a_game_may_change_while_it_is_searched() {
    let variant = Variant::PACIFIC_A;
    let mut game = variant.new_game();
    let mut engine = Engine::new(variant).unwrap();
    let request = Request::with(Limits { infinite: true, ..Limits::default() });
    let mut first = engine.search(&*game, &request).unwrap();
    let info = first.next().unwrap().unwrap();
    play_at_random(&mut *game, &mut Random::new(5), 3);
    // A second search waits for the first one, and a change of a setting ends it.
    let second = engine.search(&*game, &Request::to_depth(1)).unwrap();
    first.stop_handle().stop();
    let best = second.best().unwrap().unwrap();
    assert!(game.is_legal(&best), "{best}");
    let (_, last) = first.finish().unwrap();
    assert!(last.is_none_or(|last| last.nodes >= info.nodes));
    let endless = engine.search(&*game, &request).unwrap();
    engine.set_threads(2).unwrap();
    assert!(endless.best().unwrap().is_some());
}

#[test]
fn a_game_of_another_variant_is_not_searched() {
    let mut engine = Engine::new(Variant::PACRU).unwrap();
    let game = Variant::PACRU_CLASSIC.new_game();
    let error = engine.search(&*game, &Request::to_depth(1)).map(drop).unwrap_err();
    assert_eq!(error.0, "the engine plays pacru, and this is a game of pacru-classic");
    assert!(engine.evaluation(&*Variant::AZACRU.new_game()).is_err());
}

// --- What an engine remembers, and what it tells -------------------------------------------------------------

/// The last info of a search of the start.
fn info(engine: &mut Engine, request: &Request) -> Info {
    let game = engine.variant().new_game();
    engine.search(&*game, request).unwrap().finish().unwrap().1.unwrap()
}

#[test]
fn a_smaller_table_is_fuller() {
    let mut engine = Engine::new(Variant::PACIFIC_A).unwrap();
    let mut hashfull = |mebibytes| {
        engine.set_hash(mebibytes).unwrap();
        info(&mut engine, &Request::to_nodes(20_000)).hashfull
    };
    let [small, large] = [1, 16].map(&mut hashfull);
    assert!(small > 4 * large.max(1), "{small} {large}");
}

#[test]
fn results_are_remembered_until_they_are_forgotten() {
    for variant in [Variant::PACIFIC_A, Variant::WARPAC] {
        let mut engine = Engine::new(variant).unwrap();
        let request = Request::to_depth(4);
        let first = info(&mut engine, &request).nodes;
        assert!(info(&mut engine, &request).nodes < first, "{}", variant.name());
        engine.clear();
        assert_eq!(info(&mut engine, &request).nodes, first, "{}", variant.name());
        let forgetful = Request { from_nothing: true, ..request };
        assert_eq!(info(&mut engine, &forgetful).nodes, first, "{}", variant.name());
    }
}

#[test]
fn an_endless_search_ends_by_its_handle() {
    let mut engine = Engine::new(Variant::PACRU).unwrap();
    let request = Request::with(Limits { infinite: true, ..Limits::default() });
    let search = engine.search(&*Variant::PACRU.new_game(), &request).unwrap();
    let handle = search.stop_handle();
    std::thread::spawn(move || handle.stop()).join().unwrap();
    assert!(search.best().unwrap().is_some());
}

#[test]
fn each_position_has_its_own_key_and_features() {
    for variant in Variant::ALL {
        let engine = Engine::idle(*variant);
        let mut game = variant.new_game();
        let mut random = Random::new(6);
        let (mut keys, mut features) = (HashSet::new(), HashSet::new());
        for _ in 0..8 {
            assert!(keys.insert(game.key()), "{}", game.fen());
            features.insert(engine.features(&*game).unwrap());
            play_at_random(&mut *game, &mut random, 1);
        }
        assert!(features.len() > 1, "{}: {features:?}", variant.name());
    }
}

#[test]
fn stronger_levels_have_a_higher_elo() {
    for variant in Variant::ALL {
        let elos: Vec<i32> = variant.levels().into_iter().map(|(elo, _)| elo).collect();
        assert!(elos.len() > 2 && elos.is_sorted_by(|one, next| one < next), "{elos:?}");
    }
}

#[test]
fn the_sign_of_a_piece_tells_its_owner() {
    let owners = |variant: Variant, signs: &str| -> Vec<Option<usize>> {
        signs.chars().map(|sign| variant.owner(sign).map(Player::number)).collect()
    };
    for variant in [Variant::PACIFIC_A, Variant::WARPAC_SUBS, Variant::GAMEOFWAR] {
        assert_eq!(owners(variant, "Ck1"), [Some(1), Some(2), None], "{}", variant.name());
    }
    // A side of the Pacru family has one letter.
    for variant in Variant::ALL.iter().filter(|variant| variant.name().contains("cru")) {
        let mut game = variant.new_game();
        for _ in 0..variant.players() {
            let side = game.fen().split(' ').nth(1).unwrap().to_string();
            let both = format!("{side}{}", side.to_uppercase());
            assert_eq!(owners(*variant, &both), [Some(game.player().number()); 2], "{side}");
            play_at_random(&mut *game, &mut Random::new(7), 1);
        }
        assert_eq!(owners(*variant, "x3*"), [None; 3]);
    }
}

// --- Variants made at run time ------------------------------------------------------------------------------

#[test]
fn a_variant_with_a_name_of_its_own_is_played_as_its_game() {
    let twin = Variant::new("pacru-of-ours", Variant::PACRU_CLASSIC.ruleset()).unwrap();
    assert_eq!((twin.name(), twin.players()), ("pacru-of-ours", 2));
    assert!(twin != Variant::PACRU_CLASSIC && Variant::from_name(twin.name()).is_none());
    let game = twin.new_game();
    let mut engine = Engine::new(twin).unwrap();
    let best = engine.search(&*game, &Request::to_nodes(500)).unwrap().best().unwrap();
    let mut model = Engine::new(Variant::PACRU_CLASSIC).unwrap();
    let same = Variant::PACRU_CLASSIC.new_game();
    assert_eq!(model.search(&*same, &Request::to_nodes(500)).unwrap().best().unwrap(), best);
    let error = twin.new_game().set_position(&Position::from_start(Start::Deploy)).unwrap_err();
    assert_eq!(error.0, "pacru-of-ours has no deployment (deploy)");
    for wrong in ["", "Pacru", "pacru 2", "p\u{e4}cru", &"x".repeat(32)] {
        assert!(Variant::new(wrong, twin.ruleset()).is_none(), "{wrong}");
    }
}

/// Each game answers the queries that it names, and no other query of a game.
#[test]
fn games_name_the_queries_that_they_answer() {
    let all: HashSet<&str> = Variant::ALL.iter().flat_map(|one| one.game_queries()).collect();
    assert!(all.contains("combat") && all.contains("material"), "{all:?}");
    for variant in Variant::ALL {
        let game = variant.new_game();
        for name in &all {
            // A query that is there may ask for an argument.
            let answer = game.game_query(name, &[]);
            let is_there = !matches!(answer, Ok(None));
            assert_eq!(is_there, variant.game_queries().contains(name), "{variant} {name}");
        }
    }
}

/// The drops of a deployment may be named in any order. In the order of the draft they can be played, and each part of
/// them is accepted, too.
#[test]
fn drops_are_drafted_in_any_order() {
    for variant in [Variant::GAMEOFWAR, Variant::WARPAC, Variant::WARPAC_SUBS] {
        let mut game = variant.new_game();
        game.set_position(&Position::from_start(Start::Deploy)).unwrap();
        let mut engine = Engine::new(variant).unwrap();
        for seed in 0..20 {
            let options = SearchOptions { seed, ..SearchOptions::default() };
            let request = Request { options, ..Request::to_depth(1) };
            let token = engine.search(&*game, &request).unwrap().best().unwrap().unwrap();
            let mut drops: Vec<String> =
                token.split(',').filter(|part| *part != "end").map(str::to_string).collect();
            let mut random = Random::new(seed);
            for at in (1..drops.len()).rev() {
                drops.swap(at, random.below(at + 1));
            }
            // A squadron needs its carrier.
            drops.sort_by_key(|drop| drop.starts_with('Q'));
            let due_at_first: u32 = game.due().iter().map(|due| due.count).sum();
            for count in 1..=drops.len() {
                let draft = game.draft(&drops[..count], Charset::Ascii).unwrap();
                assert_eq!(draft.tokens.len(), count);
                let due: u32 = draft.due.iter().map(|due| due.count).sum();
                assert!(due < due_at_first, "{variant:?}: {drops:?}");
            }
            let draft = game.draft(&drops, Charset::Ascii).unwrap();
            assert!(draft.due.iter().all(|due| !due.must), "{:?}", draft.due);
            let mut played = game.boxed();
            for token in &draft.tokens {
                played.choose(token).unwrap_or_else(|error| panic!("{token}: {error}"));
            }
            // A drop on a square that is taken is refused, and so is what is no drop.
            let twice = [drops[0].clone(), drops[0].clone()];
            assert!(game.draft(&twice, Charset::Ascii).is_err());
            for wrong in ["end", "e5e6", "", "zz", "I@z9"] {
                assert!(game.draft(&[wrong.to_string()], Charset::Ascii).is_err(), "{wrong}");
            }
        }
    }
}

#[test]
fn the_markers_of_a_rotation_are_drafted_in_any_order() {
    let mut game = Variant::PACRU.new_game();
    let start = Start::Fen("8B5/9/9/wwww5/1W2*b1w4/9/9/9/9 w - 0 1".to_string());
    game.set_position(&Position::from_start(start)).unwrap();
    let tokens = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert!(game.draft(&tokens(&["xa6"]), Charset::Ascii).is_err(), "nothing is due");
    game.choose("b5r4").unwrap();
    let draft = game.draft(&tokens(&["xd6", "xa6", "xc6"]), Charset::Ascii).unwrap();
    assert_eq!(draft.tokens, ["xa6", "xc6", "xd6"]);
    assert_eq!((draft.due[0].count, draft.due[0].what), (1, "marker to pay"));
    let draft = game.draft(&tokens(&["xd6", "xa6", "xc6", "xb6"]), Charset::Ascii).unwrap();
    assert!(draft.due.is_empty());
    game.choose(&draft.tokens.join(",")).unwrap();
    assert_eq!(game.player(), Player::TWO);
}
