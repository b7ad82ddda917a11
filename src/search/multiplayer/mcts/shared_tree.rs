//! Data shared by the threads of a pool: the tree and the progressive history.

use super::arena::Arena;
use super::node_id::NodeId;
use crate::search::multiplayer::values::ProgressiveHistory;
use std::sync::Mutex;

/// Index of the root node.
pub(super) const ROOT: NodeId = 0;

/// The shared data. Lock order: a thread that holds the progressive history must not wait for the tree.
pub struct SharedTree {
    pub(super) tree: Mutex<SearchTree>,
    pub(super) progressive: Mutex<ProgressiveHistory>,
}

/// The tree of a search.
pub(super) struct SearchTree {
    pub arena: Arena,
    /// Actions from the first root of this tree to the present root.
    pub passed: usize,
    /// Number of the search in its pool; 0 for none.
    pub search: u64,
    /// Sum of the payoffs of all players.
    pub total: u8,
}

impl Default for SharedTree {
    fn default() -> Self {
        let tree = SearchTree { arena: Arena::EMPTY, passed: 0, search: 0, total: 0 };
        Self { tree: Mutex::new(tree), progressive: Mutex::new(ProgressiveHistory::new(0, 0)) }
    }
}

impl SearchTree {
    /// Makes room for a visit by dropping the least visited edges. `false` while visits are under way.
    pub fn has_room(&mut self) -> bool {
        let arena = &mut self.arena;
        if !arena.is_full() {
            return true;
        }
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
}
