//! Monte Carlo tree search without random playouts. Every visit adds a position and evaluates it for all players at
//! once (max^n, Luckhardt and Irani 1986). Selection is PUCT.
//!
//! - `shared_tree.rs`: what threads share; `arena.rs`: the tree in memory; `transpositions.rs`: nodes by key;
//! - `visit.rs`: visits; `path.rs`: the path of a visit; `select.rs`: selection; `priors.rs`: priors of actions;
//! - `backup.rs`: backup of values and proofs; `wins.rs`: the length of proven wins;
//! - `lines.rs`: the lines that are reported.
//!
//! Ideas that were tried and rejected: `scripts/laboratory/montecarlo.md`.

mod arena;
mod backup;
mod lines;
mod node_id;
mod path;
mod priors;
mod select;
mod shared_tree;
mod transpositions;
mod visit;
mod wins;

use crate::game::{Action, Game};
use crate::search::multiplayer::values::ProgressiveHistory;
use crate::search::payoffs::places;
use crate::search::searchable::Searchable;
use crate::search::strategy::{Report, Strategy};
use crate::search::threads::lock::lock;
use crate::search::time::pace::Pace;
use crate::search::{EvalSource, Line, Objective, PlayerModel, Task, Walker};
use arena::Arena;
use node_id::NodeId;
use shared_tree::ROOT;
pub use shared_tree::SharedTree;
use std::marker::PhantomData;
use std::sync::Arc;
use visit::{BATCH_SIZE, ThreadVisits, Visit};

/// Visits before the first report.
const FIRST_VISITS: usize = 64;
/// Number of positions that are compared to find the new root in the tree of the last search.
const MOST_EVALUATED: usize = 20_000;

/// Monte Carlo tree search. `S` is the player model.
pub struct MonteCarlo<G: Searchable, S> {
    shared: Arc<SharedTree>,
    visitor: ThreadVisits<G>,
    /// The root from which the tree grew, its evaluation, and the objective of the players.
    grown_from: Option<(G, EvalSource, Objective)>,
    players: PhantomData<S>,
}

/// A node below the root of the last search, in the search for the new root.
#[derive(Clone)]
struct Reached<G> {
    id: NodeId,
    /// Distance from the old root in actions.
    plies: usize,
    /// Index of its parent in the list of reached nodes.
    from: usize,
    state: G,
}

/// Keys of the turn starts on the path to the node at `last`, latest first.
fn turn_keys<G: Searchable>(reached: &[Reached<G>], last: usize) -> impl Iterator<Item = u64> {
    let before = |at: &usize| (*at > 0).then(|| reached[*at].from);
    let way = std::iter::successors(Some(last), before).map(|at| &reached[at].state);
    way.filter(|state| state.turn_start()).map(Game::key)
}

impl<G: Searchable, S: PlayerModel<G>> Strategy<G> for MonteCarlo<G, S> {
    type Players = S;
    type Shared = SharedTree;

    fn new(shared: Arc<SharedTree>) -> Self {
        Self { shared, visitor: ThreadVisits::new(), grown_from: None, players: PhantomData }
    }

    fn forget(&mut self) {
        self.grown_from = None;
        lock(&self.shared.progressive).clear();
    }

    fn run(
        &mut self,
        walker: &mut Walker<G, S>,
        task: &Task<G>,
        report: Report<'_, G>,
    ) -> Vec<Line<G::Action>> {
        if walker.meter.id() > 0 {
            return self.help(walker, task);
        }
        self.add_root(walker, task);
        let lines = self.grow(walker, task, report);
        // Signal the helper threads to stop.
        lock(&self.shared.tree).search = 0;
        lines
    }
}

/// Number of paths that each thread descends at once.
fn batch_size<G: Searchable>(task: &Task<G>) -> usize {
    let is_alone = task.counters.len() == 1 || task.strength_limit.is_some();
    if is_alone { 1 } else { BATCH_SIZE }
}

impl<G: Searchable, S: PlayerModel<G>> MonteCarlo<G, S> {
    /// Prepares the tree. Keeps the subtree of the root, if an earlier search has one.
    fn add_root(&mut self, walker: &mut Walker<G, S>, task: &Task<G>) {
        let shared = Arc::clone(&self.shared);
        let mut tree = lock(&shared.tree);
        let known = self.known_root(walker, &tree.arena);
        let mut progressive = lock(&shared.progressive);
        if progressive.is_empty() {
            *progressive = ProgressiveHistory::new(G::SLOTS, G::PLAYERS);
        }
        match known {
            Some((root, plies)) => {
                tree.arena.keep(root, 0);
                if plies > 0 {
                    tree.arena.open_ends();
                }
                tree.passed += plies;
            }
            None => {
                tree.passed = 0;
                tree.arena.reset(walker.table.mebibytes() << 20);
                tree.arena.add_root(walker.game().player().index() as u8);
            }
        }
        self.grown_from =
            Some((walker.game().clone(), task.eval_source.clone(), walker.objective()));
        tree.total = places::total(walker.objective(), G::PLAYERS);
        tree.search = task.number;
    }

    /// The node of the root in the tree of the last search, and its distance in actions. `None` if root actions are
    /// restricted or the game took another path.
    fn known_root(&self, walker: &Walker<G, S>, arena: &Arena) -> Option<(NodeId, usize)> {
        let (before, eval_source, objective) = self.grown_from.as_ref()?;
        let is_same = *eval_source == *walker.eval_source() && *objective == walker.objective();
        if !is_same || !walker.has_all_actions() {
            return None;
        }
        let mut reached = vec![Reached { id: ROOT, plies: 0, from: 0, state: before.clone() }];
        let mut next = 0;
        while next < reached.len().min(MOST_EVALUATED) {
            let Reached { id, plies, state, .. } = reached[next].clone();
            if state == *walker.game() && walker.has_turn_keys(turn_keys(&reached, next)) {
                return Some((id, plies));
            }
            let node = arena.node(id);
            for index in 0..node.tried() {
                if reached.len() == MOST_EVALUATED {
                    break;
                }
                let mut after = state.clone();
                after.make(Action::from_bits(arena.edges(node)[index].action));
                let id = arena.child(node, index);
                reached.push(Reached { id, plies: plies + 1, from: next, state: after });
            }
            next += 1;
        }
        None
    }

    /// Visits until a limit of the task is reached or the search is stopped.
    fn grow(
        &mut self,
        walker: &mut Walker<G, S>,
        task: &Task<G>,
        report: Report<'_, G>,
    ) -> Vec<Line<G::Action>> {
        let mut lines = vec![walker.unsearched_line()];
        let count = task.options.multipv.min(walker.root.len());
        let mut pace = Pace::new(&task.limits, walker.meter.reserve(), G::PROFILE.params);
        let ply_visits = G::PROFILE.params.mcts_ply_visits() as usize;
        let mut next_report = FIRST_VISITS.max(walker.root.len() + 1);
        (self.visitor.visits, self.visitor.longest) = (0, 0);
        walker.meter.iteration = 1;
        loop {
            let batch_size = if walker.meter.iteration == 1 { 1 } else { batch_size(task) };
            let came = self.visitor.visit(walker, &self.shared, batch_size);
            let visits = self.visitor.visits;
            if visits > walker.root.len() {
                // Every root action has been visited, so the search may be stopped from now on.
                walker.meter.iteration = 2;
            }
            if came == Visit::Done && visits < next_report {
                continue;
            }
            next_report = visits + visits / 2;
            let Some(found) = self.lines(walker, count) else { break };
            lines = found;
            walker.add_unsearched(&mut lines, count);
            walker.own_memory = Some(lock(&self.shared.tree).arena.per_mille_full());
            if came == Visit::Stopped {
                break;
            }
            report(&walker.info(&lines));
            let spent = walker.meter.clock_elapsed();
            let is_deep = task.limits.depth.is_some_and(|depth| {
                lines[0].depth >= depth || visits >= ply_visits * depth.max(0) as usize
            });
            if came == Visit::Settled
                || is_deep
                || pace.is_enough(&lines[0], walker.root.len(), spent)
            {
                break;
            }
        }
        lines
    }

    /// Visits as a helper thread, which adds its results to the tree.
    fn help(&mut self, walker: &mut Walker<G, S>, task: &Task<G>) -> Vec<Line<G::Action>> {
        walker.meter.iteration = 2;
        let is_planted = || lock(&self.shared.tree).search == task.number;
        while !is_planted() && !task.control.is_stopped() {
            std::thread::yield_now();
        }
        while is_planted() {
            if self.visitor.visit(walker, &self.shared, batch_size(task)) != Visit::Done {
                break;
            }
        }
        vec![walker.unsearched_line()]
    }
}
