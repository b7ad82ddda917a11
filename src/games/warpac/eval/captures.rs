//! Captures of a surface turn, generated from the victims. Most of some twenty enemies are not attacked, and most own
//! pieces attack no enemy, so a loop over either is slower.

use super::evaluator::VALUES_CP;
use crate::games::warpac::actions::{WarpacAction, list_moves};
use crate::games::warpac::board::{BESIDE, KING, KNIGHT, Square, Squares};
use crate::games::warpac::lines::{DIAGONAL, STRAIGHT};
use crate::games::warpac::pieces::PieceKind;
use crate::games::warpac::rays::Sliders;
use crate::games::warpac::{Sidestep, Warpac, WarpacRules};

/// The greatest number of sliding pieces for which a loop over the pieces is faster.
const FEW_SLIDERS: u32 = 2;

impl<R: WarpacRules> Warpac<R> {
    /// Appends the captures that sink at least `least` centipawns. Carriers count as if all had squadrons.
    #[inline(always)]
    pub(super) fn list_captures(&self, least: i32, out: &mut Vec<WarpacAction>) {
        let me = self.me();
        let own = self.sides[me];
        let victims = self.sides[me ^ 1] & self.pieces_of_value(least);
        if victims.is_empty() {
            return;
        }
        let [carriers, squadrons, battleships, cruisers, destroyers] = self.kinds;
        let leapers = own & (destroyers | squadrons & !self.spent) & victims.leaps();
        for from in leapers {
            list_moves(from, KNIGHT[from.index()] & victims, out);
        }
        let straight = own & (battleships | squadrons);
        let rays = || self.sliders(me, PieceKind::Battleship).straight();
        self.list_along_lines(straight, victims, STRAIGHT, rays, out);
        let diagonal = own & (cruisers | squadrons);
        let rays = || self.sliders(me, PieceKind::Cruiser).diagonal();
        self.list_along_lines(diagonal, victims, DIAGONAL, rays, out);
        if self.settings().cruiser_step == Sidestep::Takes {
            for from in own & cruisers {
                list_moves(from, BESIDE[from.index()] & victims, out);
            }
        }
        for from in own & carriers {
            if (KING[from.index()] & victims).any() {
                list_moves(from, self.carrier_targets(from) & victims, out);
            }
        }
    }

    /// The sliding pieces of `side` that move like `kind`: those of that kind, and squadrons.
    #[inline(always)]
    pub(super) fn sliders(&self, side: usize, kind: PieceKind) -> Sliders<'_> {
        let kinds = [kind, PieceKind::Squadron].map(|kind| &self.kinds[kind.index()]);
        Sliders { own: &self.sides[side], kinds, sides: &self.sides }
    }

    /// All pieces whose loss may cost at least `least` centipawns.
    #[inline(always)]
    fn pieces_of_value(&self, least: i32) -> Squares {
        let wing = VALUES_CP[PieceKind::Carrier.index()] + VALUES_CP[PieceKind::Squadron.index()];
        let mut found = Squares::NONE;
        for kind in PieceKind::ALL {
            let value = if kind == PieceKind::Carrier { wing } else { VALUES_CP[kind.index()] };
            if value >= least {
                found |= self.kinds[kind.index()];
            }
        }
        found
    }

    /// Appends the captures of sliding pieces along lines of two kinds. `rays` finds the squares that they attack.
    #[inline(always)]
    fn list_along_lines(
        &self,
        sliders: Squares,
        victims: Squares,
        lines: [usize; 2],
        rays: impl FnOnce() -> Squares,
        out: &mut Vec<WarpacAction>,
    ) {
        // The line between a piece and its victim can be examined from either end.
        if sliders.count() <= FEW_SLIDERS {
            for from in sliders {
                self.for_ends(from, lines, victims, |to| {
                    out.push(WarpacAction::movement(from, to))
                });
            }
            return;
        }
        for to in rays() & victims {
            self.for_ends(to, lines, sliders, |from| out.push(WarpacAction::movement(from, to)));
        }
    }

    /// Calls `visit` for the first piece in each direction along lines of two kinds, if it is in `wanted`.
    #[inline(always)]
    fn for_ends(
        &self,
        square: Square,
        lines: [usize; 2],
        wanted: Squares,
        mut visit: impl FnMut(Square),
    ) {
        for line in lines {
            let view = self.lines.view(0, square, line);
            for bit in [view.low, view.high] {
                let end = view.square(square, bit);
                if view.is_piece(bit) && wanted.has(end) {
                    visit(end);
                }
            }
        }
    }
}
