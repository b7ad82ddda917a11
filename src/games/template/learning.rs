//! Coins and Rocks in numbers, for programs that learn: the ids of actions, and what a player sees.

use super::{Toy, ToyAction};
use crate::game::{Learnable, Planes, Player};

/// A plane is a row of one square, because the table has no squares.
const ONLY_SQUARE: usize = 0;

impl<const SWINGS: bool> Learnable for Toy<SWINGS> {
    const ACTION_IDS: usize = ToyAction::ALL.len();
    const BOARD: [usize; 2] = [1, 1];

    fn action_id(&self, action: ToyAction) -> usize {
        ToyAction::ALL.iter().position(|other| *other == action).unwrap_or_default()
    }

    fn planes() -> Vec<String> {
        let names = [
            "coins",
            "rocks",
            "own points more than the enemy's",
            "enemy points more than the own",
            "taken in this turn",
            "own pendulum is at the right",
            "enemy pendulum is at the right",
        ];
        names.map(str::to_string).to_vec()
    }

    fn observe(&self, player: Player, _: &[u32], planes: &mut Planes<'_>) {
        let lead = if player == Player::ONE { self.lead } else { -self.lead };
        let (own, enemy) = (player.index(), player.opponent().index());
        let values = [
            self.coins,
            self.rocks,
            lead.max(0) as u8,
            (-lead).max(0) as u8,
            self.taken,
            u8::from(self.pendulums[own]),
            u8::from(self.pendulums[enemy]),
        ];
        for (plane, value) in values.into_iter().enumerate() {
            planes.put(plane, ONLY_SQUARE, value);
        }
    }
}
