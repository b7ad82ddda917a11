//! The window of max^n: guarantees of earlier movers. A branch matters only if it gives each of
//! them at least as much.

use super::value::ShareUnits;
use crate::search::MOST_PLAYERS;

/// The guarantees, in [`ShareUnits`], of players who moved one after the other, one turn each. The nodes
/// of a turn with several actions count as one.
///
/// The last of these players chooses a position only if it gives him his guarantee. The player
/// before him chooses it only if it also gives that player his own guarantee, and so on. Shares add
/// up to a constant. So a position is not reached if its mover is guaranteed more than the others
/// leave. For two players this is shallow pruning (Sturtevant and Korf 2000), for more players
/// speculative pruning (Sturtevant 2003).
#[derive(Clone, Copy, Default)]
pub(super) struct PruningWindow {
    seats: [u8; MOST_PLAYERS],
    assured: [i32; MOST_PLAYERS],
    length: usize,
}

impl PruningWindow {
    /// Splits the window at a node with `seat` to move: the guarantees of players who moved after
    /// his last turn, and his own guarantee.
    pub fn before(&self, seat: usize) -> (Self, i32) {
        let Some(own) = self.entries().position(|(other, _)| other == seat) else {
            return (*self, 0);
        };
        if own + 1 == self.length {
            return (Self { length: own, ..*self }, self.assured[own]);
        }
        let mut later = Self::default();
        self.entries().skip(own + 1).for_each(|(other, assured)| later.push(other, assured));
        (later, 0)
    }

    /// The window with one more player.
    pub fn and(mut self, seat: usize, assured: i32) -> Self {
        self.push(seat, assured);
        self
    }

    /// Whether the window leaves the mover less than `share` of the `total`.
    pub fn leaves_less_than(&self, share: i32, total: i32) -> bool {
        let assured: i32 = self.entries().map(|(_, assured)| assured).sum();
        self.length > 0 && assured + share > total
    }

    /// Whether these shares give every player of the window his guarantee.
    pub fn is_met_by(&self, shares: &ShareUnits) -> bool {
        self.entries().all(|(seat, assured)| shares[seat] >= assured)
    }

    /// Whether the window holds no player.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    fn push(&mut self, seat: usize, assured: i32) {
        (self.seats[self.length], self.assured[self.length]) = (seat as u8, assured);
        self.length += 1;
    }

    fn entries(&self) -> impl Iterator<Item = (usize, i32)> + '_ {
        let both = self.seats.iter().zip(&self.assured).take(self.length);
        both.map(|(seat, assured)| (usize::from(*seat), *assured))
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::UNITS;
    use super::*;

    #[test]
    fn a_turn_of_several_actions_counts_once() {
        let window = PruningWindow::default().and(0, 100).and(1, 200);
        let (before, own) = window.before(1);
        assert_eq!((before.length, own), (1, 200));
        assert!(before.is_met_by(&[100, 0, 0, 0]) && !before.is_met_by(&[99, 900, 0, 0]));
        let (before, own) = window.before(2);
        assert_eq!((before.length, own), (2, 0));
    }

    #[test]
    fn what_was_before_ones_own_last_turn_is_forgotten() {
        let window = PruningWindow::default().and(0, 100).and(1, 200).and(2, 300);
        let (before, own) = window.before(0);
        assert_eq!((before.length, own), (2, 0));
        assert!(before.is_met_by(&[0, 200, 300, 0]));
    }

    #[test]
    fn it_leaves_what_the_others_have_not_got() {
        let window = PruningWindow::default().and(0, UNITS / 2).and(1, UNITS / 4);
        assert!(window.leaves_less_than(UNITS / 4 + 1, UNITS));
        assert!(!window.leaves_less_than(UNITS / 4, UNITS));
        assert!(!PruningWindow::default().leaves_less_than(UNITS, UNITS));
    }
}
