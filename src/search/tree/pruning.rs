//! What the tree leaves out or searches less, each rule with its condition.

use crate::game::Score;
use crate::search::tunables::Tunables;
use crate::search::{Depth, Mind};

/// How many quiet actions are tried at `depth` before the rest is left out.
#[inline(always)]
fn late_action_count<G: Mind>(depth: Depth) -> usize {
    (G::PROFILE.margins.late_action_base() + depth * depth) as usize
}

/// Plies by which the `number`th action (from 1) of a node is searched less at first:
/// `base + ln(depth) ln(number) / divisor`, the form that most engines use since Fruit.
pub(super) struct Reductions {
    plies: [[u8; 64]; 64],
    /// Base and divisor of which the table was made.
    made_of: [i32; 2],
}

impl Reductions {
    pub fn new(margins: &Tunables) -> Self {
        let made_of = [margins.reduction_base(), margins.reduction_divisor()];
        let [base, divisor] = made_of.map(|hundredths| f64::from(hundredths) / 100.0);
        let ln = |n: usize| (n.max(1) as f64).ln();
        let plies = |depth, number| (base + ln(depth) * ln(number) / divisor) as u8;
        let plies = std::array::from_fn(|depth| std::array::from_fn(|number| plies(depth, number)));
        Self { plies, made_of }
    }

    /// Makes the table anew if it was made of other numbers.
    pub fn renew(&mut self, margins: &Tunables) {
        if self.made_of != [margins.reduction_base(), margins.reduction_divisor()] {
            *self = Self::new(margins);
        }
    }

    /// See [`Reductions`].
    #[inline(always)]
    pub fn plies(&self, depth: Depth, number: usize) -> Depth {
        Depth::from(self.plies[depth.clamp(0, 63) as usize][number.min(63)])
    }
}

/// The value at which a node of `depth` is taken to fail high without search (reverse futility pruning, also
/// called static null move), if it is tried there.
#[inline(always)]
pub(super) fn reverse_futility<G: Mind>(value: Score, depth: Depth, beta: Score) -> Option<Score> {
    let margins = G::PROFILE.margins;
    let floor = value - margins.reverse_futility_margin() * depth;
    (depth <= margins.reverse_futility_depth() && floor >= beta).then_some(floor)
}

/// Whether a quiet action may be left out: too many were tried, or the node, of this static value, is too far
/// below.
#[inline(always)]
pub(super) fn is_late<G: Mind>(
    value: Option<Score>,
    depth: Depth,
    quiets: usize,
    alpha: Score,
) -> bool {
    let margins = G::PROFILE.margins;
    if depth <= margins.late_action_depth() && quiets > late_action_count::<G>(depth) {
        return true;
    }
    let most = |value| value + (margins.futility_base() + margins.futility_margin() * depth);
    depth <= margins.futility_depth() && value.is_some_and(|value| most(value) <= alpha)
}

/// The depth of the search after a null move at a node of `depth`.
#[inline(always)]
pub(super) fn depth_after_pass<G: Mind>(depth: Depth) -> Depth {
    let margins = G::PROFILE.margins;
    depth - 1 - margins.null_move_reduction() - depth / margins.null_move_divisor()
}
