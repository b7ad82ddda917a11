//! Backup: adds the result of a visit to all nodes on its path.

use super::arena::Arena;
use super::node_id::NodeId;
use super::path::Path;
use super::shared_tree::SearchTree;
use super::wins;
use crate::search::Tunables;
use crate::search::multiplayer::values::ProgressiveHistory;
use crate::search::payoffs::{Bounds, win_probabilities};
use crate::search::threads::lock::lock;
use std::sync::Mutex;

/// Adds the result at the end of `path`, if there is one.
pub(super) fn add(
    path: &mut Path,
    tree: &mut SearchTree,
    progressive: &Mutex<ProgressiveHistory>,
    params: &Tunables,
) {
    let Some(leaf) = path.leaf.take() else { return };
    if !path.grow(tree) {
        return;
    }
    let is_twin = path.join(tree, leaf.key);
    let steps = path.steps.as_slice();
    let end = steps[steps.len() - 1].node;
    let mut found = if is_twin { tree.arena.node(end).value } else { leaf.shares };
    let node = tree.arena.node_mut(end);
    let mut is_news = node.bounds != leaf.bounds;
    (node.player, node.ends, node.bounds) = (leaf.player, leaf.ends, node.bounds.and(leaf.bounds));
    if let (Some([seat, slot]), [.., parent, _]) = (path.tried, steps) {
        let gain = found[seat] - tree.arena.node(parent.node).value[seat];
        lock(progressive).learn(seat, slot, gain, params);
    }
    for (ply, step) in steps.iter().enumerate().rev() {
        let id = step.node;
        if is_news && id != end {
            is_news = prove(tree, id);
        }
        wins::note(&mut tree.arena, id);
        if tree.arena.node(id).bounds.are_exact() {
            found = win_probabilities::of_payoffs(tree.arena.node(id).bounds.least);
        }
        tree.arena.node_mut(id).add(&found);
        recomputed_value(&mut tree.arena, id, params);
        if let Some(before) = ply.checked_sub(1) {
            is_news |= tree.arena.show(steps[before].node, step.index);
        }
    }
}

/// Updates the proven bounds of a node from its children. Returns whether they became tighter.
fn prove(tree: &mut SearchTree, id: NodeId) -> bool {
    let (arena, total) = (&mut tree.arena, tree.total);
    let node = *arena.node(id);
    let tried = arena.children(&node).map(|child| child.bounds);
    let untried = node.has_untried().then_some(Bounds::OPEN);
    let seat = usize::from(node.player);
    let bounds = node.bounds.and(Bounds::of_choice(seat, tried.chain(untried), total));
    arena.node_mut(id).bounds = bounds;
    bounds != node.bounds
}

/// Updates the value of a node: between the mean of its visits and the value of its best action.
fn recomputed_value(arena: &mut Arena, id: NodeId, params: &Tunables) {
    let node = arena.node(id);
    let mut value = node.mean();
    if node.bounds.are_exact() {
        value = win_probabilities::of_payoffs(node.bounds.least);
    } else {
        let tried = arena.branches(node).iter().enumerate().filter(|(_, branch)| branch.visits > 0);
        let best = tried.max_by(|(_, one), (_, other)| one.value.total_cmp(&other.value));
        if let Some((index, _)) = best {
            let best = arena.node(arena.child(node, index)).value;
            let part = params.mcts_max_backup() as f32 / 100.0;
            for (value, best) in value.iter_mut().zip(best) {
                *value += part * (best - *value);
            }
        }
    }
    arena.node_mut(id).value = value;
}
