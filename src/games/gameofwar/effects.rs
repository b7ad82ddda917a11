//! What a turn does, in sentences for people: attacks, arsenals, retreats, and who is cut off.

use super::actions::{DecodedAction, GameOfWarAction};
use super::notation::SIDES;
use super::units::{Units, each};
use super::{GameOfWarRules, War};
use crate::game::Game;
use crate::game::text::listed;

impl<R: GameOfWarRules> War<R> {
    /// What the actions of one turn do together. A deployment does nothing yet.
    pub(super) fn effects_of(&self, turn: &[GameOfWarAction]) -> Vec<String> {
        let mut after = self.clone();
        let mut told = Vec::new();
        for action in turn {
            told.extend(after.retreat_sentence(*action));
            told.extend(after.tell_action(*action));
            after.make(*action);
        }
        if !self.now.deploying {
            let me = self.now.side.index();
            told.extend(self.link_texts(&after, 1 - me));
            told.extend(self.link_texts(&after, me));
        }
        told
    }

    /// The retreat that an action carries out.
    fn retreat_sentence(&self, action: GameOfWarAction) -> Option<String> {
        let DecodedAction::Move(from, to) = action.decoded() else { return None };
        let (side, unit) = self.unit_on(from)?;
        let retreats = self.pending_retreat() >> unit & 1 == 1;
        let (name, from, to) = (self.kind_of(unit).name(), from.name(), to.name());
        retreats.then(|| format!("{}'s {name} retreats from {from} to {to}.", SIDES[side]))
    }

    /// The units of `side` that a later position still has, and that orders no longer reach there.
    pub(super) fn cut_off_until(&self, after: &Self, side: usize) -> Units {
        let online = |state: &Self| state.now.communications[side].online;
        online(self) & after.now.alive[side] & !online(after)
    }

    /// The units of `side` that have lost their line of communication, and those that have it again.
    fn link_texts(&self, after: &Self, side: usize) -> Vec<String> {
        let online = |state: &Self| state.now.communications[side].online;
        let lost = self.cut_off_until(after, side);
        let found = self.now.alive[side] & online(after) & !online(self);
        let mut told = Vec::new();
        let mut tell = |units: Units, [one, several]: [&str; 2]| {
            if units != 0 {
                let what = if units.count_ones() == 1 { one } else { several };
                told.push(format!("{}'s {} {what}.", SIDES[side], after.units_text(side, units)));
            }
        };
        tell(lost, ["is cut off", "are cut off"]);
        tell(found, ["is connected again", "are connected again"]);
        told
    }

    /// Units in a sentence, such as `infantry on c3 and relay on d4`.
    fn units_text(&self, side: usize, units: Units) -> String {
        let named = |unit: usize| {
            format!("{} on {}", self.kind_of(unit).name(), self.now.squares[side][unit].name())
        };
        listed(&each(units).map(named).collect::<Vec<_>>())
    }
}
