//! A yardstick for searches of two to four players: the rules and the evaluation of Strategos under a plain Monte
//! Carlo tree search (PUCT). One thread; no playouts, table, widening, solver, or tree kept from turn to turn.
//!
//! 1. From the root go to the child with the greatest `Q + C P sqrt(N) / (1 + n)`, where `Q` is the mean share of the
//!    player to move there, `P` the child's prior, `N` and `n` the visits of parent and child, until a child was
//!    not expanded yet.
//! 2. Make all of its actions. Each new position begins with one visit: its static values, one a player, as
//!    expected shares that add up to 1, or the shares of a finished game. A position that repeats one of the game
//!    counts as finished. Priors are a softmax of the mover's shares.
//! 3. The shares of the new position that its mover likes most (max^n) are added to all positions of the path.
//!
//! What is played is the most visited action, with the rest of its turn. A node is an action made. Games that hide
//! something are not played.
//!
//! `tree --hand` values positions by hand, where `tree` asks the engine's networks.

use compare::{Limits, Thinker, Thought};
use std::error::Error;
use std::ops::Range;
use std::time::Instant;
use strategos::game::{Played, Score};
use strategos::games::Playable;
use strategos::search::{Evaluator, EvalSource, MOST_PLAYERS};

/// How much exploring is worth, in shares.
const EXPLORATION: f64 = 1.0;
/// The difference of shares that changes a prior by the factor e.
const TEMPERATURE: f64 = 0.1;
/// The difference of scores that changes the odds of a win by the factor e.
const LOGISTIC_SCALE_CP: f64 = 100.0;
/// Paths end here: evaluators remember a limited number of positions.
const MOST_PLIES: usize = 200;
/// About 300 MiB; then the search ends.
const MOST_POSITIONS: usize = 4_000_000;

/// What each player may expect of the point.
type Shares = [f64; MOST_PLAYERS];

/// A position, as its parent sees it.
struct Position<A> {
    /// What led to it; `None` for the root.
    action: Option<A>,
    prior: f64,
    visits: f64,
    total: Shares,
    children: Range<usize>,
}

impl<A> Position<A> {
    fn new(action: Option<A>, shares: Shares) -> Self {
        Self { action, prior: 0.0, visits: 1.0, total: shares, children: 0..0 }
    }

    fn share_of(&self, seat: usize) -> f64 {
        self.total[seat] / self.visits
    }
}

struct Search<'a, G: Playable> {
    positions: Vec<Position<G::Action>>,
    /// Where the search is at present.
    game: G,
    evaluator: G::Evaluator,
    /// Keys of the positions that the game has seen.
    past: &'a [u64],
    nodes: u64,
}

impl<'a, G: Playable> Search<'a, G> {
    fn new(played: &'a Played<G>, eval_source: &EvalSource) -> Self {
        let game = played.state().clone();
        let mut evaluator = G::Evaluator::with_eval(eval_source, &game);
        let root = Position::new(None, expected::<G>(evaluator.values(&game)));
        Self { positions: vec![root], game, evaluator, past: played.keys(), nodes: 0 }
    }

    fn run(&mut self, limits: Limits) {
        let start = Instant::now();
        loop {
            self.visit();
            if self.nodes >= limits.nodes
                || self.positions.len() >= MOST_POSITIONS
                || start.elapsed() >= limits.time
            {
                return;
            }
        }
    }

    /// Goes down to a position that was not expanded, expands it, and tells the path what was found.
    fn visit(&mut self) {
        let mut path = vec![0];
        let mut undos = Vec::new();
        let mut at = 0;
        while let Some(child) = self.most_promising(at) {
            at = child;
            path.push(at);
            if let Some(action) = self.positions[at].action {
                undos.push(self.make(action));
            }
        }
        let ended = if at == 0 { None } else { self.ended() };
        let shares = match ended {
            Some(shares) => shares,
            None if path.len() < MOST_PLIES => self.expand(at),
            None => expected::<G>(self.evaluator.values(&self.game)),
        };
        for undo in undos.into_iter().rev() {
            self.unmake(undo);
        }
        for at in path {
            let position = &mut self.positions[at];
            position.visits += 1.0;
            position.total.iter_mut().zip(shares).for_each(|(total, share)| *total += share);
        }
    }

    fn most_promising(&self, at: usize) -> Option<usize> {
        let parent = &self.positions[at];
        let mover = self.game.player().index();
        let root_of_visits = parent.visits.sqrt();
        let promise = |child: usize| {
            let child = &self.positions[child];
            let exploration = EXPLORATION * child.prior * root_of_visits / (1.0 + child.visits);
            child.share_of(mover) + exploration
        };
        greatest(parent.children.clone(), promise)
    }

    /// Makes positions of all actions here; returns the shares of the best one for the mover.
    fn expand(&mut self, at: usize) -> Shares {
        let mover = self.game.player().index();
        let mut actions = Vec::new();
        self.game.actions(&mut actions);
        let first = self.positions.len();
        for action in actions {
            let undo = self.make(action);
            let shares =
                self.ended().unwrap_or_else(|| expected::<G>(self.evaluator.values(&self.game)));
            self.unmake(undo);
            self.positions.push(Position::new(Some(action), shares));
        }
        let children = first..self.positions.len();
        let best = greatest(children.clone(), |child| self.positions[child].total[mover]);
        let best = self.positions[best.unwrap_or(at)].total;
        let children_of = &mut self.positions[children.clone()];
        let mut sum = 0.0;
        for child in children_of.iter_mut() {
            child.prior = ((child.total[mover] - best[mover]) / TEMPERATURE).exp();
            sum += child.prior;
        }
        children_of.iter_mut().for_each(|child| child.prior /= sum);
        self.positions[at].children = children;
        best
    }

    fn make(&mut self, action: G::Action) -> G::Undo {
        self.nodes += 1;
        self.evaluator.make(&mut self.game, action)
    }

    fn unmake(&mut self, undo: G::Undo) {
        self.game.unmake(undo);
        self.evaluator.on_unmake();
    }

    /// The shares of the point where the game is over, or repeats itself. The first places share it.
    fn ended(&self) -> Option<Shares> {
        let is_repeated = || self.game.turn_start() && self.past.contains(&self.game.key());
        let outcome = self.game.outcome().or_else(|| is_repeated().then(|| self.game.repetition_outcome()))?;
        let places = self.game.ranking(&[], outcome);
        let first = places.iter().filter(|place| **place == 1).count() as f64;
        let share = |seat| if places.get(seat) == Some(&1) { 1.0 / first } else { 0.0 };
        Some(std::array::from_fn(share))
    }

    /// The most visited line.
    fn line(&self) -> Vec<G::Action> {
        let mut line = Vec::new();
        let mut at = 0;
        while let Some(child) =
            greatest(self.positions[at].children.clone(), |child| self.positions[child].visits)
        {
            at = child;
            line.extend(self.positions[at].action);
        }
        line
    }
}

/// The shares that values stand for: a player's odds against the field are even, one to the number of others, at a
/// value of 0. They are made to add up to 1.
fn expected<G: Playable>(values: [Score; MOST_PLAYERS]) -> Shares {
    let mut shares = [0.0; MOST_PLAYERS];
    for (share, value) in shares.iter_mut().zip(values).take(G::PLAYERS) {
        let odds = (f64::from(value.raw()) / LOGISTIC_SCALE_CP).exp() / (G::PLAYERS - 1) as f64;
        // Not odds / (1 + odds), which is no number where they are infinite.
        *share = 1.0 / (1.0 + 1.0 / odds);
    }
    let sum: f64 = shares.iter().sum();
    shares.map(|share| share / sum)
}

/// The score that a share stands for.
fn score<G: Playable>(share: f64) -> Score {
    let odds = share / (1.0 - share) * (G::PLAYERS - 1) as f64;
    Score::cp((LOGISTIC_SCALE_CP * odds.ln()) as i32)
}

/// The first of those with the greatest measure.
fn greatest(among: Range<usize>, measure: impl Fn(usize) -> f64) -> Option<usize> {
    among.rev().max_by(|one, other| measure(*one).total_cmp(&measure(*other)))
}

/// The first actions of a line, up to the end of the turn.
fn turn<G: Playable>(root: &G, line: &[G::Action]) -> String {
    let mut game = root.clone();
    let mut tokens = Vec::new();
    for action in line {
        tokens.push(game.action_token(*action));
        game.make(*action);
        if game.turn_start() {
            break;
        }
    }
    tokens.join(",")
}

#[derive(Clone, Copy)]
struct Tree {
    is_by_hand: bool,
}

impl Thinker for Tree {
    const NAME: &'static str = "tree";

    fn plays<G: Playable>() -> bool {
        G::CAPABILITIES.hidden.is_none()
    }

    fn think<G: Playable>(self, played: &Played<G>, limits: Limits) -> Option<Thought> {
        if played.outcome().is_some() {
            return None;
        }
        let eval_source = if self.is_by_hand { EvalSource::HandMade } else { EvalSource::BuiltIn };
        let mut search = Search::new(played, &eval_source);
        search.run(limits);
        let line = search.line();
        let token = turn(played.state(), &line);
        let share = search.positions[0].share_of(played.state().player().index());
        let score = score::<G>(share);
        Some(Thought { token, depth: line.len(), score, nodes: search.nodes })
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_by_hand = match words.as_slice() {
        [] => false,
        [word] if word == "--hand" => true,
        _ => return Err("usage: tree [--hand]".into()),
    };
    compare::obey(Tree { is_by_hand })
}
