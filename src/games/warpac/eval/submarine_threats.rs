//! What lurking submarines are worth in imagined positions.
//!
//! There both sides would see all submarines, and keep out of their way. In truth ships stay within the range of
//! a torpedo for want of knowledge, so that a threat is worth something even where it could be parried.

use crate::games::warpac::Warpac;
use crate::games::warpac::board::{SURROUNDINGS, Squares, TORPEDO_RANGE};

/// Of the dearest ship in range, and of each other one, so much counts, in percent.
const SHARES_PERCENT: [i32; 2] = [40, 8];
/// From so far one dive may bring a submarine into the range of a torpedo.
const DIVE_AND_RANGE: usize = 3 + 2;
/// What a submarine loses that is far from every ship.
const FAR_CP: i32 = 15;

impl<const SUBS: bool> Warpac<SUBS> {
    /// What one side's submarines are worth beyond those of the other, where positions are imagined.
    #[inline(always)]
    pub(super) fn submarine_threat_balance(&self, side: usize) -> i32 {
        if SUBS && self.blind {
            self.submarine_threat_cp(side) - self.submarine_threat_cp(side ^ 1)
        } else {
            0
        }
    }

    /// The worth of `side`'s submarines beyond that of their number.
    #[inline(always)]
    fn submarine_threat_cp(&self, side: usize) -> i32 {
        let ships = self.ships(side ^ 1);
        let mut targets = Squares::NONE;
        let mut far = 0;
        for submarine in self.subs[side] {
            let found = TORPEDO_RANGE[submarine.index()] & ships;
            targets |= found;
            far += i32::from((SURROUNDINGS.within(submarine, DIVE_AND_RANGE) & ships).is_empty());
        }
        let values = targets.into_iter().map(|ship| self.loss_cp(ship));
        let (dearest, all) =
            values.fold((0, 0), |(most, all), value| (most.max(value), all + value));
        (SHARES_PERCENT[0] * dearest + SHARES_PERCENT[1] * (all - dearest)) / 100 - FAR_CP * far
    }
}
