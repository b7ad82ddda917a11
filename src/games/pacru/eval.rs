//! What the engine thinks of positions and actions of Pacru, Azacru and Shacru.
//!
//! The evaluation is linear: counts of [`FEATURES`] times weights, one row a game. The weights are in
//! `weights.rs`; `scripts/tune_pacru.py` fits them to games, through the same counts by `query features`.

use super::board::Fields;
use super::weights::{AZACRU, PACRU, SHACRU};
use super::{Cru, CruAction, Family, Kind, Stage};
use crate::game::{Evaluate, Game, Player, Score, Tactics};
use std::fmt::Write;

/// What a player's part of the evaluation counts.
pub(super) const FEATURES: [&str; 17] = [
    "markers",
    "markers squared / 16",
    "chevrons",
    "power",
    "destinations",
    "destinations over a border",
    "chevrons blocked",
    "chevrons nearly blocked",
    "close to going out",
    "connections in reach",
    "markers to be connected",
    "chevrons attacked",
    "pincers if to move",
    "pincers if not to move",
    "territory in reach first",
    "territory in reach together",
    "to move",
];
const MARKERS: usize = 0;
const MARKERS_SQUARED: usize = 1;
const CHEVRONS: usize = 2;
const POWER: usize = 3;
const DESTINATIONS: usize = 4;
const CROSSINGS: usize = 5;
const BLOCKED: usize = 6;
const NEARLY_BLOCKED: usize = 7;
const CLOSE_TO_OUT: usize = 8;
const CONNECTIONS: usize = 9;
const CONNECTABLE: usize = 10;
const ATTACKED: usize = 11;
const PINCERS_TO_MOVE: usize = 12;
const PINCERS_WAITING: usize = 13;
const TERRITORY: usize = 14;
const SHARED_TERRITORY: usize = 15;
const TO_MOVE: usize = 16;

/// Counts of [`FEATURES`].
type Counts = [i32; FEATURES.len()];

const MOST_USEFUL_POWER: usize = 5;
/// A chevron with no more destinations is nearly blocked.
const FEW_DESTINATIONS: u32 = 2;
/// A player with no more destinations may soon have none.
const LAST_DESTINATIONS: i32 = 4;
/// Territory is looked for so many steps away.
const TERRITORY_STEPS: usize = 8;

/// What [`Tactics::gain`] counts for a marker and a chevron; it only orders actions.
const MARKER_GAIN_CP: i32 = 50;
const CHEVRON_GAIN_CP: i32 = 300;

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
        let is_capture = Self::IS_PACRU && self.occupied().has(to);
        let mut marked = to.bit().only_if(is_capture || !Self::IS_PACRU);
        let mut gain = if is_capture { CHEVRON_GAIN_CP } else { 0 };
        if action.connects() {
            let gap = from.between(to, from.facing_along(to));
            marked |= gap;
            if Self::IS_AZACRU && self.takes_from_others(gap) {
                gain -= CHEVRON_GAIN_CP;
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
        let values = self.values();
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
        let counts = self.features();
        let term = |(index, name): (usize, &&'static str)| {
            let values = counts.iter().map(|of_player| of_player[index] * Self::WEIGHTS[index]);
            (*name, values.collect())
        };
        let is_used = |(index, _): &(usize, _)| Self::WEIGHTS[*index] != 0;
        FEATURES.iter().enumerate().filter(is_used).map(term).collect()
    }

    /// Logistic, as the weights were fitted; each of the others has the same chance where all is even.
    fn win_draw_loss(score: Score) -> [u32; 3] {
        let others = (PLAYERS - 1) as f64;
        let odds = (f64::from(score.raw()) / Self::LOGISTIC_SCALE_CP).exp() / others;
        let win = (1000.0 * odds / (1.0 + odds)).round().min(1000.0) as u32;
        [win, 0, 1000 - win]
    }
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    const WEIGHTS: Counts = match F::KIND {
        Kind::Pacru => PACRU,
        Kind::Azacru => AZACRU,
        Kind::Shacru => SHACRU,
    };

    /// The score at which the win is expected in 73 of 100 games: what `scripts/tune_pacru.py` scales to.
    const LOGISTIC_SCALE_CP: f64 = match F::KIND {
        Kind::Pacru => 400.0,
        Kind::Azacru | Kind::Shacru => 100.0,
    };

    /// Each player's part of the evaluation, in centipawns.
    pub(super) fn values(&self) -> [i32; PLAYERS] {
        self.features().map(|counts| {
            counts.iter().zip(Self::WEIGHTS).map(|(count, weight)| count * weight).sum()
        })
    }

    /// Each player's counts of [`FEATURES`].
    fn features(&self) -> [Counts; PLAYERS] {
        let mut counts = std::array::from_fn(|player| self.features_of(player));
        if !Self::IS_PACRU {
            self.count_territory(&mut counts);
        }
        counts
    }

    #[inline]
    fn features_of(&self, player: usize) -> Counts {
        let ground = self.ground(player);
        let (mut attacked, mut pincered) = (Fields::NONE, Fields::NONE);
        let mut connectable = Fields::NONE;
        let mut counts = [0; FEATURES.len()];
        for from in ground.friends {
            let reach = self.reach(&ground, player, from);
            pincered |= attacked & reach.attacked;
            attacked |= reach.attacked;
            let targets = reach.targets.count();
            counts[POWER] += self.power(player, from).min(MOST_USEFUL_POWER) as i32;
            counts[DESTINATIONS] += targets as i32;
            counts[CROSSINGS] += (reach.targets & !from.home()).count() as i32;
            counts[BLOCKED] += i32::from(targets == 0);
            counts[NEARLY_BLOCKED] += i32::from((1..=FEW_DESTINATIONS).contains(&targets));
            counts[CONNECTIONS] += reach.connections.count() as i32;
            for to in reach.connections {
                connectable |= from.between(to, from.facing_along(to));
            }
        }
        let is_to_move = self.side.index() == player;
        let pincers = if is_to_move { PINCERS_TO_MOVE } else { PINCERS_WAITING };
        counts[MARKERS] = self.marker_count(player);
        counts[MARKERS_SQUARED] = counts[MARKERS] * counts[MARKERS] / 16;
        counts[CHEVRONS] = ground.friends.count() as i32;
        counts[CLOSE_TO_OUT] = i32::from(counts[DESTINATIONS] <= LAST_DESTINATIONS);
        counts[CONNECTABLE] = (connectable & !ground.mine).count() as i32;
        counts[ATTACKED] = attacked.count() as i32;
        counts[pincers] = pincered.count() as i32;
        counts[TO_MOVE] = i32::from(is_to_move);
        counts
    }

    /// The player's markers, those that he owes or is owed in mid turn among them.
    fn marker_count(&self, player: usize) -> i32 {
        let count = self.markers[player].count() as i32;
        match self.stage {
            Stage::Payment { left, .. } if self.side.index() == player => count - i32::from(left),
            Stage::Bonus if self.side.index() == player => count + 1,
            _ => count,
        }
    }

    /// The bare fields that each player's chevrons come to before all others, and those to which he
    /// and another come at the same time, if all of them went on like kings over bare fields and
    /// their own markers.
    fn count_territory(&self, counts: &mut [Counts; PLAYERS]) {
        let bare = Fields::BOARD & !self.marked();
        let mut unclaimed = bare & !self.occupied();
        let mut fronts = [Fields::NONE; PLAYERS];
        for (player, front) in fronts.iter_mut().enumerate() {
            for from in self.chevrons[player] {
                *front |= from.near(self.facing(from)) & (unclaimed | self.markers[player]);
            }
        }
        for _ in 0..TERRITORY_STEPS {
            let (mut once, mut twice) = (Fields::NONE, Fields::NONE);
            for front in fronts {
                twice |= once & front & unclaimed;
                once |= front & unclaimed;
            }
            for (front, counts) in fronts.iter().zip(counts.iter_mut()) {
                counts[TERRITORY] += (*front & unclaimed & !twice).count() as i32;
                counts[SHARED_TERRITORY] += (*front & twice).count() as i32;
            }
            unclaimed &= !once;
            if unclaimed.is_empty() {
                return;
            }
            let mut has_grown = false;
            for (player, front) in fronts.iter_mut().enumerate() {
                let grown = *front | front.around() & (unclaimed | self.markers[player]);
                has_grown |= grown != *front;
                *front = grown;
            }
            if !has_grown {
                return;
            }
        }
    }

    /// The counts as `query features` gives them: those of each player in turn, in the order of seats.
    pub(super) fn feature_text(&self) -> String {
        let mut text = String::new();
        for count in self.features().iter().flatten() {
            let _ = write!(text, "{count} ");
        }
        text.trim_end().to_string()
    }
}
