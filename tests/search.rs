//! Checks the claims of the search against plain solvers that prune nothing: proven results, their distances and
//! their lines. It also checks how little proofs depend on tables and threads.

use crate::common;
use common::pacific::{row_text, swap_colour, transform};
use common::searcher::{Answer, Searcher, to_depth, to_mate, to_nodes};
use common::toy::{Solution, Toy, ToyAction};
use common::{Random, for_games};
use std::time::Duration;
use strategos::game::{Game, Notation, Outcome, Played, Player, PlayerElimination, Score, ranking};
use strategos::games::Playable;
use strategos::games::gameofwar::{self, GameOfWar};
use strategos::games::pacific::{PacificA, PacificB, TypeA, TypeB};
use strategos::games::pacru::{Azacru, Meeting, Pacru, Shacru};
use strategos::games::warpac::{Standard, Submarines, Surface};
use strategos::search::{
    Evaluator, Limits, MAX_DEPTH, Multiplayer, Objective, Searchable, TranspositionTable,
};

// --- Mates, solved plainly ----------------------------------------------------------------------

/// The signed distance of the win that ends the line: the winner's turns in it, plus one if the loser makes the last
/// action. Returns `None` if the line does not end in a win.
fn mate_shown<G: Game>(root: &Played<G>, actions: &[G::Action]) -> Option<i32> {
    let mover = root.state().player();
    let mut played = root.clone();
    let mut turns = [0; 4];
    for action in actions {
        let player = played.state().player();
        played.play(*action);
        turns[player.index()] +=
            i32::from(played.outcome().is_none() && played.state().turn_start());
    }
    match played.outcome() {
        Some(Outcome::Win(winner)) => {
            let distance = turns[winner.index()] + 1;
            Some(if winner == mover { distance } else { -distance })
        }
        _ => None,
    }
}

/// Whether `attacker` forces a win within `turns` more turns of his own. A last action by the loser counts as one of
/// these turns.
fn forces<G: Game>(game: &G, attacker: Player, turns: i32) -> bool {
    if let Some(outcome) = game.outcome() {
        return outcome == Outcome::Win(attacker);
    }
    if turns == 0 {
        return false;
    }
    let attacking = game.player() == attacker;
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let mut results = actions.into_iter().map(|action| {
        let mut child = game.clone();
        child.make(action);
        let spent = i32::from(attacking && child.turn_start());
        forces(&child, attacker, turns - spent)
    });
    if attacking { results.any(|wins| wins) } else { results.all(|wins| wins) }
}

const LONGEST_MATE: i32 = 3;

/// The distance of the mover's forced win, or the negative distance of the opponent's forced win.
fn true_mate<G: Game>(game: &G) -> Option<i32> {
    let mover = game.player();
    (1..=LONGEST_MATE).find_map(|turns| {
        if forces(game, mover, turns) {
            Some(turns)
        } else {
            forces(game, mover.opponent(), turns).then_some(-turns)
        }
    })
}

/// Late positions of random games and their true results: `each` positions for every distance, and `each` without a
/// mate in reach.
fn ends<G: Playable>(rules: G::Rules, each: usize) -> Vec<(G, Option<i32>)> {
    const LAST_PLIES: usize = 12;
    let mut random = Random::new(21);
    let mut found: Vec<(G, Option<i32>)> = Vec::new();
    let wanted = each * (2 * LONGEST_MATE as usize + 1);
    for _ in 0..10_000 {
        let game = common::random_game::<G>(rules, &mut random, 400);
        let from = game.len().saturating_sub(LAST_PLIES);
        let played = &game[from + random.below(game.len() - from)];
        if played.outcome().is_some() {
            continue;
        }
        let mate = true_mate(played.state());
        if found.iter().filter(|(_, other)| *other == mate).count() < each {
            found.push((played.state().clone(), mate));
        }
        if found.len() == wanted {
            return found;
        }
    }
    panic!("only {} of {wanted} positions", found.len());
}

/// The positions of [`ends`] that have a mate.
fn mates<G: Playable>(rules: G::Rules, each: usize) -> Vec<(Played<G>, i32)> {
    let ends = ends::<G>(rules, each).into_iter();
    ends.filter_map(|(game, mate)| Some((Played::new(game), mate?))).collect()
}

/// The depth that finds every mate within [`LONGEST_MATE`].
const MATE_DEPTH: i32 = 12;
/// A network that undervalues the quickest mate delays it by at most this number of plies.
const PRUNED_BY_NETWORKS: i32 = 2;

// Only Pacific is tested. In the larger games, random play hardly comes near an end, and plain solving is slow.
for_games! { [PacificA: TypeA, PacificB: TypeB]
    fn mates_have_their_true_distance_and_a_line_that_shows_it<G>(rules) {
        let start = G::start(rules);
        let built_in_depth = MATE_DEPTH + PRUNED_BY_NETWORKS;
        let searchers =
            [(Searcher::by_hand(&start), MATE_DEPTH), (Searcher::new(&start), built_in_depth)];
        for (root, mate) in mates::<G>(rules, 25) {
            let fen = root.state().fen();
            for (searcher, depth) in &searchers {
                let answer = searcher.fresh(&root, to_depth(*depth));
                assert_eq!(answer.mate(), Some(mate), "{fen}");
                let shown = mate_shown(&root, &answer.best.actions);
                assert_eq!(shown, Some(mate), "{fen}: {:?}", answer.best);
            }
        }
    }

    fn no_iteration_claims_a_mate_that_is_none<G>(rules) {
        let searcher = Searcher::new(&G::start(rules));
        let mut random = Random::new(23);
        let mut claims = 0;
        for _ in 0..30 {
            for root in common::random_game::<G>(rules, &mut random, 400) {
                if root.outcome().is_some() {
                    continue;
                }
                for info in &searcher.search(&root, to_depth(5)).infos {
                    let mate = info.lines[0].score.mate_turns();
                    // Longer mates would take the plain solver too long.
                    let Some(turns) = mate.filter(|turns| turns.abs() <= 2) else { continue };
                    let mover = root.state().player();
                    let winner = if turns > 0 { mover } else { mover.opponent() };
                    let is_true = forces(root.state(), winner, turns.abs());
                    assert!(is_true, "mate {turns}: {}", root.state().fen());
                    claims += 1;
                }
            }
        }
        assert!(claims > 100, "only {claims} claims: the test looks at nothing");
    }

    fn a_mate_search_finds_the_shortest_win_and_claims_no_other<G>(rules) {
        let searcher = Searcher::new(&G::start(rules));
        for (game, mate) in ends::<G>(rules, 10) {
            let root = Played::new(game);
            let fen = root.state().fen();
            for most in 1..=LONGEST_MATE {
                let answer = searcher.fresh(&root, to_mate(most as u32));
                let within = |turns: &i32| (1..=most).contains(turns);
                let claimed = answer.mate().filter(within);
                assert_eq!(claimed, mate.filter(within), "{fen}: go mate {most}");
                if claimed.is_some() {
                    let shown = mate_shown(&root, &answer.best.actions);
                    assert_eq!(shown, claimed, "{fen}: go mate {most}");
                }
            }
        }
    }
}

// --- What a proof must not depend on, and what it may cost ---------------------------------------

for_games! { [PacificA: TypeA, PacificB: TypeB]
    fn tables_and_threads_do_not_change_a_proof<G>(rules) {
        let table = |mebibytes| TranspositionTable::new(mebibytes).unwrap();
        let start = G::start(rules);
        let searchers = [
            Searcher::with(&start, 1, TranspositionTable::empty()),
            Searcher::with(&start, 1, table(1)),
            Searcher::with(&start, 1, table(64)),
            Searcher::with(&start, 2, table(1)),
        ];
        for (root, mate) in mates::<G>(rules, 4) {
            let fen = root.state().fen();
            for (index, searcher) in searchers.iter().enumerate() {
                // The table is warm the second time.
                for _ in 0..2 {
                    let answer = searcher.search(&root, to_depth(MATE_DEPTH));
                    assert_eq!(answer.mate(), Some(mate), "searcher {index}: {fen}");
                    assert_eq!(answer.best.score, answer.score(), "searcher {index}: {fen}");
                }
            }
        }
    }

    fn a_limit_of_nodes_is_reached_and_not_passed<G>(rules) {
        let searcher = Searcher::new(&G::start(rules));
        let ends = ends::<G>(rules, 3).into_iter().map(|(game, _)| Played::new(game));
        for root in ends.chain([Played::new(G::start(rules))]) {
            for nodes in (1..40).chain((40..1_000).step_by(91)) {
                let answer = searcher.fresh(&root, to_nodes(nodes));
                let solved = answer.best.depth == MAX_DEPTH && answer.nodes() < nodes;
                assert!(solved || answer.nodes() == nodes, "{}: {nodes}", root.state().fen());
                let again = searcher.fresh(&root, to_nodes(nodes));
                let summary = |answer: &Answer<G::Action>| (answer.nodes(), answer.best.clone());
                assert_eq!(summary(&again), summary(&answer), "{}: {nodes}", root.state().fen());
            }
        }
    }

    fn a_limit_of_nodes_holds_for_mate_searches_too<G>(rules) {
        let searcher = Searcher::new(&G::start(rules));
        for (root, mate) in mates::<G>(rules, 3) {
            let most = LONGEST_MATE as u32;
            let whole = searcher.fresh(&root, to_mate(most)).nodes();
            for nodes in (0..=whole + 1).step_by(1 + whole as usize / 200) {
                let answer = searcher.fresh(&root, Limits { nodes: Some(nodes), ..to_mate(most) });
                let fen = root.state().fen();
                assert!(answer.nodes() <= nodes, "{} for {nodes}: {fen}", answer.nodes());
                // An interrupted search may know only a longer mate than the shortest.
                let is_true = |claimed: i32| claimed / mate >= 1;
                assert!(answer.mate().is_none_or(is_true), "{}: {fen}", answer.score());
            }
        }
    }
}

fn turning_the_board_changes_no_score<G: Playable>(rules: G::Rules) {
    let searcher = Searcher::new(&G::start(rules));
    for (game, mate) in ends::<G>(rules, 8) {
        let fen = game.fen();
        let turned = Played::new(G::from_fen(rules, &transform(&fen, true, swap_colour)).unwrap());
        let root = Played::new(game);
        assert_eq!(root.state().evaluate(), turned.state().evaluate(), "{fen}");
        // Deeper searches prune by the order of actions, which the turned board changes.
        for depth in if mate.is_some() { vec![1, MATE_DEPTH] } else { vec![1] } {
            let score = searcher.fresh(&root, to_depth(depth)).score();
            let other = searcher.fresh(&turned, to_depth(depth)).score();
            assert_eq!(score, other, "depth {depth}: {fen}");
        }
    }
}

#[test]
fn turning_the_board_changes_no_score_in_pacific() {
    turning_the_board_changes_no_score::<PacificA>(TypeA);
    turning_the_board_changes_no_score::<PacificB>(TypeB);
}

// --- Endings that an oracle knows -----------------------------------------------------------------

/// A position of War-in-the-Pacific Chess with three strong pieces of White against one.
fn few_ships(random: &mut Random) -> Option<Played<Surface>> {
    let mut squares = vec![vec![None; 16]; 16];
    for pieces in [["Q", "R"], ["Q", "R"], ["Q", "R"], ["k", "n"]] {
        let piece = random.pick(&pieces).to_string();
        squares[random.below(16)][random.below(16)] = Some(piece);
    }
    let ranks: Vec<String> = squares.iter().map(|rank| row_text(rank)).collect();
    let fen = format!("{} w s - - - 0 1", ranks.join("/"));
    let root = Played::new(Surface::from_fen(Standard::ALWAYS, &fen).ok()?);
    root.outcome().is_none().then_some(root)
}

/// Checks that every proven line of the answer ends the game after the claimed number of turns. Returns the number of
/// these lines.
fn check_proven_lines<G: Game>(root: &Played<G>, answer: &Answer<G::Action>) -> usize {
    let lines = answer.infos.iter().flat_map(|info| &info.lines);
    let proven = lines.filter(|line| line.score.is_proven()).inspect(|line| {
        let shown = mate_shown(root, &line.actions);
        assert_eq!(shown, line.score.mate_turns(), "{line:?}");
    });
    proven.count()
}

#[test]
fn proven_lines_run_to_the_end_where_an_oracle_answered() {
    let mut random = Random::new(5);
    let searcher = Searcher::new(&Surface::start(Standard::ALWAYS));
    let mut proven = 0;
    for root in std::iter::from_fn(|| Some(few_ships(&mut random))).flatten().take(120) {
        proven += check_proven_lines(&root, &searcher.search_some(&root, &[], to_depth(6), 2));
    }
    assert!(proven > 20, "{proven}");
    for fen in [
        "16/1k14/16/16/12R3/16/R15/16/16/16/16/16/16/16/16/16 w s - - - 0 1",
        "11R1n2/13B2/16/16/16/16/16/16/16/8B7/16/16/16/1b14/16/16 w s - - - 0 1",
    ] {
        let root = Played::new(Surface::from_fen(Standard::ALWAYS, fen).unwrap());
        let answer = searcher.fresh(&root, to_depth(8));
        assert!(check_proven_lines(&root, &answer) > 0 && answer.mate().is_some(), "{fen}");
        // Without pruning, the eighth iteration would take millions of nodes.
        assert!(answer.nodes() < 150_000, "{} nodes: {fen}", answer.nodes());
    }
}

// --- Three and four players ---------------------------------------------------------------------

/// Positions of random games, at most `plies` plies before their end.
fn late_positions<G: Playable>(rules: G::Rules, games: usize, plies: usize) -> Vec<Played<G>> {
    let mut random = Random::new(31);
    let ends = (0..games).flat_map(|_| {
        let game = common::random_game::<G>(rules, &mut random, 600);
        let from = game.len().saturating_sub(plies);
        game.into_iter().skip(from)
    });
    ends.filter(|played| played.outcome().is_none()).collect()
}

/// Checks that each technique claims all wins in one turn, and no others.
fn wins_in_one_turn_are_seen<G: Playable>(rules: G::Rules) {
    const DEPTH: i32 = 4;
    let mut wins = 0;
    for multiplayer in [Multiplayer::MonteCarlo, Multiplayer::BestReply, Multiplayer::Paranoid] {
        let mut searcher = Searcher::new(&G::start(rules));
        searcher.multiplayer = multiplayer;
        for root in late_positions::<G>(rules, 25, 6) {
            let root = Played::new(root.state().clone());
            let answer = searcher.fresh(&root, to_depth(DEPTH));
            let is_win = forces(root.state(), root.state().player(), 1);
            let fen = root.state().fen();
            assert_eq!(
                answer.mate() == Some(1),
                is_win,
                "{multiplayer:?} {fen}: {:?}",
                answer.best
            );
            assert!(answer.mate().is_none_or(|turns| turns > 0), "{multiplayer:?} {fen}");
            check_proven_lines(&root, &answer);
            wins += usize::from(is_win);
        }
    }
    assert!(wins > 4, "{wins}");
}

/// Checks positions in which every action ends the game. With [`Objective::Place`], every technique takes the best
/// place in reach.
fn the_best_place_is_taken<G: Playable + PlayerElimination>(rules: G::Rules) {
    let mut decisions = 0;
    let mut searcher = Searcher::new(&G::start(rules));
    searcher.objective = Objective::Place;
    for root in late_positions::<G>(rules, 200, 2) {
        let root = Played::new(root.state().clone());
        let seat = root.state().player().index();
        let place = |action: G::Action| {
            let mut after = root.state().clone();
            after.make(action);
            let places = after.outcome().map(|end| ranking(root.state(), &[action], end))?;
            let [better, equal] =
                [places[seat] - 1, places.iter().filter(|p| **p == places[seat]).count()];
            Some(2 * better + equal)
        };
        let Some(places) = root.actions().into_iter().map(place).collect::<Option<Vec<_>>>() else {
            continue;
        };
        let best = places.iter().min();
        if best == places.iter().max() {
            continue;
        }
        for multiplayer in [Multiplayer::MonteCarlo, Multiplayer::BestReply, Multiplayer::Paranoid]
        {
            searcher.multiplayer = multiplayer;
            let answer = searcher.fresh(&root, to_depth(2));
            let fen = root.state().fen();
            assert_eq!(place(answer.first_action()).as_ref(), best, "{multiplayer:?} {fen}");
        }
        decisions += 1;
    }
    assert!(decisions > 3, "{decisions}");
}

#[test]
fn the_best_place_is_taken_in_azacru() {
    the_best_place_is_taken::<Azacru<3>>(());
    the_best_place_is_taken::<Azacru<4>>(());
}

/// A search in which all players play for themselves counts its nodes exactly, finds the same result each time, and
/// uses little memory.
fn a_tree_for_several_keeps_its_limits<G: Playable>(rules: G::Rules) {
    const NODES: u64 = 150_000;
    let root = Played::new(G::start(rules));
    let mut searcher = Searcher::new(root.state());
    searcher.multiplayer = Multiplayer::MonteCarlo;
    for nodes in [1, 50, 4_999, 30_000, NODES] {
        let [one, other] = [(); 2].map(|()| searcher.fresh(&root, to_nodes(nodes)));
        assert_eq!(one.infos.last().map(|info| info.nodes), Some(nodes));
        assert_eq!(one.best, other.best);
        let memory = one.infos.last().map(|info| info.hashfull);
        assert!(nodes < NODES || memory > Some(0), "{memory:?} of the memory in use at the end");
    }
}

#[test]
fn a_tree_for_several_keeps_its_limits_in_azacru3() {
    a_tree_for_several_keeps_its_limits::<Azacru<3>>(());
}

#[test]
fn a_tree_for_several_keeps_its_limits_in_pacru4() {
    a_tree_for_several_keeps_its_limits::<Pacru<4>>(Meeting::Tournament);
}

#[test]
fn threads_share_a_tree_and_a_game_is_played_on_it() {
    let mut played = Played::new(Shacru::<4>::start(()));
    let mut searcher = Searcher::with(played.state(), 2, TranspositionTable::new(1).unwrap());
    for turn in 0..60 {
        searcher.multiplayer = [Multiplayer::MonteCarlo, Multiplayer::BestReply][turn % 2];
        if played.outcome().is_some() {
            break;
        }
        let answer = searcher.search(&played, to_nodes(3_000));
        played.play(answer.first_action());
    }
}

#[test]
fn levels_are_those_of_alpha_beta() {
    let root = Played::new(Shacru::<3>::start(()));
    let mut searcher = Searcher::new(root.state());
    let mut at_level = |multiplayer| {
        searcher.multiplayer = multiplayer;
        searcher.at_level(&root, 1200)
    };
    assert_eq!(at_level(Multiplayer::MonteCarlo).best, at_level(Multiplayer::BestReply).best);
}

/// Only one player can move, and he goes round in a circle. Lines that came back to a position of the circle go on
/// once the game has passed it.
#[test]
fn a_tree_that_is_kept_outlives_its_circles() {
    const FEN: &str = "W6*wwwww3/W5*rrbw1wr1/rB6*brrwwwR3*/R4*bbwwrw1w/B0*bwbwrwrw/bwbbrwrww/bbbbrwrW6*w/bbbbwrrbB2*/\
                       1bbbbbbrR2* b - 5 69";
    const ROUND: [&str; 9] =
        ["a5b6", "b6c6", "c6d5r4", "d5d4", "d4d3r5", "d3c3r5", "c3b3", "b3a4", "a4a5"];
    let mut played = Played::new(Shacru::<3>::from_fen((), FEN).unwrap());
    let mut searcher = Searcher::new(played.state());
    searcher.multiplayer = Multiplayer::MonteCarlo;
    for token in ROUND {
        let depth = searcher.search(&played, to_nodes(5_000)).best.depth;
        assert!(depth >= 20, "depth {depth} before {token}");
        for token in [token, "end", "end"] {
            played.play(played.state().parse_action(token).unwrap());
        }
    }
}

#[test]
fn threads_share_the_root_of_turns() {
    let mut played = Played::new(GameOfWar::start(gameofwar::Standard));
    let table = || TranspositionTable::new(1).unwrap();
    let [lone, two, many] =
        [1, 2, 5].map(|threads| Searcher::with(played.state(), threads, table()));
    for multipv in [1, 2].repeat(2) {
        for limits in [to_nodes(3_000), to_nodes(20_000), to_depth(8)] {
            for searcher in [&lone, &two, &many] {
                let answer = searcher.search_some(&played, &[], limits.clone(), multipv);
                assert!(answer.best.depth >= limits.depth.unwrap_or(0), "{:?}", answer.best);
            }
        }
        let answer = two.search(&played, to_nodes(20_000));
        answer.best.actions.iter().for_each(|action| played.play(*action));
    }
}

#[test]
fn wins_in_one_turn_are_seen_in_azacru3() {
    wins_in_one_turn_are_seen::<Azacru<3>>(());
}

#[test]
fn wins_in_one_turn_are_seen_in_shacru4() {
    wins_in_one_turn_are_seen::<Shacru<4>>(());
}

#[test]
fn wins_in_one_turn_are_seen_in_pacru3() {
    wins_in_one_turn_are_seen::<Pacru<3>>(Meeting::Tournament);
    wins_in_one_turn_are_seen::<Pacru<3>>(Meeting::Classic);
}

// --- Quiescence, valued plainly -----------------------------------------------------------------

/// The quiescence value for the mover, computed without alpha and beta.
fn settled<G: Searchable>(game: &G) -> Score {
    let mut actions = Vec::new();
    let mut best = -Score::INFINITE;
    if game.may_stand_pat() {
        best = G::Evaluator::new(game).value(game);
        game.noisy(&mut actions);
    } else {
        game.actions(&mut actions);
    }
    let value = |action| common::value_after(game, action, settled);
    actions.into_iter().map(value).fold(best, Score::max)
}

fn settled_after_one<G: Searchable>(root: &Played<G>) -> Score {
    let value = |action| common::value_after(root.state(), action, settled);
    root.actions().into_iter().map(value).max().unwrap()
}

for_games! { [PacificA: TypeA, PacificB: TypeB]
    fn the_first_iteration_is_plain_minimax<G>(rules) {
        let searcher = Searcher::new(&G::start(rules));
        let mut random = Random::new(22);
        for _ in 0..20 {
            for root in common::random_game::<G>(rules, &mut random, 100) {
                if root.outcome().is_some() {
                    continue;
                }
                let root = Played::new(root.state().clone());
                let score = searcher.search(&root, to_depth(1)).score();
                assert_eq!(score, settled_after_one(&root), "{}", root.state().fen());
            }
        }
    }
}

// --- A game solved to the end -------------------------------------------------------------------

const TOY_COINS: u8 = 7;
const TOY_ROCKS: u8 = 5;

/// This depth exceeds the actions of the longest game of this size and the pruning near the horizon.
const TOY_DEPTH: i32 = 28;

/// The positions in which the game goes on, and their values.
fn toys<const SWINGS: bool>() -> (Vec<Toy<SWINGS>>, Solution<SWINGS>) {
    let mut positions = Toy::all(TOY_COINS, TOY_ROCKS);
    let solution = Solution::new(&positions);
    positions.retain(|position| position.outcome().is_none());
    (positions, solution)
}

#[test]
fn every_position_of_the_toy_gets_its_true_value() {
    let (positions, solution) = toys::<false>();
    let searcher = Searcher::new(&positions[0]);
    for position in positions {
        let root = Played::new(position);
        let first = searcher.search(&root, to_depth(1));
        assert_eq!(first.score(), settled_after_one(&root), "depth 1: {position:?}");
        let answer = searcher.fresh(&root, to_depth(TOY_DEPTH));
        let value = solution.value(&position);
        assert_eq!(answer.score(), value, "{position:?}");
        assert_eq!(solution.value_of(&position, answer.first_action()), value, "{position:?}");
        if value.is_proven() {
            let shown = mate_shown(&root, &answer.best.actions);
            assert_eq!(shown, value.mate_turns(), "{position:?} {:?}", answer.best);
        }
    }
}

#[test]
fn several_lines_are_the_best_actions_in_order_with_their_values() {
    let (positions, solution) = toys::<false>();
    let searcher = Searcher::new(&positions[0]);
    for position in positions.into_iter().step_by(2) {
        let root = Played::new(position);
        let mut values: Vec<Score> = position
            .legal()
            .into_iter()
            .map(|action| solution.value_of(&position, action))
            .collect();
        values.sort_by_key(|value| std::cmp::Reverse(*value));
        for multipv in 2..=3 {
            searcher.forget();
            let answer = searcher.search_some(&root, &[], to_depth(TOY_DEPTH), multipv);
            let scores: Vec<Score> = answer.lines().iter().map(|line| line.score).collect();
            let best = &values[..values.len().min(multipv)];
            assert_eq!(scores, best, "{position:?}");
            let mut firsts = Vec::new();
            for line in answer.lines() {
                let first = line.actions[0];
                assert!(!firsts.contains(&first), "{first:?} twice: {position:?}");
                assert_eq!(solution.value_of(&position, first), line.score, "{position:?}");
                firsts.push(first);
            }
        }
    }
}

#[test]
fn a_search_of_some_root_actions_gives_the_best_of_them() {
    let (positions, solution) = toys::<false>();
    let searcher = Searcher::new(&positions[0]);
    for position in positions.into_iter().step_by(2) {
        let root = Played::new(position);
        let legal = position.legal();
        for left_out in 0..legal.len() {
            let mut some = legal.clone();
            some.remove(left_out);
            if some.is_empty() {
                continue;
            }
            let value_of = |action: ToyAction| solution.value_of(&position, action);
            let value = some.iter().map(|action| value_of(*action)).max().unwrap();
            // The table stays warm: it holds results of the actions that are left out here.
            let answer = searcher.search_some(&root, &some, to_depth(TOY_DEPTH), 1);
            assert_eq!(answer.score(), value, "{some:?} of {position:?}");
            assert!(some.contains(&answer.first_action()), "{some:?} of {position:?}");
        }
    }
}

/// The tables hold from a single cluster to everything, and are cold or warm.
#[test]
fn the_size_and_content_of_the_table_do_not_change_a_proof() {
    let (positions, solution) = toys::<false>();
    let tables = [0, 1, 64].map(|mebibytes| match mebibytes {
        0 => TranspositionTable::empty(),
        _ => TranspositionTable::new(mebibytes).unwrap(),
    });
    for table in tables {
        let searcher = Searcher::with(&positions[0], 1, table);
        for position in positions.iter().step_by(7) {
            for _ in 0..2 {
                let answer = searcher.search(&Played::new(*position), to_depth(TOY_DEPTH));
                assert_eq!(answer.score(), solution.value(position), "{position:?}");
            }
        }
    }
}

#[test]
fn mate_searches_of_the_toy_claim_just_what_is_true() {
    let (positions, solution) = toys::<false>();
    let searcher = Searcher::new(&positions[0]);
    for position in positions.into_iter().step_by(3) {
        let root = Played::new(position);
        let turns = solution.value(&position).mate_turns();
        for most in 1..=4 {
            // Both players attack in turn, and the table holds the results of earlier searches.
            let answer = searcher.search(&root, to_mate(most));
            let within = |turns: &i32| (1..=most as i32).contains(turns);
            assert_eq!(answer.mate().filter(within), turns.filter(within), "{most}: {position:?}");
            if answer.mate().is_some_and(|turns| within(&turns)) {
                let shown = mate_shown(&root, &answer.best.actions);
                assert_eq!(shown, turns, "{most}: {position:?}");
            }
        }
    }
}

/// Similar questions share one table: fewer root actions, shorter lines, and the other attacker. Both attackers
/// occur, because the positions have both players to move.
#[test]
fn mate_searches_do_not_take_answers_to_other_questions() {
    const TURNS: u32 = 2;
    let (positions, solution) = toys::<false>();
    let searcher = Searcher::new(&positions[0]);
    let claimed = |answer: &Answer<ToyAction>| {
        answer.mate().filter(|turns| (1..=TURNS as i32).contains(turns)).is_some()
    };
    let is_near_win = |value: Score| value >= Score::win_in(TURNS);
    // Nearly finished games come first. Positions before them might wrongly use parts of their answers.
    for position in positions.iter().rev() {
        let root = Played::new(*position);
        for depth in 1..=3 {
            let answer = searcher.search(&root, Limits { depth: Some(depth), ..to_mate(TURNS) });
            let is_true = !claimed(&answer) || is_near_win(solution.value(position));
            assert!(is_true, "depth {depth} of {position:?}");
        }
        for action in position.legal() {
            let answer = searcher.search_some(&root, &[action], to_mate(TURNS), 1);
            let expected = is_near_win(solution.value_of(position, action));
            assert_eq!(claimed(&answer), expected, "{action:?} of {position:?}");
        }
        let answer = searcher.search(&root, to_mate(TURNS));
        assert_eq!(claimed(&answer), is_near_win(solution.value(position)), "{position:?}");
    }
}

// --- Repetition ---------------------------------------------------------------------------------

#[test]
fn a_draw_by_going_round_in_circles_is_seen() {
    let (positions, solution) = toys::<true>();
    let searcher = Searcher::new(&positions[0]);
    let is_saved_by_swinging = |position: &Toy<true>| {
        let others = position.legal().into_iter().filter(|action| *action != ToyAction::Swing);
        let mut values = others.map(|other| solution.value_of(position, other));
        solution.value(position) == Score::DRAW && values.all(|value| value.is_loss())
    };
    let mut saved = 0;
    for (index, position) in positions.into_iter().enumerate() {
        let swings = is_saved_by_swinging(&position);
        if index % 6 != 0 && !swings {
            continue;
        }
        saved += u32::from(swings);
        let root = Played::new(position);
        let answer = searcher.fresh(&root, to_depth(TOY_DEPTH));
        let value = solution.value(&position);
        assert_eq!(answer.score(), value, "{position:?}");
        assert_eq!(solution.value_of(&position, answer.first_action()), value, "{position:?}");
    }
    assert!(saved > 20, "only {saved} draws by repetition: the test looks at nothing");
}

/// The second occurrence is already a draw if the searched line has both occurrences. All other lines lose here.
#[test]
fn a_draw_by_going_round_in_circles_is_seen_at_the_first_round() {
    const ROUND: i32 = 4;
    let position = Toy::<true>::new(1, 1, -2);
    let answer = Searcher::new(&position).search(&Played::new(position), to_depth(ROUND));
    assert_eq!((answer.score(), answer.first_action()), (Score::DRAW, ToyAction::Swing));
}

/// The position after playing `tokens` from a FEN.
fn after<G: Playable>(rules: G::Rules, fen: &str, tokens: &[&str]) -> Played<G> {
    let mut played = Played::new(G::from_fen(rules, fen).unwrap());
    for token in tokens {
        let action = played.state().parse_action(token).unwrap();
        played.play(action);
    }
    played
}

/// South is ahead. Both sides have already passed their turns once.
#[test]
fn the_stronger_side_of_a_game_of_turns_does_not_let_the_other_repeat() {
    const FEN: &str = "25/25/25/25/25/2KI1C1i14r2/4I1ici11ic3/7w12kc3/7x12iCC2/13i6WII2/12iii10/12III10/\
        12II11/25/25/25/25/7c17/25/2X19R2 w c1,w1,h17,o19 - - - - 8 19";
    const NODES: u64 = 30_000;
    let root = after::<GameOfWar>(gameofwar::Standard, FEN, &["end", "end"]);
    let pass = root.state().parse_action("end").unwrap();
    let searcher = Searcher::new(root.state());
    let answer = searcher.fresh(&root, to_nodes(NODES));
    assert!(answer.score() > Score::cp(100), "{}", answer.score());
    assert_ne!(answer.first_action(), pass);
    searcher.forget();
    let passed = searcher.search_some(&root, &[pass], to_nodes(NODES), 1);
    assert_eq!(passed.score(), Score::DRAW);
}

/// One Kamikaze against two, and both sides go to and fro. The last of these moves would bring the first position
/// back for the third time.
const OUTNUMBERED: &str = "3k/4/3k/4/4/C13/3C2/K3 b 0 1";
const TO_AND_FRO: [&str; 7] = ["h8g7", "a1b2", "g7h8", "b2a1", "h8g7", "a1b2", "g7h8"];
const THIRD_OCCURRENCE: &str = "b2a1";

fn a_third_occurrence_is_a_draw<G: Playable>(rules: G::Rules) {
    const DEPTH: i32 = 5;
    let searcher = Searcher::by_hand(&G::start(rules));
    let root = after::<G>(rules, OUTNUMBERED, &TO_AND_FRO);
    let without_past = Played::new(root.state().clone());
    let drawing = root.state().parse_action(THIRD_OCCURRENCE).unwrap();
    let saved = searcher.fresh(&root, to_depth(DEPTH));
    assert_eq!((saved.score(), saved.first_action()), (Score::DRAW, drawing));
    assert!(searcher.fresh(&without_past, to_depth(DEPTH)).score() < Score::DRAW);

    // With the same choice one move earlier, the stronger side has something better than a draw.
    let root = after::<G>(
        rules,
        &OUTNUMBERED.replace(" b ", " w "),
        &["a1b2", "h8g7", "b2a1", "g7h8", "a1b2", "h8g7", "b2a1"],
    );
    let drawing = root.state().parse_action("g7h8").unwrap();
    searcher.forget();
    let drawn = searcher.search_some(&root, &[drawing], to_depth(DEPTH), 1);
    assert_eq!(drawn.score(), Score::DRAW);
    assert!(searcher.fresh(&root, to_depth(DEPTH)).score() > Score::DRAW);
}

#[test]
fn a_third_occurrence_is_a_draw_in_pacific() {
    a_third_occurrence_is_a_draw::<PacificA>(TypeA);
    a_third_occurrence_is_a_draw::<PacificB>(TypeB);
}

/// An attack with depth charges leaves a board that has occurred twice, but clears the history.
#[test]
fn a_line_goes_on_after_an_action_that_clears_the_history() {
    const FEN: &str = "15k/16/16/16/16/16/16/16/16/16/16/16/16/16/16/K15 b s - -/- - 0 1";
    const LAP: [&str; 4] = ["p16p15", "a1a2", "p15p16", "a2a1"];
    const LONGER_WAY: [&str; 5] = ["p16p15", "a1a2", "p15o16", "a2a1", "o16p16"];
    let mut root = Played::new(Submarines::from_fen(Standard::ALWAYS, FEN).unwrap());
    for token in LAP.iter().chain(&LONGER_WAY) {
        let action = root.state().parse_action(token).unwrap();
        root.play(action);
    }
    let attack = root.state().parse_action("sa1").unwrap();
    let answer = Searcher::new(root.state()).search_some(&root, &[attack], to_depth(1), 1);
    assert!(answer.best.actions.len() > 1, "{:?}", answer.best);
}

/// Facing fronts of battleships offer many captures, and unbounded quiescence took millions of nodes there. The time
/// limit would then pass before the end of the first iteration.
#[test]
fn searches_after_deployments_are_not_lost_in_quiescence() {
    let first = Surface::deploy(Standard::ALWAYS).unwrap();
    let searcher = Searcher::new(&first);
    let at_once = Limits { movetime: Some(Duration::ZERO), ..Limits::default() };
    for seed in 0..16 {
        let mut game = first.clone();
        for seed in [seed, seed + 1000] {
            for action in game.plan(seed).unwrap() {
                game.make(action);
            }
        }
        let root = Played::new(game);
        for (limits, most) in [(to_depth(2), 120_000), (at_once.clone(), 11_000)] {
            let nodes = searcher.fresh(&root, limits).nodes();
            assert!(nodes < most, "{nodes} in {}", root.state().fen());
        }
    }
}

/// Whether twelve hunters sink a lone battleship before the game is drawn. The side of the battleship is to move.
fn is_sunk(fen: &str) -> bool {
    const NODES: u64 = 3_000;
    let mut game = Played::new(Surface::from_fen(Standard::ALWAYS, fen).unwrap());
    let hunter = game.state().player().opponent();
    let searcher = Searcher::new(game.state());
    while game.outcome().is_none() {
        game.play(searcher.search(&game, to_nodes(NODES)).first_action());
    }
    game.outcome() == Some(Outcome::Win(hunter))
}

/// A battleship slides past guarded squares, so piece values alone would not catch it.
#[test]
fn a_battleship_alone_does_not_escape_from_a_fleet() {
    const CHASES: [&str; 3] = [
        "16/16/16/16/r15/16/16/16/6N9/6N9/16/1N3R1N3R1N2/14Q1/3KB11/7B8/2R13 b s o4^d3 - - 0 1",
        "16/16/16/16/16/16/16/16/9N2NK2/3R6N5/15N/16/B1R11r1/1Q7N6/4B11/6R9 b s b3^n8 - - 0 1",
        "16/16/16/16/16/16/16/16/N1R1Q11/K3r11/5R5N4/4N1B8R/16/3N1N10/16/1B14 b s e8^a7 - - 0 1",
    ];
    // The third chase is played only if one of the other battleships escapes.
    let sunk = CHASES.iter().filter(|fen| is_sunk(fen)).take(2);
    assert_eq!(sunk.count(), 2);
}
