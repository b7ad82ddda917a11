//! Which action of a node is visited next: PUCT (Rosin 2011, as Silver and others used it, 2017), for several players.

use super::arena::{Arena, Node};
use crate::search::Tunables;

/// What to visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// The action at this index, which has been tried.
    Tried(usize),
    /// The likeliest action that has not been tried.
    Next,
}

/// The action of an expanded node to visit next; none if nothing can be gained by another visit. Of what is proven only
/// what may still change the choice is visited.
pub(super) fn select(arena: &Arena, node: &Node, margins: &Tunables) -> Option<Choice> {
    let seat = usize::from(node.mover);
    let assured = arena.tried(node).map(|(_, child)| child.bounds.least[seat]).max().unwrap_or(0);
    let visits = (node.visits + u32::from(node.pending)) as f32;
    let exploration = margins.tree_exploration() as f32 / 100.0 * visits.sqrt();
    let mut best = None;
    let mut highest = f32::NEG_INFINITY;
    let mut known = 0.0;
    for (index, (edge, child)) in arena.tried(node).enumerate() {
        known += edge.prior;
        if child.bounds.are_exact() || child.bounds.most[seat] <= assured && assured > 0 {
            continue;
        }
        let pending = f32::from(child.pending);
        let visits = child.visits as f32;
        // A visit under way counts as lost, so that other threads look elsewhere.
        let value = child.value[seat] * visits / (visits + pending).max(1.0);
        let urgency = value + exploration * edge.prior / (1.0 + visits + pending);
        if urgency > highest {
            (best, highest) = (Some(Choice::Tried(index)), urgency);
        }
    }
    if node.has_untried() {
        let edge = arena.edges(node)[node.tried()];
        let discount = margins.tree_first_urgency() as f32 / 100.0 * known.sqrt();
        let urgency = node.value[seat] - discount + exploration * edge.prior;
        if urgency > highest {
            best = Some(Choice::Next);
        }
    }
    best
}
