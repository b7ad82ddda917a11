//! The value of a position for all players, and its table entry.

use crate::game::zobrist::splitmix64;
use crate::game::{Action, Score};
use crate::search::payoffs::{Payoffs, WHOLE, WinProbabilities};
use crate::search::table::{Bound, TableEntry};
use crate::search::{Depth, MOST_PLAYERS};
use std::cmp::Reverse;

/// The whole game in units of shares. Units are integers, so that shares add up exactly. Each
/// payoff is a whole number of units, and a share fits into 16 bits.
pub(super) const UNITS: i32 = 5_460 * WHOLE as i32;

/// Shares of all players by seat, at most [`UNITS`] each.
pub(super) type ShareUnits = [i32; MOST_PLAYERS];

/// A proven win of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Win {
    pub seat: usize,
    /// Turns of the winner to the end; see [`Score::win_in`].
    pub turns: u32,
}

/// The value of a position for all players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub shares: ShareUnits,
    /// The proven win, if there is one.
    pub win: Option<Win>,
}

impl Value {
    /// The value of a finished game.
    pub fn of_payoffs(parts: Payoffs, win: Option<Win>) -> Self {
        Self { shares: parts.map(|part| i32::from(part) * (UNITS / i32::from(WHOLE))), win }
    }

    /// The nearest integer shares that add up to `total`. A player in the game keeps at least one
    /// unit.
    pub fn of_shares(shares: WinProbabilities, is_in: [bool; MOST_PLAYERS], total: i32) -> Self {
        let mut units = ShareUnits::default();
        for ((units, share), is_in) in units.iter_mut().zip(shares).zip(is_in) {
            *units = ((share * UNITS as f32) as i32).clamp(0, UNITS).max(i32::from(is_in));
        }
        let rest = total - units.iter().sum::<i32>();
        let greatest = (0..MOST_PLAYERS).rev().max_by_key(|seat| units[*seat]).unwrap_or(0);
        units[greatest] += rest;
        Self { shares: units, win: None }
    }

    /// The share of one player.
    pub fn share(&self, seat: usize) -> f32 {
        self.shares[seat] as f32 / UNITS as f32
    }

    /// Whether the player in `seat` has a proven win.
    pub fn is_won_by(&self, seat: usize) -> bool {
        self.win.is_some_and(|win| win.seat == seat)
    }

    /// A sort key of values for the player in `seat`; greater is better. The first criterion is the
    /// own share, the next a small share of the root player, so that the root player does not hope
    /// for gifts. Then come the other shares, so that the order of actions makes no difference. The
    /// last one is a shorter win or a later loss.
    pub fn rank(&self, seat: usize, root_player: usize) -> impl Ord + use<> {
        let proof = self.win.map_or(0, |win| match win.seat == seat {
            true => i64::from(u32::MAX - win.turns),
            false => i64::from(win.turns) - i64::from(u32::MAX),
        });
        (self.shares[seat], Reverse(self.shares[root_player]), self.shares, proof)
    }
}

/// A table entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The mark of the best action, see [`mark`]; 0 if unknown.
    pub best: u32,
    pub depth: Depth,
    pub found: Found,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The exact value.
    Exact(Value),
    /// The value is outside the window. The mover is guaranteed this many units.
    Outside(i32),
}

/// First bit of the best action's mark in the action bits of an entry. The bits below hold the
/// third player's share.
const BEST_SHIFT: u32 = 20;
const MARKS: u64 = 1 << (u32::BITS - BEST_SHIFT);
const THIRD_MASK: u32 = (1 << BEST_SHIFT) - 1;
/// Marks a proven win in these bits, together with turns and seat of the winner.
const WON: u32 = 0xF_0000;
const SEAT_BITS: u32 = 2;
const MOST_TURNS: u32 = (THIRD_MASK - WON) >> SEAT_BITS;
/// Offset from shares to signed 16-bit numbers. It avoids the number that stands for "no value".
const MIDDLE: i32 = 32_767;

/// A short hash of an action for the table, never 0. A collision only costs move ordering.
pub(super) fn mark(action: impl Action) -> u32 {
    (1 + splitmix64(action.bits().into()).1 % (MARKS - 1)) as u32
}

/// All seats except one.
fn others(seat: usize) -> [usize; MOST_PLAYERS - 1] {
    std::array::from_fn(|index| index + usize::from(index >= seat))
}

impl Known {
    /// Converts to a table entry. Turns of a proven win count from this position.
    pub fn to_entry(self) -> TableEntry {
        let best = self.best << BEST_SHIFT;
        let units = |units: i32| Score::from_raw(units - MIDDLE);
        let (bound, low, first, second) = match self.found {
            Found::Outside(least) => (Bound::Lower, 0, least, 0),
            Found::Exact(Value { win: Some(win), shares }) => {
                let [first, second, _] = others(win.seat).map(|seat| shares[seat]);
                let turns = win.turns.min(MOST_TURNS) << SEAT_BITS;
                (Bound::Exact, WON + turns + win.seat as u32, first, second)
            }
            Found::Exact(Value { shares, win: None }) => {
                (Bound::Exact, shares[2] as u32, shares[0], shares[1])
            }
        };
        let (score, evaluation) = (units(first), Some(units(second)));
        TableEntry { action: best | low, score, depth: self.depth, bound, evaluation }
    }

    /// Converts the turns of a proven win. `turns` gives the turns that the winner had completed
    /// before this node.
    pub fn later(mut self, turns: impl Fn(usize) -> i32) -> Self {
        if let Found::Exact(Value { win: Some(win), .. }) = &mut self.found {
            win.turns = win.turns.saturating_add_signed(turns(win.seat));
        }
        self
    }

    /// Whether the entry is deep enough for `depth`. A proven win always is, if the other players
    /// get nothing.
    pub fn is_deep(&self, depth: Depth) -> bool {
        let is_settled = match self.found {
            Found::Exact(value) => value.win.is_some() && value.shares.iter().sum::<i32>() == UNITS,
            Found::Outside(_) => false,
        };
        self.depth >= depth || is_settled
    }

    /// The inverse of [`Known::to_entry`]. The sum of all shares is `total`.
    pub fn from_entry(entry: TableEntry, total: i32) -> Option<Self> {
        let first = entry.score.raw() + MIDDLE;
        let second = entry.evaluation?.raw() + MIDDLE;
        let low = entry.action & THIRD_MASK;
        let found = if entry.bound != Bound::Exact {
            Found::Outside(first)
        } else if let Some(won) = low.checked_sub(WON) {
            let win = Win { seat: won as usize % MOST_PLAYERS, turns: won >> SEAT_BITS };
            let mut shares = [UNITS; MOST_PLAYERS];
            let rest = [first, second, total - UNITS - first - second];
            others(win.seat).into_iter().zip(rest).for_each(|(seat, share)| shares[seat] = share);
            Found::Exact(Value { shares, win: Some(win) })
        } else {
            let third = low as i32;
            let shares = [first, second, third, total - first - second - third];
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
            let value = Value::of_shares(shares, [true, true, true, false], UNITS);
            assert_eq!(value.shares.iter().sum::<i32>(), UNITS);
            assert!(value.shares[..3].iter().all(|share| *share > 0) && value.shares[3] == 0);
            assert!((0..3).all(|seat| (value.share(seat) - shares[seat]).abs() < 0.002));
        }
    }

    #[test]
    fn the_table_keeps_values_exactly() {
        let win = Some(Win { seat: 3, turns: 7 });
        let values = [
            Value::of_shares([0.1, 0.2, 0.3, 0.4], [true; 4], UNITS),
            Value::of_shares([0.0, 0.0, 1.0, 0.0], [false, false, true, false], UNITS),
            Value::of_payoffs([6, 6, 0, 0], None),
            Value::of_payoffs([0, 0, 0, WHOLE], win),
        ];
        let places = [
            Value::of_shares([0.4, 0.7, 0.3, 0.6], [true; 4], 2 * UNITS),
            Value::of_payoffs([8, 0, 4, WHOLE], win),
            Value::of_payoffs([4, WHOLE, 4, 4], Some(Win { seat: 1, turns: 900 })),
        ];
        let values = values.map(|value| (value, UNITS)).into_iter();
        let values = values.chain(places.map(|value| (value, 2 * UNITS)));
        let found = values.map(|(value, total)| (Found::Exact(value), total));
        for (found, total) in found.chain([(Found::Outside(12_345), UNITS)]) {
            for best in [0, 1, 4_095] {
                let known = Known { best, depth: 9, found };
                assert_eq!(Known::from_entry(known.to_entry(), total), Some(known));
            }
        }
    }

    #[test]
    fn one_prefers_a_short_win_and_a_long_loss() {
        let win = |turns| Value::of_payoffs([WHOLE, 0, 0, 0], Some(Win { seat: 0, turns }));
        let hope = Value::of_payoffs([0, WHOLE, 0, 0], None);
        assert!(win(1).rank(0, 2) > win(2).rank(0, 2));
        assert!(win(1).rank(1, 2) < win(2).rank(1, 2));
        assert!(hope.rank(2, 1) < win(9).rank(2, 1), "what is worse for the hero comes first");
    }
}
