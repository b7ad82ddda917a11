//! What the other side's depth charges would make of an underwater turn (rules.md 5.3).

use super::expectation::{density_of, hits};
use crate::game::Secrets;
use crate::games::warpac::WarAction;
use crate::games::warpac::actions::ActionKind;
use crate::games::warpac::board::{AREA, Square, Squares};
use crate::games::warpac::eval::SUBMARINE_CP;

/// Areas of which the other side thinks most that are looked at.
const REPLIES: usize = 32;

/// What depth charges within `reach` would make of each of a player's `actions` with these submarines. `shadow` is what
/// the other side will believe of them after a turn that it is not told of. One that it is told of leaves them in their
/// places, and counts as if they were no easier to find for it.
pub(super) fn secrets(
    actions: &[WarAction],
    submarines: Squares,
    shadow: &[Squares],
    reach: Squares,
) -> Secrets {
    let density = density_of(shadow.iter().copied());
    let all = shadow.len().max(1) as i32;
    let promise = |corner| SUBMARINE_CP * hits(&density, corner) / all;
    let mut replies: Vec<(i32, Square)> =
        reach.into_iter().map(|corner| (promise(corner), corner)).collect();
    replies.sort_unstable_by_key(|(promise, _)| std::cmp::Reverse(*promise));
    replies.truncate(REPLIES);
    let losses = |action: &WarAction| {
        let after = submarines_after(submarines, *action);
        let sunk = |corner: Square| (after & AREA[corner.index()]).count() as i32;
        replies.iter().map(|(_, corner)| SUBMARINE_CP * sunk(*corner)).collect()
    };
    Secrets {
        losses: actions.iter().map(losses).collect(),
        is_unseen: actions.iter().map(|action| !action.kind().is_told()).collect(),
        believed: replies.iter().map(|(promise, _)| *promise).collect(),
    }
}

/// Where the submarines are after an action.
fn submarines_after(mut submarines: Squares, action: WarAction) -> Squares {
    if action.kind() == ActionKind::Dive {
        submarines.remove(action.from());
        submarines.insert(action.to());
    }
    submarines
}
