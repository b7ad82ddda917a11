//! The other side's depth charges as replies to an underwater turn (rules.md 5.3).

use super::SUBMARINE_CP;
use super::expectation::{hits, particle_counts};
use crate::game::PayoffMatrix;
use crate::games::warpac::WarpacAction;
use crate::games::warpac::actions::ActionKind;
use crate::games::warpac::board::{AREA, Square, Squares};

/// The number of the opponent's most promising areas that are considered.
const REPLIES: usize = 32;

/// The losses from depth charges within `reach` after each of a player's `actions`, with these submarines.
///
/// `opponent_belief` is the opponent's belief about them after a turn that it is not told of. A turn that the opponent
/// is told of leaves the submarines in place. It counts as if it did not make them easier to find.
pub(super) fn payoff_matrix(
    actions: &[WarpacAction],
    submarines: Squares,
    opponent_belief: &[Squares],
    reach: Squares,
) -> PayoffMatrix {
    let counts = particle_counts(opponent_belief.iter().copied());
    let all = opponent_belief.len().max(1) as i32;
    let promise = |corner| SUBMARINE_CP * hits(&counts, corner) / all;
    let mut replies: Vec<(i32, Square)> =
        reach.into_iter().map(|corner| (promise(corner), corner)).collect();
    replies.sort_unstable_by_key(|(promise, _)| std::cmp::Reverse(*promise));
    replies.truncate(REPLIES);
    let losses = |action: &WarpacAction| {
        let after = submarines_after(submarines, *action);
        let sunk = |corner: Square| (after & AREA[corner.index()]).count() as i32;
        replies.iter().map(|(_, corner)| SUBMARINE_CP * sunk(*corner)).collect()
    };
    PayoffMatrix {
        losses: actions.iter().map(losses).collect(),
        is_unseen: actions.iter().map(|action| !action.kind().is_told()).collect(),
        believed: replies.iter().map(|(promise, _)| *promise).collect(),
    }
}

/// The squares of the submarines after an action.
fn submarines_after(mut submarines: Squares, action: WarpacAction) -> Squares {
    if action.kind() == ActionKind::Dive {
        submarines.remove(action.from());
        submarines.insert(action.to());
    }
    submarines
}
