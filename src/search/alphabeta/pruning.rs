//! Conditions and margins of pruning and reductions, a function for each rule.

use crate::game::Score;
use crate::search::tunables::Tunables;
use crate::search::{Depth, Searchable};

/// Late-move pruning: how many quiet actions are tried at `depth`.
#[inline(always)]
fn late_action_count<G: Searchable>(depth: Depth, improving: bool) -> usize {
    let params = G::PROFILE.params;
    let count = params.late_action_base() + depth * depth;
    let percent = if improving { 100 } else { params.late_action_worsening() };
    (count * percent / 100) as usize
}

/// Table of late-move reductions by depth and by number of the action (from 1): `base + ln(depth) ln(number) /
/// divisor`, the form of most engines since Fruit.
pub(super) struct Reductions {
    /// In hundredths of a ply.
    plies: [[i16; 64]; 64],
    /// Base and divisor that the table was computed from.
    made_of: [i32; 2],
}

impl Reductions {
    pub fn new(params: &Tunables) -> Self {
        let made_of = [params.reduction_base(), params.reduction_divisor()];
        let [base, divisor] = made_of.map(f64::from);
        let ln = |n: usize| (n.max(1) as f64).ln();
        let plies = |depth, number| (base + 10_000.0 * ln(depth) * ln(number) / divisor) as i16;
        let plies = std::array::from_fn(|depth| std::array::from_fn(|number| plies(depth, number)));
        Self { plies, made_of }
    }

    /// Computes the table again if the parameters have changed.
    pub fn renew(&mut self, params: &Tunables) {
        if self.made_of != [params.reduction_base(), params.reduction_divisor()] {
            *self = Self::new(params);
        }
    }

    /// See [`Reductions`]; in hundredths of a ply.
    #[inline(always)]
    pub fn hundredths(&self, depth: Depth, number: usize) -> i32 {
        i32::from(self.plies[depth.clamp(0, 63) as usize][number.min(63)])
    }

    /// The reduction in whole plies.
    pub fn plies(&self, depth: Depth, number: usize) -> Depth {
        self.hundredths(depth, number).max(0) / 100
    }
}

/// Reverse futility pruning (static null move): the static evaluation from which a node of `depth` fails high without
/// search, if the rule applies at this depth.
#[inline(always)]
pub(super) fn reverse_futility<G: Searchable>(
    value: Score,
    depth: Depth,
    improving: bool,
    beta: Score,
) -> Option<Score> {
    let params = G::PROFILE.params;
    let less = if improving { params.reverse_futility_improving() } else { 0 };
    let floor = value - (params.reverse_futility_margin() * depth - less).max(0);
    (depth <= params.reverse_futility_depth() && floor >= beta).then_some(floor)
}

/// Late-move and futility pruning: whether a quiet action may be skipped, because many were tried or because the
/// static evaluation is too far below alpha.
#[inline(always)]
pub(super) fn is_late<G: Searchable>(
    value: Option<Score>,
    depth: Depth,
    improving: bool,
    quiets: usize,
    alpha: Score,
) -> bool {
    let params = G::PROFILE.params;
    if depth <= params.late_action_depth() && quiets > late_action_count::<G>(depth, improving) {
        return true;
    }
    let most = |value| value + (params.futility_base() + params.futility_margin() * depth);
    depth <= params.futility_depth() && value.is_some_and(|value| most(value) <= alpha)
}

/// History pruning: whether a quiet action with this history may be skipped.
#[inline(always)]
pub(super) fn is_unpromising<G: Searchable>(history: i32, depth: Depth) -> bool {
    let params = G::PROFILE.params;
    depth <= params.history_pruning_depth() && history < -params.history_pruning() * depth
}

/// Razoring: whether the static evaluation is so far below alpha that only captures could raise it.
#[inline(always)]
pub(super) fn is_hopeless<G: Searchable>(value: Score, depth: Depth, alpha: Score) -> bool {
    let params = G::PROFILE.params;
    depth <= params.razor_depth()
        && value + (params.razor_base() + params.razor_margin() * depth) <= alpha
}

/// The depth of the search after a null move at a node of `depth`.
#[inline(always)]
pub(super) fn depth_after_pass<G: Searchable>(depth: Depth) -> Depth {
    let params = G::PROFILE.params;
    depth - 1 - params.null_move_reduction() - depth / params.null_move_divisor()
}
