//! The length of proven wins. A won node keeps its number of turns from the visit that proved the
//! win. A new computation would follow all paths below the node, and a graph has many more paths
//! than nodes. Paths found later may be shorter; the next visit through the node updates the
//! number.

use super::arena::{Arena, Node};
use super::node_id::NodeId;
use crate::search::MOST_PLAYERS;

/// Sets the turns of a won node during backup.
pub(super) fn note(arena: &mut Arena, id: NodeId) {
    let node = arena.node(id);
    let winner = (0..MOST_PLAYERS).find(|seat| node.bounds.is_won_by(*seat));
    if let Some(winner) = winner {
        let turns = turns_from(arena, node, winner);
        arena.node_mut(id).turns = turns;
    }
}

/// Turns that the winner still needs after the action of `node` at `index`, which is a proven win. The winner takes
/// the fastest win; the opponents delay it as long as they can.
pub(super) fn turns_by(arena: &Arena, node: &Node, index: usize, winner: usize) -> u32 {
    let child = arena.node(arena.child(node, index));
    if child.ends {
        return 1;
    }
    let ends_turn = usize::from(node.player) == winner && usize::from(child.player) != winner;
    child.turns + u32::from(ends_turn)
}

fn turns_from(arena: &Arena, node: &Node, winner: usize) -> u32 {
    let won = (0..node.tried())
        .filter(|index| arena.node(arena.child(node, *index)).bounds.is_won_by(winner))
        .map(|index| turns_by(arena, node, index, winner));
    let turns = if usize::from(node.player) == winner { won.min() } else { won.max() };
    // The edges may not exist yet, or may have been dropped.
    turns.unwrap_or(node.turns.max(1))
}

#[cfg(test)]
mod tests {
    use super::super::arena::Edge;
    use super::super::shared_tree::ROOT;
    use super::*;
    use crate::search::payoffs::Bounds;

    /// In every node except the last, both actions lead to the same node, `length` times. Two
    /// players move in turn, and the first one wins.
    fn ladder(length: usize) -> Arena {
        let mut arena = Arena::EMPTY;
        arena.reset(1 << 20);
        arena.add_root(0);
        let mut nodes = vec![ROOT];
        for ply in 0..length {
            let parent = nodes[ply];
            arena.expand(parent, &[Edge::new(0, 0.5), Edge::new(1, 0.5)]);
            arena.try_next(parent);
            arena.try_next(parent);
            let child = arena.child(arena.node(parent), 0);
            arena.redirect(parent, 1, child);
            arena.node_mut(child).player = ((ply + 1) % 2) as u8;
            nodes.push(child);
        }
        arena.node_mut(nodes[length]).ends = true;
        for id in nodes.into_iter().rev() {
            arena.node_mut(id).bounds = Bounds::exact([12, 0, 0, 0]);
            note(&mut arena, id);
        }
        arena
    }

    #[test]
    fn turns_are_those_of_the_winner() {
        for (actions, turns) in [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3)] {
            let arena = ladder(actions);
            assert_eq!(turns_by(&arena, arena.node(ROOT), 0, 0), turns, "{actions} actions");
        }
    }

    #[test]
    fn a_graph_of_many_ways_is_looked_at_once() {
        let arena = ladder(199);
        assert_eq!(turns_by(&arena, arena.node(ROOT), 1, 0), 100);
    }

    #[test]
    fn the_winner_hurries_and_the_others_hold_out() {
        for (player, turns) in [(0, 3), (1, 5)] {
            let mut arena = Arena::EMPTY;
            arena.reset(1 << 20);
            arena.add_root(player);
            arena.expand(ROOT, &[Edge::new(0, 0.5), Edge::new(1, 0.5)]);
            let won = Bounds::exact([12, 0, 0, 0]);
            for (index, turns) in [2, 5].into_iter().enumerate() {
                arena.try_next(ROOT);
                let child = arena.child(arena.node(ROOT), index);
                let node = arena.node_mut(child);
                (node.bounds, node.player, node.turns) = (won, 1 - player, turns);
            }
            arena.node_mut(ROOT).bounds = won;
            note(&mut arena, ROOT);
            assert_eq!(arena.node(ROOT).turns, turns, "player {player} moves");
        }
    }
}
