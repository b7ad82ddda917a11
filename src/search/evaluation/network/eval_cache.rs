//! A cache of recent values. Quiescence search reaches the same positions by many transpositions,
//! but does not use the transposition table.

use crate::search::table::fetch::fetch;

/// Values by key. A new entry replaces the old one in its slot. 128 KiB, to stay in the processor's
/// cache.
pub(super) struct EvalCache(Vec<u64>);

const PLACES: usize = 1 << 14;
/// Low bits of an entry hold the value, the others a part of the key.
const VALUE_BITS: u32 = 16;

impl EvalCache {
    /// A cache, or with `has_room` false an empty one that stores nothing.
    pub fn new(has_room: bool) -> Self {
        Self(vec![0; if has_room { PLACES } else { 0 }])
    }

    /// The cached value of the position with this key.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<i32> {
        let entry = *self.0.get(place(key))?;
        ((entry ^ key) >> VALUE_BITS == 0).then_some(i32::from(entry as i16))
    }

    /// Prefetches the entry of the position with this key.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        if let Some(entry) = self.0.get(place(key)) {
            fetch(entry);
        }
    }

    /// Stores a value, which must fit into 16 bits.
    #[inline(always)]
    pub fn put(&mut self, key: u64, value: i32) {
        if let Some(entry) = self.0.get_mut(place(key)) {
            *entry = key >> VALUE_BITS << VALUE_BITS | u64::from(value as u16);
        }
    }
}

#[inline(always)]
fn place(key: u64) -> usize {
    key as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_found_by_its_own_key_alone() {
        let mut eval_cache = EvalCache::new(true);
        let key = 0x1234_5678_9ABC_DEF0;
        assert_eq!(eval_cache.get(key), None);
        for value in [0, 1, -1, 20_000, -20_000] {
            eval_cache.put(key, value);
            assert_eq!(eval_cache.get(key), Some(value));
        }
        let in_its_place = key ^ 1 << 40;
        assert_eq!(eval_cache.get(in_its_place), None);
        eval_cache.put(in_its_place, 7);
        eval_cache.prefetch(key);
        assert_eq!([key, in_its_place].map(|key| eval_cache.get(key)), [None, Some(7)]);
        assert_eq!(eval_cache.get(key ^ 1), None);
    }

    #[test]
    fn without_room_nothing_is_remembered() {
        let mut eval_cache = EvalCache::new(false);
        eval_cache.put(5 << 20, 3);
        eval_cache.prefetch(5 << 20);
        assert_eq!(eval_cache.get(5 << 20), None);
    }
}
