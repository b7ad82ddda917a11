//! The tree in memory: nodes, and the actions that lead on from those that have been visited again.

use crate::search::MOST_PLAYERS;
use crate::search::values::{Bounds, Shares};

/// The number of a node.
pub(super) type NodeId = u32;

/// No node.
const NONE: NodeId = NodeId::MAX;

/// A position of the tree.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The sum of what visits have found.
    sum: Shares,
    /// What it is worth: between what visits have found and what the best action leads to.
    pub value: Shares,
    /// What is proven.
    pub bounds: Bounds,
    /// How often it was visited.
    pub visits: u32,
    first_edge: u32,
    edges: u16,
    /// How many of the edges lead to a node: the first ones.
    tried: u16,
    /// Visits that are under way.
    pub pending: u16,
    /// Whose action is next.
    pub mover: u8,
    /// Whether nothing comes after it: the game or the line ends here.
    pub ends: bool,
}

/// An action that leads on from a node.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    /// The bits of the action.
    pub action: u32,
    /// How likely it was thought to be the best before it was tried.
    pub prior: f32,
    child: NodeId,
}

impl Edge {
    /// One that has not been tried.
    pub fn new(action: u32, prior: f32) -> Self {
        Self { action, prior, child: NONE }
    }
}

impl Node {
    /// A position that has not been visited.
    pub fn new(mover: usize) -> Self {
        Self {
            sum: [0.0; MOST_PLAYERS],
            value: [0.0; MOST_PLAYERS],
            bounds: Bounds::OPEN,
            visits: 0,
            first_edge: 0,
            edges: 0,
            tried: 0,
            pending: 0,
            mover: mover as u8,
            ends: false,
        }
    }

    /// Whether the actions that lead on are known.
    pub fn is_expanded(&self) -> bool {
        self.edges > 0
    }

    /// How many actions have been tried.
    pub fn tried(&self) -> usize {
        usize::from(self.tried)
    }

    /// Whether some actions have not been tried.
    pub fn has_untried(&self) -> bool {
        self.tried < self.edges
    }

    /// A visit has found this.
    pub fn add(&mut self, found: &Shares) {
        self.visits += 1;
        for (sum, found) in self.sum.iter_mut().zip(found) {
            *sum += found;
        }
    }

    /// The mean of what visits have found.
    pub fn mean(&self) -> Shares {
        let visits = self.visits.max(1) as f32;
        self.sum.map(|sum| sum / visits)
    }
}

/// See the module. It takes what memory it is allowed once, and never more.
pub(super) struct Arena {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    most_nodes: usize,
    most_edges: usize,
}

/// A visited node has about so many actions for every node that is visited.
const EDGES_A_NODE: usize = 12;
/// More actions than any position has.
const MOST_ACTIONS: usize = 4096;
/// The least that it can work with.
const LEAST_NODES: usize = 2048;

impl Arena {
    pub const EMPTY: Self =
        Self { nodes: Vec::new(), edges: Vec::new(), most_nodes: 0, most_edges: 0 };

    /// Forgets everything, and takes so much memory from now on; less if there is not so much.
    pub fn reset(&mut self, bytes: usize) {
        let share = size_of::<Node>() + EDGES_A_NODE * size_of::<Edge>();
        let nodes = (bytes / share).clamp(LEAST_NODES, NONE as usize / (2 * EDGES_A_NODE));
        self.nodes.clear();
        self.edges.clear();
        if nodes == self.most_nodes {
            return;
        }
        *self = Self::EMPTY;
        self.most_nodes = nodes;
        self.most_edges = nodes * EDGES_A_NODE + MOST_ACTIONS;
        while self.most_nodes > LEAST_NODES
            && (self.nodes.try_reserve_exact(self.most_nodes).is_err()
                || self.edges.try_reserve_exact(self.most_edges).is_err())
        {
            self.most_nodes /= 2;
            self.most_edges /= 2;
        }
    }

    /// Per mille of the memory in use.
    pub fn per_mille_full(&self) -> u32 {
        let full = |used: usize, most: usize| (1000 * used / most.max(1)) as u32;
        full(self.nodes.len(), self.most_nodes).max(full(self.edges.len(), self.most_edges))
    }

    /// Whether there may be no room for another node with its actions.
    pub fn is_full(&self) -> bool {
        self.nodes.len() + 1 >= self.most_nodes || self.edges.len() + MOST_ACTIONS > self.most_edges
    }

    /// Adds a node that no action leads to.
    pub fn add(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        (self.nodes.len() - 1) as NodeId
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id as usize]
    }

    /// The actions that lead on from a node; those that have been tried come first.
    pub fn edges(&self, node: &Node) -> &[Edge] {
        let first = node.first_edge as usize;
        &self.edges[first..first + usize::from(node.edges)]
    }

    /// The actions that have been tried, with what they lead to.
    pub fn tried(&self, node: &Node) -> impl Iterator<Item = (&Edge, &Node)> + Clone {
        let tried = &self.edges(node)[..node.tried()];
        tried.iter().map(|edge| (edge, self.node(edge.child)))
    }

    /// The node that the tried action at `index` leads to.
    pub fn child(&self, node: &Node, index: usize) -> NodeId {
        self.edges(node)[index].child
    }

    /// Gives a node its actions, the likeliest first.
    pub fn expand(&mut self, id: NodeId, edges: &[Edge]) {
        let first = self.edges.len() as u32;
        self.edges.extend_from_slice(edges);
        let node = self.node_mut(id);
        (node.first_edge, node.edges, node.tried) = (first, edges.len() as u16, 0);
    }

    /// Adds the node that the first untried action leads to.
    pub fn try_next(&mut self, id: NodeId, child: Node) -> NodeId {
        let added = self.add(child);
        let node = &mut self.nodes[id as usize];
        let edge = node.first_edge as usize + node.tried();
        node.tried += 1;
        self.edges[edge].child = added;
        added
    }

    /// Keeps what can be reached from `root`, which becomes the first node, and of that the actions of nodes visited
    /// at least `least` times. What was found of a node stays known when its actions are dropped.
    pub fn keep(&mut self, root: NodeId, least: u32) {
        let mut nodes = vec![*self.node(root)];
        let mut edges = Vec::new();
        let mut next = 0;
        while next < nodes.len() {
            let node = nodes[next];
            if next == 0 || node.visits >= least {
                let first = edges.len();
                edges.extend_from_slice(self.edges(&node));
                for edge in &mut edges[first..first + node.tried()] {
                    nodes.push(*self.node(edge.child));
                    edge.child = (nodes.len() - 1) as NodeId;
                }
                nodes[next].first_edge = first as u32;
            } else {
                let node = &mut nodes[next];
                (node.first_edge, node.edges, node.tried) = (0, 0, 0);
            }
            next += 1;
        }
        self.nodes.clear();
        self.edges.clear();
        self.nodes.extend(nodes);
        self.edges.extend(edges);
    }
}
