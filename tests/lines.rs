//! Results of searches of several lines, wherever the searches are interrupted. Every requested line is there, and no
//! line comes twice. The latest lines come before older ones. More nodes never give a smaller depth.

use crate::common::Random;
use std::collections::HashSet;
use strategos::engine::{Engine, GameState, Info, Position, Request, Start};
use strategos::games::Variant;
use strategos::search::{Limits, Multiplayer, SearchOptions};

const MULTIPV: usize = 3;

/// The search techniques of a variant.
fn techniques(variant: Variant) -> &'static [Multiplayer] {
    match variant.sides().len() {
        2 => &[Multiplayer::Auto],
        _ => &[Multiplayer::MonteCarlo, Multiplayer::BestReply, Multiplayer::Paranoid],
    }
}

/// All infos of a search with this number of nodes.
fn infos(
    engine: &mut Engine,
    game: &dyn GameState,
    multiplayer: Multiplayer,
    multipv: usize,
    nodes: u64,
) -> Vec<Info> {
    let options = SearchOptions { multipv, multiplayer, ..SearchOptions::default() };
    let request =
        Request { options, by_action: true, from_nothing: true, ..Request::to_nodes(nodes) };
    engine.search(game, &request).unwrap().map(Result::unwrap).collect()
}

fn first_actions(info: &Info) -> Vec<&str> {
    info.lines.iter().map(|line| line.pv[0].as_str()).collect()
}

/// Checks the lines of a search against those of the previous iteration. Returns the depth of the first line.
fn check(infos: &[Info], wanted: usize, has_iterations: bool, about: &str) -> i32 {
    let last = infos.last().unwrap();
    let actions = first_actions(last);
    assert_eq!(actions.len(), wanted, "{about}: {last}");
    assert_eq!(actions.iter().collect::<HashSet<_>>().len(), wanted, "{about}: {actions:?}");
    let depths: Vec<i32> = last.lines.iter().map(|line| line.depth).collect();
    let is_searched = |depth: &i32| *depth > 0;
    let searched = depths.iter().filter(|depth| is_searched(depth)).count();
    assert!(depths[..searched].iter().all(is_searched), "{about}: {depths:?}");
    if !has_iterations {
        return 0;
    }
    assert!(depths.is_sorted_by(|one, other| one >= other), "{about}: {depths:?}");
    if let [.., before, _] = infos {
        let known = before.lines[0].depth;
        let all_new = depths.iter().all(|depth| *depth > known);
        let lost = first_actions(before).into_iter().find(|action| !actions.contains(action));
        let new = depths.iter().filter(|depth| **depth > known).count();
        // Each new line replaces the last of the old lines.
        let kept = first_actions(before).into_iter().filter(|action| actions.contains(action));
        assert!(kept.count() + new >= wanted, "{about}: {before} lost {lost:?}");
        let best = first_actions(before)[0];
        assert!(all_new || actions.contains(&best), "{about}: {best} is lost of {actions:?}");
    }
    depths[0]
}

/// Node budgets from zero to some thousands. Small budgets are closer to each other.
fn budgets(random: &mut Random, count: usize) -> Vec<u64> {
    let mut budgets: Vec<u64> = (0..count).map(|_| 1 << random.below(12)).collect();
    for budget in &mut budgets {
        *budget += random.below(*budget as usize) as u64;
    }
    budgets.extend([0, 1, 2, 6_036]);
    budgets.sort_unstable();
    budgets
}

/// Checked in every variant, by every technique.
#[test]
fn every_line_comes_once_wherever_a_search_is_broken_off() {
    let count = crate::common::games(14) as usize;
    let mut random = Random::new(64);
    for variant in Variant::ALL {
        let mut engine = Engine::new(*variant).unwrap();
        let mut game = variant.new_game();
        let fens = variant.bench().0;
        let middle = fens[fens.len() / 2].to_string();
        for start in [Start::StartPos, Start::Fen(middle)] {
            game.set_position(&Position::from_start(start.clone())).unwrap();
            let wanted = MULTIPV.min(game.legal_moves().len());
            for technique in techniques(*variant) {
                let has_iterations = *technique != Multiplayer::MonteCarlo;
                let mut depth = 0;
                for nodes in budgets(&mut random, count) {
                    let about = format!("{variant:?} {start:?} {technique:?}, {nodes} nodes");
                    let infos = infos(&mut engine, &*game, *technique, MULTIPV, nodes);
                    let reached = check(&infos, wanted, has_iterations, &about);
                    assert!(reached >= depth, "{about}: depth {reached} after {depth}");
                    depth = reached;
                }
            }
        }
    }
}

/// Every action has a line if enough lines are requested, even without a search.
#[test]
fn all_actions_have_lines_where_so_many_are_asked_for() {
    for variant in [Variant::PACIFIC_A, Variant::AZACRU4, Variant::WARPAC_SUBS] {
        let mut engine = Engine::new(variant).unwrap();
        let game = variant.new_game();
        let wanted = game.legal_moves().len();
        for nodes in [0, 1, 40, 400] {
            let infos = infos(&mut engine, &*game, Multiplayer::Auto, 256, nodes);
            let actions = first_actions(infos.last().unwrap());
            assert_eq!(actions.iter().collect::<HashSet<_>>().len(), wanted.min(256));
        }
    }
}

/// A proven line comes first and does not replace the other lines.
#[test]
fn a_mate_that_is_proven_has_the_other_lines_beside_it() {
    let mut engine = Engine::new(Variant::WARPAC).unwrap();
    let fen = format!("k15/R15/{}16 w s - - - 0 1", "16/".repeat(13));
    let mut game = Variant::WARPAC.new_game();
    game.set_position(&Position::from_start(Start::Fen(fen))).unwrap();
    let options = SearchOptions { multipv: MULTIPV, ..SearchOptions::default() };
    let limits = Limits { mate: Some(1), ..Limits::default() };
    let request = Request { options, ..Request::with(limits) };
    let last = engine.search(&*game, &request).unwrap().last().unwrap().unwrap();
    assert_eq!(last.lines[0].pv, ["a15a16"]);
    let firsts: HashSet<&str> = first_actions(&last).into_iter().collect();
    assert_eq!(firsts.len(), MULTIPV);
}

/// `go mate` answers soon even in games where only a long search can judge a move.
#[test]
fn a_mate_that_is_none_is_answered_soon() {
    for variant in Variant::ALL {
        let mut engine = Engine::new(*variant).unwrap();
        let limits = Limits { mate: Some(1), ..Limits::default() };
        let game = variant.new_game();
        let last = engine.search(&*game, &Request::with(limits)).unwrap().last().unwrap().unwrap();
        assert!(last.nodes < 200_000, "{variant:?}: {last}");
    }
}
