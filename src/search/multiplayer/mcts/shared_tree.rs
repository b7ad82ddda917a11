//! What the threads of a pool share: a tree, and what is learnt of actions while it grows.

use super::arena::{Arena, NodeId};
use crate::search::multiplayer::values::ProgressiveHistory;
use std::sync::Mutex;

/// The number of the node at the root.
pub(super) const ROOT: NodeId = 0;

/// See the module. Whoever holds the progressive history does not wait for the tree.
pub struct SharedTree {
    pub(super) tree: Mutex<SearchTree>,
    pub(super) progressive: Mutex<ProgressiveHistory>,
}

/// The tree of a search.
pub(super) struct SearchTree {
    pub arena: Arena,
    /// The actions from the first root of the tree to that of today.
    pub passed: usize,
    /// Which search it is about, as its pool counts them; 0 for none.
    pub search: u64,
    /// What all players get together.
    pub total: u8,
}

impl Default for SharedTree {
    fn default() -> Self {
        let tree = SearchTree { arena: Arena::EMPTY, passed: 0, search: 0, total: 0 };
        Self { tree: Mutex::new(tree), progressive: Mutex::new(ProgressiveHistory::new(0, 0)) }
    }
}

impl SearchTree {
    /// Whether there is room for what a visit adds, for which what was visited least may be dropped. Visits under way
    /// must be over first.
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
