//! Network inputs of War-in-the-Pacific Chess.
//!
//! For both sides: pieces by kind and square, docked squadrons, and the submarines of the searched position. Each
//! side sees the board from its own edge.

use crate::games::warpac::board::{SQUARES, Square, Squares};
use crate::games::warpac::pieces::{KINDS, PieceKind};
use crate::games::warpac::{Phase, Warpac};
use crate::search::{FeatureSet, Inputs, Network, ValueAdjustments};

const FIRST_DOCKED: usize = KINDS * SQUARES;
const FIRST_SUBMARINE: usize = FIRST_DOCKED + SQUARES;
const A_SIDE: usize = FIRST_SUBMARINE + SQUARES;
const UNDERWATER: usize = 2 * A_SIDE;
const ALL: usize = UNDERWATER + 1;
const STAGES_OF_GAME: usize = 8;
const PIECES_A_STAGE: usize = 6;
/// XOR mask that turns a square number into the number from the other edge.
const OTHER_EDGE: usize = 0xF0;

impl<const SUBS: bool> Inputs for Warpac<SUBS> {
    type Set = [u64; ALL.div_ceil(64)];
    const FEATURES: usize = ALL;
    const ROWS: usize = ALL;
    const MAX_ACTIVE_FEATURES: usize = 160;
    const BUCKETS: usize = STAGES_OF_GAME;
    const NAME: &'static str = if SUBS { "warpac-subs" } else { "warpac" };
    const VALUE_ADJUSTMENTS: ValueAdjustments<Self> =
        ValueAdjustments { damped: Self::damped_by_clock, ..ValueAdjustments::NONE };

    fn features(&self, set: &mut Self::Set) {
        for side in 0..2 {
            let first = A_SIDE * side;
            for kind in PieceKind::ALL {
                put(set, first + SQUARES * kind.index(), self.pieces(side, kind));
            }
            put(set, first + FIRST_DOCKED, self.docked & self.sides[side]);
            if SUBS {
                put(set, first + FIRST_SUBMARINE, self.subs[side]);
            }
        }
        if self.phase == Phase::Underwater {
            set.put(UNDERWATER);
        }
    }

    fn row(seat: usize, feature: usize) -> Option<usize> {
        if feature == UNDERWATER {
            return Some(UNDERWATER);
        }
        let (side, part) = (feature / A_SIDE, feature % A_SIDE);
        let (kind, square) = (part / SQUARES, part % SQUARES);
        let seen = if seat == 0 { square } else { square ^ OTHER_EDGE };
        Some(A_SIDE * usize::from(side != seat) + SQUARES * kind + seen)
    }

    fn place(feature: usize) -> Option<String> {
        let square = Square((feature % A_SIDE % SQUARES) as u8);
        (feature < UNDERWATER).then(|| square.name())
    }

    fn bucket(&self) -> usize {
        (self.occupied().count() as usize / PIECES_A_STAGE).min(STAGES_OF_GAME - 1)
    }

    fn built_in() -> Option<&'static Network> {
        None
    }
}

/// Adds the features `first` plus the number of each square. `first` is a multiple of 64.
fn put(set: &mut [u64; ALL.div_ceil(64)], first: usize, squares: Squares) {
    for (word, bits) in set[first / 64..].iter_mut().zip(squares.0) {
        *word |= bits;
    }
}
