//! What is known exactly of a position, without search: the tree asks before it looks any deeper.

use crate::game::{Game, Score};

/// Exact knowledge of some positions of a game of two players.
pub trait Oracle<G: Game>: Send + 'static {
    /// The true value of the position, counted from it, for the player to move, if it is known: a proven win or
    /// loss with its distance, or a draw. Called while the game goes on, in nearly every node.
    fn probe(game: &G) -> Option<Score>;
}

/// Knows nothing.
pub struct NoOracle;

impl<G: Game> Oracle<G> for NoOracle {
    #[inline(always)]
    fn probe(_: &G) -> Option<Score> {
        None
    }
}
