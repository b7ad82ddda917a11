//! Tactics of Pacru, Azacru and Shacru: noisy actions, their gain, and slots of the history tables.

use crate::game::Game;
use crate::games::pacru::{Azacru, Cru, CruAction, Family, GameKind, Pacru, Shacru, TurnStage};
use crate::search::{PolicyInputs, PolicyNetwork, PolicySupport, Supported, Tactics};

/// The gain of a marker and of a chevron in [`Tactics::gain`]. They only order actions.
const MARKER_GAIN_CP: i32 = 50;
const CHEVRON_GAIN_CP: i32 = 300;

// Slots of the history tables. They are few, because some of these tables have a row for each slot. Moves have slots
// by start and direction; with a border marker, by arrival and place of the marker; with a twist, by arrival and
// facing. The other kinds have slots by field.
const FIELD_SLOTS: usize = 81;
const MARKER_BASE: usize = FIELD_SLOTS * 8;
const TWIST_BASE: usize = MARKER_BASE;
const ROTATION_BASE: usize = MARKER_BASE + FIELD_SLOTS * 9;
const PAYMENT_BASE: usize = ROTATION_BASE + FIELD_SLOTS;
const BONUS_BASE: usize = PAYMENT_BASE + FIELD_SLOTS;
const END_SLOT: usize = BONUS_BASE + FIELD_SLOTS;

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// The policy network: its own, or in a variant of a file that of the same game. Their inputs have the same
    /// numbers.
    #[inline(always)]
    fn policy_network(&self) -> Option<&'static PolicyNetwork> {
        fn of<G: PolicyInputs>() -> Option<&'static PolicyNetwork> {
            G::built_in_policy()?.get::<G>()
        }
        match (F::KIND, self.kind()) {
            (Some(_), _) => of::<Self>(),
            (None, GameKind::Pacru) => of::<Pacru<PLAYERS>>(),
            (None, GameKind::Azacru) => of::<Azacru<PLAYERS>>(),
            (None, GameKind::Shacru) => of::<Shacru<PLAYERS>>(),
        }
    }
}

impl<F: Family, const PLAYERS: usize> Tactics for Cru<F, PLAYERS> {
    const SLOTS: usize = END_SLOT + 1;
    const POLICY: Option<&'static dyn PolicySupport<Self>> =
        if PLAYERS > 2 { Some(&Supported) } else { None };

    fn slot(&self, action: CruAction) -> usize {
        let field = action.field().index();
        if action.is_move() {
            let (to, direction) = (action.to(), action.field().facing_along(action.to()));
            match action.marker() {
                Some(marker) => MARKER_BASE + 9 * to.index() + marker.place_at_home(),
                None if action.facing() == direction => 8 * field + direction.index(),
                None => TWIST_BASE + 8 * to.index() + action.facing().index(),
            }
        } else if action.is_rotation() {
            ROTATION_BASE + field
        } else if action.is_payment() {
            PAYMENT_BASE + field
        } else if action.is_bonus() {
            BONUS_BASE + field
        } else {
            END_SLOT
        }
    }

    #[inline(always)]
    fn gain(&self, action: CruAction) -> i32 {
        let marker_cp = MARKER_GAIN_CP;
        if action.is_payment() {
            return -marker_cp;
        }
        if action.is_bonus() {
            return marker_cp * self.swing(action.field().bit()) as i32;
        }
        if !action.is_move() {
            return 0;
        }
        let (from, to) = (action.field(), action.to());
        let is_capture = self.is_pacru() && self.occupied().has(to);
        let mut marked = to.bit().only_if(is_capture || !self.is_pacru());
        let mut gain = if is_capture { CHEVRON_GAIN_CP } else { 0 };
        if action.connects() {
            let gap = from.between(to, from.facing_along(to));
            marked |= gap;
            if self.costs_chevron(gap) {
                gain -= CHEVRON_GAIN_CP;
            }
        }
        if let Some(marker) = action.marker() {
            marked |= marker.bit();
        }
        gain + marker_cp * self.swing(marked) as i32
    }

    #[inline(always)]
    fn policy_logits(&self, actions: &[CruAction], logits: &mut Vec<f32>) {
        if let Some(network) = self.policy_network() {
            network.logits(self, actions, logits);
        }
    }

    fn is_noisy(&self, action: CruAction) -> bool {
        let field = action.field();
        match self.stage {
            TurnStage::Bonus { .. } => self.quiescent_bonus().has(field),
            TurnStage::Payment { left, last } => self.quiescent_payment(left, last).has(field),
            _ if !action.is_move() => false,
            _ if action.connects() => self.is_great_swing(field, action.to()),
            _ => self.is_pacru() && self.occupied().has(action.to()),
        }
    }

    fn noisy(&self, out: &mut Vec<CruAction>) {
        self.list_actions::<true, false>(out);
    }

    fn quiet(&self, out: &mut Vec<CruAction>) {
        self.list_actions::<false, true>(out);
    }

    /// Within a turn there is no standing pat; the one noisy action continues the turn.
    fn may_stand_pat(&self) -> bool {
        self.turn_start()
    }

    /// A null move, with two players only. With more, the next player's reply says little about the threat. In the
    /// last round of Azacru every turn counts, so there is no null move.
    fn pass(&mut self) -> Option<Self> {
        if PLAYERS > 2 || self.stage != TurnStage::Turn || self.outcome.is_some() {
            return None;
        }
        let before = *self;
        self.end_turn(false);
        Some(before)
    }
}
