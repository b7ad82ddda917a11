//! Quiescence: noisy actions until the position can be valued as it stands. The table is left to the
//! nodes above, which are fewer and cost more.

use super::parameters::EXCHANGE_MARGIN_CP;
use super::picker::Picker;
use super::worker::Worker;
use super::{Ply, Searchable};
use crate::game::Score;

impl<G: Searchable> Worker<G> {
    /// The value of a node at or below the horizon for its mover.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: Ply,
    ) -> Score {
        if let Some(score) = self.arrive::<PV>(ply) {
            return score;
        }

        // A mover who is compelled to act cannot stand on his static value; his noisy actions lead on.
        let mut best = -Score::INFINITE;
        let mut is_narrow = false;
        if self.game.may_stand_pat() {
            is_narrow = ply >= self.horizon.saturating_add(G::FULL_QUIESCENCE);
            best = self.stand_pat(alpha, beta);
            let is_long = ply >= self.horizon.saturating_add(G::LONGEST_QUIESCENCE);
            if best >= beta || is_long || !self.game.has_noisy() {
                return best;
            }
            alpha = alpha.max(best);
        }

        let by_hero = self.is_heros_turn();
        // What wins less leaves the mover far below alpha (delta pruning, by static exchange).
        let least_win = alpha.raw() - best.raw() - EXCHANGE_MARGIN_CP;
        let least_gain = i32::from(self.game.may_stand_pat());
        let mut picker = Picker::noisy(self, ply, least_win.max(least_gain));
        while let Some((action, _)) = picker.next(self) {
            let undo = self.make(action, ply);
            let value = if self.is_heros_turn() == by_hero {
                self.quiescence::<PV>(alpha, beta, ply + 1)
            } else {
                -self.quiescence::<PV>(-beta, -alpha, ply + 1)
            };
            self.unmake(undo);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if PV {
                        self.extend_pv(action, ply);
                    }
                }
            }
            if value >= beta || is_narrow {
                break;
            }
        }
        picker.finish(self);
        best
    }

    /// The static value, or a bound on it where that lies outside the window.
    #[inline]
    fn stand_pat(&self, alpha: Score, beta: Score) -> Score {
        match self.game.range() {
            [least, _] if !Self::MANY && least >= beta => least,
            [_, most] if !Self::MANY && most <= alpha => most,
            _ => self.evaluate(),
        }
    }
}
