//! What a move is about, for puzzles.

use super::{BLACK, CARRIERS, KAMIKAZES, Pacific, PacificAction, PacificRules, WHITE};
use crate::game::Game;

impl<R: PacificRules> Pacific<R> {
    /// The themes of a legal action.
    pub(super) fn themes_of(&self, action: PacificAction) -> Vec<&'static str> {
        let me = self.side().index();
        let enemy = if me == WHITE { BLACK } else { WHITE };
        let mut after = *self;
        after.make(action);
        let counts =
            |state: &Self, set: usize, side: usize| (state.sets[set] & state.sets[side]).count();
        let has_fewer = |set| counts(&after, set, enemy) < counts(self, set, enemy);
        let has_more = |set| counts(&after, set, me) > counts(self, set, me);
        let is_chain = action.is_attack() && action.landings().count() > 1;
        let all = [
            (has_fewer(enemy), "capture"),
            (has_fewer(CARRIERS), "carrier"),
            (is_chain, "chain"),
            (has_more(KAMIKAZES), "kamikaze"),
        ];
        all.into_iter().filter(|(is_there, _)| *is_there).map(|(_, theme)| theme).collect()
    }
}
