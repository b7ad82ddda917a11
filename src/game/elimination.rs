//! Games of several players: players who leave while the game goes on, and final places.

use super::{Game, Outcome, Player};

/// A game that goes on after a player has left it.
pub trait PlayerElimination: Game {
    /// Whether the player has left.
    fn is_out(&self, player: Player) -> bool;
    /// The players who leave by `action`, which leads to `after`, in the order in which they leave.
    fn eliminated_by(&self, action: Self::Action, after: &Self) -> Vec<Player>;
    /// Ranks the players who neither won nor left before the game ended with `outcome`. Higher is better, and equal
    /// players share a place.
    fn standing(&self, player: Player, outcome: Outcome) -> u32;
}

/// The place of each player, from 1, in a game that began with `first` and ended with `outcome`.
///
/// The winner is first. The players still in the game follow by [`PlayerElimination::standing`]. Then follow the
/// players who left; a later one is better. The order of players who had left before `first` is unknown, so they share
/// the last place.
pub fn ranking<G: PlayerElimination>(
    first: &G,
    actions: &[G::Action],
    outcome: Outcome,
) -> Vec<usize> {
    let mut state = first.clone();
    let mut eliminated = Vec::new();
    for action in actions {
        let before = state.clone();
        state.make(*action);
        eliminated.extend(before.eliminated_by(*action, &state));
    }
    let left = |player| eliminated.iter().position(|other| *other == player);
    let keys: Vec<(u32, u32)> = (0..G::PLAYERS)
        .map(Player::new)
        .map(|player| {
            ranking_key(&state, player, outcome, left(player).map_or(0, |order| order as u32 + 1))
        })
        .collect();
    let better = |mine: &(u32, u32)| keys.iter().filter(|other| *other > mine).count();
    keys.iter().map(|mine| 1 + better(mine)).collect()
}

/// The sort key of a player in [`ranking`]. A higher `left` means that the player left later; 0 if the player never
/// left.
pub fn ranking_key<G: PlayerElimination>(
    state: &G,
    player: Player,
    outcome: Outcome,
    left: u32,
) -> (u32, u32) {
    const WON: u32 = 2;
    const STAYED: u32 = 1;
    const LEFT: u32 = 0;
    if outcome == Outcome::Win(player) {
        (WON, 0)
    } else if state.is_out(player) {
        (LEFT, left)
    } else {
        (STAYED, state.standing(player, outcome))
    }
}
