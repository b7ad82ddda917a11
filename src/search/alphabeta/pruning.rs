//! What the tree leaves out or searches less, each rule with its condition.

use crate::game::Score;
use crate::search::tunables::Tunables;
use crate::search::{Depth, Searchable};

/// How many quiet actions are tried at `depth` before the rest is left out.
#[inline(always)]
fn late_action_count<G: Searchable>(depth: Depth, improving: bool) -> usize {
    let params = G::PROFILE.params;
    let count = params.late_action_base() + depth * depth;
    let percent = if improving { 100 } else { params.late_action_worsening() };
    (count * percent / 100) as usize
}

/// Plies by which the `number`th action (from 1) of a node is searched less at first:
/// `base + ln(depth) ln(number) / divisor`, the form that most engines use since Fruit.
pub(super) struct Reductions {
    /// In hundredths.
    plies: [[i16; 64]; 64],
    /// Base and divisor of which the table was made.
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

    /// Makes the table anew if it was made of other numbers.
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

    /// The same in whole plies.
    pub fn plies(&self, depth: Depth, number: usize) -> Depth {
        self.hundredths(depth, number).max(0) / 100
    }
}

/// The value at which a node of `depth` is taken to fail high without search (reverse futility pruning, also
/// called static null move), if it is tried there.
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

/// Whether a quiet action may be left out: too many were tried, or the node, of this static value, is too far
/// below.
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

/// Whether a quiet action of this history may be left out (history pruning).
#[inline(always)]
pub(super) fn is_unpromising<G: Searchable>(history: i32, depth: Depth) -> bool {
    let params = G::PROFILE.params;
    depth <= params.history_pruning_depth() && history < -params.history_pruning() * depth
}

/// Whether a node of this static value is so far below alpha that only captures could lift it (razoring).
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
