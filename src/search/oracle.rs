//! Exact knowledge of positions without search, such as endgame tables. Alpha-beta asks the oracle at every node.

use crate::game::{Game, Score};

/// Exact knowledge of some positions of a two-player game.
pub trait Oracle<G: Game>: Send + 'static {
    /// The exact value of the position for the player to move, if it is known: a proven win or loss with its distance
    /// from this position, or a draw. Called while the game goes on, in nearly every node.
    fn probe(game: &G) -> Option<Score>;
}

/// An oracle that knows nothing.
pub struct NoOracle;

impl<G: Game> Oracle<G> for NoOracle {
    #[inline(always)]
    fn probe(_: &G) -> Option<Score> {
        None
    }
}
