//! What an underwater turn tells the other side, and what its depth charges would make of that (rules.md 5.3).

use super::expectation::{density_of, hits};
use crate::game::Secrets;
use crate::games::warpac::WarAction;
use crate::games::warpac::actions::ActionKind;
use crate::games::warpac::board::{AREA, Square, Squares};
use crate::games::warpac::mind::SUBMARINE_CP;

/// Areas of which the other side thinks most that are looked at.
const REPLIES: usize = 32;

/// A player who is about to have his underwater turn.
pub(super) struct Exposed<'a> {
    /// His submarines.
    pub submarines: Squares,
    /// Where the other side can drop depth charges.
    pub reach: Squares,
    /// What it will believe of the submarines after a turn that it does not see.
    pub shadow: &'a [Squares],
}

impl Exposed<'_> {
    /// What the other side's depth charges would make of each of his actions. One that it sees leaves the submarines
    /// in their places, and counts as if they were no easier to find for it.
    pub fn secrets(&self, actions: &[WarAction]) -> Secrets {
        let density = density_of(self.shadow.iter().copied());
        let all = self.shadow.len().max(1) as i32;
        let promise = |corner| SUBMARINE_CP * hits(&density, corner) / all;
        let mut replies: Vec<(i32, Square)> =
            self.reach.into_iter().map(|corner| (promise(corner), corner)).collect();
        replies.sort_unstable_by_key(|(promise, _)| std::cmp::Reverse(*promise));
        replies.truncate(REPLIES);
        let losses = |action: &WarAction| {
            let after = submarines_after(self.submarines, *action);
            let sunk = |corner: Square| (after & AREA[corner.index()]).count() as i32;
            replies.iter().map(|(_, corner)| SUBMARINE_CP * sunk(*corner)).collect()
        };
        Secrets {
            losses: actions.iter().map(losses).collect(),
            is_unseen: actions.iter().map(|action| is_unseen(*action)).collect(),
            believed: replies.iter().map(|(promise, _)| *promise).collect(),
        }
    }
}

/// Whether the other side is only told that there was a turn.
fn is_unseen(action: WarAction) -> bool {
    matches!(action.kind(), ActionKind::Dive | ActionKind::End)
}

/// Where the submarines are after an action.
fn submarines_after(mut submarines: Squares, action: WarAction) -> Squares {
    if action.kind() == ActionKind::Dive {
        submarines.remove(action.from());
        submarines.insert(action.to());
    }
    submarines
}
