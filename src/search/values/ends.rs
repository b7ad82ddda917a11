//! Where a line ends.

use super::Parts;
use crate::search::mind::Mind;
use crate::search::{Ply, Sides, Walker};

/// What a line ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct End {
    /// What each player has got.
    pub parts: Parts,
    /// Whether the game is over by its rules; else a position has come back, which might have been avoided.
    pub is_proven: bool,
}

/// What the line ends in at the node at `ply`, if it does. The root goes on whatever it is.
pub(in crate::search) fn end<G: Mind, S: Sides<G>>(walker: &Walker<G, S>, ply: Ply) -> Option<End> {
    if ply == 0 {
        return None;
    }
    let is_proven = walker.outcome(ply);
    let outcome = is_proven.or_else(|| walker.is_repeated(ply).then(|| walker.game().stalled()))?;
    Some(End { parts: walker.parts(ply, outcome), is_proven: is_proven.is_some() })
}
