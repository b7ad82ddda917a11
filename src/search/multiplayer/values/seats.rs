//! The players still in the game, and the score of a share for the root player.

use crate::game::{Player, Score};
use crate::search::payoffs::win_probabilities;
use crate::search::searchable::Searchable;
use crate::search::{MOST_PLAYERS, Objective, PlayerModel, Walker};

/// The seats of players still in the game.
pub(in crate::search) fn who_is_in<G: Searchable, S: PlayerModel<G>>(
    walker: &Walker<G, S>,
) -> [bool; MOST_PLAYERS] {
    std::array::from_fn(|seat| seat < G::PLAYERS && !S::is_out(walker.game(), Player::new(seat)))
}

/// The score of an unproven share, in centipawns. The walker stands at the root.
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
