//! Visits: descend to unvisited positions, evaluate them, back up the values. The tree is locked
//! only during descent and backup. With several threads each one descends several paths at once,
//! because loading the other threads' changes takes longer than the descent itself.

use super::arena::Node;
use super::backup::add;
use super::path::{Leaf, Path, PathEnd};
use super::priors::{PolicyLogits, PriorLogits, rank};
use super::shared_tree::{SearchTree, SharedTree};
use crate::game::simd::run_simd;
use crate::search::multiplayer::values::{CapturePlayout, ProgressiveHistory, end, who_is_in};
use crate::search::payoffs::{Bounds, win_probabilities};
use crate::search::searchable::Searchable;
use crate::search::threads::lock::lock;
use crate::search::{EvalSource, MAX_PLY, Objective, PlayerModel, Ply, Walker};
use std::sync::Mutex;

/// Paths at once for each thread, if several threads share the tree.
pub(super) const BATCH_SIZE: usize = 8;

/// Result of a round of visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    Done,
    /// A limit was reached or the search was stopped. The last visit added nothing.
    Stopped,
    /// The root is proven completely.
    Settled,
}

/// The visits of one thread.
pub(super) struct ThreadVisits<G: Searchable> {
    paths: Vec<Path>,
    leaves: LeafEvaluator<G>,
    /// Visits since the last reset.
    pub visits: usize,
    /// Length of the longest path since the last reset.
    pub longest: Ply,
}

/// Evaluates the position at the end of a path.
struct LeafEvaluator<G: Searchable> {
    actions: Vec<G::Action>,
    /// Logits of the policy network.
    logits: Vec<f32>,
    quiet: CapturePlayout<G>,
}

impl<G: Searchable> ThreadVisits<G> {
    pub fn new() -> Self {
        let leaves = LeafEvaluator {
            actions: Vec::with_capacity(1024),
            logits: Vec::with_capacity(1024),
            quiet: CapturePlayout::new(),
        };
        let paths = (0..BATCH_SIZE).map(|_| Path::new()).collect();
        Self { paths, leaves, visits: 0, longest: 0 }
    }

    /// Makes `count` visits at once, at most [`BATCH_SIZE`], or fewer if there is no room. Before and
    /// after, the walker is at the root.
    pub fn visit<S: PlayerModel<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
        shared: &SharedTree,
        count: usize,
    ) -> Visit {
        let begun = self.descend(&mut lock(&shared.tree), count);
        let root = walker.game().clone();
        let mut came = Visit::Done;
        for path in &mut self.paths[..begun] {
            came = self.leaves.look(walker, &shared.progressive, path);
            walker.return_to_root(&root, path.walked);
            self.longest = self.longest.max(path.walked);
            if came != Visit::Done {
                break;
            }
        }
        self.visits += begun;
        let tree = &mut lock(&shared.tree);
        for path in &mut self.paths[..begun] {
            add(path, tree, &shared.progressive, &G::PROFILE.params);
            path.leave(tree);
        }
        came
    }

    /// Descends `count` times. Returns how many descents succeeded.
    fn descend(&mut self, tree: &mut SearchTree, count: usize) -> usize {
        for (begun, path) in self.paths.iter_mut().take(count).enumerate() {
            if !tree.has_room() {
                return begun;
            }
            path.descend(tree, &G::PROFILE.params);
        }
        count
    }
}

impl<G: Searchable> LeafEvaluator<G> {
    /// Follows `path` to its end and evaluates that position.
    fn look<S: PlayerModel<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
        progressive: &Mutex<ProgressiveHistory>,
        path: &mut Path,
    ) -> Visit {
        if !path.follow(walker) {
            return Visit::Stopped;
        }
        let known = match path.end {
            PathEnd::Settled => return Visit::Settled,
            PathEnd::Leaf(node) => node,
            PathEnd::Unexpanded(node) => {
                self.list(walker, progressive, path);
                if !path.follow_on(walker) {
                    return Visit::Stopped;
                }
                if path.edges.is_empty() { node } else { Node::NEW }
            }
        };
        path.leaf = Some(self.value(walker, path.walked, &known));
        Visit::Done
    }

    /// Lists the actions of the present position, at the end of `path`, highest prior first.
    fn list<S: PlayerModel<G>>(
        &mut self,
        walker: &Walker<G, S>,
        progressive: &Mutex<ProgressiveHistory>,
        path: &mut Path,
    ) {
        self.actions.clear();
        if path.walked == 0 {
            self.actions.extend(walker.root.iter().map(|root| root.action));
        } else {
            walker.game().actions(&mut self.actions);
        }
        self.logits.clear();
        let (game, actions) = (walker.game(), &self.actions);
        if *walker.eval_source() != EvalSource::HandMade {
            run_simd(PolicyLogits { game, actions, logits: &mut self.logits });
        }
        let (logits, edges) = (&self.logits, &mut path.edges);
        run_simd(PriorLogits { game, progressive: &lock(progressive), actions, logits, edges });
        rank(&mut path.edges);
    }

    /// The value of the present position. `known` is the data of its node.
    fn value<S: PlayerModel<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
        ply: Ply,
        known: &Node,
    ) -> Leaf {
        let player = walker.game().player().index() as u8;
        if known.visits > 0 {
            let (shares, bounds, ends) = (known.value, known.bounds, known.ends);
            return Leaf { key: None, player, shares, bounds, ends };
        }
        if let Some(end) = end(walker, ply) {
            let bounds = if end.is_proven { Bounds::exact(end.parts) } else { Bounds::OPEN };
            let shares = win_probabilities::of_payoffs(end.parts);
            return Leaf { key: None, player, shares, bounds, ends: true };
        }
        let is_in = who_is_in(walker);
        let mut bounds = Bounds::OPEN;
        if walker.objective() == Objective::Win {
            for (most, is_in) in bounds.most.iter_mut().zip(is_in) {
                *most *= u8::from(is_in);
            }
        }
        let ends = ply + 1 >= MAX_PLY;
        let params = G::PROFILE.params;
        let has_twins =
            !ends && params.mcts_transpositions() > 0 && is_told_by_position(walker, ply);
        Leaf {
            key: has_twins.then(|| walker.game().table_key()),
            player,
            shares: self.quiet.shares(walker, ply, params.mcts_playout_plies()),
            bounds,
            ends,
        }
    }
}

/// Whether the position alone determines its value. It does not if places depend on the order in
/// which players left, or if an earlier position may be repeated.
fn is_told_by_position<G: Searchable, S: PlayerModel<G>>(walker: &Walker<G, S>, ply: Ply) -> bool {
    walker.objective() == Objective::Win && walker.is_history_clear(ply)
}
