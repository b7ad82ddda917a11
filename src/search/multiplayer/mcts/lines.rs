//! The lines that the tree reports, best first.

use super::MonteCarlo;
use super::arena::{Arena, Node};
use super::shared_tree::ROOT;
use super::wins::turns_by;
use crate::game::{Action, Score};
use crate::search::multiplayer::values::score_of;
use crate::search::searchable::Searchable;
use crate::search::threads::lock::lock;
use crate::search::{Line, MAX_PLY, Objective, PlayerModel, RootVisits, Walker};
use std::cmp::Ordering;
use std::sync::Arc;

impl<G: Searchable, S: PlayerModel<G>> MonteCarlo<G, S> {
    /// The best `count` lines, if any action has been visited.
    pub(super) fn lines(
        &mut self,
        walker: &mut Walker<G, S>,
        count: usize,
    ) -> Option<Vec<Line<G::Action>>> {
        let shared = Arc::clone(&self.shared);
        let tree = lock(&shared.tree);
        let arena = &tree.arena;
        let root = arena.node(ROOT);
        let has_shares = walker.objective() == Objective::Win;
        let lines: Vec<_> = ranked(arena, root)
            .into_iter()
            .take(count)
            .map(|index| {
                let node = arena.node(arena.child(root, index));
                let score = self.score(walker, arena, node, index);
                let mut actions = expected(arena, index);
                let depth = actions.len() as i32;
                walker.complete(&mut actions);
                let seldepth = self.visitor.longest.max(depth as usize);
                let branch = &arena.branches(root)[index];
                let tried = Some(RootVisits { visits: branch.visits, prior: branch.prior });
                let shares = has_shares.then(|| node.value.map(per_mille));
                Line { score, depth, seldepth, actions, tried, shares }
            })
            .collect();
        (!lines.is_empty()).then(|| non_increasing(lines))
    }
}

impl<G: Searchable, S: PlayerModel<G>> MonteCarlo<G, S> {
    /// The score of the root action at `index`, which leads to `node`, for the player who makes it.
    fn score(&self, walker: &Walker<G, S>, arena: &Arena, node: &Node, index: usize) -> Score {
        let root = arena.node(ROOT);
        let root_player = usize::from(root.player);
        if node.bounds.is_won_by(root_player) {
            return Score::win_in(turns_by(arena, root, index, root_player));
        }
        let winner = (0..G::PLAYERS).find(|seat| node.bounds.is_won_by(*seat));
        if let (false, Some(winner)) = (S::MANY, winner) {
            return Score::loss_in(turns_by(arena, root, index, winner));
        }
        score_of(walker, node.value[root_player])
    }
}

fn per_mille(share: f32) -> u16 {
    (share * 1000.0).round() as u16
}

/// Limits each score to the score before it: a line with few visits may seem better by chance.
fn non_increasing<A>(mut lines: Vec<Line<A>>) -> Vec<Line<A>> {
    for index in 1..lines.len() {
        lines[index].score = lines[index].score.min(lines[index - 1].score);
    }
    lines
}

/// Sort key of a node's actions. Proven wins come first, the shortest before the others. Then come
/// actions that are not lost, by number of visits.
fn rank(arena: &Arena, node: &Node, index: usize) -> (i64, bool, u32, f32) {
    let seat = usize::from(node.player);
    let child = arena.node(arena.child(node, index));
    let won = match child.bounds.is_won_by(seat) {
        true => -i64::from(turns_by(arena, node, index, seat)),
        false => i64::MIN,
    };
    let visits = arena.branches(node)[index].visits;
    (won, !child.bounds.is_lost_by(seat), visits, child.value[seat])
}

/// Indices of the visited actions of a node, best first.
fn ranked(arena: &Arena, node: &Node) -> Vec<usize> {
    let visited = |index: &usize| arena.branches(node)[*index].visits > 0;
    let mut ranked: Vec<_> =
        (0..node.tried()).filter(visited).map(|index| (rank(arena, node, index), index)).collect();
    ranked.sort_by(|one, other| other.partial_cmp(one).unwrap_or(Ordering::Equal));
    ranked.into_iter().map(|(_, index)| index).collect()
}

/// The principal variation that begins with the root action at `index`.
fn expected<A: Action>(arena: &Arena, index: usize) -> Vec<A> {
    let mut node = arena.node(ROOT);
    let mut actions = Vec::new();
    let mut next = Some(index);
    while let Some(index) = next.filter(|_| actions.len() < MAX_PLY) {
        actions.push(A::from_bits(arena.edges(node)[index].action));
        node = arena.node(arena.child(node, index));
        next = ranked(arena, node).first().copied();
    }
    actions
}
