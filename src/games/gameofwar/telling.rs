//! Attacks and turns in words, and drops in any order, for people.

use super::actions::{DecodedAction, GameOfWarAction};
use super::board::Square;
use super::notation::SIDES;
use super::tokens::read;
use super::units::UnitKind;
use super::{GameOfWarRules, War};
use crate::game::{ActionError, AnyOrder, TurnDue};

/// The plural of a kind of unit.
const fn plural(kind: UnitKind) -> &'static str {
    match kind {
        UnitKind::Infantry => "infantry",
        UnitKind::Cavalry => "cavalry",
        UnitKind::Cannon => "cannons",
        UnitKind::SwiftCannon => "swift cannons",
        UnitKind::Relay => "relays",
        UnitKind::SwiftRelay => "swift relays",
    }
}

impl<R: GameOfWarRules> War<R> {
    /// An attack with its sums and what it brings, or the fall of an arsenal, in a sentence.
    pub(super) fn tell_action(&self, action: GameOfWarAction) -> Option<String> {
        let mover = SIDES[self.now.side.index()];
        match action.decoded() {
            DecodedAction::Attack(target) => {
                let (_, unit) = self.unit_on(target)?;
                Some(format!("{mover} attacks {}", self.attack_text(unit, target)))
            }
            DecodedAction::Move(from, to) => {
                let (_, unit) = self.unit_on(from).filter(|_| self.takes_arsenal(action))?;
                let name = self.kind_of(unit).name();
                let other = SIDES[1 - self.now.side.index()];
                Some(format!("{mover}'s {name} destroys {other}'s arsenal on {}.", to.name()))
            }
            DecodedAction::End | DecodedAction::Drop(..) | DecodedAction::Unseen => None,
        }
    }

    /// The target of an attack by the side to move, the sums, and what happens.
    fn attack_text(&self, unit: usize, target: Square) -> String {
        let me = self.now.side.index();
        let attack = self.attack_power(me, target);
        let defence = self.defence_power(1 - me, target);
        let is_offline = self.now.communications[1 - me].online >> unit & 1 == 0;
        let what = match attack - defence {
            ..=0 => "nothing happens",
            margin if self.is_forcing(margin) && self.can_retreat(unit) => "it must retreat",
            margin if self.is_forcing(margin) => "it cannot retreat and is destroyed",
            _ => "it is destroyed",
        };
        let (name, square) = (self.kind_of(unit).name(), target.name());
        let offline = if is_offline { "offline " } else { "" };
        format!("the {offline}{name} on {square}, {attack} against {defence}: {what}.")
    }

    /// What is still open in the turn of the side to move.
    pub(super) fn due_in_turn(&self) -> Vec<TurnDue> {
        if self.now.outcome.is_some() || self.hand().unseen {
            return Vec::new();
        }
        if self.now.deploying {
            let counts = UnitKind::ALL.into_iter().zip(self.hand().counts);
            let due = |(kind, count): (UnitKind, u8)| {
                TurnDue::must(count.into(), kind.name(), plural(kind))
            };
            return counts.filter_map(due).collect();
        }
        let retreats = self.pending_retreat().count_ones();
        let settings = self.settings();
        let moves = settings.moves_a_turn.saturating_sub(self.now.moved.count_ones() + retreats);
        let moves = if settings.arsenal_ends_moves && self.now.attacked { 0 } else { moves };
        let due = [
            TurnDue::must(retreats, "retreat", "retreats"),
            TurnDue::may(moves, "move", "moves"),
            TurnDue::may(u32::from(!self.has_attacked()), "attack", "attacks"),
        ];
        due.into_iter().flatten().collect()
    }
}

/// The drops of a deployment.
pub(super) struct Drops;

impl<R: GameOfWarRules> AnyOrder<War<R>> for Drops {
    fn place(&self, state: &War<R>, token: &str) -> Option<u32> {
        match read(token).filter(|_| state.now.deploying)?.decoded() {
            DecodedAction::Drop(kind, square) => {
                const SQUARES: usize = 1000;
                Some((kind.index() * SQUARES + square.number()) as u32)
            }
            _ => None,
        }
    }

    fn carry_out(&self, state: &mut War<R>, token: &str) -> Result<(), ActionError> {
        let illegal = |reason: String| Err(ActionError::illegal(token, reason));
        let Some(DecodedAction::Drop(kind, square)) = read(token).map(GameOfWarAction::decoded)
        else {
            return illegal("this is no drop".to_string());
        };
        if !state.now.deploying {
            return illegal("the deployment is over".to_string());
        }
        if let Some(reason) = state.why_not_set_up(kind, square) {
            return illegal(reason);
        }
        state.make_drop(kind, square);
        Ok(())
    }
}
