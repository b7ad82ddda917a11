//! What a move is about, for puzzles.

use super::{Cru, CruAction, Family, TurnStage};
use crate::game::Game;

/// From so many new markers on, a move is about territory.
const TERRITORY: u32 = 4;

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS>
where
    Self: Game<Action = CruAction>,
{
    /// The themes of a legal action.
    pub(super) fn themes_of(&self, action: CruAction) -> Vec<&'static str> {
        let me = self.side.index();
        let mut after = *self;
        after.make(action);
        let others = || (0..PLAYERS).filter(|player| *player != me);
        let locks = |player: usize| self.can_move(player) && !after.can_move(player);
        let gained = after.markers[me].count().saturating_sub(self.markers[me].count());
        let is_in_last_round = |state: &Self| {
            self.settings().last_round && matches!(state.stage, TurnStage::LastRound(_))
        };
        let all = [
            (self.victim_of(action).is_some(), "capture"),
            (action.is_move() && action.connects(), "connection"),
            (action.is_move() && action.marker().is_some(), "border"),
            (action.is_rotation(), "rotation"),
            (matches!(after.stage, TurnStage::Bonus { .. }), "meeting"),
            (others().any(locks), "lock-up"),
            (gained >= TERRITORY, "territory"),
            (is_in_last_round(self) || is_in_last_round(&after), "last round"),
        ];
        all.into_iter().filter(|(is_there, _)| *is_there).map(|(_, theme)| theme).collect()
    }
}
