//! Where a line ends.

use super::Payoffs;
use crate::search::searchable::Searchable;
use crate::search::{PlayerModel, Ply, Walker};

/// What a line ends in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct End {
    /// What each player has got.
    pub parts: Payoffs,
    /// Whether the game is over by its rules; else a position has come back, which might have been avoided.
    pub is_proven: bool,
}

/// What the line ends in at the node at `ply`, if it does. The root goes on whatever it is.
pub(in crate::search) fn end<G: Searchable, S: PlayerModel<G>>(
    walker: &Walker<G, S>,
    ply: Ply,
) -> Option<End> {
    if ply == 0 {
        return None;
    }
    let is_proven = walker.outcome(ply);
    let outcome = is_proven.or_else(|| walker.is_repeated(ply).then(|| walker.game().stalled()))?;
    Some(End { parts: walker.parts(ply, outcome), is_proven: is_proven.is_some() })
}
