//! The end of a line: the payoffs of a finished game or a repetition at a node.

use crate::search::payoffs::Payoffs;
use crate::search::searchable::Searchable;
use crate::search::{PlayerModel, Ply, Walker};

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct LineEnd {
    /// Payoff of each player.
    pub parts: Payoffs,
    /// Whether the rules end the game. Otherwise a position was repeated, and the players might
    /// have avoided that.
    pub is_proven: bool,
}

/// The end of the line at the node at `ply`, if it ends there. The root never ends.
pub(in crate::search) fn end<G: Searchable, S: PlayerModel<G>>(
    walker: &Walker<G, S>,
    ply: Ply,
) -> Option<LineEnd> {
    if ply == 0 {
        return None;
    }
    let is_proven = walker.outcome(ply);
    let outcome = is_proven
        .or_else(|| walker.is_repeated(ply).then(|| walker.game().repetition_outcome()))?;
    Some(LineEnd { parts: walker.parts(ply, outcome), is_proven: is_proven.is_some() })
}
