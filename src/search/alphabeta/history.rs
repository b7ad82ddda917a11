//! Move ordering tables: butterfly history, continuation history and killers.

use crate::game::Player;
use crate::search::walker::PreviousSlots;
use crate::search::{Depth, MAX_PLY, Ply, Searchable};
use std::marker::PhantomData;

/// History values range from minus this to plus this.
pub(super) const HISTORY_MAX: i32 = 16_384;
pub(super) const PLAYERS: usize = 4;

/// The tables of one thread. An entry grows when its action causes a cutoff. It shrinks when the action was tried
/// before the one that did (Schaeffer 1989; with the "gravity" of Stockfish).
pub struct Heuristics<G: Searchable> {
    /// Butterfly history, by player and slot.
    butterfly: HistoryTable,
    /// Continuation history, by slot of the previous action and slot of this one. The last row holds zeros and stands
    /// for no previous action.
    continuation: HistoryTable,
    /// Continuation history of the action two plies before.
    follow_up: HistoryTable,
    /// By ply: bits of the last two quiet actions that caused a cutoff.
    killers: [[u32; 2]; MAX_PLY + 2],
    game: PhantomData<G>,
}

/// The rows of the tables that concern one node.
#[derive(Clone, Copy)]
pub struct History<'a> {
    butterfly: &'a [i16],
    continuation: &'a [i16],
    follow_up: &'a [i16],
}

impl History<'_> {
    /// The history value of the action in `slot`. Higher values are tried earlier.
    #[inline]
    pub fn value(&self, slot: usize) -> i32 {
        i32::from(self.butterfly[slot])
            + i32::from(self.continuation[slot])
            + i32::from(self.follow_up[slot])
    }
}

impl<G: Searchable> Heuristics<G> {
    /// Empty tables.
    pub fn new() -> Self {
        Self {
            butterfly: HistoryTable::new(PLAYERS * G::SLOTS),
            continuation: HistoryTable::new((G::SLOTS + 1) * G::SLOTS),
            follow_up: HistoryTable::new((G::SLOTS + 1) * G::SLOTS),
            killers: [[0; 2]; MAX_PLY + 2],
            game: PhantomData,
        }
    }

    /// Clears the tables for a new game.
    pub fn clear(&mut self) {
        for table in [&mut self.butterfly, &mut self.continuation, &mut self.follow_up] {
            table.clear();
        }
        self.new_search();
    }

    /// Clears the killers, which belong to the plies of one search.
    pub fn new_search(&mut self) {
        self.killers.fill([0; 2]);
    }

    /// The history rows of a node of `player`, looked up once for all its actions.
    #[inline]
    pub fn history(&self, player: Player, before: PreviousSlots) -> History<'_> {
        let [last, second_last] = before.map(|slot| slot.unwrap_or(G::SLOTS));
        History {
            butterfly: Self::row(&self.butterfly, player.index()),
            continuation: Self::row(&self.continuation, last),
            follow_up: Self::row(&self.follow_up, second_last),
        }
    }

    fn row(table: &HistoryTable, index: usize) -> &[i16] {
        &table.values[index * G::SLOTS..(index + 1) * G::SLOTS]
    }

    /// Rewards the action in `slot`; a negative bonus punishes it.
    #[inline]
    pub fn update(&mut self, player: Player, slot: usize, before: PreviousSlots, bonus: i32) {
        self.update_alone(player, slot, bonus);
        if let Some(previous) = before[0] {
            self.continuation.learn(previous * G::SLOTS + slot, bonus);
        }
        if let Some(previous) = before[1] {
            self.follow_up.learn(previous * G::SLOTS + slot, bonus);
        }
    }

    /// Rewards the action in `slot`, regardless of the actions before it.
    #[inline]
    pub fn update_alone(&mut self, player: Player, slot: usize, bonus: i32) {
        self.butterfly.learn(player.index() * G::SLOTS + slot, bonus);
    }

    /// Bits of the killers of this ply.
    #[inline]
    pub fn killers(&self, ply: Ply) -> [u32; 2] {
        self.killers[ply]
    }

    /// Makes the quiet action a killer of this ply.
    #[inline]
    pub fn add_killer(&mut self, ply: Ply, bits: u32) {
        if self.killers[ply][0] != bits {
            self.killers[ply] = [bits, self.killers[ply][0]];
        }
    }
}

/// A table with a list of its changed entries. Some games have tables with millions of entries, but
/// a short search changes only some hundreds. Clearing only those takes no longer than filling
/// them.
pub(super) struct HistoryTable {
    pub(super) values: Vec<i16>,
    /// Indices of all non-zero entries, unless there are too many to list.
    changed: Vec<u32>,
}

/// With more changed entries it is faster to clear the whole table.
const MOST_CHANGED: usize = 1 << 14;

impl HistoryTable {
    pub(super) fn new(count: usize) -> Self {
        Self { values: vec![0; count], changed: Vec::with_capacity(MOST_CHANGED) }
    }

    #[inline]
    pub(super) fn learn(&mut self, index: usize, bonus: i32) {
        // A zero bonus changes nothing. Without this test the same index would be listed again and
        // again.
        if bonus == 0 {
            return;
        }
        let entry = &mut self.values[index];
        if *entry == 0 && self.changed.len() < MOST_CHANGED {
            self.changed.push(index as u32);
        }
        learn(entry, bonus);
    }

    pub(super) fn clear(&mut self) {
        if self.changed.len() < MOST_CHANGED {
            self.changed.iter().for_each(|index| self.values[*index as usize] = 0);
        } else {
            self.values.fill(0);
        }
        self.changed.clear();
    }
}

/// The bonus for a cutoff at `depth`.
#[inline(always)]
pub fn bonus<G: Searchable>(depth: Depth) -> i32 {
    (G::PROFILE.params.history_bonus() * depth).min(G::PROFILE.params.history_bonus_most())
}

fn learn(entry: &mut i16, bonus: i32) {
    let value = i32::from(*entry);
    *entry = (value + bonus - value * bonus.abs() / HISTORY_MAX) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tunables::Tunables;

    const MOST: i32 = Tunables::DEFAULT.history_bonus_most;

    #[test]
    fn what_was_learnt_is_forgotten_be_it_little_or_much() {
        for count in [0, 1, MOST_CHANGED - 1, MOST_CHANGED, MOST_CHANGED + 9] {
            let mut table = HistoryTable::new(2 * MOST_CHANGED);
            (0..count).for_each(|index| table.learn(2 * index % (2 * MOST_CHANGED), MOST));
            let learnt = table.values.iter().filter(|value| **value != 0).count();
            assert_eq!(learnt, count.min(MOST_CHANGED));
            table.clear();
            assert!(table.values.iter().all(|value| *value == 0), "{count}");
            assert!(table.changed.is_empty());
        }
    }

    #[test]
    fn a_lesson_of_nothing_leaves_nothing_to_forget() {
        let mut table = HistoryTable::new(8);
        (0..9).for_each(|_| table.learn(3, 0));
        assert!(table.changed.is_empty());
    }

    #[test]
    fn history_stays_within_its_bounds() {
        let mut entry = 0;
        (0..1_000).for_each(|_| learn(&mut entry, MOST));
        assert!(i32::from(entry) > HISTORY_MAX / 2 && i32::from(entry) <= HISTORY_MAX);
        (0..1_000).for_each(|_| learn(&mut entry, -MOST));
        assert!(i32::from(entry) < -HISTORY_MAX / 2 && i32::from(entry) >= -HISTORY_MAX);
    }
}
