//! Max^n for three and four players, checked against a plain search without pruning.

use crate::common::branching::Branching;
use crate::common::searcher::{Searcher, to_depth, to_nodes};
use crate::common::{Random, random_game};
use std::cmp::Reverse;
use std::time::Duration;
use strategos::game::{Notation, Outcome, Played, Player, PlayerElimination, Score, ranking};
use strategos::games::Playable;
use strategos::games::pacru::{Azacru, Meeting, Pacru, Shacru};
use strategos::search::{
    Evaluator, Limits, MultiPlayerEvaluator, Multiplayer, Objective, Searchable,
};

const BOTH: [Objective; 2] = [Objective::Win, Objective::Place];

/// The value of the first place, in the units of shares.
const UNITS: i32 = 65_520;

/// The value of a position: the share of each seat, and the certain winner.
#[derive(Clone, Copy, Debug)]
struct Value {
    shares: [i32; 4],
    winner: Option<usize>,
}

fn players_in<G: PlayerElimination>(game: &G) -> Vec<usize> {
    (0..G::PLAYERS).filter(|seat| !game.is_out(Player::new(*seat))).collect()
}

/// The sum of all players' shares.
fn total<G: PlayerElimination>(objective: Objective) -> i32 {
    if objective == Objective::Win { UNITS } else { UNITS * G::PLAYERS as i32 / 2 }
}

/// For [`Objective::Win`], the players in the first place divide its value. For [`Objective::Place`], a place is
/// worth the share of opponents behind it, and a tie counts half.
fn end<G: PlayerElimination>(game: &G, outcome: Outcome, objective: Objective) -> Value {
    let places = ranking(game, &[], outcome);
    let mut shares = [0; 4];
    for (seat, place) in places.iter().enumerate() {
        let equal = places.iter().filter(|other| *other == place).count();
        let behind = places.iter().filter(|other| *other > place).count();
        shares[seat] = match objective {
            Objective::Win if *place > 1 => 0,
            Objective::Win => UNITS / equal as i32,
            Objective::Place => {
                UNITS * (2 * behind + equal - 1) as i32 / (2 * places.len() - 2) as i32
            }
        };
    }
    let winner = (0..G::PLAYERS).find(|seat| outcome == Outcome::Win(Player::new(*seat)));
    Value { shares, winner }
}

/// The shares of a position as it stands, or after one of the mover's two greatest gains. The next players choose in
/// the same way.
fn quiet<G: Searchable + PlayerElimination>(
    game: &G,
    plies: i32,
    objective: Objective,
) -> [f32; 4] {
    if let Some(outcome) = game.outcome() {
        return end(game, outcome, objective).shares.map(|share| share as f32 / UNITS as f32);
    }
    let mut best = stand(game, objective);
    if plies == 0 {
        return best;
    }
    let mut noisy = Vec::new();
    game.noisy(&mut noisy);
    let must_act = !game.may_stand_pat();
    noisy.retain(|action| must_act || game.gain(*action) > 0);
    noisy.sort_by_key(|action| Reverse(game.gain(*action)));
    for (number, action) in noisy.into_iter().take(2).enumerate() {
        let mut child = game.clone();
        child.make(action);
        let found = quiet(&child, plies - 1, objective);
        let seat = game.player().index();
        if found[seat] > best[seat] || must_act && number == 0 {
            best = found;
        }
    }
    best
}

fn stand<G: Searchable + PlayerElimination>(game: &G, objective: Objective) -> [f32; 4] {
    let seats = players_in(game);
    let values = G::Evaluator::new(game).values(game);
    let mut shares = [0.0; 4];
    for seat in &seats {
        let odds = (values[*seat].raw() as f32 / 100.0).exp() / (seats.len() as f32 - 1.0).max(1.0);
        shares[*seat] = odds / (1.0 + odds);
    }
    let sum: f32 = shares.iter().sum();
    let wins = shares.map(|share: f32| share / sum);
    if objective == Objective::Win {
        return wins;
    }
    let before = |one: usize, other: usize| match (seats.contains(&one), seats.contains(&other)) {
        (true, true) => wins[one] / (wins[one] + wins[other]),
        (is_in, other_is_in) => (1.0 + f32::from(is_in) - f32::from(other_is_in)) / 2.0,
    };
    std::array::from_fn(|seat| {
        let others = (0..G::PLAYERS).filter(|other| *other != seat && seat < G::PLAYERS);
        others.map(|other| before(seat, other)).sum::<f32>() / (G::PLAYERS as f32 - 1.0)
    })
}

fn leaf<G: Searchable + PlayerElimination>(game: &G, objective: Objective) -> Value {
    let mut shares = quiet(game, 4, objective).map(|share| (share * UNITS as f32) as i32);
    for seat in players_in(game) {
        shares[seat] = shares[seat].max(1);
    }
    let most = (0..4).fold(0, |most, seat| if shares[seat] > shares[most] { seat } else { most });
    shares[most] += total::<G>(objective) - shares.iter().sum::<i32>();
    Value { shares, winner: None }
}

/// Each player maximises his own share. Ties are broken against the root player.
fn plain<G: Searchable + PlayerElimination>(
    game: &G,
    root_player: usize,
    depth: u32,
    objective: Objective,
) -> Value {
    if let Some(outcome) = game.outcome() {
        return end(game, outcome, objective);
    }
    if depth == 0 {
        return leaf(game, objective);
    }
    let seat = game.player().index();
    let values: Vec<Value> = children(game)
        .iter()
        .map(|child| plain(child, root_player, depth - 1, objective))
        .collect();
    let rank =
        |value: &&Value| (value.shares[seat], Reverse(value.shares[root_player]), value.shares);
    let best = values.iter().max_by_key(rank).unwrap();
    let all = values[0].winner.filter(|_| values.iter().all(|v| v.winner == values[0].winner));
    let own = values.iter().find(|value| value.winner == Some(seat));
    Value { shares: best.shares, winner: own.map_or(all, |value| value.winner) }
}

fn children<G: Searchable>(game: &G) -> Vec<G> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let after = |action: &G::Action| {
        let mut child = game.clone();
        child.make(*action);
        child
    };
    actions.iter().map(after).collect()
}

/// Checks that the search finds the result of the plain search. The root player's share agrees to a centipawn, a win
/// is claimed only if there is one, and the action leads there. Returns whether the position is a win.
fn finds_what_plain_search_finds<G: Searchable + PlayerElimination>(
    searcher: &Searcher<G>,
    game: &G,
    depth: u32,
) -> bool {
    let root_player = game.player().index();
    let truth = plain(game, root_player, depth, searcher.objective);
    let answer = searcher.fresh(&Played::new(game.clone()), to_depth(depth as i32));
    let is_win = truth.winner == Some(root_player);
    let is_seen = answer.mate().is_some();
    // With [`Objective::Place`], pruning may cut branches that the proof needs.
    let must_be_seen = is_win && searcher.objective == Objective::Win;
    assert!(is_win || !is_seen, "{:?}, in truth {truth:?}", answer.best);
    assert!(is_seen || !must_be_seen, "{:?}, in truth {truth:?}", answer.best);
    if !is_seen {
        let others = match searcher.objective {
            Objective::Win => players_in(game).len() as f32 - 1.0,
            Objective::Place => 1.0,
        };
        let share = (truth.shares[root_player] as f32 / UNITS as f32).clamp(0.0005, 0.9995);
        let score = Score::cp((100.0 * (share / (1.0 - share) * others).ln()).round() as i32);
        let off = (answer.score().raw() - score.raw()).abs();
        assert!(off <= 1, "{:?} in place of {score}, {truth:?}", answer.best);
        let mut after = game.clone();
        after.make(answer.first_action());
        assert_eq!(
            plain(&after, root_player, depth - 1, searcher.objective).shares[root_player],
            truth.shares[root_player]
        );
    }
    is_win
}

fn random_trees_are_searched_exactly<const PLAYERS: usize>() {
    let mut wins = 0;
    let mut searcher = Searcher::new(&Branching::<PLAYERS>::new(0));
    searcher.multiplayer = Multiplayer::MaxN;
    for number in 0..300 {
        searcher.objective = [Objective::Win, Objective::Place][number as usize % 2];
        let game = Branching::<PLAYERS>::new(number);
        for depth in 1..=7 {
            wins += usize::from(finds_what_plain_search_finds(&searcher, &game, depth));
        }
    }
    assert!(wins > 30, "{wins}");
}

#[test]
fn random_trees_for_three_are_searched_exactly() {
    random_trees_are_searched_exactly::<3>();
}

#[test]
fn random_trees_for_four_are_searched_exactly() {
    random_trees_are_searched_exactly::<4>();
}

/// Pruning saves work in the random trees of the tests above, so they do test it.
#[test]
fn branches_are_cut_off() {
    const DEPTH: u32 = 7;
    fn size<const PLAYERS: usize>(game: &Branching<PLAYERS>, depth: u32) -> u64 {
        let children = if depth == 0 { Vec::new() } else { children(game) };
        children.iter().map(|child| 1 + size(child, depth - 1)).sum()
    }
    let mut searcher = Searcher::new(&Branching::<3>::new(0));
    searcher.multiplayer = Multiplayer::MaxN;
    let [mut searched, mut whole] = [0, 0];
    for number in 0..100 {
        let game = Branching::<3>::new(number);
        let answer = searcher.fresh(&Played::new(game), to_depth(DEPTH as i32));
        searched += answer.nodes();
        whole += (1..=DEPTH).map(|depth| size(&game, depth)).sum::<u64>();
    }
    assert!(searched * 4 < whole * 3, "{searched} of {whole} nodes");
}

fn positions_are_searched_exactly<G: Playable + PlayerElimination>(
    rules: G::Rules,
    objectives: &[Objective],
) where
    G::Evaluator: MultiPlayerEvaluator<G>,
{
    let mut random = Random::new(97);
    let mut searcher = Searcher::new(&G::start(rules));
    searcher.multiplayer = Multiplayer::MaxN;
    for _ in 0..4 {
        let game = random_game::<G>(rules, &mut random, 600);
        let step = (game.len() / 6).max(1);
        for played in game.into_iter().step_by(step).filter(|played| played.outcome().is_none()) {
            for objective in objectives {
                searcher.objective = *objective;
                for depth in 1..=2 {
                    finds_what_plain_search_finds(&searcher, played.state(), depth);
                }
            }
        }
    }
}

#[test]
fn positions_of_pacru_are_searched_exactly() {
    // A position does not tell when a player left, so only [`Objective::Win`] is checked.
    positions_are_searched_exactly::<Pacru<3>>(Meeting::Tournament, &[Objective::Win]);
    positions_are_searched_exactly::<Pacru<4>>(Meeting::Classic, &[Objective::Win]);
}

#[test]
fn positions_of_azacru_are_searched_exactly() {
    positions_are_searched_exactly::<Azacru<3>>((), &BOTH);
    positions_are_searched_exactly::<Azacru<4>>((), &BOTH);
}

#[test]
fn positions_of_shacru_are_searched_exactly() {
    positions_are_searched_exactly::<Shacru<3>>((), &BOTH);
    positions_are_searched_exactly::<Shacru<4>>((), &BOTH);
}

#[test]
fn several_lines_and_chosen_actions_are_searched() {
    let root = Played::new(Azacru::<3>::start(()));
    let mut searcher = Searcher::new(root.state());
    searcher.multiplayer = Multiplayer::MaxN;
    let whole = searcher.search_some(&root, &[], to_depth(3), 4);
    let firsts: Vec<_> = whole.lines().iter().map(|line| line.actions[0]).collect();
    assert!(whole.lines().is_sorted_by_key(|line| Reverse(line.score)));
    assert_eq!(firsts.len(), 4);
    assert!((1..4).all(|index| !firsts[..index].contains(&firsts[index])));
    searcher.forget();
    let chosen = searcher.search_some(&root, &firsts[2..], to_depth(3), 9);
    let found: Vec<_> = chosen.lines().iter().map(|line| line.actions[0]).collect();
    assert!(found.len() == 2 && found.iter().all(|action| firsts[2..].contains(action)));
}

#[test]
fn levels_are_those_of_alpha_beta() {
    let root = Played::new(Shacru::<3>::start(()));
    let mut searcher = Searcher::new(root.state());
    let mut at_level = |multiplayer| {
        searcher.multiplayer = multiplayer;
        searcher.at_level(&root, 1200)
    };
    assert_eq!(at_level(Multiplayer::MaxN).best, at_level(Multiplayer::BestReply).best);
}

#[test]
fn time_is_kept() {
    let root = Played::new(Pacru::<4>::start(Meeting::Tournament));
    let mut searcher = Searcher::new(root.state());
    searcher.multiplayer = Multiplayer::MaxN;
    // No other limit ends this search.
    let movetime = Some(Duration::from_millis(150));
    let answer = searcher.fresh(&root, Limits { movetime, ..Limits::default() });
    assert!(answer.nodes() > 100, "{}", answer.nodes());
    assert_eq!(searcher.fresh(&root, to_nodes(777)).nodes(), 777);
}
