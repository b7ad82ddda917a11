//! The positions of a book and the moves between them. Transpositions of equal length share a position, so the graph
//! has no cycle. Values are backed up from the leaves.

use super::worth::Worth;
use crate::game::Player;
use std::collections::{HashMap, VecDeque};

/// The greatest loss of one move that counts, in centipawns or per mille. Greater losses come from proven results.
const MOST_LOSS: i32 = 2000;

/// A move of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The token of the whole turn.
    pub token: String,
    /// The number of the position after it.
    pub to: usize,
    /// The value that the search of the position before it found.
    pub worth: Worth,
    /// The depth of that search, in actions.
    pub depth: i32,
}

/// A position of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The player to move.
    pub player: Player,
    /// Zobrist key of the full state.
    pub key: u64,
    /// The number of turns from the start.
    pub ply: usize,
    /// Whether it has no moves for the book: the game is over, or not everything is public.
    pub closed: bool,
    /// Its moves, in the order in which the search reported them. Empty until it is searched.
    pub edges: Vec<Edge>,
}

/// See the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    nodes: Vec<Node>,
    numbers: HashMap<(usize, u64), usize>,
}

/// A position and a way to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// The number of the position.
    pub number: usize,
    /// The turns that lead to it from the start.
    pub path: Vec<String>,
}

/// The number of the start position.
pub const ROOT: usize = 0;

impl Graph {
    /// A book with the start position alone.
    pub fn new(root: Node) -> Self {
        let numbers = HashMap::from([((root.ply, root.key), ROOT)]);
        Self { nodes: vec![root], numbers }
    }

    /// All positions.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Adds a position, unless it is there already. Returns its number, and whether it is new.
    pub fn add(&mut self, node: Node) -> (usize, bool) {
        let next = self.nodes.len();
        let number = *self.numbers.entry((node.ply, node.key)).or_insert(next);
        if number == next {
            self.nodes.push(node);
        }
        (number, number == next)
    }

    /// Adds a move, unless the position has one to the same position.
    pub fn link(&mut self, from: usize, edge: Edge) {
        let edges = &mut self.nodes[from].edges;
        if !edges.iter().any(|other| other.to == edge.to) {
            edges.push(edge);
        }
    }

    /// Closes a position that was searched and has no move.
    pub fn close_if_empty(&mut self, number: usize) {
        let node = &mut self.nodes[number];
        node.closed |= node.edges.is_empty();
    }

    /// The number of positions that were searched.
    pub fn searched(&self) -> usize {
        self.nodes.iter().filter(|node| !node.edges.is_empty()).count()
    }

    /// Whether two moves are made by the same player, the second one in the position `to`.
    fn is_own(&self, from: usize, to: usize) -> bool {
        self.nodes[from].player == self.nodes[to].player
    }

    /// The value of the best move in each position, for the player to move there. `None` for leaves.
    pub fn values(&self) -> Vec<Option<Worth>> {
        let mut values = vec![None; self.nodes.len()];
        let mut last_first: Vec<usize> = (0..self.nodes.len()).collect();
        last_first.sort_by_key(|number| std::cmp::Reverse(self.nodes[*number].ply));
        for number in last_first {
            let node = &self.nodes[number];
            let worths = node.edges.iter().map(|edge| self.worth(&values, number, edge));
            // Among equal moves the first one counts.
            values[number] = worths.reduce(|best, worth| {
                let is_better = worth.for_player(node.player) > best.for_player(node.player);
                if is_better { worth } else { best }
            });
        }
        values
    }

    /// The value of a move: that of the best reply, or else what the search found.
    pub fn worth(&self, values: &[Option<Worth>], from: usize, edge: &Edge) -> Worth {
        match values[edge.to] {
            Some(reply) => reply.one_move_earlier(self.is_own(from, edge.to)),
            None => edge.worth,
        }
    }

    /// The leaves that are cheapest to reach, at most `count`, none after `plies` turns. Drop-out expansion (Lincke,
    /// "Strategies for the Automatic Construction of Opening Books", 2001): each turn costs `ply_cost`, and what it
    /// loses against the best move there. So the book is deep where moves are good.
    pub fn cheapest_leaves(&self, count: usize, plies: usize, ply_cost: i32) -> Vec<Leaf> {
        let reached = self.reached(ply_cost);
        let is_open = |number: &usize| {
            let node = &self.nodes[*number];
            node.edges.is_empty() && !node.closed && node.ply < plies
        };
        let mut leaves: Vec<(i32, usize, usize)> = (0..self.nodes.len())
            .filter(is_open)
            .filter_map(|number| Some((number, reached[number]?)))
            .filter(|(_, way)| !self.is_decided(*way))
            .map(|(number, way)| (way.cost, way.order, number))
            .collect();
        leaves.sort_unstable();
        leaves.truncate(count);
        leaves
            .into_iter()
            .map(|(_, _, number)| Leaf { number, path: self.path(&reached, number) })
            .collect()
    }

    /// The positions that have moves, each with a way to it, by their distance from the start.
    pub fn ways(&self) -> Vec<Leaf> {
        let reached = self.reached(0);
        let mut ways: Vec<(usize, usize)> = (0..self.nodes.len())
            .filter(|number| !self.nodes[*number].edges.is_empty())
            .filter_map(|number| Some((reached[number]?.order, number)))
            .collect();
        ways.sort_unstable();
        let leaf = |(_, number)| Leaf { number, path: self.path(&reached, number) };
        ways.into_iter().map(leaf).collect()
    }

    /// The cheapest way to each position. All ways to a position are equally long, so one walk by plies is enough.
    fn reached(&self, ply_cost: i32) -> Vec<Option<Reached>> {
        let values = self.values();
        let mut reached: Vec<Option<Reached>> = vec![None; self.nodes.len()];
        reached[ROOT] = Some(Reached { cost: 0, order: 0, from: None });
        let mut queue = VecDeque::from([ROOT]);
        let mut met = 0;
        while let Some(number) = queue.pop_front() {
            let (node, Some(here)) = (&self.nodes[number], reached[number]) else { continue };
            let best = values[number].map_or(0, |worth| worth.for_player(node.player));
            for (index, edge) in node.edges.iter().enumerate() {
                let worth = self.worth(&values, number, edge).for_player(node.player);
                let cost = here.cost + ply_cost + (best - worth).min(MOST_LOSS);
                let before = reached[edge.to];
                if before.is_none() {
                    met += 1;
                    queue.push_back(edge.to);
                }
                if before.is_none_or(|before| cost < before.cost) {
                    let order = before.map_or(met, |before| before.order);
                    reached[edge.to] = Some(Reached { cost, order, from: Some((number, index)) });
                }
            }
        }
        reached
    }

    /// Whether the move that leads here has a proven value.
    fn is_decided(&self, here: Reached) -> bool {
        here.from.is_some_and(|(from, index)| self.nodes[from].edges[index].worth.is_proven())
    }

    fn path(&self, reached: &[Option<Reached>], mut number: usize) -> Vec<String> {
        let mut path = Vec::new();
        while let Some((from, index)) = reached[number].and_then(|here| here.from) {
            path.push(self.nodes[from].edges[index].token.clone());
            number = from;
        }
        path.reverse();
        path
    }
}

/// The cheapest way to a position.
#[derive(Clone, Copy)]
struct Reached {
    cost: i32,
    /// When the position was first met on a walk by plies. It breaks ties.
    order: usize,
    /// The position and the number of the move before it.
    from: Option<(usize, usize)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(ply: usize, key: u64) -> Node {
        let player = Player::new(ply % 2);
        Node { player, key, ply, closed: false, edges: Vec::new() }
    }

    fn edge(token: &str, to: usize, cp: i32) -> Edge {
        let worth = Worth::Score(crate::game::Score::cp(cp));
        Edge { token: token.to_string(), to, worth, depth: 1 }
    }

    /// A start with the moves a (+30) and b (+10), and the reply c (+50) to a.
    fn small() -> Graph {
        let mut graph = Graph::new(node(0, 1));
        let [a, b] = [2, 3].map(|key| graph.add(node(1, key)).0);
        graph.link(ROOT, edge("a", a, 30));
        graph.link(ROOT, edge("b", b, 10));
        let c = graph.add(node(2, 4)).0;
        graph.link(a, edge("c", c, 50));
        graph
    }

    #[test]
    fn values_come_from_the_leaves() {
        let graph = small();
        let values = graph.values();
        let root = &graph.nodes()[ROOT];
        let worths = root.edges.iter().map(|edge| graph.worth(&values, ROOT, edge).to_string());
        assert_eq!(worths.collect::<Vec<_>>(), ["-50", "10"]);
        assert_eq!(values[ROOT].map(|worth| worth.to_string()), Some("10".to_string()));
        assert_eq!(graph.searched(), 2);
    }

    #[test]
    fn the_cheapest_leaf_is_grown_first() {
        let graph = small();
        let paths = |ply_cost| {
            let leaves = graph.cheapest_leaves(9, 9, ply_cost);
            leaves.into_iter().map(|leaf| leaf.path.join(" ")).collect::<Vec<_>>()
        };
        // b costs the ply alone; a loses 60, and c nothing.
        assert_eq!(paths(20), ["b", "a c"]);
        assert_eq!(graph.cheapest_leaves(9, 1, 20), []);
        let mut closed = graph.clone();
        closed.nodes[2].closed = true;
        assert_eq!(closed.cheapest_leaves(1, 9, 20)[0].path, ["a", "c"]);
    }

    #[test]
    fn transpositions_of_equal_length_share_a_position() {
        let mut graph = small();
        let b = 2;
        assert_eq!(graph.add(node(2, 4)), (3, false));
        graph.link(b, edge("d", 3, 0));
        graph.link(b, edge("e", 3, 0));
        assert_eq!(graph.nodes()[b].edges.len(), 1, "one move to each position");
        assert_eq!(graph.add(node(4, 4)), (4, true), "another length is another position");
        // The way by b is cheaper now.
        assert_eq!(graph.cheapest_leaves(1, 9, 20)[0].path, ["b", "d"]);
    }
}
