//! The hand-made evaluation of A Game of War: counts of each side times [`WEIGHTS`](super::weights::WEIGHTS), plus
//! the pending attacks of both sides.
//!
//! An attack counts by the value of its target and by the chance that its surplus persists. That is nearly the whole
//! value for the side to move, and a part for the other side, which must wait for its turn. So a position within a
//! turn has two values, [`TurnEvaluator::turn_values`]: one if the turn goes on, one if it ends here.

use super::advance::Advance;
use super::weights::{CHANCE_PERCENT, LATER_PERCENT, VALUE_CP, WEIGHTS};
use crate::game::{Player, Score};
use crate::games::gameofwar::board::{
    INDICES, RING, Square, bearing, direction_of, distance_of, window_2, window_3,
};
use crate::games::gameofwar::units::{COMBAT, RELAYS, UNITS, UnitKind, Units, each};
use crate::games::gameofwar::{ARSENALS_OF, GameOfWarRules, War};
use crate::search::{Evaluator, ExtractFeatures, Inputs, TurnEvaluator};

/// The features of a side other than attacks, in the order of their weights.
pub(super) const FEATURES: [&str; 9] = [
    "material",
    "arsenals",
    "offline",
    "relays offline",
    "lit twice",
    "contacts",
    "approach",
    "arsenal danger",
    "relays advanced",
];

/// Counts of [`FEATURES`].
pub(super) type Counts = [i32; FEATURES.len()];

/// The surplus of the first entry of [`CHANCE_PERCENT`].
const LEAST_MARGIN: i32 = -9;

impl<R: GameOfWarRules> War<R> {
    /// The attack sum of `by` on each enemy unit, and the set of attacked units. Only the first two cavalry units of
    /// a series charge here; longer series count only in the real attack.
    #[inline(always)]
    fn attacks(&self, by: usize) -> ([i32; UNITS], Units) {
        let mut attack = [0; UNITS];
        let mut targets = 0;
        let enemies = &self.now.own[1 - by];
        let attackers = self.attackers(by);
        let (army, fire) = (self.army(), self.fire());
        let charge = self.settings().charge_attack as i32;
        for unit in each(attackers & !army.far) {
            let square = self.now.squares[by][unit];
            let mut hits = window_2(enemies, square) & fire.star_2[square.index() % INDICES];
            if army.short != 0 && army.short >> unit & 1 == 1 {
                hits &= RING;
            }
            let plain = army.attack(unit);
            let is_cavalry = 1 << unit & army.cavalry != 0;
            self.each_in(hits, square, 2, |target, other| {
                let charges = is_cavalry && self.charges(by, attackers, square, target);
                attack[other] += if charges { charge } else { plain };
                targets |= 1 << other;
            });
        }
        for unit in each(attackers & army.far) {
            let square = self.now.squares[by][unit];
            let hits = window_3(enemies, square) & fire.star_3[square.index() % INDICES];
            self.each_in(hits, square, 3, |_, other| {
                attack[other] += army.attack(unit);
                targets |= 1 << other;
            });
        }
        (attack, targets)
    }

    /// Whether a cavalry unit charges a target within two steps.
    #[inline(always)]
    fn charges(&self, side: usize, attackers: Units, square: Square, target: Square) -> bool {
        if !self.can_be_charged(target) || !self.can_charge_from(square) {
            return false;
        }
        let there = bearing(target, square);
        if distance_of(there) == 1 {
            return true;
        }
        let cavalry = self.army().cavalry;
        let before = target.step(direction_of(there));
        let is_charger =
            |(owner, unit): (usize, usize)| owner == side && attackers & cavalry & 1 << unit != 0;
        self.can_charge_from(before) && self.unit_on(before).is_some_and(is_charger)
    }

    #[inline(always)]
    fn material_cp(&self, units: Units) -> i32 {
        let army = self.army();
        UnitKind::ALL
            .into_iter()
            .map(|kind| VALUE_CP[kind.index()] * (units & army.units(kind)).count_ones() as i32)
            .sum()
    }

    /// Each side's counts of [`FEATURES`].
    #[inline(always)]
    fn counts(&self) -> [Counts; 2] {
        let advances = [self.advance(0), self.advance(1)];
        [self.counts_of(0, &advances), self.counts_of(1, &advances)]
    }

    #[inline(always)]
    fn counts_of(&self, side: usize, advances: &[Advance; 2]) -> Counts {
        let now = &self.now;
        let (alive, communications) = (now.alive[side], &now.communications[side]);
        let offline = alive & !communications.online;
        [
            self.material_cp(alive),
            (now.arsenals & ARSENALS_OF[side]).count_ones() as i32,
            self.material_cp(offline & COMBAT) / 16,
            (offline & RELAYS).count_ones() as i32,
            self.lit_twice(side).count_ones() as i32,
            self.contacts(side),
            advances[side].approach,
            advances[1 - side].danger,
            advances[side].relays,
        ]
    }

    /// The value of a side's best attack in the current position, plus a fraction of the others, in centipawns.
    #[inline(always)]
    fn threat(&self, by: usize) -> i32 {
        let enemy = 1 - by;
        let (attack, targets) = self.attacks(by);
        let (mut best, mut rest) = (0, 0);
        for unit in each(targets) {
            let defence = self.defence_power(enemy, self.now.squares[enemy][unit]);
            let row = (attack[unit] - defence - LEAST_MARGIN).max(0) as usize;
            let chance = CHANCE_PERCENT[row.min(CHANCE_PERCENT.len() - 1)];
            let gain = VALUE_CP[self.kind_of(unit).index()] * chance / 100;
            rest += best.min(gain);
            best = best.max(gain);
        }
        best + rest / 8
    }

    /// The scale of an advantage. It grows as units are lost. It shrinks with every turn without a destruction, so
    /// that the side that is ahead makes progress.
    #[inline(always)]
    fn scale_percent(&self) -> i32 {
        let lost = 2 * UNITS as i32
            - (self.now.alive[0].count_ones() + self.now.alive[1].count_ones()) as i32;
        let limit = self.settings().draw_turns as i32;
        let idle = self.now.halfmove.min(limit as u32) as i32;
        (100 + 2 * lost) * (2 * limit - idle) / (2 * limit)
    }

    /// The value for the mover if its turn goes on, and if the turn ends here.
    #[inline(always)]
    pub(super) fn turn_values_cp(&self) -> [i32; 2] {
        let me = self.now.side.index();
        let [south, north] = self.counts();
        let [south, north] = [value_cp(&south), value_cp(&north)];
        let base = if me == 0 { south - north } else { north - south };
        let base = base * self.scale_percent() / 100;
        let my_threat = self.threat(me);
        let opponent_threat = self.threat(1 - me);
        let now = if self.has_attacked() { 0 } else { my_threat };
        let retreat = if self.pending_retreat() != 0 { RETREAT_CP } else { 0 };
        [
            base + now - opponent_threat * LATER_PERCENT / 100 - retreat,
            base + my_threat * LATER_PERCENT / 100 - opponent_threat,
        ]
    }
}

/// The cost of a forced retreat.
const RETREAT_CP: i32 = 15;

#[inline(always)]
fn weighed(counts: &Counts) -> Counts {
    let mut values = *counts;
    for (value, weight) in values.iter_mut().zip(WEIGHTS) {
        *value = *value * weight / 16;
    }
    values
}

/// The weighted sum of the counts, in centipawns.
#[inline(always)]
fn value_cp(counts: &Counts) -> i32 {
    weighed(counts).iter().sum()
}

/// The hand-made evaluation. It has no state.
pub struct HandMade;

impl<R: GameOfWarRules> ExtractFeatures<War<R>> for HandMade {
    #[inline(always)]
    fn extract_features(&self, game: &War<R>, _: bool, set: &mut <War<R> as Inputs>::Set) {
        game.features(set);
    }
}

impl<R: GameOfWarRules> Evaluator<War<R>> for HandMade {
    fn new(_: &War<R>) -> Self {
        Self
    }

    #[inline(always)]
    fn value_within(&mut self, game: &War<R>, _: [Score; 2]) -> Score {
        Score::cp(game.turn_values_cp()[0])
    }

    fn terms(game: &War<R>) -> Vec<(&'static str, Vec<i32>)> {
        let counts = game.counts().map(|counts| weighed(&counts));
        let mut terms: Vec<(&'static str, Vec<i32>)> = (FEATURES.iter().enumerate())
            .map(|(index, name)| (*name, counts.iter().map(|row| row[index]).collect()))
            .collect();
        let threat = |side: usize| {
            let threat = game.threat(side);
            let is_mover = game.now.side == Player::new(side);
            match (is_mover, game.has_attacked()) {
                (true, true) => 0,
                (true, false) => threat,
                (false, _) => threat * LATER_PERCENT / 100,
            }
        };
        terms.push(("threat", vec![threat(0), threat(1)]));
        let due = |side: usize| {
            let retreats = game.pending_retreat() != 0 && game.now.side == Player::new(side);
            if retreats { -RETREAT_CP } else { 0 }
        };
        terms.push(("retreat due", vec![due(0), due(1)]));
        terms
    }

    /// South's counts, North's counts, and each side's threat.
    fn features(game: &War<R>) -> Vec<i32> {
        let counts = game.counts();
        let threats = [0, 1].map(|side| game.threat(side));
        [counts.as_flattened(), &threats].concat()
    }
}

impl<R: GameOfWarRules> TurnEvaluator<War<R>> for HandMade {
    #[inline(always)]
    fn turn_values(&mut self, game: &War<R>) -> [Score; 2] {
        game.turn_values_cp().map(Score::cp)
    }
}

impl<R: GameOfWarRules> War<R> {
    /// The value of the unit on `target`, in centipawns.
    pub(super) fn target_cp(&self, target: Square) -> i32 {
        self.unit_on(target).map_or(0, |(_, unit)| VALUE_CP[self.kind_of(unit).index()])
    }
}
