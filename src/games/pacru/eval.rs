//! What the engine thinks of positions and actions of Pacru, Azacru and Shacru.
//!
//! All weights are first guesses, not tuned.

use super::board::Fields;
use super::{Cru, CruAction, Family, Kind, Stage};
use crate::game::{Evaluate, Game, Player, Score, Tactics};

/// The weights of one game, in centipawns.
struct Weights {
    /// For each marker.
    marker_cp: i32,
    /// For each chevron.
    chevron_cp: i32,
    /// For each marker that a chevron's power counts, up to [`MOST_USEFUL_POWER`].
    power_cp: i32,
    /// For each destination.
    mobility_cp: i32,
    /// For each chevron without a destination.
    blocked_cp: i32,
    /// For each bare field near the chevrons.
    territory_cp: i32,
    /// For each chevron of others that one of the player's attacks.
    attack_cp: i32,
    /// For each chevron of others that may be captured when the player is to move.
    pincer_cp: i32,
}

const PACRU: Weights = Weights {
    marker_cp: 40,
    chevron_cp: 300,
    power_cp: 10,
    mobility_cp: 4,
    blocked_cp: -40,
    territory_cp: 0,
    attack_cp: 10,
    pincer_cp: 120,
};
const AZACRU: Weights = Weights {
    marker_cp: 100,
    chevron_cp: 60,
    power_cp: 5,
    mobility_cp: 4,
    blocked_cp: -80,
    territory_cp: 8,
    attack_cp: 0,
    pincer_cp: 0,
};
const SHACRU: Weights = Weights {
    marker_cp: 100,
    chevron_cp: 0,
    power_cp: 0,
    mobility_cp: 8,
    blocked_cp: -60,
    territory_cp: 10,
    attack_cp: 0,
    pincer_cp: 0,
};

/// Centipawns that a player of Pacru gets for nearing the target, at the target; half the way there
/// gives a quarter.
const NEAR_TARGET_CP: i32 = 1000;
const MOST_USEFUL_POWER: usize = 5;
/// A bare field this many steps away counts as territory.
const TERRITORY_STEPS: usize = 3;
/// A pincer is worth its full value only to the side that can close it now.
const PINCER_OF_WAITING_SIDE_DIVISOR: i32 = 4;
/// What the bonus of a meeting is worth before it is placed, in halves of a marker.
const BONUS_HALF_MARKERS: i32 = 3;
/// The score at which the win is expected in 73 of 100 games.
const LOGISTIC_SCALE_CP: f64 = 250.0;

const TERMS: [&str; 6] = ["markers", "chevrons", "power", "mobility", "territory", "threats"];
const MARKERS: usize = 0;
const CHEVRONS: usize = 1;
const POWER: usize = 2;
const MOBILITY: usize = 3;
const TERRITORY: usize = 4;
const THREATS: usize = 5;

// Slots of the history tables, few because some of these tables have a row for each: plain moves by
// start and direction, those with a border marker by arrival and place of the marker, those with a
// twist by arrival and facing, and the other kinds by field.
const FIELD_SLOTS: usize = 81;
const MARKER_BASE: usize = FIELD_SLOTS * 8;
const TWIST_BASE: usize = MARKER_BASE;
const ROTATION_BASE: usize = MARKER_BASE + FIELD_SLOTS * 9;
const PAYMENT_BASE: usize = ROTATION_BASE + FIELD_SLOTS;
const BONUS_BASE: usize = PAYMENT_BASE + FIELD_SLOTS;
const END_SLOT: usize = BONUS_BASE + FIELD_SLOTS;

impl<F: Family, const PLAYERS: usize> Tactics for Cru<F, PLAYERS> {
    const SLOTS: usize = END_SLOT + 1;

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

    fn gain(&self, action: CruAction) -> i32 {
        let marker_cp = Self::WEIGHTS.marker_cp;
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
        let is_capture = Self::IS_PACRU && self.occupied().has(to);
        let mut marked = to.bit().only_if(is_capture || !Self::IS_PACRU);
        let mut gain = if is_capture { Self::WEIGHTS.chevron_cp } else { 0 };
        if action.connects() {
            let gap = from.between(to, from.facing_along(to));
            marked |= gap;
            if Self::IS_AZACRU && self.takes_from_others(gap) {
                gain -= Self::WEIGHTS.chevron_cp;
            }
        }
        if let Some(marker) = action.marker() {
            marked |= marker.bit();
        }
        gain + marker_cp * self.swing(marked) as i32
    }

    fn is_noisy(&self, action: CruAction) -> bool {
        let field = action.field();
        match self.stage {
            Stage::Bonus => self.quiescent_bonus().has(field),
            Stage::Payment { left, last } => self.quiescent_payment(left, last).has(field),
            _ if !action.is_move() => false,
            _ if action.connects() => self.is_great_swing(field, action.to()),
            _ => Self::IS_PACRU && self.occupied().has(action.to()),
        }
    }

    fn noisy(&self, out: &mut Vec<CruAction>) {
        self.list_actions::<true, false>(out);
    }

    fn quiet(&self, out: &mut Vec<CruAction>) {
        self.list_actions::<false, true>(out);
    }

    /// In mid turn there is no way out, and the one noisy action goes on with the turn.
    fn may_stand_pat(&self) -> bool {
        self.turn_start()
    }

    /// A turn of nothing, with two players only: with more, the next one to move is no measure. In
    /// the last round of Azacru each turn counts.
    fn pass(&mut self) -> Option<Self> {
        if PLAYERS > 2 || self.stage != Stage::Turn || self.outcome.is_some() {
            return None;
        }
        let before = *self;
        self.end_turn(false);
        Some(before)
    }
}

impl<F: Family, const PLAYERS: usize> Evaluate for Cru<F, PLAYERS> {
    fn evaluate(&self) -> Score {
        self.evaluate_for(self.side)
    }

    /// Against the strongest of the others and against all of them, half and half.
    fn evaluate_for(&self, player: Player) -> Score {
        let values: [i32; PLAYERS] =
            std::array::from_fn(|player| self.features(player).iter().sum());
        let mut strongest = i32::MIN;
        let (mut sum, mut count) = (0, 0);
        for (other, value) in values.into_iter().enumerate() {
            if other != player.index() && !self.is_out(Player::new(other)) {
                (strongest, sum, count) = (strongest.max(value), sum + value, count + 1);
            }
        }
        let field = if count == 0 { 0 } else { (strongest + sum / count) / 2 };
        Score::cp(values[player.index()] - field)
    }

    fn terms(&self) -> Vec<(&'static str, Vec<i32>)> {
        let features: Vec<[i32; TERMS.len()]> =
            (0..PLAYERS).map(|player| self.features(player)).collect();
        let of_term = |term: usize| features.iter().map(|values| values[term]).collect();
        TERMS.iter().enumerate().map(|(term, name)| (*name, of_term(term))).collect()
    }

    fn win_draw_loss(score: Score) -> [u32; 3] {
        let win = 1000.0 / (1.0 + (-f64::from(score.raw()) / LOGISTIC_SCALE_CP).exp());
        let win = win.round() as u32;
        [win, 0, 1000 - win]
    }
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    const WEIGHTS: Weights = match F::KIND {
        Kind::Pacru => PACRU,
        Kind::Azacru => AZACRU,
        Kind::Shacru => SHACRU,
    };

    /// The player's part of the evaluation, by [`TERMS`].
    fn features(&self, player: usize) -> [i32; TERMS.len()] {
        let weights = Self::WEIGHTS;
        let ground = self.ground(player);
        let (mut attacked, mut pincered) = (Fields::NONE, Fields::NONE);
        let mut near = Fields::NONE;
        let mut terms = [0; TERMS.len()];
        for from in ground.friends {
            let reach = self.reach(&ground, player, from);
            pincered |= attacked & reach.attacked;
            attacked |= reach.attacked;
            near |= from.fan(self.facing(from)) & from.within(TERRITORY_STEPS);
            let power = self.power(player, from).min(MOST_USEFUL_POWER);
            terms[POWER] += weights.power_cp * power as i32;
            terms[MOBILITY] += match reach.targets.count() {
                0 => weights.blocked_cp,
                targets => weights.mobility_cp * targets as i32,
            };
        }
        terms[MARKERS] = self.marker_value(player);
        terms[CHEVRONS] = weights.chevron_cp * ground.friends.count() as i32;
        terms[TERRITORY] = weights.territory_cp * (near & ground.bare).count() as i32;
        let is_waiting = self.side != Player::new(player);
        let divisor = if is_waiting { PINCER_OF_WAITING_SIDE_DIVISOR } else { 1 };
        terms[THREATS] = weights.attack_cp * attacked.count() as i32
            + weights.pincer_cp * pincered.count() as i32 / divisor;
        terms
    }

    /// The player's markers, those that he owes or is owed in mid turn among them.
    fn marker_value(&self, player: usize) -> i32 {
        let marker_cp = Self::WEIGHTS.marker_cp;
        let count = self.markers[player].count() as i32;
        let mut value = marker_cp * count;
        if self.side == Player::new(player) {
            value += match self.stage {
                Stage::Payment { left, .. } => -marker_cp * i32::from(left),
                Stage::Bonus => marker_cp * BONUS_HALF_MARKERS / 2,
                Stage::Turn | Stage::LastRound(_) => 0,
            };
        }
        if Self::IS_PACRU {
            let target = Self::TARGET as i32;
            value += NEAR_TARGET_CP * count * count / (target * target);
        }
        value
    }
}
