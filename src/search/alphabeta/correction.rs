//! Correction history: the error of static evaluations, learnt from search results for similar positions (Caissa and
//! Stockfish, 2024). The tables are indexed by the actions that led to a position, as continuation history is.

use super::history::{HISTORY_MAX, HistoryTable, PLAYERS};
use crate::game::{Player, Score};
use crate::search::table::Bound;
use crate::search::walker::PreviousSlots;
use crate::search::{Depth, Searchable};
use std::marker::PhantomData;

/// Largest change of an entry by one search. Entries range up to [`HISTORY_MAX`].
const MOST_AT_ONCE: i32 = HISTORY_MAX / 4;

/// Correction tables of one thread, by mover and by slot of the action one or two plies before.
pub(super) struct Correction<G: Searchable> {
    last: HistoryTable,
    second_last: HistoryTable,
    game: PhantomData<G>,
}

impl<G: Searchable> Correction<G> {
    /// Empty tables.
    pub fn new() -> Self {
        let table = || HistoryTable::new(PLAYERS * (G::SLOTS + 1));
        Self { last: table(), second_last: table(), game: PhantomData }
    }

    /// Clears the tables for a new game.
    pub fn clear(&mut self) {
        self.last.clear();
        self.second_last.clear();
    }

    fn places(player: Player, before: PreviousSlots) -> [usize; 2] {
        before.map(|slot| player.index() * (G::SLOTS + 1) + slot.unwrap_or(G::SLOTS))
    }

    /// The corrected static evaluation.
    #[inline(always)]
    pub fn corrected(&self, value: Score, player: Player, before: PreviousSlots) -> Score {
        let most = G::PROFILE.params.correction_most();
        if most == 0 {
            return value;
        }
        let [last, second_last] = Self::places(player, before);
        let sum =
            i32::from(self.last.values[last]) + i32::from(self.second_last.values[second_last]);
        (value + most * sum / HISTORY_MAX).clamp(-Score::MAX_STATIC, Score::MAX_STATIC)
    }

    /// Learns from a node with the corrected static evaluation `value` and the search value
    /// `found`, which is exact or a bound.
    #[inline(always)]
    pub fn learn(
        &mut self,
        value: Score,
        found: Score,
        bound: Bound,
        depth: Depth,
        player: Player,
        before: PreviousSlots,
    ) {
        let says_nothing = match bound {
            Bound::Exact => false,
            Bound::Lower => found <= value,
            Bound::Upper => found >= value,
        };
        let params = G::PROFILE.params;
        if params.correction_most() == 0 || says_nothing || found.is_proven() {
            return;
        }
        let error = (found.raw() - value.raw()) * depth * params.correction_rate();
        let error = error.clamp(-MOST_AT_ONCE, MOST_AT_ONCE);
        let [last, second_last] = Self::places(player, before);
        self.last.learn(last, error);
        self.second_last.learn(second_last, error);
    }
}
