//! The value of a position for all players, and how the table keeps it.

use crate::game::zobrist::splitmix64;
use crate::game::{Action, Score};
use crate::search::table::{Bound, Entry};
use crate::search::values::{Parts, Shares, WHOLE};
use crate::search::{Depth, MOST_PLAYERS};
use std::cmp::Reverse;

/// A whole game in the units of shares. Whole numbers, so that they add up, and so many that each part of a game that is
/// over is one, and that a share fits into 16 bits.
pub(super) const UNITS: i32 = 5_460 * WHOLE as i32;

/// The shares of all players by seat; together [`UNITS`].
pub(super) type Units = [i32; MOST_PLAYERS];

/// That one player has won against any play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Win {
    pub seat: usize,
    /// His turns to the end; see [`Score::win_in`].
    pub turns: u32,
}

/// What a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub shares: Units,
    /// What is proven.
    pub win: Option<Win>,
}

impl Value {
    /// That of a game that is over.
    pub fn of_parts(parts: Parts, win: Option<Win>) -> Self {
        Self { shares: parts.map(|part| i32::from(part) * (UNITS / i32::from(WHOLE))), win }
    }

    /// The nearest one to these shares. Nobody who is in the game is left without any hope.
    pub fn of_shares(shares: Shares, is_in: [bool; MOST_PLAYERS]) -> Self {
        let mut units = Units::default();
        for ((units, share), is_in) in units.iter_mut().zip(shares).zip(is_in) {
            *units = ((share * UNITS as f32) as i32).clamp(0, UNITS).max(i32::from(is_in));
        }
        let rest = UNITS - units.iter().sum::<i32>();
        let greatest = (0..MOST_PLAYERS).rev().max_by_key(|seat| units[*seat]).unwrap_or(0);
        units[greatest] += rest;
        Self { shares: units, win: None }
    }

    /// The share of one player.
    pub fn share(&self, seat: usize) -> f32 {
        self.shares[seat] as f32 / UNITS as f32
    }

    /// Whether the player in `seat` has won against any play.
    pub fn is_won_by(&self, seat: usize) -> bool {
        self.win.is_some_and(|win| win.seat == seat)
    }

    /// What orders values for the player in `seat`, the greater the better: his share; what is worse for the hero, lest he
    /// hope for gifts; the others' shares, only so that the order of actions makes no difference; a shorter win, a loss
    /// that takes longer.
    pub fn rank(&self, seat: usize, hero: usize) -> impl Ord + use<> {
        let proof = self.win.map_or(0, |win| match win.seat == seat {
            true => i64::from(u32::MAX - win.turns),
            false => i64::from(win.turns) - i64::from(u32::MAX),
        });
        (self.shares[seat], Reverse(self.shares[hero]), self.shares, proof)
    }
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// What the best action is known by, see [`mark`]; 0 where none is known.
    pub best: u32,
    pub depth: Depth,
    pub found: Found,
}

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The value.
    Exact(Value),
    /// It does not meet the window. The mover is assured of so many units.
    Outside(i32),
}

/// The action of an entry holds the mark of the best one in the bits from here on, and below them the share of the third
/// player.
const BEST_SHIFT: u32 = 20;
const MARKS: u64 = 1 << (u32::BITS - BEST_SHIFT);
const THIRD_MASK: u32 = (1 << BEST_SHIFT) - 1;
/// What stands there, and the seat, if a player has won.
const WON: u32 = 0xF_0000;
/// Shares become signed numbers of 16 bits, none of them the one that stands for no value.
const MIDDLE: i32 = 32_767;

/// What an action is known by in the table, where there is no room for all of it: never 0. Should two have the same mark
/// it costs no more than good order.
pub(super) fn mark(action: impl Action) -> u32 {
    (1 + splitmix64(action.bits().into()).1 % (MARKS - 1)) as u32
}

impl Known {
    /// As the table keeps it. Turns of a proven win count from the position.
    pub fn to_entry(self) -> Entry {
        let best = self.best << BEST_SHIFT;
        let units = |units: i32| Score::from_raw(units - MIDDLE);
        let (bound, low, first, second) = match self.found {
            Found::Outside(least) => (Bound::Lower, 0, least, 0),
            Found::Exact(Value { win: Some(win), .. }) => {
                (Bound::Exact, WON + win.seat as u32, win.turns.min(u16::MAX.into()) as i32, 0)
            }
            Found::Exact(Value { shares, win: None }) => {
                (Bound::Exact, shares[2] as u32, shares[0], shares[1])
            }
        };
        let (score, evaluation) = (units(first), Some(units(second)));
        Entry { action: best | low, score, depth: self.depth, bound, evaluation }
    }

    /// The same where the turns of a proven win count from a position after which the winner had completed so many.
    pub fn later(mut self, turns: impl Fn(usize) -> i32) -> Self {
        if let Found::Exact(Value { win: Some(win), .. }) = &mut self.found {
            win.turns = win.turns.saturating_add_signed(turns(win.seat));
        }
        self
    }

    /// Whether nothing is left to be found out by looking so deep.
    pub fn is_deep(&self, depth: Depth) -> bool {
        self.depth >= depth || matches!(self.found, Found::Exact(Value { win: Some(_), .. }))
    }

    /// The inverse of [`Known::to_entry`].
    pub fn from_entry(entry: Entry) -> Option<Self> {
        let first = entry.score.raw() + MIDDLE;
        let second = entry.evaluation?.raw() + MIDDLE;
        let low = entry.action & THIRD_MASK;
        let found = if entry.bound != Bound::Exact {
            Found::Outside(first)
        } else if let Some(seat) = low.checked_sub(WON).map(|seat| seat as usize % MOST_PLAYERS) {
            let mut shares = Units::default();
            shares[seat] = UNITS;
            Found::Exact(Value { shares, win: Some(Win { seat, turns: first as u32 }) })
        } else {
            let third = low as i32;
            let shares = [first, second, third, UNITS - first - second - third];
            Found::Exact(Value { shares, win: None })
        };
        Some(Self { best: entry.action >> BEST_SHIFT, depth: entry.depth, found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_leave_hope() {
        for shares in [[0.3, 0.3, 0.4, 0.0], [1.0, 0.0, 0.0, 0.0], [0.333, 0.333, 0.333, 0.0]] {
            let value = Value::of_shares(shares, [true, true, true, false]);
            assert_eq!(value.shares.iter().sum::<i32>(), UNITS);
            assert!(value.shares[..3].iter().all(|share| *share > 0) && value.shares[3] == 0);
            assert!((0..3).all(|seat| (value.share(seat) - shares[seat]).abs() < 0.002));
        }
    }

    #[test]
    fn the_table_keeps_values_exactly() {
        let win = Some(Win { seat: 3, turns: 7 });
        let values = [
            Value::of_shares([0.1, 0.2, 0.3, 0.4], [true; 4]),
            Value::of_shares([0.0, 0.0, 1.0, 0.0], [false, false, true, false]),
            Value::of_parts([6, 6, 0, 0], None),
            Value::of_parts([0, 0, 0, WHOLE], win),
        ];
        let found = values.into_iter().map(Found::Exact).chain([Found::Outside(12_345)]);
        for found in found {
            for best in [0, 1, 4_095] {
                let known = Known { best, depth: 9, found };
                assert_eq!(Known::from_entry(known.to_entry()), Some(known));
            }
        }
    }

    #[test]
    fn one_prefers_a_short_win_and_a_long_loss() {
        let win = |turns| Value::of_parts([WHOLE, 0, 0, 0], Some(Win { seat: 0, turns }));
        let hope = Value::of_parts([0, WHOLE, 0, 0], None);
        assert!(win(1).rank(0, 2) > win(2).rank(0, 2));
        assert!(win(1).rank(1, 2) < win(2).rank(1, 2));
        assert!(hope.rank(2, 1) < win(9).rank(2, 1), "what is worse for the hero comes first");
    }
}
