//! The transposition table: shared by all threads, without locks.
//!
//! A slot is two words that are written one after the other, so a reader may get halves of two
//! entries. Therefore the first word is stored XORed with the second (Hyatt and Mann, "A lock-less
//! transposition table implementation", 2002): mismatched halves give a wrong key. A hit may still
//! belong to another position, with probability 2^-40, so callers test its action.

pub(in crate::search) mod fetch;

use crate::game::{Score, in_proportion};
use crate::search::Depth;
use fetch::{FETCHES, fetch};
use std::fmt;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

const SLOTS_A_CLUSTER: usize = 4;
const BYTES_A_MEBIBYTE: usize = 1 << 20;
/// Number of different generations. The counter wraps around.
const GENERATIONS: u8 = 64;
/// Number of different epochs of the table, see [`TranspositionTable`]. The counter wraps around.
const LIVES: u64 = 256;
const LIFE_SHIFT: u32 = 56;
/// The part of the key that a slot keeps. The other bits hold the epoch and the static evaluation.
const KEY_MASK: u64 = (1 << 40) - 1;
/// The part of the check word that must match.
const CHECK_MASK: u64 = !0xFFFF;
/// For replacement, each search of age counts like this many plies of depth.
const AGE_WEIGHT_PLIES: Depth = 4;
/// A bound of the same position replaces an entry that is deeper by less than this.
const KEEP_DEEPER_PLIES: Depth = 3;

/// What a stored score says about the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

impl Bound {
    /// The bound of `best` after a search with this window.
    #[inline]
    pub fn of(best: Score, alpha: Score, beta: Score) -> Self {
        if best >= beta {
            Self::Lower
        } else if best > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// Whether a score with this bound suffices for the window.
    #[inline]
    pub fn decides(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// Bits of the best action, 0 if unknown. They may belong to another position: test the action
    /// before use.
    pub action: u32,
    /// Proven scores count mate distance from this position, not from the root.
    pub score: Score,
    /// Depth of the search.
    pub depth: Depth,
    /// The kind of `score`.
    pub bound: Bound,
    /// Static evaluation for the mover, `None` if not computed.
    pub evaluation: Option<Score>,
}

/// Stands for a missing static evaluation in a slot.
const NO_EVALUATION: i16 = i16::MIN;

impl TableEntry {
    fn pack(self, generation: u8) -> u64 {
        u64::from(self.action)
            | u64::from(self.score.raw() as i16 as u16) << 32
            | u64::from(self.depth.clamp(0, 255) as u8) << 48
            | u64::from(self.bound as u8) << 56
            | u64::from(generation) << 58
    }

    fn unpack(data: u64, evaluation: i16) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        Some(Self {
            action: data as u32,
            score: Score::from_raw(i32::from((data >> 32) as i16)),
            depth: Depth::from((data >> 48) as u8),
            bound,
            evaluation: (evaluation != NO_EVALUATION)
                .then(|| Score::from_raw(i32::from(evaluation))),
        })
    }
}

#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

impl Slot {
    /// Loads the check word and the data word, which may belong to different entries.
    fn load(&self) -> (u64, u64) {
        let data = self.data.load(Ordering::Relaxed);
        (self.check.load(Ordering::Relaxed) ^ data, data)
    }

    fn store(&self, check: u64, data: u64) {
        self.check.store(check ^ data, Ordering::Relaxed);
        self.data.store(data, Ordering::Relaxed);
    }
}

/// A cluster of slots: one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Cluster([Slot; SLOTS_A_CLUSTER]);

/// The error if the system refuses the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// The requested size in MiB.
    pub mebibytes: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a table of {} MiB cannot be allocated", self.mebibytes)
    }
}

impl std::error::Error for OutOfMemory {}

/// The transposition table.
/// There are two ways to forget. [`TranspositionTable::clear`] wipes the memory, in time
/// proportional to the size. [`TranspositionTable::new_search_from_nothing`] only begins a new
/// epoch (a *life*). Each entry carries the number of its epoch, and entries of other epochs count
/// as absent. There are few numbers, so the memory is wiped before a number is used again.
pub struct TranspositionTable {
    clusters: Vec<Cluster>,
    generation: AtomicU64,
    /// Epochs since the memory was wiped.
    life: AtomicU64,
    /// Whether the entries of the present search are invalid for other searches.
    is_apart: AtomicBool,
}

impl TranspositionTable {
    /// A clear table of `mebibytes` MiB, with all of its memory allocated. For 0 it is the smallest
    /// table, see [`TranspositionTable::empty`].
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system refuses.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let count = mebibytes.saturating_mul(BYTES_A_MEBIBYTE / size_of::<Cluster>());
        if available_bytes().is_some_and(|available| available / BYTES_A_MEBIBYTE < mebibytes) {
            return Err(OutOfMemory { mebibytes });
        }
        let count = count.max(1);
        let mut clusters = Vec::new();
        clusters.try_reserve_exact(count).map_err(|_| OutOfMemory { mebibytes })?;
        ask_for_huge_pages(clusters.spare_capacity_mut());
        clusters.resize_with(count, Cluster::default);
        Ok(Self::of(clusters))
    }

    /// The smallest table, of one cluster.
    pub fn empty() -> Self {
        Self::of(vec![Cluster::default()])
    }

    fn of(clusters: Vec<Cluster>) -> Self {
        Self {
            clusters,
            generation: AtomicU64::new(0),
            life: AtomicU64::new(0),
            is_apart: AtomicBool::new(false),
        }
    }

    /// Size in MiB.
    pub fn mebibytes(&self) -> usize {
        size_of_val(&self.clusters[..]) / BYTES_A_MEBIBYTE
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for slot in self.clusters.iter().flat_map(|cluster| &cluster.0) {
            slot.check.store(0, Ordering::Relaxed);
            slot.data.store(0, Ordering::Relaxed);
        }
        self.generation.store(0, Ordering::Relaxed);
        self.life.store(0, Ordering::Relaxed);
    }

    /// Begins a search: existing entries age by one generation.
    pub fn new_search(&self) {
        if self.is_apart.load(Ordering::Relaxed) {
            return self.new_search_from_nothing();
        }
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// Begins a search that finds no entries, as after [`TranspositionTable::clear`], at almost no cost.
    pub fn new_search_from_nothing(&self) {
        if self.life.fetch_add(1, Ordering::Relaxed) + 1 == LIVES {
            self.clear();
        }
        self.is_apart.store(false, Ordering::Relaxed);
        self.new_search();
    }

    /// Begins a search whose entries are isolated: the next search finds none of them either.
    pub fn new_search_apart(&self) {
        self.new_search_from_nothing();
        self.is_apart.store(true, Ordering::Relaxed);
    }

    fn generation(&self) -> u8 {
        (self.generation.load(Ordering::Relaxed) % u64::from(GENERATIONS)) as u8
    }

    /// The cluster of a key, chosen by its high bits. Slots keep the low bits.
    fn cluster(&self, key: u64) -> &[Slot; SLOTS_A_CLUSTER] {
        &self.clusters[in_proportion(key, self.clusters.len())].0
    }

    fn check_word(&self, key: u64, evaluation: i16) -> u64 {
        self.life() << LIFE_SHIFT | (key & KEY_MASK) << 16 | u64::from(evaluation as u16)
    }

    fn life(&self) -> u64 {
        self.life.load(Ordering::Relaxed)
    }

    /// Prefetches the cluster of `key`.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        if FETCHES {
            fetch(self.cluster(key));
        }
    }

    /// The entry of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        let wanted = self.check_word(key, 0) & CHECK_MASK;
        self.cluster(key).iter().find_map(|slot| {
            let (check, data) = slot.load();
            if check & CHECK_MASK == wanted { TableEntry::unpack(data, check as i16) } else { None }
        })
    }

    /// Stores an entry in place of the least useful one of its cluster. Keeps the known best action
    /// if the new entry has none.
    #[inline]
    pub fn store(&self, key: u64, mut entry: TableEntry) {
        let generation = self.generation();
        let life = self.life();
        let wanted = self.check_word(key, 0) & CHECK_MASK;
        let mut target = None;
        let mut least = Depth::MAX;
        for slot in self.cluster(key) {
            let (check, data) = slot.load();
            let age = generation.wrapping_sub((data >> 58) as u8) % GENERATIONS;
            let is_free = data == 0 || check >> LIFE_SHIFT != life;
            if check & CHECK_MASK == wanted && !is_free {
                let depth = Depth::from((data >> 48) as u8);
                let keeps = entry.bound != Bound::Exact && entry.depth + KEEP_DEEPER_PLIES <= depth;
                if keeps && age == 0 {
                    return;
                }
                if entry.action == 0 {
                    entry.action = data as u32;
                }
                target = Some(slot);
                break;
            }
            let worth = if is_free {
                Depth::MIN
            } else {
                Depth::from((data >> 48) as u8) - AGE_WEIGHT_PLIES * Depth::from(age)
            };
            if target.is_none() || worth < least {
                (target, least) = (Some(slot), worth);
            }
        }
        let evaluation = entry.evaluation.map_or(NO_EVALUATION, |score| score.raw() as i16);
        if let Some(slot) = target {
            slot.store(self.check_word(key, evaluation), entry.pack(generation));
        }
    }

    /// Per mille of the table with entries of this search, estimated from a sample of slots.
    pub fn per_mille_full(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let generation = self.generation();
        let slots = sample.iter().flat_map(|cluster| &cluster.0);
        let is_used = |(check, data): &(u64, u64)| {
            *data != 0 && (data >> 58) as u8 == generation && check >> LIFE_SHIFT == self.life()
        };
        let used = slots.map(Slot::load).filter(is_used).count();
        (used * 1000 / (sample.len() * SLOTS_A_CLUSTER).max(1)) as u32
    }
}

/// Memory available without swapping, if the system reports it. Linux grants more memory than it
/// has, and later kills a process that uses it.
fn available_bytes() -> Option<usize> {
    let meminfo = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = line.split_whitespace().next()?.parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// Asks the system for huge pages. With small pages nearly every probe of a large table also waits
/// for the page tables. If the system ignores the request, only the speed differs.
#[allow(unsafe_code)]
fn ask_for_huge_pages(memory: &mut [MaybeUninit<Cluster>]) {
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        const PAGE_BYTES: usize = 4096;
        let bytes = size_of_val(memory);
        let start: *mut u8 = memory.as_mut_ptr().cast();
        let skipped = start.align_offset(PAGE_BYTES).min(bytes);
        let advised = (bytes - skipped) / PAGE_BYTES * PAGE_BYTES;
        // SAFETY: the whole pages from `start + skipped` lie within `memory`, which is borrowed exclusively, and the
        // advice does not change their contents. The test `a_large_table_is_clear` exercises it.
        let result =
            unsafe { libc::madvise(start.add(skipped).cast(), advised, libc::MADV_HUGEPAGE) };
        if result != 0 {
            log::debug!("no huge pages for the table: {}", std::io::Error::last_os_error());
        }
    }
    #[cfg(not(all(target_os = "linux", not(miri))))]
    let _ = memory;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(action: u32, depth: Depth, bound: Bound) -> TableEntry {
        TableEntry { action, score: Score::cp(-7), depth, bound, evaluation: Some(Score::cp(12)) }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::empty();
        let stored =
            TableEntry { score: Score::loss_in(3), evaluation: None, ..entry(77, 9, Bound::Exact) };
        table.store(0xDEAD_BEEF_0123_4567, stored);
        assert_eq!(table.probe(0xDEAD_BEEF_0123_4567), Some(stored));
        assert_eq!(table.probe(0xDEAD_BEEF_0123_4568), None);
        table.clear();
        assert_eq!(table.probe(0xDEAD_BEEF_0123_4567), None);
    }

    #[test]
    fn halves_of_two_entries_are_no_hit() {
        let table = TranspositionTable::empty();
        let key = 42 << 20;
        table.store(key, entry(1, 5, Bound::Exact));
        let slot = table.cluster(key).iter().find(|slot| slot.load().1 != 0).unwrap();
        slot.data.fetch_xor(1 << 40, Ordering::Relaxed);
        assert_eq!(table.probe(key), None);
    }

    #[test]
    fn an_action_survives_an_entry_without_one() {
        let table = TranspositionTable::empty();
        table.store(9, entry(5, 3, Bound::Lower));
        table.store(9, entry(0, 8, Bound::Upper));
        assert_eq!(table.probe(9).map(|found| (found.action, found.depth)), Some((5, 8)));
    }

    #[test]
    fn a_shallow_bound_does_not_displace_a_deep_entry_of_the_same_search() {
        let table = TranspositionTable::empty();
        table.store(9, entry(5, 12, Bound::Exact));
        table.store(9, entry(6, 4, Bound::Upper));
        assert_eq!(table.probe(9).map(|found| found.depth), Some(12));
        table.new_search();
        table.store(9, entry(6, 4, Bound::Upper));
        assert_eq!(table.probe(9).map(|found| found.depth), Some(4));
    }

    /// Both tables behave the same for three keys stored in this order.
    fn assert_same(fresh: &TranspositionTable, used: &TranspositionTable, keys: [u64; 6]) {
        for (index, key) in keys.into_iter().enumerate() {
            let stored = entry(index as u32 + 1, 3 + (key % 5) as Depth, Bound::Lower);
            fresh.store(key, stored);
            used.store(key, stored);
        }
        for key in keys {
            assert_eq!(used.probe(key), fresh.probe(key), "{key}");
        }
        assert_eq!(used.per_mille_full(), fresh.per_mille_full());
    }

    #[test]
    fn a_search_from_nothing_finds_a_table_as_if_it_were_clear() {
        let used = TranspositionTable::empty();
        for round in 0..600 {
            used.new_search_from_nothing();
            (1..=6).for_each(|key| assert_eq!(used.probe(key), None, "round {round}"));
            let fresh = TranspositionTable::empty();
            fresh.new_search();
            let keys = [1, 2, 3, 4, 5, 6].map(|key| (key * (round + 1)) % 7 + 1);
            assert_same(&fresh, &used, keys);
        }
    }

    #[test]
    fn searches_after_one_from_nothing_go_on_from_it_and_no_further() {
        let table = TranspositionTable::empty();
        table.new_search();
        table.store(1, entry(1, 20, Bound::Exact));
        table.new_search_from_nothing();
        table.store(2, entry(2, 20, Bound::Exact));
        for search in 0..200 {
            table.new_search();
            let found = (table.probe(1), table.probe(2));
            assert_eq!(found, (None, Some(entry(2, 20, Bound::Exact))), "search {search}");
        }
        (0..2 * LIVES).for_each(|_| {
            table.new_search_from_nothing();
            assert_eq!((table.probe(1), table.probe(2)), (None, None));
        });
    }

    #[test]
    fn the_shallowest_entry_of_a_full_cluster_goes() {
        let table = TranspositionTable::empty();
        for key in 1..=5 {
            table.store(key, entry(key as u32, 10 + key as Depth, Bound::Exact));
        }
        assert_eq!(table.probe(1), None);
        assert!((2..=5).all(|key| table.probe(key).is_some()));
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes Miri minutes")]
    fn prefetching_changes_nothing() {
        let table = TranspositionTable::new(1).unwrap();
        let stored = entry(3, 3, Bound::Exact);
        table.store(u64::MAX, stored);
        for key in [0, 1, u64::MAX / 2, u64::MAX] {
            table.prefetch(key);
        }
        assert_eq!(table.probe(u64::MAX), Some(stored));
        assert_eq!(table.probe(0), None);
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes Miri minutes")]
    fn a_large_table_is_clear() {
        let table = TranspositionTable::new(9).unwrap();
        assert_eq!((table.clusters.len(), table.mebibytes()), (9 << 14, 9));
        let words = table.clusters.iter().flat_map(|cluster| &cluster.0);
        assert!(words.map(Slot::load).all(|word| word == (0, 0)));
    }

    #[test]
    fn more_memory_than_there_is_is_refused() {
        let mebibytes = 1 << 40;
        assert_eq!(TranspositionTable::new(mebibytes).err(), Some(OutOfMemory { mebibytes }));
    }
}
