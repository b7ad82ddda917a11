//! The path of a visit: down the tree, and one action beyond it.

use super::arena::{Edge, Node};
use super::node_id::NodeId;
use super::select::{Selection, select};
use super::shared_tree::{ROOT, SearchTree};
use crate::game::{Action, zobrist::splitmix64};
use crate::search::payoffs::{Bounds, WinProbabilities};
use crate::search::searchable::Searchable;
use crate::search::{MAX_PLY, PlayerModel, Ply, Tunables, Walker};

/// Where the descent ends.
#[derive(Clone, Copy)]
pub(super) enum PathEnd {
    /// At a terminal or settled node, with its data.
    Leaf(Node),
    /// At a node without edges.
    Unexpanded(Node),
    /// At the root, which is proven completely.
    Settled,
}

/// One step down the tree.
#[derive(Clone, Copy)]
pub(super) struct PathStep {
    pub node: NodeId,
    /// Index and bits of the action that led here from the node before.
    pub index: usize,
    action: u32,
}

/// The kind of node after a step of the walker.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// A node through which earlier visits passed, so the game is not over.
    Midway,
    /// The end of the path; the game may be over.
    End,
    /// The end of the path, by an action tried for the first time.
    New,
}

/// What a visit found at the end of its path.
pub(super) struct Leaf {
    /// Transposition key, if the node has none yet and other paths may lead to it.
    pub key: Option<u64>,
    pub player: u8,
    pub shares: WinProbabilities,
    pub bounds: Bounds,
    pub ends: bool,
}

/// The path of one visit.
pub(super) struct Path {
    /// Steps from the root, which has no action.
    pub steps: Vec<PathStep>,
    pub end: PathEnd,
    /// Edges of its unexpanded end, highest prior first. The path goes on with the first.
    pub edges: Vec<Edge>,
    /// Distance that the walker has followed, in actions.
    pub walked: Ply,
    /// Whether the last step is tried for the first time.
    is_new: bool,
    /// Seat and slot of the last action, if it is tried for the first time.
    pub tried: Option<[usize; 2]>,
    /// `None` if nothing was found.
    pub leaf: Option<Leaf>,
}

impl Path {
    pub fn new() -> Self {
        Self {
            steps: Vec::with_capacity(MAX_PLY + 1),
            end: PathEnd::Settled,
            edges: Vec::with_capacity(1024),
            walked: 0,
            is_new: false,
            tried: None,
            leaf: None,
        }
    }

    /// Starts at the root and descends as far as the tree goes.
    pub fn descend(&mut self, tree: &mut SearchTree, params: &Tunables) {
        self.steps.clear();
        self.steps.push(PathStep { node: ROOT, index: 0, action: 0 });
        self.edges.clear();
        (self.walked, self.is_new, self.tried, self.leaf) = (0, false, None, None);
        tree.arena.node_mut(ROOT).pending += 1;
        self.end = loop {
            let id = self.last();
            let node = tree.arena.node(id);
            if node.ends || node.visits == 0 || node.bounds.are_exact() && id != ROOT {
                break PathEnd::Leaf(*node);
            }
            if !node.is_expanded() {
                break PathEnd::Unexpanded(*node);
            }
            let choice = match id {
                // All root actions are tried, regardless of their priors.
                ROOT if node.has_untried() => Some(Selection::Next),
                _ => select(&tree.arena, node, params),
            };
            match choice {
                None if id == ROOT => break PathEnd::Settled,
                None => break PathEnd::Leaf(*node),
                Some(Selection::Tried(index)) => self.step(tree, index),
                Some(Selection::Next) => {
                    self.is_new = true;
                    let index = node.tried();
                    tree.arena.try_next(id);
                    self.step(tree, index);
                }
            }
        };
    }

    /// The last node of the path.
    fn last(&self) -> NodeId {
        self.steps[self.steps.len() - 1].node
    }

    /// Goes on through the tried edge at `index`.
    fn step(&mut self, tree: &mut SearchTree, index: usize) {
        let id = self.last();
        tree.arena.arrive(id, index);
        let node = tree.arena.node(id);
        let action = tree.arena.edges(node)[index].action;
        self.steps.push(PathStep { node: tree.arena.child(node, index), index, action });
    }

    /// Makes the path's actions on the walker. `false` if a limit is reached or the search is stopped.
    pub fn follow<G: Searchable, S: PlayerModel<G>>(&mut self, walker: &mut Walker<G, S>) -> bool {
        let last = self.steps.len() - 1;
        let goes_on = matches!(self.end, PathEnd::Unexpanded(_));
        (1..=last).all(|ply| {
            let at = match ply == last {
                true if self.is_new => At::New,
                true if !goes_on => At::End,
                _ => At::Midway,
            };
            self.go(walker, self.steps[ply].action, at)
        })
    }

    /// Makes the action with the highest prior beyond the tree. `false` as for `follow`.
    pub fn follow_on<G: Searchable, S: PlayerModel<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
    ) -> bool {
        let likeliest = self.edges.first().map(|edge| edge.action);
        likeliest.is_none_or(|action| self.go(walker, action, At::New))
    }

    fn go<G: Searchable, S: PlayerModel<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
        action: u32,
        at: At,
    ) -> bool {
        walker.meter.poll();
        if walker.meter.stopped {
            return false;
        }
        let action = G::Action::from_bits(action);
        let game = walker.game();
        self.tried = (at == At::New).then(|| [game.player().index(), game.slot(action)]);
        walker.make_for_good(action, self.walked, at == At::Midway);
        self.walked += 1;
        true
    }

    /// Adds the node beyond the tree. `false` if another visit has already added a node there, or
    /// if the memory is full.
    pub fn grow(&mut self, tree: &mut SearchTree) -> bool {
        if self.edges.is_empty() {
            return true;
        }
        let id = self.last();
        if tree.arena.node(id).is_expanded() || tree.arena.is_full() {
            return false;
        }
        tree.arena.expand(id, &self.edges);
        tree.arena.try_next(id);
        self.step(tree, 0);
        true
    }

    /// Ends at the existing node of the same position, if another path has led to it. Returns
    /// whether there is one.
    pub fn join(&mut self, tree: &mut SearchTree, key: Option<u64>) -> bool {
        let plies = self.steps.len() - 1;
        let [.., parent, last] = self.steps.as_mut_slice() else { return false };
        let arena = &mut tree.arena;
        last.node = arena.child(arena.node(parent.node), last.index);
        let Some(key) = key.filter(|_| arena.node(last.node).visits == 0) else { return false };
        let key = key_at(key, tree.passed + plies);
        let twin = arena.named(key);
        match twin {
            Some(twin) => {
                arena.redirect(parent.node, last.index, twin);
                last.node = twin;
            }
            None => arena.name(last.node, key),
        }
        twin.is_some()
    }

    /// Ends the visit.
    pub fn leave(&self, tree: &mut SearchTree) {
        tree.arena.node_mut(ROOT).pending -= 1;
        for steps in self.steps.windows(2) {
            tree.arena.leave(steps[0].node, steps[1].index);
        }
    }
}

/// Transposition key of a position that is this many actions after the root of the first search.
/// Paths of different lengths have different keys, so that the graph has no cycle.
fn key_at(key: u64, actions: usize) -> u64 {
    (key ^ splitmix64(actions as u64).1).max(1)
}

#[cfg(test)]
mod tests {
    use super::super::shared_tree::SharedTree;
    use super::*;
    use crate::search::MOST_PLAYERS;

    #[test]
    fn two_ways_to_a_position_end_at_one_node() {
        let shared = SharedTree::default();
        let mut tree = shared.tree.into_inner().expect("no thread has held it");
        tree.arena.reset(1 << 20);
        tree.arena.add_root(0);
        tree.arena.node_mut(ROOT).add(&[0.5; MOST_PLAYERS]);
        tree.arena.expand(ROOT, &[Edge::new(1, 0.6), Edge::new(2, 0.3), Edge::new(3, 0.1)]);
        let mut visit = |key| {
            let mut path = Path::new();
            path.descend(&mut tree, &Tunables::DEFAULT);
            let is_twin = path.join(&mut tree, key);
            let end = path.last();
            tree.arena.node_mut(end).add(&[0.5; MOST_PLAYERS]);
            path.leave(&mut tree);
            assert_eq!((path.steps.len(), tree.arena.node(end).pending), (2, 0));
            (is_twin, end)
        };
        let [one, other, alone] = [Some(42), Some(42), None].map(&mut visit);
        assert!(!one.0 && !alone.0);
        assert_eq!(other, (true, one.1));
        assert_ne!(alone.1, one.1);
        assert_ne!(key_at(42, 1), key_at(42, 2));
    }
}
