//! Levels: a weak player plays the same whatever was searched before, takes a certain win, and loses to a stronger
//! player.

use crate::common::{self, Random, for_games};
use std::process::Command;
use strategos::game::{Outcome, Played, Player, Score};
use strategos::games::pacific::{PacificA, PacificB, TypeA, TypeB};
use strategos::games::pacru::{Azacru, Meeting, Pacru, Shacru};
use strategos::games::{Playable, Variant};
use strategos::search::{
    BlockingSearch, Limits, SearchOptions, SearchResult, StrengthLimit, TranspositionTable,
};

fn at(elo: i32, seed: u64) -> SearchOptions {
    SearchOptions { elo: Some(elo), seed, ..SearchOptions::default() }
}

fn searcher<G: Playable>(rules: G::Rules, threads: usize) -> BlockingSearch<G> {
    BlockingSearch::with(&G::start(rules), threads, TranspositionTable::new(1).unwrap()).unwrap()
}

/// The result without its times.
fn told<A: Copy>(found: &SearchResult<A>) -> (u64, Score, Vec<A>) {
    (found.nodes(), found.score(), found.best.actions.clone())
}

/// Positions of a random game.
fn positions<G: Playable>(rules: G::Rules, seed: u64) -> Vec<Played<G>> {
    let game = common::random_game::<G>(rules, &mut Random::new(seed), 60);
    game.into_iter().step_by(6).filter(|played| played.outcome().is_none()).collect()
}

for_games! {
    [PacificB: TypeB, Shacru<2>: (), Azacru<3>: ()]

    fn a_level_is_the_same_whatever_was_searched_before_and_on_any_number_of_threads<G>(rules) {
        let [lone, many] = [1, 3].map(|threads| searcher::<G>(rules, threads));
        let mut others = 0;
        for root in positions::<G>(rules, 5) {
            lone.forget();
            let search = |searcher: &BlockingSearch<G>, limits: Limits, options: SearchOptions| {
                told(&searcher.search(&root, &[], limits, options).unwrap().unwrap())
            };
            let fresh = search(&lone, Limits::default(), at(1000, 7));
            let to_depth = Limits { depth: Some(6), ..Limits::default() };
            let full = { lone.forget(); search(&lone, to_depth.clone(), SearchOptions::default()) };
            search(&many, to_depth.clone(), SearchOptions::default());
            for searcher in [&lone, &many] {
                assert_eq!(search(searcher, Limits::default(), at(1000, 7)), fresh);
            }
            others += usize::from(search(&lone, Limits::default(), at(1000, 8)) != fresh);
            // A search at full strength must not use the results of a weak player.
            lone.forget();
            search(&lone, Limits::default(), at(1000, 7));
            assert_eq!(search(&lone, to_depth, SearchOptions::default()).1, full.1);
        }
        assert!(others > 2, "{others}");
    }
}

for_games! {
    [PacificA: TypeA, Pacru<2>: Meeting::Tournament, Azacru<2>: (), Shacru<2>: (), Shacru<4>: ()]

    fn the_weakest_take_a_win_in_one_action<G>(rules) {
        let searcher = searcher::<G>(rules, 1);
        let mut random = Random::new(11);
        let mut wins = 0;
        for _ in 0..common::games(60) {
            let game = common::random_game::<G>(rules, &mut random, 600);
            for root in game.iter().rev().take(6).filter(|played| played.outcome().is_none()) {
                let mover = root.state().player();
                let wins_by = |action: &G::Action| {
                    let mut child = root.state().clone();
                    let _ = child.make(*action);
                    child.outcome() == Some(Outcome::Win(mover))
                };
                if !root.actions().iter().any(wins_by) {
                    continue;
                }
                wins += 1;
                let options = at(SearchOptions::LEAST_ELO, wins);
                let found = searcher.search(root, &[], Limits::default(), options).unwrap().unwrap();
                let fen = root.state().fen();
                assert_eq!(found.score().mate_turns(), Some(1), "{fen}: {:?}", found.best);
            }
        }
        assert!(wins > 4, "{wins}");
    }
}

/// The points of the player with the higher Elo. Games start from random openings, and each opening is played from
/// both seats.
fn points<G: Playable>(rules: G::Rules, elos: [i32; 2], pairs: u64) -> f64 {
    let searcher = searcher::<G>(rules, 1);
    let mut points = 0.0;
    for game in 0..2 * pairs {
        let beginning = common::random_game::<G>(rules, &mut Random::new(game / 2), 6);
        let mut played = beginning.last().unwrap().clone();
        let strong = Player::new(game as usize % 2);
        while played.outcome().is_none() {
            let elo = if played.state().player() == strong { elos[1] } else { elos[0] };
            let found =
                searcher.search(&played, &[], Limits::default(), at(elo, game)).unwrap().unwrap();
            played.play(found.best.actions[0]);
        }
        points += match played.outcome() {
            Some(Outcome::Win(winner)) if winner == strong => 1.0,
            Some(Outcome::Draw) => 0.5,
            _ => 0.0,
        };
    }
    points
}

/// The games are the same every time, because nodes and seeds are fixed.
#[test]
fn the_weaker_lose_to_the_stronger() {
    for elos in [[600, 1200], [1200, 1800]] {
        let won = points::<PacificA>(TypeA, elos, 10);
        assert!(won >= 16.0, "Pacific, {elos:?}: {won} of 20");
        let won = points::<Shacru<2>>((), elos, 10);
        assert!(won >= 14.0, "Shacru, {elos:?}: {won} of 20");
    }
}

/// `scripts/calibrate.py` plays the levels of a strength table in this way before they have an Elo.
#[test]
fn an_error_and_nodes_play_as_the_level_that_has_them() {
    let lone = searcher::<PacificA>(TypeA, 1);
    for (elo, strength_limit) in Variant::ALL[0].levels() {
        let StrengthLimit { nodes, error_cp } = strength_limit;
        if !(SearchOptions::LEAST_ELO..=SearchOptions::MOST_ELO).contains(&elo) || error_cp == 0 {
            continue;
        }
        let erring = SearchOptions { error_cp, seed: 3, ..SearchOptions::default() };
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        for root in positions::<PacificA>(TypeA, 9) {
            let level = lone.search(&root, &[], Limits::default(), at(elo, 3)).unwrap().unwrap();
            let player = lone.search(&root, &[], limits.clone(), erring).unwrap().unwrap();
            assert_eq!(told(&player), told(&level), "{elo}");
        }
    }
}

/// `scripts/calibrate.py` reads these lines: Elo, nodes, error in centipawns.
#[test]
fn levels_are_printed_and_rise() {
    for variant in Variant::ALL {
        let program = env!("CARGO_BIN_EXE_strategos");
        let output = Command::new(program).args(["levels", variant.name()]).output().unwrap();
        assert!(output.status.success());
        let text = String::from_utf8(output.stdout).unwrap();
        let rows: Vec<Vec<i64>> = text
            .lines()
            .map(|line| line.split(' ').map(|number| number.parse().unwrap()).collect())
            .collect();
        assert_eq!(rows.len(), variant.levels().len());
        for pair in rows.windows(2) {
            let [low, high] = pair else { panic!() };
            assert!(low[0] < high[0] && low[1] <= high[1] && low[2] >= high[2], "{pair:?}");
        }
    }
}
