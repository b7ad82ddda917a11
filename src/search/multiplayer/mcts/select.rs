//! Selection by PUCT (Rosin 2011, in the form of Silver and others, 2017) for several players.

use super::arena::{Arena, Branch, Node};
use crate::search::Tunables;

/// The action to visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Selection {
    /// The tried action at this index.
    Tried(usize),
    /// The untried action with the highest prior.
    Next,
}

/// Selects the next action of an expanded node. `None` if no further visit can change the result.
/// Proven actions are visited only if they may change the choice.
pub(super) fn select(arena: &Arena, node: &Node, params: &Tunables) -> Option<Selection> {
    let branches = arena.branches(node);
    let assured = branches.iter().map(|branch| branch.least).max().unwrap_or(0);
    let visits = (node.visits + u32::from(node.pending)) as f32;
    let exploration = params.mcts_c_puct() as f32 / 100.0 * visits.sqrt();
    let mut best = None;
    let mut highest = f32::NEG_INFINITY;
    let mut known = 0.0;
    for (index, branch) in branches.iter().enumerate() {
        known += branch.prior;
        if branch.most == Branch::SETTLED || branch.most <= assured && assured > 0 {
            continue;
        }
        let pending = f32::from(branch.pending);
        let visits = branch.visits as f32;
        // Virtual loss: a visit under way counts as lost, so that other threads choose other
        // actions.
        let value = branch.value * visits / (visits + pending).max(1.0);
        let urgency = value + exploration * branch.prior / (1.0 + visits + pending);
        if urgency > highest {
            (best, highest) = (Some(Selection::Tried(index)), urgency);
        }
    }
    if node.has_untried() {
        let edge = arena.edges(node)[node.tried()];
        let discount = params.mcts_fpu() as f32 / 100.0 * known.sqrt();
        let urgency = node.value[usize::from(node.player)] - discount + exploration * edge.prior;
        if urgency > highest {
            best = Some(Selection::Next);
        }
    }
    best
}
