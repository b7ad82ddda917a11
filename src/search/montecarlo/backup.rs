//! From the end of a visit back to the root: what was found is added to all nodes on the way.

use super::arena::{Arena, NodeId};
use super::forest::Grown;
use super::path::Path;
use super::wins;
use crate::search::Tunables;
use crate::search::lock::lock;
use crate::search::values::{Bounds, Ranker, shares};
use std::sync::Mutex;

/// Adds what was found at the end of `path`, if anything.
pub(super) fn add(path: &mut Path, tree: &mut Grown, ranker: &Mutex<Ranker>, margins: &Tunables) {
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
    (node.mover, node.ends, node.bounds) = (leaf.mover, leaf.ends, node.bounds.and(leaf.bounds));
    if let (Some([seat, slot]), [.., parent, _]) = (path.tried, steps) {
        let gain = found[seat] - tree.arena.node(parent.node).value[seat];
        lock(ranker).learn(seat, slot, gain, margins);
    }
    for (ply, step) in steps.iter().enumerate().rev() {
        let id = step.node;
        if is_news && id != end {
            is_news = prove(tree, id);
        }
        wins::note(&mut tree.arena, id);
        if tree.arena.node(id).bounds.are_exact() {
            found = shares::of_parts(tree.arena.node(id).bounds.least);
        }
        tree.arena.node_mut(id).add(&found);
        value_anew(&mut tree.arena, id, margins);
        if let Some(before) = ply.checked_sub(1) {
            is_news |= tree.arena.show(steps[before].node, step.index);
        }
    }
}

/// What is proven of a node by what is proven of those that follow. Returns whether that is more than before.
fn prove(tree: &mut Grown, id: NodeId) -> bool {
    let (arena, total) = (&mut tree.arena, tree.total);
    let node = *arena.node(id);
    let tried = arena.children(&node).map(|child| child.bounds);
    let untried = node.has_untried().then_some(Bounds::OPEN);
    let seat = usize::from(node.mover);
    let bounds = node.bounds.and(Bounds::of_choice(seat, tried.chain(untried), total));
    arena.node_mut(id).bounds = bounds;
    bounds != node.bounds
}

/// The value of a node lies between the mean of its visits and what its best action leads to.
fn value_anew(arena: &mut Arena, id: NodeId, margins: &Tunables) {
    let node = arena.node(id);
    let mut value = node.mean();
    if node.bounds.are_exact() {
        value = shares::of_parts(node.bounds.least);
    } else {
        let tried = arena.branches(node).iter().enumerate().filter(|(_, branch)| branch.visits > 0);
        let best = tried.max_by(|(_, one), (_, other)| one.value.total_cmp(&other.value));
        if let Some((index, _)) = best {
            let best = arena.node(arena.child(node, index)).value;
            let part = margins.tree_best() as f32 / 100.0;
            for (value, best) in value.iter_mut().zip(best) {
                *value += part * (best - *value);
            }
        }
    }
    arena.node_mut(id).value = value;
}
