//! Invariants of every position of every variant, checked in random games from fixed seeds. A failing game is shrunk
//! to the shortest game that shows the failure.
//!
//! `STRATEGOS_GAMES=N` plays N games. By default a test plays some tens.

use crate::common;
use common::network::network;
use common::pacific::{row_text, swap_colour, transform, turn_token};
use common::portrait::{Portrait, actions, check_whole, some_actions, tokens};
use common::{Random, beginnings, for_every_variant, for_games, games, is_template};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use proptest::{prop_assert, prop_assert_eq};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use strategos::engine::{Position, Start};
use strategos::game::{Action, Outcome, Played, Score};
use strategos::games::pacific::{PacificA, PacificB, TypeA, TypeB};
use strategos::games::{Playable, Variant};
use strategos::search::{EvalSource, Evaluator};

type Verdict = Result<(), TestCaseError>;

fn runner(cases: u32) -> TestRunner {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

/// The maximum number of actions in a random game.
const LONGEST: usize = 150;

/// Follows `choices` from a starting position, and calls `check` for every position.
fn replay<G: Playable>(
    rules: G::Rules,
    choices: &[u16],
    check: &dyn Fn(&Played<G>) -> Verdict,
) -> Verdict {
    let beginnings = beginnings::<G>(rules);
    let first = choices.first().map_or(0, |choice| usize::from(*choice) % beginnings.len());
    let mut played = Played::new(beginnings[first].clone());
    check(&played)?;
    for choice in choices.iter().skip(1) {
        let actions = played.actions();
        if actions.is_empty() {
            break;
        }
        played.play(actions[usize::from(*choice) % actions.len()]);
        check(&played)?;
    }
    Ok(())
}

// The checks are trait objects. The test runner is large, and would otherwise be compiled for every test and every
// game.

/// Calls `check` with the choices of `few` random games.
fn in_random_choices(few: u64, check: &dyn Fn(&[u16]) -> Verdict) {
    let cases = games(few).try_into().unwrap();
    let result = runner(cases).run(&vec(any::<u16>(), 0..LONGEST), |choices| check(&choices));
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// Calls `check` with random texts of this form.
fn in_random_texts(form: &'static str, check: &dyn Fn(&str) -> Verdict) {
    runner(3_000).run(&form, |text| check(&text)).unwrap();
}

/// Calls `check` with every position of `few` random games.
fn in_random_games<G: Playable>(rules: G::Rules, few: u64, check: impl Fn(&Played<G>) -> Verdict) {
    in_random_choices(few, &|choices| replay(rules, choices, &check));
}

/// Like [`in_random_games`], for checks that do not depend on the past.
fn in_random_positions<G: Playable>(rules: G::Rules, few: u64, check: impl Fn(&G) -> Verdict) {
    in_random_games(rules, few, |played: &Played<G>| check(played.state()));
}

for_every_variant! {
    fn unmake_restores_the_state_and_its_key<G>(rules) {
        in_random_positions(rules, 12, |game: &G| {
            let before = Portrait::of(game);
            let mut played = game.clone();
            for action in some_actions(game) {
                let undo = played.make(action);
                played.unmake(undo);
                prop_assert_eq!(&Portrait::of(&played), &before, "after {}", game.action_token(action));
            }
            if let Some(undo) = played.pass() {
                played.unmake(undo);
                prop_assert_eq!(&Portrait::of(&played), &before, "after a pass");
            }
            Ok(())
        });
    }

    fn a_fen_read_again_is_the_same_state<G>(rules) {
        in_random_positions(rules, 40, |game: &G| {
            let again = G::from_fen(rules, &game.fen());
            let again = again.map_err(|error| TestCaseError::fail(error.to_string()))?;
            prop_assert_eq!(Portrait::of(&again), Portrait::of(game));
            Ok(())
        });
    }

    fn just_the_listed_actions_are_legal<G>(rules) {
        in_random_positions(rules, 40, |game: &G| {
            let legal: Vec<u32> = actions(game).iter().map(|action| action.bits()).collect();
            let mut random = Random::new(game.key());
            for bits in &legal {
                prop_assert!(*bits != 0, "0 means no action");
                prop_assert!(game.is_legal(G::Action::from_bits(*bits)), "{bits:#x}");
            }
            for trial in 0..200 {
                let mut bits = random.next() as u32 >> (random.next() % 32);
                if trial % 2 == 0 && !legal.is_empty() {
                    bits = random.pick(&legal) ^ 1 << random.below(32) ^ 1 << random.below(32);
                }
                let legality = game.is_legal(G::Action::from_bits(bits));
                prop_assert_eq!(legality, legal.contains(&bits), "{:#x} in {}", bits, game.fen());
            }
            Ok(())
        });
    }

    fn actions_of_other_positions_are_legal_only_if_listed<G>(rules) {
        let mut random = Random::new(1);
        let games = 0..games(20);
        let games = games.flat_map(|_| common::random_game::<G>(rules, &mut random, LONGEST));
        let states: Vec<G> = games.map(|played| played.state().clone()).collect();
        for state in &states {
            let legal: HashSet<u32> = actions(state).iter().map(|action| action.bits()).collect();
            for other in (0..8).map(|_| random.pick(&states)).flat_map(actions).collect::<Vec<_>>() {
                let expected = legal.contains(&other.bits());
                assert_eq!(state.is_legal(other), expected, "{other:?} in {}", state.fen());
            }
        }
    }

    fn the_count_is_the_length_of_the_list<G>(rules) {
        in_random_positions(rules, 200, |game: &G| {
            prop_assert_eq!(game.count_actions(), actions(game).len() as u64, "{}", game.fen());
            Ok(())
        });
    }

    /// Otherwise prefetches from the table would be useless.
    fn keys_after_quiet_actions_are_mostly_foretold<G>(rules) {
        if is_template::<G>() {
            // It is too small for prefetches.
            return;
        }
        let (mut foretold, mut all) = (0, 0);
        for state in beginnings::<G>(rules).into_iter().filter(|state| state.outcome().is_none()) {
            let mut quiet = Vec::new();
            state.quiet(&mut quiet);
            for action in quiet {
                let mut after = state.clone();
                after.make(action);
                foretold += u32::from(after.table_key() == state.key_after(action));
                all += 1;
            }
        }
        assert!(2 * foretold >= all, "{} of {all}", foretold);
        assert!(all > 20, "{all}");
    }

    /// Positions with a small difference have different keys.
    fn keys_tell_neighbours_apart<G>(rules) {
        let mut random = Random::new(8);
        let mut compared = 0;
        for _ in 0..games(6) {
            for played in common::random_game::<G>(rules, &mut random, LONGEST) {
                let (key, fen) = (played.state().key(), played.state().fen());
                for _ in 0..40 {
                    let Ok(other) = G::from_fen(rules, &copied(&mut random, &fen)) else { continue };
                    if without_counters(&other.fen()) != without_counters(&fen) {
                        assert_ne!(other.key(), key, "{} and {fen}", other.fen());
                        compared += 1;
                    }
                }
            }
        }
        assert!(compared > 50, "{compared}");
    }

    fn there_are_actions_until_the_game_is_over<G>(rules) {
        in_random_games(rules, 150, |played: &Played<G>| {
            let game = played.state();
            prop_assert_eq!(game.outcome().is_none(), !actions(game).is_empty(), "{}", game.fen());
            prop_assert_eq!(played.outcome().is_none(), !played.actions().is_empty());
            prop_assert!(game.player().index() < G::PLAYERS);
            Ok(())
        });
    }

    fn places_are_given_when_the_game_is_over<G>(rules) {
        in_random_games(rules, 100, |played: &Played<G>| {
            let Some(outcome) = played.outcome() else { return Ok(()) };
            let places = played.state().ranking(&[], outcome);
            prop_assert_eq!(places.len(), G::PLAYERS);
            for place in &places {
                let better = places.iter().filter(|other| *other < place).count();
                prop_assert_eq!(*place, better + 1, "{:?}", &places);
            }
            if let Outcome::Win(winner) = outcome {
                let firsts = places.iter().filter(|place| **place == 1).count();
                prop_assert!(firsts == 1 && places[winner.index()] == 1, "{:?}", &places);
            }
            Ok(())
        });
    }

    fn noisy_and_quiet_actions_are_all_each_once<G>(rules) {
        in_random_positions(rules, 100, |game: &G| {
            if game.outcome().is_some() {
                return Ok(());
            }
            let (mut noisy, mut quiet) = (Vec::new(), Vec::new());
            game.noisy(&mut noisy);
            game.quiet(&mut quiet);
            prop_assert!(noisy.iter().all(|action| game.is_noisy(*action)), "{}", game.fen());
            prop_assert!(!quiet.iter().any(|action| game.is_noisy(*action)), "{}", game.fen());
            prop_assert!(noisy.is_empty() || game.has_noisy(), "{}", game.fen());
            prop_assert!(!noisy.is_empty() || game.may_stand_pat(), "{}", game.fen());
            let sorted = |actions: &[G::Action]| {
                let mut bits: Vec<u32> = actions.iter().map(|action| action.bits()).collect();
                bits.sort_unstable();
                bits
            };
            let parts = sorted(&[noisy, quiet].concat());
            prop_assert_eq!(parts, sorted(&actions(game)), "{}", game.fen());
            Ok(())
        });
    }

    /// An evaluator that has followed a line values each position as a new evaluator does, even after undone actions.
    fn an_evaluator_that_follows_a_line_agrees_with_a_new_one<G>(rules) {
        let mut random = Random::new(0x6c69_6e65);
        let networks = [0, 200].into_iter().filter_map(|hand| network::<G>(7, hand));
        let networks = networks.map(|network| EvalSource::File(Arc::new(network)));
        let eval_sources: Vec<EvalSource> = [EvalSource::HandMade].into_iter().chain(networks).collect();
        for (first, eval_source) in beginnings::<G>(rules).into_iter().zip(eval_sources.iter().cycle()) {
            let mut line = Line::new(first, eval_source.clone());
            line.walk(&mut random, 5);
            for _ in 0..games(20) {
                let Some(action) = common::lively_action(&line.game, &mut random) else { break };
                line.game.make(action);
                line.evaluator.restart(&line.game);
                line.walk(&mut random, 4);
            }
            assert!(line.compared > 0 || line.game.outcome().is_some());
        }
    }

    fn slots_lie_within_the_history_table<G>(rules) {
        in_random_positions(rules, 100, |game: &G| {
            for action in actions(game) {
                prop_assert!(game.slot(action) < G::SLOTS);
                // A gain is an estimate. The test only checks that `gain` can be called.
                let _ = game.gain(action);
            }
            Ok(())
        });
    }

    fn a_static_value_is_never_a_proven_one<G>(rules) {
        in_random_positions(rules, 150, |game: &G| {
            if game.outcome().is_some() {
                return Ok(());
            }
            let value = game.evaluate();
            prop_assert!(!value.is_proven() && value <= Score::MAX_STATIC, "{value}");
            let wdl = G::win_draw_loss(value);
            prop_assert_eq!(wdl.iter().sum::<u32>(), 1000, "{:?} of {}", wdl, value);
            prop_assert!(!game.terms().is_empty());
            Ok(())
        });
    }

    fn win_draw_and_loss_add_up_and_grow_with_the_score<G>(rules) {
        let _ = rules;
        let mut before = [0, 0, 1000];
        for value in (-29_999..=29_999).step_by(37) {
            let [win, draw, loss] = G::win_draw_loss(Score::cp(value));
            assert_eq!(win + draw + loss, 1000, "{value}");
            assert!(win >= before[0] && loss <= before[2], "{value}: {win} {draw} {loss}");
            let mirrored = G::win_draw_loss(Score::cp(-value));
            let is_even = win.abs_diff(mirrored[2]) <= 1;
            // With more than two players, an even score is less than an even chance to win.
            assert!(is_even || G::PLAYERS > 2, "{value}: {win} {draw} {loss}, {mirrored:?}");
            before = [win, draw, loss];
        }
    }

    fn tokens_are_unique_and_read_as_what_they_name<G>(rules) {
        in_random_positions(rules, 40, |game: &G| {
            let mut seen = HashMap::new();
            for action in actions(game) {
                let token = game.action_token(action);
                prop_assert!(!token.is_empty() && !token.contains([' ', ',', '\t', '\n']));
                prop_assert_eq!(game.parse_action(&token).ok(), Some(action), "{}", &token);
                let twin = seen.insert(token.clone(), action);
                prop_assert!(twin.is_none(), "{token} names two actions in {}", game.fen());
            }
            Ok(())
        });
    }

    fn a_token_is_read_as_a_legal_action_or_refused<G>(rules) {
        in_random_positions(rules, 20, |game: &G| {
            let mut random = Random::new(game.key() ^ 7);
            let legal = tokens(game);
            for _ in 0..60 {
                let token = any_token(&mut random, &legal);
                match game.parse_action(&token) {
                    Ok(action) => prop_assert!(game.is_legal(action), "{token} in {}", game.fen()),
                    Err(error) => prop_assert!(!error.to_string().is_empty()),
                }
            }
            Ok(())
        });
    }

    fn tokens_of_random_text_never_panic<G>(rules) {
        let game = G::start(rules);
        in_random_texts("\\PC{0,40}", &|token| {
            if let Ok(action) = game.parse_action(token) {
                prop_assert!(game.is_legal(action));
            }
            Ok(())
        });
    }

    fn fens_of_random_text_never_panic<G>(rules) {
        in_random_texts("\\PC{0,90}", &|fen| {
            let _ = G::from_fen(rules, fen);
            Ok(())
        });
    }

    fn a_mutated_fen_is_refused_or_read_as_a_whole_state<G>(rules) {
        let mut random = Random::new(2);
        let mut taken = 0;
        for _ in 0..games(20) {
            for played in common::random_game::<G>(rules, &mut random, LONGEST) {
                let mutated = mutate(&mut random, &played.state().fen());
                taken += u32::from(check_any_fen::<G>(rules, &mutated));
            }
        }
        let least = if is_template::<G>() { 2 } else { 20 };
        assert!(taken > least, "only {taken} mutated FENs were taken: the test looks at nothing");
    }

    fn no_position_comes_back_after_the_history_was_cleared<G>(rules) {
        let mut random = Random::new(3);
        for _ in 0..games(60) {
            let mut seen: HashMap<u64, usize> = HashMap::new();
            let mut played = Played::new(G::start(rules));
            let mut age = 0;
            for _ in 0..400 {
                let legal = played.actions();
                if legal.is_empty() {
                    break;
                }
                let action = *random.pick(&legal);
                // Depth charges clear the history by rule, even if the position can recur.
                let by_rule = played.state().action_token(action).starts_with('s');
                age += usize::from(played.state().clears_history(action) && !by_rule);
                played.play(action);
                if played.state().turn_start() {
                    let born = *seen.entry(played.state().key()).or_insert(age);
                    assert_eq!(born, age, "{} occurred before", played.state().fen());
                }
            }
        }
    }

    fn random_games_end<G>(rules) {
        let mut random = Random::new(4);
        for _ in 0..games(60) {
            let game = common::random_game::<G>(rules, &mut random, 20_000);
            assert!(game.last().unwrap().outcome().is_some(), "a game of 20 000 actions goes on");
        }
    }
}

/// A token that may be legal, nearly legal, or nonsense.
fn any_token(random: &mut Random, legal: &[String]) -> String {
    const LETTERS: &[u8] = b"abcdefgh12345678xkpsoqnrbw?=+-#,@90 AZ";
    let mut token = match random.below(4) {
        0 => String::new(),
        _ if legal.is_empty() => String::new(),
        1 => format!("{}{}", random.pick(legal), random.pick(legal)),
        _ => random.pick(legal).clone(),
    };
    for _ in 0..random.below(4) {
        mutate_once(random, &mut token, LETTERS);
    }
    if random.below(40) == 0 {
        token = token.repeat(1_000);
    }
    token
}

fn mutate(random: &mut Random, fen: &str) -> String {
    const LETTERS: &[u8] = b"CcPpKk12345/ wb-0189?=:,~xX\xC4";
    let mut text = fen.to_string();
    for _ in 0..1 + random.below(3) {
        mutate_once(random, &mut text, LETTERS);
    }
    text
}

/// The text with one of its letters copied over another one.
fn copied(random: &mut Random, text: &str) -> String {
    let mut bytes = text.as_bytes().to_vec();
    bytes[random.below(text.len())] = *random.pick(text.as_bytes());
    String::from_utf8(bytes).unwrap()
}

/// A FEN without its last two fields, the numbers of quiet and of all turns.
fn without_counters(fen: &str) -> &str {
    fen.rsplitn(3, ' ').last().unwrap()
}

/// Inserts, removes, changes, cuts off or swaps letters at a random place.
fn mutate_once(random: &mut Random, text: &mut String, letters: &[u8]) {
    let mut bytes: Vec<u8> = std::mem::take(text).into_bytes();
    let at = random.below(bytes.len() + 1);
    match random.below(5) {
        0 => bytes.insert(at, *random.pick(letters)),
        1 if at < bytes.len() => drop(bytes.remove(at)),
        2 if at < bytes.len() => bytes[at] = *random.pick(letters),
        3 => bytes.truncate(at),
        _ if at < bytes.len() => {
            let other = random.below(bytes.len());
            bytes.swap(at, other);
        }
        _ => bytes.push(*random.pick(letters)),
    }
    *text = String::from_utf8_lossy(&bytes).into_owned();
}

/// Whether the FEN is accepted. An accepted FEN must give a whole state.
fn check_any_fen<G: Playable>(rules: G::Rules, text: &str) -> bool {
    let game = G::from_fen(rules, text);
    game.iter().for_each(|game| check_whole(rules, game));
    game.is_ok()
}

// --- Pacific ------------------------------------------------------------------------------------

/// Renumbers a piece: White's numbers move on by one, and Black's numbers are swapped in pairs.
fn renumber(piece: &str) -> String {
    let renumbered = |letter: char| match letter.to_digit(10) {
        Some(number) if piece.starts_with(|first: char| first.is_ascii_uppercase()) => {
            char::from_digit(number % 4 + 1, 10).unwrap()
        }
        Some(number) => char::from_digit(((number - 1) ^ 1) + 1, 10).unwrap(),
        None => letter,
    };
    piece.chars().map(renumbered).collect()
}

fn sorted(mut tokens: Vec<String>) -> Vec<String> {
    tokens.sort();
    tokens
}

fn mirrored_outcome(outcome: Option<Outcome>) -> Option<Outcome> {
    outcome.map(|outcome| match outcome {
        Outcome::Win(player) => Outcome::Win(player.opponent()),
        Outcome::Draw => Outcome::Draw,
    })
}

/// Checks that both positions have the same value for their movers.
fn same_value<G: Playable>(one: &G, other: &G) -> Verdict {
    if one.outcome().is_none() {
        prop_assert_eq!(one.evaluate(), other.evaluate(), "{} and {}", one.fen(), other.fen());
        prop_assert_eq!(one.may_stand_pat(), other.may_stand_pat());
        let gains = |game: &G| {
            let mut gains: Vec<i32> =
                actions(game).into_iter().map(|action| game.gain(action)).collect();
            gains.sort_unstable();
            gains
        };
        prop_assert_eq!(gains(one), gains(other), "{}", one.fen());
    }
    Ok(())
}

fn turning_the_board_changes_nothing<G: Playable>(rules: G::Rules) {
    in_random_positions(rules, 100, |game: &G| {
        let turned = G::from_fen(rules, &transform(&game.fen(), true, swap_colour)).unwrap();
        prop_assert_eq!(turned.outcome(), mirrored_outcome(game.outcome()), "{}", game.fen());
        let expected = tokens(game).iter().map(|token| turn_token(token)).collect();
        prop_assert_eq!(tokens(&turned), sorted(expected), "{}", game.fen());
        same_value(game, &turned)
    });
}

#[test]
fn turning_the_board_and_swapping_colours_changes_nothing_in_pacific() {
    turning_the_board_changes_nothing::<PacificA>(TypeA);
    turning_the_board_changes_nothing::<PacificB>(TypeB);
}

fn renumbering_carriers_changes_nothing<G: Playable>(rules: G::Rules) {
    in_random_positions(rules, 100, |game: &G| {
        let other = G::from_fen(rules, &transform(&game.fen(), false, renumber)).unwrap();
        prop_assert_eq!(other.outcome(), game.outcome(), "{}", game.fen());
        prop_assert_eq!(tokens(&other), tokens(game), "{}", game.fen());
        same_value(game, &other)
    });
}

#[test]
fn renumbering_carriers_with_their_planes_changes_nothing_in_pacific() {
    renumbering_carriers_changes_nothing::<PacificA>(TypeA);
    renumbering_carriers_changes_nothing::<PacificB>(TypeB);
}

fn keys_tell_boards_apart<G: Playable>(rules: G::Rules) {
    let mut random = Random::new(5);
    let mut boards: HashMap<u64, String> = HashMap::new();
    let mut keys: HashMap<String, u64> = HashMap::new();
    for _ in 0..300 {
        for played in common::random_game::<G>(rules, &mut random, LONGEST) {
            let game = played.state();
            let fen = game.fen();
            let board = fen.splitn(3, ' ').take(2).collect::<Vec<_>>().join(" ");
            let known = boards.entry(game.key()).or_insert_with(|| board.clone());
            assert_eq!(*known, board, "one key, two boards");
            assert_eq!(*keys.entry(board).or_insert(game.key()), game.key(), "{fen}");
        }
    }
    assert!(boards.len() > 5_000);
}

#[test]
fn boards_and_sides_have_one_key_each_in_pacific() {
    keys_tell_boards_apart::<PacificA>(TypeA);
    keys_tell_boards_apart::<PacificB>(TypeB);
}

/// A board with random pieces. Most boards are unreachable, and many have long chains.
fn crowded_fen(random: &mut Random) -> String {
    let mut pieces = Vec::new();
    for letters in [["C", "P", "K"], ["c", "p", "k"]] {
        for number in 1..=4 {
            if random.below(2) == 0 {
                pieces.push(format!("{}{number}", letters[0]));
                pieces.extend((0..random.below(3)).map(|_| format!("{}{number}", letters[1])));
            }
        }
        pieces.extend((0..random.below(4)).map(|_| letters[2].to_string()));
    }
    let mut rows = vec![vec![None; 4]; 8];
    for piece in pieces {
        rows[random.below(8)][random.below(4)] = Some(piece);
    }
    let rows: Vec<String> = rows.iter().map(|row| row_text(row)).collect();
    format!("{} {} {} 9", rows.join("/"), random.pick(&["w", "b"]), random.below(101))
}

fn crowded_boards_keep_the_rules<G: Playable>(rules: G::Rules) {
    let mut random = Random::new(6);
    let mut taken = 0;
    for _ in 0..6_000 {
        let fen = crowded_fen(&mut random);
        if !check_any_fen::<G>(rules, &fen) {
            continue;
        }
        taken += 1;
        let game = G::from_fen(rules, &fen).unwrap();
        assert_eq!(game.fen(), fen);
        let legal = actions(&game);
        assert_eq!(game.count_actions(), legal.len() as u64, "{fen}");
        assert_eq!(game.outcome().is_none(), !legal.is_empty(), "{fen}");
        assert!(legal.iter().all(|action| game.is_legal(*action)), "{fen}");
        let turned = G::from_fen(rules, &transform(&fen, true, swap_colour)).unwrap();
        let expected = tokens(&game).iter().map(|token| turn_token(token)).collect();
        assert_eq!(tokens(&turned), sorted(expected), "{fen}");
        assert_eq!(turned.outcome(), mirrored_outcome(game.outcome()), "{fen}");
    }
    assert!(taken > 500, "only {taken} boards were taken");
}

#[test]
fn crowded_boards_keep_the_rules_in_pacific() {
    crowded_boards_keep_the_rules::<PacificA>(TypeA);
    crowded_boards_keep_the_rules::<PacificB>(TypeB);
}

for_games! { [PacificA: TypeA, PacificB: TypeB]
    fn a_forced_mover_has_one_action<G>(rules) {
        in_random_positions(rules, 200, |game: &G| {
            let forced = game.outcome().is_none() && game.is_forced();
            prop_assert!(!forced || actions(game).len() == 1, "{}", game.fen());
            Ok(())
        });
    }
}

/// A position and an evaluator that has followed it from a root.
struct Line<G: Playable> {
    game: G,
    evaluator: G::Evaluator,
    eval_source: EvalSource,
    compared: usize,
}

impl<G: Playable> Line<G> {
    fn new(game: G, eval_source: EvalSource) -> Self {
        Self {
            evaluator: G::Evaluator::with_eval(&eval_source, &game),
            game,
            eval_source,
            compared: 0,
        }
    }

    /// Tries two actions in each position down to `depth`, and undoes them.
    fn walk(&mut self, random: &mut Random, depth: usize) {
        self.compare();
        for _ in 0..2 {
            let next = common::lively_action(&self.game, random);
            let Some(action) = next.filter(|_| depth > 0) else { return };
            let before = self.game.clone();
            let undo = self.evaluator.make(&mut self.game, action);
            self.walk(random, depth - 1);
            self.game.unmake(undo);
            self.evaluator.on_unmake();
            assert!(self.game == before);
            self.compare();
        }
    }

    fn compare(&mut self) {
        if self.game.outcome().is_none() {
            let followed = Self::values(&mut self.evaluator, &self.game);
            let mut fresh = G::Evaluator::with_eval(&self.eval_source, &self.game);
            assert_eq!(followed, Self::values(&mut fresh, &self.game), "{}", self.game.fen());
            self.compared += 1;
        }
    }

    /// The evaluator's values of the position, for its mover and for all players. It is never inlined, because its
    /// inlined callees are large.
    #[inline(never)]
    fn values(evaluator: &mut G::Evaluator, game: &G) -> (Score, Vec<Score>) {
        (evaluator.value(game), evaluator.values(game).to_vec())
    }
}

// --- Counters ---------------------------------------------------------------------------------------

/// The move number stops at its maximum, so that every written FEN can be read.
#[test]
fn the_number_of_the_move_stays_readable() {
    const GREATEST: &str = "1000000000";
    for variant in Variant::ALL {
        let mut random = Random::new(5);
        let mut game = variant.new_game();
        let start = variant.start_fen();
        let (rest, _) = start.rsplit_once(' ').unwrap();
        let from = |fen: String| Position::from_start(Start::Fen(fen));
        game.set_position(&from(format!("{rest} {GREATEST}"))).unwrap();
        for _ in 0..60 {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let token: &String = random.pick(&legal);
            game.choose(token).unwrap();
            let fen = game.fen();
            assert_eq!(fen.rsplit(' ').next(), Some(GREATEST), "{}", variant.name());
            let mut again = variant.new_game();
            again.set_position(&from(fen.clone())).unwrap();
            assert_eq!((again.fen(), again.player()), (fen, game.player()));
            for number in 1..=variant.players() {
                let view = game.view(number).unwrap();
                let mut own = variant.new_game();
                let position = Position { view: Some(number), ..from(view.clone()) };
                own.set_position(&position).unwrap();
                assert_eq!(own.fen(), view);
                assert!(game.record(number).is_ok());
            }
        }
        for _ in 0..60 {
            if game.undo().is_err() {
                break;
            }
        }
        assert_eq!(game.fen(), format!("{rest} {GREATEST}"));
    }
}
