//! Tactics of A Game of War: noisy actions, their gain, slots of the history tables, whole turns.

use crate::games::gameofwar::actions::{DecodedAction, GameOfWarAction};
use crate::games::gameofwar::board::{Rows, SQUARES, Square, window_2, window_square};
use crate::games::gameofwar::units::{Units, each};
use crate::games::gameofwar::{GameOfWarRules, War};
use crate::search::{Tactics, WholeTurns};

/// The gain of an arsenal in [`Tactics::gain`].
const ARSENAL_GAIN_CP: i32 = 250;

// Slots of the history tables: moves and drops by destination, attacks by target, the end of a turn.
const ATTACK_BASE: usize = SQUARES;
const END_SLOT: usize = 2 * SQUARES;

impl<R: GameOfWarRules> Tactics for War<R> {
    const SLOTS: usize = END_SLOT + 1;

    fn slot(&self, action: GameOfWarAction) -> usize {
        match action.decoded() {
            DecodedAction::Move(_, to) | DecodedAction::Drop(_, to) => to.number(),
            DecodedAction::Attack(target) => ATTACK_BASE + target.number(),
            DecodedAction::End | DecodedAction::Unseen => END_SLOT,
        }
    }

    fn gain(&self, action: GameOfWarAction) -> i32 {
        match action.decoded() {
            DecodedAction::Attack(target) => self.target_cp(target),
            DecodedAction::Move(..) => ARSENAL_GAIN_CP,
            _ => 0,
        }
    }

    /// Attacks that succeed and moves that destroy an arsenal; every action while a retreat is due.
    fn is_noisy(&self, action: GameOfWarAction) -> bool {
        if self.pending_retreat() != 0 {
            return true;
        }
        match action.decoded() {
            DecodedAction::Attack(target) => {
                self.unit_on(target).is_some_and(|(_, unit)| self.margin(unit) >= 1)
            }
            DecodedAction::Move(..) => self.takes_arsenal(action),
            _ => false,
        }
    }

    fn has_noisy(&self) -> bool {
        self.attackable() != 0 || self.pending_retreat() != 0 || self.arsenal_takers() != 0
    }

    fn noisy(&self, out: &mut Vec<GameOfWarAction>) {
        if self.pending_retreat() != 0 {
            return self.list_actions(out);
        }
        let enemies = &self.now.squares[1 - self.now.side.index()];
        for unit in each(self.attackable()) {
            if self.margin(unit) >= 1 {
                out.push(GameOfWarAction::attack(enemies[unit]));
            }
        }
        let first = out.len();
        self.list_moves(self.arsenal_takers(), out);
        let mut kept = first;
        for index in first..out.len() {
            if self.takes_arsenal(out[index]) {
                out[kept] = out[index];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn quiet(&self, out: &mut Vec<GameOfWarAction>) {
        let first = out.len();
        self.list_actions(out);
        let mut kept = first;
        for index in first..out.len() {
            if !self.is_noisy(out[index]) {
                out[kept] = out[index];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn may_stand_pat(&self) -> bool {
        self.pending_retreat() == 0
    }
}

impl<R: GameOfWarRules> WholeTurns for War<R> {
    /// Five moves and an attack. A file may allow more moves. A depth of so many actions still holds a whole turn.
    const MOST_ACTIONS: u32 = 6;

    fn end_of_turn(&self) -> Option<GameOfWarAction> {
        let is_free = !self.now.deploying && self.pending_retreat() == 0;
        (is_free && self.now.outcome.is_none()).then_some(GameOfWarAction::END)
    }
}

impl<R: GameOfWarRules> War<R> {
    /// The units of the side to move within two steps of an arsenal that they may destroy.
    fn arsenal_takers(&self) -> Units {
        if self.has_attacked() {
            return 0;
        }
        let me = self.now.side.index();
        let mut takers = 0;
        for arsenal in self.intact(1 - me) {
            each_in_reach(&self.now.own[me], arsenal, |square| {
                takers |= self.unit_on(square).map_or(0, |(_, unit)| 1 << unit);
            });
        }
        takers & self.destroyers() & self.movers()
    }
}

/// Calls `found` with every square of the set within two columns and rows of `centre`.
fn each_in_reach(rows: &Rows, centre: Square, mut found: impl FnMut(Square)) {
    let mut window = window_2(rows, centre);
    while window != 0 {
        found(window_square(centre, 2, window.trailing_zeros()));
        window &= window - 1;
    }
}
