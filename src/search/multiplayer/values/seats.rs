//! Who plays, and what a share means for the mover at the root.

use super::win_probabilities;
use crate::game::{Player, Score};
use crate::search::searchable::Searchable;
use crate::search::{MOST_PLAYERS, Objective, PlayerModel, Walker};

/// Which seats are in the game.
pub(in crate::search) fn who_is_in<G: Searchable, S: PlayerModel<G>>(
    walker: &Walker<G, S>,
) -> [bool; MOST_PLAYERS] {
    std::array::from_fn(|seat| seat < G::PLAYERS && !S::is_out(walker.game(), Player::new(seat)))
}

/// What a share of the game is worth that is not proven, in centipawns. Called at the root.
pub(in crate::search) fn score_of<G: Searchable, S: PlayerModel<G>>(
    walker: &Walker<G, S>,
    share: f32,
) -> Score {
    let players = who_is_in(walker).into_iter().filter(|is_in| *is_in).count();
    let others = match walker.objective() {
        Objective::Win => players.saturating_sub(1).max(1),
        Objective::Place => 1,
    };
    win_probabilities::value(share, others)
}
