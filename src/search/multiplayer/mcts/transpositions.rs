//! The transposition index: finds nodes by their keys, so that transpositions of equal length share a node.

use super::node_id::{NONE, NodeId};

/// A hash table with open addressing and linear probing. It grows with the tree, within memory
/// allocated before.
pub(super) struct TranspositionIndex {
    /// The number of slots is a power of two, at least twice the number of nodes with a key.
    slots: Vec<NodeId>,
    /// Slots in use.
    count: usize,
}

const LEAST_SLOTS: usize = 1024;
/// Largest number of slots for each node.
const SLOTS_A_NODE: usize = 4;

impl TranspositionIndex {
    pub const EMPTY: Self = Self { slots: Vec::new(), count: 0 };
    /// Largest size of the index for each node, in bytes.
    pub const BYTES_A_NODE: usize = SLOTS_A_NODE * size_of::<NodeId>();

    /// Allocates memory for this many nodes. Returns whether the system granted it.
    pub fn reserve(&mut self, nodes: usize) -> bool {
        let most = (SLOTS_A_NODE * nodes).max(LEAST_SLOTS);
        self.clear();
        self.slots.try_reserve_exact(most).is_ok()
    }

    /// Removes all entries.
    pub fn clear(&mut self) {
        self.slots.clear();
        self.count = 0;
    }

    /// The node entered with this key. `keys` are the keys of all nodes.
    pub fn find(&self, key: u64, keys: &[u64]) -> Option<NodeId> {
        self.slots_from(key)
            .map(|slot| self.slots[slot])
            .take_while(|id| *id != NONE)
            .find(|id| keys[*id as usize] == key)
    }

    /// Adds a node under its key.
    pub fn add(&mut self, id: NodeId, keys: &[u64]) {
        if 2 * (self.count + 1) > self.slots.len() {
            self.renew(keys);
        } else {
            self.put(id, keys[id as usize]);
        }
    }

    /// Rebuilds the index from these keys. A key of 0 means that the node has none.
    pub fn renew(&mut self, keys: &[u64]) {
        let keyed = || keys.iter().enumerate().filter(|(_, key)| **key != 0);
        let slots = (2 * keyed().count()).next_power_of_two().max(LEAST_SLOTS);
        self.clear();
        self.slots.resize(slots, NONE);
        keyed().for_each(|(id, key)| self.put(id as NodeId, *key));
    }

    fn put(&mut self, id: NodeId, key: u64) {
        if let Some(slot) = self.slots_from(key).find(|slot| self.slots[*slot] == NONE) {
            self.slots[slot] = id;
            self.count += 1;
        }
    }

    /// The probe sequence of a key.
    fn slots_from(&self, key: u64) -> impl Iterator<Item = usize> + use<> {
        let slots = self.slots.len();
        let first = key as usize;
        (0..slots).map(move |step| first.wrapping_add(step) & (slots - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_nodes_are_found_as_they_become_many() {
        // Keys with equal low bits, so that they collide.
        let keys: Vec<_> = (0..5_000).map(|id| if id % 3 == 0 { 0 } else { id << 8 }).collect();
        let mut transpositions = TranspositionIndex::EMPTY;
        assert!(transpositions.reserve(keys.len()));
        let most = transpositions.slots.capacity();
        assert_eq!(transpositions.find(1 << 8, &keys), None);
        for (id, key) in keys.iter().enumerate().filter(|(_, key)| **key != 0) {
            assert_eq!(transpositions.find(*key, &keys), None);
            transpositions.add(id as NodeId, &keys[..=id]);
            assert_eq!(transpositions.find(*key, &keys), Some(id as NodeId));
        }
        assert_eq!(transpositions.find(2 << 8, &keys), Some(2));
        transpositions.renew(&keys[..100]);
        assert_eq!(transpositions.find(98 << 8, &keys), Some(98));
        assert_eq!(transpositions.find(200 << 8, &keys), None);
        assert_eq!(transpositions.slots.capacity(), most);
    }
}
