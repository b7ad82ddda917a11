//! Margins and reductions of the tree search, in one place. Each names its unit.
//!
//! Values are for scores in centipawns, as the games' evaluations give them.

use super::Depth;
use crate::game::Score;

/// Quiescence leaves out what wins this much less than alpha asks for, in centipawns.
pub const EXCHANGE_MARGIN_CP: i32 = 120;
/// Reverse futility is tried up to this depth.
pub const REVERSE_FUTILITY_DEPTH: Depth = 6;
/// Reverse futility: centipawns a remaining ply.
pub const REVERSE_FUTILITY_MARGIN_CP: i32 = 60;
/// Futility of quiet actions is tried up to this depth.
pub const FUTILITY_DEPTH: Depth = 5;
/// Futility: centipawns at depth 0, and more a remaining ply.
pub const FUTILITY_BASE_CP: i32 = 80;
/// See [`FUTILITY_BASE_CP`].
pub const FUTILITY_MARGIN_CP: i32 = 60;
/// Late quiet actions are left out up to this depth.
pub const LATE_ACTION_DEPTH: Depth = 6;
/// Null-move pruning from this depth.
pub const NULL_MOVE_DEPTH: Depth = 3;
/// Plies by which the search after a null move is shallower, besides a third of the depth.
pub const NULL_MOVE_REDUCTION: Depth = 2;
/// Without an action from the table, nodes of this depth or more are searched one ply less
/// (internal iterative reduction).
pub const NO_TABLE_ACTION_DEPTH: Depth = 4;
/// Late-move reductions from this depth.
pub const REDUCTION_DEPTH: Depth = 3;
/// Half the width of the first aspiration window.
pub const ASPIRATION_CP: i32 = 20;
/// Aspiration windows from this iteration on.
pub const ASPIRATION_DEPTH: Depth = 5;
/// Forced actions cost no depth up to so many times the depth of the iteration from the root.
pub const FORCED_LINE_FACTOR: usize = 2;

/// How many quiet actions are tried at `depth` before the rest is left out.
pub const fn late_action_count(depth: Depth) -> usize {
    (3 + depth * depth) as usize
}

/// Plies by which the `number`th action (from 1) of a node is searched less at first:
/// `0.5 + ln(depth) ln(number) / 2.2`, the form that most engines use since Fruit.
pub struct Reductions([[u8; 64]; 64]);

impl Reductions {
    /// The table, computed once.
    pub fn new() -> Self {
        let ln = |n: usize| (n.max(1) as f64).ln();
        Self(std::array::from_fn(|depth| {
            std::array::from_fn(|number| (0.5 + ln(depth) * ln(number) / 2.2) as u8)
        }))
    }

    /// See [`Reductions`].
    #[inline]
    pub fn plies(&self, depth: Depth, number: usize) -> Depth {
        Depth::from(self.0[depth.clamp(0, 63) as usize][number.min(63)])
    }
}

/// The value at which a node of `depth` is taken to fail high without search
/// (reverse futility pruning, also called static null move).
#[inline]
pub fn reverse_futility_floor(evaluation: Score, depth: Depth) -> Score {
    evaluation - REVERSE_FUTILITY_MARGIN_CP * depth
}

/// The most that a quiet action is taken to reach at `depth`.
#[inline]
pub fn futility_ceiling(evaluation: Score, depth: Depth) -> Score {
    evaluation + (FUTILITY_BASE_CP + FUTILITY_MARGIN_CP * depth)
}
