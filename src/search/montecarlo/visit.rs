//! One visit: down the tree to a position that has not been valued, its value, and back.

use super::arena::{Arena, Edge, Node, NodeId};
use super::priors::{Expectations, Ranking, rank};
use super::select::{Choice, select};
use crate::game::Action;
use crate::game::wide::widely;
use crate::search::mind::Mind;
use crate::search::values::{Bounds, Quiet, Ranker, Shares, end, shares, who_is_in};
use crate::search::{Judgement, MAX_PLY, Objective, Ply, Sides, Tunables, Walker};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The number of the node at the root.
pub(super) const ROOT: NodeId = 0;

/// What all threads of a search share.
pub(super) struct Grown {
    pub arena: Arena,
    pub ranker: Ranker,
    /// Which search it is about, as [`super::number`] counts them.
    pub search: u64,
    /// What all players get together.
    pub total: u8,
}

/// What came of a visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    Done,
    /// A limit was reached, or the search was stopped; nothing was added.
    Stopped,
    /// Nothing is left to be found out about the root.
    Settled,
}

/// Where a way down has led.
enum Way {
    /// To an end of this kind.
    Ended(Visit),
    /// To a node that is to be left by an action, none of which are listed yet.
    Unexpanded,
}

/// What was found at the end of a way down.
struct Leaf {
    shares: Shares,
    bounds: Bounds,
    ends: bool,
}

/// What one thread needs for its visits.
pub(super) struct Visitor<G: Mind> {
    path: Vec<NodeId>,
    /// Seat and slot of the last action of the path, if it was tried for the first time.
    tried: Option<[usize; 2]>,
    actions: Vec<G::Action>,
    /// What a network says of the actions.
    logits: Vec<f32>,
    edges: Vec<Edge>,
    quiet: Quiet<G>,
    /// The longest path since this was set to 0.
    pub longest: usize,
}

/// What one thread did to it while it broke down is whole all the same: every step leaves a tree.
pub(super) fn lock(grown: &Mutex<Grown>) -> MutexGuard<'_, Grown> {
    grown.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Mind> Visitor<G> {
    pub fn new() -> Self {
        Self {
            path: Vec::with_capacity(MAX_PLY + 1),
            tried: None,
            actions: Vec::with_capacity(1024),
            logits: Vec::with_capacity(1024),
            edges: Vec::with_capacity(1024),
            quiet: Quiet::new(),
            longest: 0,
        }
    }

    /// See the module. The walker stands at the root before and after.
    pub fn visit<S: Sides<G>>(&mut self, walker: &mut Walker<G, S>, grown: &Mutex<Grown>) -> Visit {
        let mut tree = lock(grown);
        if tree.arena.is_full() && !make_room(&mut tree.arena) {
            return Visit::Done;
        }
        let root = walker.game().clone();
        self.path.clear();
        self.tried = None;
        self.arrive(&mut tree, ROOT);
        let came = loop {
            match self.descend(walker, &mut tree) {
                Way::Ended(came) => break came,
                Way::Unexpanded => {
                    // Others may go on while actions are listed and ranked.
                    drop(tree);
                    self.list(walker);
                    tree = lock(grown);
                    self.expand(walker, &mut tree);
                }
            }
        };
        if came == Visit::Done {
            let known = *tree.arena.node(self.path[self.plies()]);
            // Others may go on while the position is valued.
            drop(tree);
            let leaf = self.value(walker, &known);
            tree = lock(grown);
            self.add(&mut tree, leaf);
        }
        for id in &self.path {
            tree.arena.node_mut(*id).pending -= 1;
        }
        drop(tree);
        self.longest = self.longest.max(self.plies());
        walker.return_to(&root, self.plies());
        came
    }

    /// How long the path is, in actions.
    fn plies(&self) -> Ply {
        self.path.len() - 1
    }

    /// The path goes on to this node.
    fn arrive(&mut self, tree: &mut Grown, id: NodeId) {
        self.path.push(id);
        tree.arena.node_mut(id).pending += 1;
    }

    /// Goes on from the end of the path to a node that has not been visited or has nothing below it.
    fn descend<S: Sides<G>>(&mut self, walker: &mut Walker<G, S>, tree: &mut Grown) -> Way {
        let margins = G::PROFILE.margins;
        loop {
            let id = self.path[self.plies()];
            let node = *tree.arena.node(id);
            if node.ends || node.visits == 0 || node.bounds.are_exact() && id != ROOT {
                return Way::Ended(Visit::Done);
            }
            if !node.is_expanded() {
                return Way::Unexpanded;
            }
            let choice = match id {
                // Whatever they look like, all actions of the root are tried.
                ROOT if node.has_untried() => Some(Choice::Next),
                _ => select(&tree.arena, &node, &margins),
            };
            let Some(choice) = choice else {
                return Way::Ended(if id == ROOT { Visit::Settled } else { Visit::Done });
            };
            walker.meter.poll();
            if walker.meter.stopped {
                return Way::Ended(Visit::Stopped);
            }
            let next = self.follow(walker, tree, id, choice);
            self.arrive(tree, next);
        }
    }

    /// Makes the chosen action, and returns the node that it leads to.
    fn follow<S: Sides<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
        tree: &mut Grown,
        id: NodeId,
        choice: Choice,
    ) -> NodeId {
        let node = *tree.arena.node(id);
        let index = match choice {
            Choice::Tried(index) => index,
            Choice::Next => node.tried(),
        };
        let action = G::Action::from_bits(tree.arena.edges(&node)[index].action);
        let slot = walker.game().slot(action);
        walker.go_on(action, self.plies());
        match choice {
            Choice::Tried(index) => tree.arena.child(&node, index),
            Choice::Next => {
                self.tried = Some([usize::from(node.mover), slot]);
                tree.arena.try_next(id, Node::new(walker.game().player().index()))
            }
        }
    }

    /// Lists the actions of the present position, and what a network says of them.
    fn list<S: Sides<G>>(&mut self, walker: &Walker<G, S>) {
        self.actions.clear();
        if self.plies() == 0 {
            self.actions.extend(walker.root.iter().map(|root| root.action));
        } else {
            walker.game().actions(&mut self.actions);
        }
        self.logits.clear();
        if *walker.judgement() != Judgement::HandMade {
            let (game, actions) = (walker.game(), &self.actions);
            widely(Ranking { game, actions, logits: &mut self.logits });
        }
    }

    /// Gives the last node of the path the actions that were listed, unless another thread has done so.
    fn expand<S: Sides<G>>(&mut self, walker: &Walker<G, S>, tree: &mut Grown) {
        let id = self.path[self.plies()];
        if tree.arena.node(id).is_expanded() {
            return;
        }
        self.edges.clear();
        widely(Expectations {
            game: walker.game(),
            ranker: &tree.ranker,
            actions: &self.actions,
            logits: &self.logits,
            edges: &mut self.edges,
        });
        rank(&mut self.edges);
        tree.arena.expand(id, &self.edges);
    }

    /// The value of the present position, of whose node this is known.
    fn value<S: Sides<G>>(&mut self, walker: &mut Walker<G, S>, known: &Node) -> Leaf {
        let ply = self.plies();
        if known.visits > 0 {
            return Leaf { shares: known.value, bounds: known.bounds, ends: known.ends };
        }
        if let Some(end) = end(walker, ply) {
            let bounds = if end.is_proven { Bounds::exact(end.parts) } else { Bounds::OPEN };
            return Leaf { shares: shares::of_parts(end.parts), bounds, ends: true };
        }
        let is_in = who_is_in(walker);
        let mut bounds = Bounds::OPEN;
        if walker.objective() == Objective::Win {
            for (most, is_in) in bounds.most.iter_mut().zip(is_in) {
                *most *= u8::from(is_in);
            }
        }
        Leaf {
            shares: self.quiet.shares(walker, ply, G::PROFILE.margins.tree_quiet_plies()),
            bounds,
            ends: ply + 1 >= MAX_PLY,
        }
    }

    /// Adds what was found to all nodes of the path, from its end to the root.
    fn add(&mut self, tree: &mut Grown, leaf: Leaf) {
        let margins = G::PROFILE.margins;
        let mut found = leaf.shares;
        let end = self.path[self.path.len() - 1];
        let node = tree.arena.node_mut(end);
        let mut is_news = node.bounds != leaf.bounds;
        (node.ends, node.bounds) = (leaf.ends, node.bounds.and(leaf.bounds));
        if let (Some([seat, slot]), [.., parent, _]) = (self.tried, self.path.as_slice()) {
            let gain = found[seat] - tree.arena.node(*parent).value[seat];
            tree.ranker.learn(seat, slot, gain, &margins);
        }
        for id in self.path.iter().rev() {
            if is_news && *id != end {
                is_news = prove(tree, *id);
            }
            if tree.arena.node(*id).bounds.are_exact() {
                found = shares::of_parts(tree.arena.node(*id).bounds.least);
            }
            tree.arena.node_mut(*id).add(&found);
            value_anew(&mut tree.arena, *id, &margins);
        }
    }
}

/// Drops what was visited least. Returns whether there is room now, which others may have to make way for first.
fn make_room(arena: &mut Arena) -> bool {
    if arena.node(ROOT).pending > 0 {
        return false;
    }
    let mut least = 2;
    while arena.is_full() || 2 * arena.per_mille_full() > 1000 {
        arena.keep(ROOT, least);
        least *= 2;
    }
    true
}

/// What is proven of a node by what is proven of those that follow. Returns whether that is more than before.
fn prove(tree: &mut Grown, id: NodeId) -> bool {
    let (arena, total) = (&mut tree.arena, tree.total);
    let node = *arena.node(id);
    let tried = arena.tried(&node).map(|(_, child)| child.bounds);
    let untried = node.has_untried().then_some(Bounds::OPEN);
    let seat = usize::from(node.mover);
    let bounds = node.bounds.and(Bounds::of_choice(seat, tried.chain(untried), total));
    arena.node_mut(id).bounds = bounds;
    bounds != node.bounds
}

/// The value of a node lies between the mean of its visits and what its best action leads to.
fn value_anew(arena: &mut Arena, id: NodeId, margins: &Tunables) {
    let node = *arena.node(id);
    let mut value = node.mean();
    if node.bounds.are_exact() {
        value = shares::of_parts(node.bounds.least);
    } else {
        let seat = usize::from(node.mover);
        let tried = arena.tried(&node).map(|(_, child)| child).filter(|child| child.visits > 0);
        let best = tried.max_by(|one, other| one.value[seat].total_cmp(&other.value[seat]));
        if let Some(best) = best {
            let part = margins.tree_best() as f32 / 100.0;
            for (value, best) in value.iter_mut().zip(best.value) {
                *value += part * (best - *value);
            }
        }
    }
    arena.node_mut(id).value = value;
}
