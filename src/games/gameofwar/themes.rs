//! What an action is about, for puzzles.

use super::actions::{DecodedAction, GameOfWarAction};
use super::units::COMBAT;
use super::{GameOfWarRules, War};
use crate::game::Game;

impl<R: GameOfWarRules> War<R> {
    /// The themes of a legal action.
    pub(super) fn themes_of(&self, action: GameOfWarAction) -> Vec<&'static str> {
        let enemy = 1 - self.now.side.index();
        let mut after = self.clone();
        after.make(action);
        let alive = |state: &Self| state.now.alive[enemy];
        let destroyed = (alive(self) & !alive(&after)).count_ones() > 0;
        let cut_off = self.cut_off_until(&after, enemy) & COMBAT;
        let is_attack = matches!(action.decoded(), DecodedAction::Attack(_));
        let is_retreating = self.pending_retreat() != 0;
        let all = [
            (is_attack, "attack"),
            (destroyed, "destruction"),
            (is_attack && !destroyed, "forced retreat"),
            (self.takes_arsenal(action), "arsenal"),
            (cut_off != 0, "cut-off"),
            (is_retreating, "retreat"),
        ];
        all.into_iter().filter(|(is_there, _)| *is_there).map(|(_, theme)| theme).collect()
    }
}
