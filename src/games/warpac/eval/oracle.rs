//! Exact knowledge of one ending: the last ship must move, and can be sunk on every square that it can reach.

use crate::game::{Game, Score};
use crate::games::warpac::{Warpac, WarpacRules};
use crate::search::Oracle;

/// The oracle of a lost last ship.
pub struct LastShip;

impl<R: WarpacRules> Oracle<Warpac<R>> for LastShip {
    #[inline(always)]
    fn probe(game: &Warpac<R>) -> Option<Score> {
        (game.must_move_last_ship() && is_lost(game)).then(|| Score::loss_in(1))
    }
}

/// Whether every action of the mover lets the opponent sink its last ship at once. Most ships have a safe square,
/// which is found without making a move.
#[cold]
fn is_lost<R: WarpacRules>(game: &Warpac<R>) -> bool {
    if game.has_safe_escape() {
        return false;
    }
    let mut ways = Vec::new();
    game.actions(&mut ways);
    !ways.is_empty()
        && ways.into_iter().all(|way| {
            let mut after = game.clone();
            after.make(way);
            let ship = way.to();
            let mut answers = Vec::new();
            after.actions(&mut answers);
            // A game that is over has no actions: the move has won it, or it is drawn.
            answers.into_iter().any(|answer| answer.is_move() && answer.to() == ship)
        })
}
