//! The tree in memory: nodes, edges (actions) and branches. An edge is an action of a node that was
//! visited at least twice. A branch caches the parent's data of a child next to its siblings, so
//! that selection does not load the child nodes.

use super::node_id::{NONE, NodeId};
use super::transpositions::TranspositionIndex;
use crate::search::MOST_PLAYERS;
use crate::search::payoffs::{Bounds, WHOLE, WinProbabilities};

/// A node: one position of the tree, in one cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Node {
    /// Sum of the values found by visits.
    sum: WinProbabilities,
    /// The backed-up value: between the mean of the visits and the value of the best action.
    pub value: WinProbabilities,
    /// Proven bounds of the payoffs.
    pub bounds: Bounds,
    /// Number of visits.
    pub visits: u32,
    /// For a proven win: the turns that the winner still needs, see `wins.rs`.
    pub turns: u32,
    first_edge: u32,
    first_branch: u32,
    edges: u16,
    /// Number of edges that have been tried. The first edges are the tried ones.
    tried: u16,
    /// Visits under way.
    pub pending: u16,
    /// Seat of the player to move. Set by the first visit.
    pub player: u8,
    /// Whether the node is terminal: the game or the line ends here, see [`Arena::open_ends`].
    pub ends: bool,
}

/// An action of a node.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// Bits of the action.
    pub action: u32,
    /// Prior probability that the action is the best.
    pub prior: f32,
}

impl Edge {
    /// An untried edge.
    pub fn new(action: u32, prior: f32) -> Self {
        Self { action, prior }
    }
}

/// A tried action with the parent's data of the child, from the view of the player who made the
/// action.
#[derive(Clone, Copy)]
pub(super) struct Branch {
    child: NodeId,
    /// Prior of the edge.
    pub prior: f32,
    /// Visits through this edge. The child may have more from other parents.
    pub visits: u32,
    /// Value for the player who made the action.
    pub value: f32,
    /// Visits under way.
    pub pending: u16,
    /// Proven lower bound of that player's payoff.
    pub least: u8,
    /// Proven upper bound of that player's payoff, or [`Branch::SETTLED`].
    pub most: u8,
}

impl Branch {
    /// Stands for "the payoffs of all players are proven".
    pub const SETTLED: u8 = u8::MAX;
    /// A branch without a child.
    const NONE: Self = Self::new(NONE, 0.0);

    const fn new(child: NodeId, prior: f32) -> Self {
        Self { child, prior, visits: 0, value: 0.0, pending: 0, least: 0, most: WHOLE }
    }
}

const _: () = assert!(size_of::<Node>() == 64);

impl Node {
    /// A node without visits.
    pub const NEW: Self = Self {
        sum: [0.0; MOST_PLAYERS],
        value: [0.0; MOST_PLAYERS],
        bounds: Bounds::OPEN,
        visits: 0,
        turns: 0,
        first_edge: 0,
        first_branch: 0,
        edges: 0,
        tried: 0,
        pending: 0,
        player: 0,
        ends: false,
    };

    /// Whether the node has its edges.
    pub fn is_expanded(&self) -> bool {
        self.edges > 0
    }

    /// Number of tried edges.
    pub fn tried(&self) -> usize {
        usize::from(self.tried)
    }

    /// Whether there are untried edges.
    pub fn has_untried(&self) -> bool {
        self.tried < self.edges
    }

    /// Adds the value found by a visit.
    pub fn add(&mut self, found: &WinProbabilities) {
        self.visits += 1;
        for (sum, found) in self.sum.iter_mut().zip(found) {
            *sum += found;
        }
    }

    /// Mean of the values found by visits.
    pub fn mean(&self) -> WinProbabilities {
        let visits = self.visits.max(1) as f32;
        self.sum.map(|sum| sum / visits)
    }
}

/// The memory of the tree. It is allocated once and never grows.
pub(super) struct Arena {
    nodes: Vec<Node>,
    /// Transposition key of each node, see `transpositions.rs`; 0 if it has none.
    keys: Vec<u64>,
    edges: Vec<Edge>,
    branches: Vec<Branch>,
    transpositions: TranspositionIndex,
    most_nodes: usize,
}

/// Expected number of edges for each node.
const EDGES_A_NODE: usize = 12;
/// Expected number of branches for each node, including blocks that were replaced by larger ones.
const BRANCHES_A_NODE: usize = 3;
/// Largest number of actions in a position.
const MOST_ACTIONS: usize = 4096;
/// The smallest useful size, in nodes.
const LEAST_NODES: usize = 2048;

impl Arena {
    pub const EMPTY: Self = Self {
        nodes: Vec::new(),
        keys: Vec::new(),
        edges: Vec::new(),
        branches: Vec::new(),
        transpositions: TranspositionIndex::EMPTY,
        most_nodes: 0,
    };

    /// Clears the tree and allocates this much memory, or less if the system refuses it.
    pub fn reset(&mut self, bytes: usize) {
        let share = size_of::<Node>()
            + size_of::<u64>()
            + EDGES_A_NODE * size_of::<Edge>()
            + BRANCHES_A_NODE * size_of::<Branch>()
            + TranspositionIndex::BYTES_A_NODE;
        let nodes = (bytes / share).clamp(LEAST_NODES, NONE as usize / (2 * EDGES_A_NODE));
        self.nodes.clear();
        self.keys.clear();
        self.edges.clear();
        self.branches.clear();
        self.transpositions.clear();
        if nodes == self.most_nodes {
            return;
        }
        *self = Self::EMPTY;
        self.most_nodes = nodes;
        while self.most_nodes > LEAST_NODES && !self.reserve() {
            self.most_nodes /= 2;
        }
    }

    /// Allocates the memory for its nodes. Returns whether the system granted it.
    fn reserve(&mut self) -> bool {
        self.nodes.try_reserve_exact(self.most_nodes).is_ok()
            && self.keys.try_reserve_exact(self.most_nodes).is_ok()
            && self.edges.try_reserve_exact(self.most_edges()).is_ok()
            && self.branches.try_reserve_exact(self.most_branches()).is_ok()
            && self.transpositions.reserve(self.most_nodes)
    }

    fn most_edges(&self) -> usize {
        self.most_nodes * EDGES_A_NODE + MOST_ACTIONS
    }

    fn most_branches(&self) -> usize {
        self.most_nodes * BRANCHES_A_NODE + MOST_ACTIONS
    }

    /// Per mille of the memory in use.
    pub fn per_mille_full(&self) -> u32 {
        let full = |used: usize, most: usize| (1000 * used / most.max(1)) as u32;
        full(self.nodes.len(), self.most_nodes)
            .max(full(self.edges.len(), self.most_edges()))
            .max(full(self.branches.len(), self.most_branches()))
    }

    /// Whether there may be no room for another node with its edges.
    pub fn is_full(&self) -> bool {
        self.nodes.len() + 1 >= self.most_nodes
            || self.edges.len() + MOST_ACTIONS > self.most_edges()
            || self.branches.len() + MOST_ACTIONS > self.most_branches()
    }

    /// Adds the root, with this player to move.
    pub fn add_root(&mut self, player: u8) {
        self.add(Node { player, ..Node::NEW });
    }

    fn add(&mut self, node: Node) {
        self.nodes.push(node);
        self.keys.push(0);
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The edges of a node, tried ones first.
    pub fn edges(&self, node: &Node) -> &[Edge] {
        let first = node.first_edge as usize;
        &self.edges[first..first + usize::from(node.edges)]
    }

    /// The branches of a node, in the order of its edges.
    pub fn branches(&self, node: &Node) -> &[Branch] {
        let first = node.first_branch as usize;
        &self.branches[first..first + node.tried()]
    }

    /// The children of a node.
    pub fn children(&self, node: &Node) -> impl Iterator<Item = &Node> + Clone {
        self.branches(node).iter().map(|branch| self.node(branch.child))
    }

    /// The child behind the tried edge at `index`.
    pub fn child(&self, node: &Node, index: usize) -> NodeId {
        self.branches(node)[index].child
    }

    fn branch_mut(&mut self, parent: NodeId, index: usize) -> &mut Branch {
        let first = self.node(parent).first_branch as usize;
        &mut self.branches[first + index]
    }

    /// Gives a node its edges, the highest prior first.
    pub fn expand(&mut self, id: NodeId, edges: &[Edge]) {
        let first = self.edges.len() as u32;
        self.edges.extend_from_slice(edges);
        let node = self.node_mut(id);
        (node.first_edge, node.edges, node.tried) = (first, edges.len() as u16, 0);
    }

    /// Adds the child of the first untried edge.
    pub fn try_next(&mut self, id: NodeId) {
        let node = self.node(id);
        let (tried, first) = (node.tried(), node.first_branch as usize);
        let added = self.nodes.len() as NodeId;
        let branch = Branch::new(added, self.edges(node)[tried].prior);
        self.add(Node::NEW);
        if tried == room_for(tried) {
            self.node_mut(id).first_branch = self.branches.len() as u32;
            self.branches.extend_from_within(first..first + tried);
            let room = room_for(tried + 1);
            self.branches.resize(self.branches.len() + room - tried, Branch::NONE);
        }
        self.node_mut(id).tried += 1;
        *self.branch_mut(id, tried) = branch;
    }

    /// The node with this transposition key.
    pub fn named(&self, key: u64) -> Option<NodeId> {
        self.transpositions.find(key, &self.keys)
    }

    /// Enters the node under this transposition key.
    pub fn name(&mut self, id: NodeId, key: u64) {
        self.keys[id as usize] = key;
        self.transpositions.add(id, &self.keys);
    }

    /// Redirects the tried edge at `index` from its new child to `twin`, an older node of the same
    /// position. Visits under way move to `twin`.
    pub fn redirect(&mut self, parent: NodeId, index: usize, twin: NodeId) {
        let branch = self.branch_mut(parent, index);
        let left = std::mem::replace(&mut branch.child, twin);
        let pending = std::mem::take(&mut self.node_mut(left).pending);
        self.node_mut(twin).pending += pending;
    }

    /// Begins a visit through the tried edge of `parent` at `index`.
    pub fn arrive(&mut self, parent: NodeId, index: usize) {
        let branch = self.branch_mut(parent, index);
        branch.pending += 1;
        let child = branch.child;
        self.node_mut(child).pending += 1;
    }

    /// Ends that visit.
    pub fn leave(&mut self, parent: NodeId, index: usize) {
        let branch = self.branch_mut(parent, index);
        branch.pending -= 1;
        let child = branch.child;
        self.node_mut(child).pending -= 1;
    }

    /// Copies the result of a visit from the child to `parent`'s branch at `index`. Returns whether
    /// more is proven than the branch knew. Proofs found through other parents arrive with the next
    /// visit through this edge.
    pub fn show(&mut self, parent: NodeId, index: usize) -> bool {
        let node = self.node(parent);
        let seat = usize::from(node.player);
        let child = self.node(self.child(node, index));
        let (value, least) = (child.value[seat], child.bounds.least[seat]);
        let most = match child.bounds.are_exact() {
            true => Branch::SETTLED,
            false => child.bounds.most[seat],
        };
        let branch = self.branch_mut(parent, index);
        let is_more = (branch.least, branch.most) != (least, most);
        branch.visits += 1;
        (branch.value, branch.least, branch.most) = (value, least, most);
        is_more
    }

    /// Reopens terminal nodes that are not finished games, after the root has moved on. These are
    /// lines that were too long, and repetitions of a position that is no longer before them.
    pub fn open_ends(&mut self) {
        for node in self.nodes.iter_mut().filter(|node| !node.bounds.are_exact()) {
            node.ends = false;
        }
    }

    /// Keeps all nodes that can be reached from `root`, which becomes the first node. Drops the
    /// edges of nodes with fewer than `least` visits, but keeps the values of these nodes.
    pub fn keep(&mut self, root: NodeId, least: u32) {
        let mut nodes = vec![*self.node(root)];
        let mut keys = vec![self.keys[root as usize]];
        let mut moved = vec![NONE; self.nodes.len()];
        moved[root as usize] = 0;
        let (mut edges, mut branches) = (Vec::new(), Vec::new());
        let mut next = 0;
        while next < nodes.len() {
            let node = nodes[next];
            let (first_edge, first_branch) = (edges.len() as u32, branches.len() as u32);
            if next == 0 || node.visits >= least {
                edges.extend_from_slice(self.edges(&node));
                for branch in self.branches(&node) {
                    let child = &mut moved[branch.child as usize];
                    if *child == NONE {
                        *child = nodes.len() as NodeId;
                        nodes.push(*self.node(branch.child));
                        keys.push(self.keys[branch.child as usize]);
                    }
                    branches.push(Branch { child: *child, ..*branch });
                }
                branches.resize(first_branch as usize + room_for(node.tried()), Branch::NONE);
            } else {
                (nodes[next].edges, nodes[next].tried) = (0, 0);
            }
            (nodes[next].first_edge, nodes[next].first_branch) = (first_edge, first_branch);
            next += 1;
        }
        self.nodes.clear();
        self.keys.clear();
        self.edges.clear();
        self.branches.clear();
        self.nodes.extend(nodes);
        self.keys.extend(keys);
        self.edges.extend(edges);
        self.branches.extend(branches);
        self.transpositions.renew(&self.keys);
    }
}

/// Capacity of a block of branches that holds this many.
fn room_for(tried: usize) -> usize {
    if tried == 0 { 0 } else { tried.next_power_of_two().max(2) }
}

#[cfg(test)]
mod tests {
    use super::super::shared_tree::ROOT;
    use super::*;

    /// A root with five tried edges; the child at 2 has two tried edges.
    fn grown() -> Arena {
        let mut arena = Arena::EMPTY;
        arena.reset(1 << 20);
        arena.add_root(1);
        let edges =
            [0.4, 0.3, 0.2, 0.06, 0.04].map(|prior| Edge::new((100.0 * prior) as u32, prior));
        arena.expand(ROOT, &edges);
        arena.try_next(ROOT);
        arena.node_mut(ROOT).add(&[0.25; MOST_PLAYERS]);
        for _ in 1..5 {
            arena.try_next(ROOT);
        }
        let child = arena.child(arena.node(ROOT), 2);
        arena.expand(child, &edges[..3]);
        arena.try_next(child);
        arena.try_next(child);
        arena
    }

    fn priors(arena: &Arena, id: NodeId) -> Vec<f32> {
        arena.branches(arena.node(id)).iter().map(|branch| branch.prior).collect()
    }

    #[test]
    fn branches_stay_in_order_as_they_grow() {
        let arena = grown();
        assert_eq!(priors(&arena, ROOT), [0.4, 0.3, 0.2, 0.06, 0.04]);
        let children: Vec<_> = (0..5).map(|index| arena.child(arena.node(ROOT), index)).collect();
        assert_eq!(children, [1, 2, 3, 4, 5]);
        assert_eq!(priors(&arena, 3), [0.4, 0.3]);
    }

    #[test]
    fn a_branch_shows_what_its_mover_gets() {
        let mut arena = grown();
        let node = arena.node_mut(3);
        node.value = [0.1, 0.6, 0.2, 0.1];
        node.bounds = Bounds { least: [0, 4, 0, 0], most: [3, 9, 12, 12] };
        node.add(&[0.25; MOST_PLAYERS]);
        arena.arrive(ROOT, 2);
        assert!(arena.show(ROOT, 2));
        let branch = arena.branches(arena.node(ROOT))[2];
        assert_eq!((branch.visits, branch.value), (1, 0.6));
        assert_eq!((branch.least, branch.most, branch.pending), (4, 9, 1));
        arena.leave(ROOT, 2);
        assert!(!arena.show(ROOT, 2));
        arena.node_mut(3).bounds = Bounds::exact([0, 12, 0, 0]);
        assert!(arena.show(ROOT, 2));
        let branch = arena.branches(arena.node(ROOT))[2];
        assert_eq!((branch.most, branch.pending), (Branch::SETTLED, 0));
    }

    #[test]
    fn what_is_kept_can_grow_on() {
        let mut arena = grown();
        arena.node_mut(3).add(&[0.25; MOST_PLAYERS]);
        arena.keep(ROOT, 1);
        assert_eq!(priors(&arena, 3), [0.4, 0.3]);
        arena.keep(3, 0);
        assert_eq!(priors(&arena, ROOT), [0.4, 0.3]);
        assert_eq!(arena.node(ROOT).visits, 1);
        arena.try_next(ROOT);
        assert_eq!(priors(&arena, ROOT), [0.4, 0.3, 0.2]);
        assert!(!arena.node(ROOT).has_untried());
        arena.keep(ROOT, 2);
        assert_eq!(priors(&arena, ROOT), [0.4, 0.3, 0.2]);
        let child = arena.child(arena.node(ROOT), 1);
        assert!(!arena.node(child).is_expanded());
    }

    #[test]
    fn only_the_game_ends_for_good() {
        let mut arena = grown();
        for id in [2, 3] {
            arena.node_mut(id).ends = true;
        }
        arena.node_mut(3).bounds = Bounds::exact([0, 12, 0, 0]);
        arena.open_ends();
        assert_eq!([2, 3, 4].map(|id| arena.node(id).ends), [false, true, false]);
    }

    #[test]
    fn what_two_ways_lead_to_is_one_node() {
        let mut arena = grown();
        arena.name(3, 7);
        assert_eq!((arena.named(7), arena.named(8)), (Some(3), None));
        arena.arrive(ROOT, 4);
        arena.redirect(ROOT, 4, 3);
        assert_eq!(arena.node(3).pending, 1);
        arena.leave(ROOT, 4);
        arena.node_mut(3).add(&[0.25; MOST_PLAYERS]);
        arena.show(ROOT, 4);
        let visits: Vec<_> =
            arena.branches(arena.node(ROOT)).iter().map(|branch| branch.visits).collect();
        assert_eq!((visits, arena.node(3).pending), (vec![0, 0, 0, 0, 1], 0));

        arena.keep(ROOT, 0);
        let child = |index| arena.child(arena.node(ROOT), index);
        assert_eq!((child(2), arena.named(7)), (child(4), Some(child(2))));
        assert_eq!(priors(&arena, child(2)), [0.4, 0.3]);
    }
}
