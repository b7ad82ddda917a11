//! The value of submarine threats in determinizations.
//!
//! There both sides would see all submarines and keep away from them. In the real game ships stay within torpedo
//! range for lack of knowledge. So a threat has a value even where it could be parried.

use crate::games::warpac::board::{SURROUNDINGS, Squares};
use crate::games::warpac::{Warpac, WarpacRules};

/// The share of the value of the dearest ship in range, and of each other ship in range, in per cent.
const SHARES_PERCENT: [i32; 2] = [40, 8];
/// The greatest distance on the board.
const FARTHEST: u32 = 15;
/// The penalty of a submarine that is far from every ship.
const FAR_CP: i32 = 15;

impl<R: WarpacRules> Warpac<R> {
    /// The value of `side`'s submarine threats less the opponent's. 0 unless the position is a determinization.
    #[inline(always)]
    pub(super) fn submarine_threat_balance(&self, side: usize) -> i32 {
        if self.has_submarines() && self.is_determinization {
            self.submarine_threat_cp(side) - self.submarine_threat_cp(side ^ 1)
        } else {
            0
        }
    }

    /// The value of `side`'s submarine threats, without the material value of the submarines.
    #[inline(always)]
    fn submarine_threat_cp(&self, side: usize) -> i32 {
        let (ships, settings) = (self.ships(side ^ 1), self.settings());
        // The distance from which one dive may bring a submarine into torpedo range.
        let near = (settings.submarine_squares + settings.torpedo_most).min(FARTHEST) as usize;
        let mut targets = Squares::NONE;
        let mut far = 0;
        for submarine in self.subs[side] {
            let found = settings.torpedo_range(submarine) & ships;
            targets |= found;
            far += i32::from((SURROUNDINGS.within(submarine, near) & ships).is_empty());
        }
        let values = targets.into_iter().map(|ship| self.loss_cp(ship));
        let (dearest, all) =
            values.fold((0, 0), |(most, all), value| (most.max(value), all + value));
        (SHARES_PERCENT[0] * dearest + SHARES_PERCENT[1] * (all - dearest)) / 100 - FAR_CP * far
    }
}
