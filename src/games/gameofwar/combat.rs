//! Attack and defence sums, and retreats (rules.md 5).

use super::GameOfWar;
use super::board::{
    FORTRESSES, INDICES, PASSES, STAR_2, STOPS, Square, SquareWindow, bearing, clear_distance,
    direction_of, distance_of, has, one_step, two_steps, window_2, window_bit,
};
use super::units::{CANNONS, CAVALRY, CHARGE, COMBAT, SWIFT, UnitKind, Units, defence_on, each};

impl GameOfWar {
    /// The units of `side` that could take part in an attack.
    #[inline(always)]
    pub(super) fn attackers(&self, side: usize) -> Units {
        let retreated = if side == self.now.side.index() { self.now.retreat } else { 0 };
        self.now.communications[side].online & COMBAT & !retreated
    }

    /// The attack sum of `side` against an enemy unit on `target`.
    pub(super) fn attack_power(&self, side: usize, target: Square) -> i32 {
        let attackers = self.attackers(side);
        let squares = &self.now.squares[side];
        let stops = &STOPS[target.index()];
        let mut power = 0;
        for unit in each(attackers & !CAVALRY) {
            let there = bearing(target, squares[unit]);
            let traits = UnitKind::of(unit).traits();
            let reaches = distance_of(there) <= traits.range
                && distance_of(there) < stops[direction_of(there)];
            power += if reaches { traits.attack } else { 0 };
        }
        power + self.cavalry_power(attackers & CAVALRY, side, target)
    }

    /// The cavalry's part of an attack sum, including charges.
    fn cavalry_power(&self, cavalry: Units, side: usize, target: Square) -> i32 {
        let stops = &STOPS[target.index()];
        let can_be_charged = !has(&FORTRESSES, target) && !has(&PASSES, target);
        // The distances of cavalry by direction, one bit each: cavalry that can charge, and other cavalry.
        let (mut chargers, mut others) = ([0u32; 8], [0u32; 8]);
        for unit in each(cavalry) {
            let square = self.now.squares[side][unit];
            let there = bearing(target, square);
            if distance_of(there) < stops[direction_of(there)] {
                let charges = can_be_charged && !has(&FORTRESSES, square);
                let row = if charges { &mut chargers } else { &mut others };
                row[direction_of(there)] |= 1 << distance_of(there);
            }
        }
        const IN_RANGE: u32 = 0b110;
        let attack = UnitKind::Cavalry.traits().attack;
        let mut power = 0;
        for (chargers, others) in chargers.into_iter().zip(others) {
            // The length of the unbroken series from distance 1 on.
            let series = (chargers >> 1).trailing_ones();
            let rest = (chargers | others) & IN_RANGE & !((2 << series) - 1);
            power += CHARGE * series as i32 + attack * rest.count_ones() as i32;
        }
        power
    }

    /// The defence sum of `side` for its unit on `target`.
    #[inline(always)]
    pub(super) fn defence_power(&self, side: usize, target: Square) -> i32 {
        let now = &self.now;
        let online = now.communications[side].online;
        let mut power = match self.unit_on(target) {
            Some((_, unit)) if online >> unit & 1 == 1 => defence_on(unit, target),
            _ => 0,
        };
        // All combat units support from up to two steps away, cannons also from three.
        let near = window_2(&now.own[side], target) & STAR_2[target.index() % INDICES];
        self.each_in(near, target, 2, |square, unit| {
            power += if online & COMBAT & 1 << unit != 0 { defence_on(unit, square) } else { 0 };
        });
        for unit in each(online & CANNONS) {
            let square = now.squares[side][unit];
            let there = bearing(target, square);
            let is_far = distance_of(there) == 3;
            if is_far && STOPS[target.index() % INDICES][direction_of(there)] > 3 {
                power += defence_on(unit, square);
            }
        }
        power
    }

    /// What each unit of `side` adds to [`GameOfWar::attack_power`].
    pub(super) fn attack_parts(&self, side: usize, target: Square) -> Vec<(Square, i32)> {
        let part = |unit: usize| {
            let square = self.now.squares[side][unit];
            let traits = UnitKind::of(unit).traits();
            let reach = clear_distance(target, square)?;
            let adds = if 1 << unit & CAVALRY != 0 && self.is_in_charge(side, target, square) {
                CHARGE
            } else if reach <= traits.range {
                traits.attack
            } else {
                return None;
            };
            Some((square, adds))
        };
        each(self.attackers(side)).filter_map(part).collect()
    }

    /// Whether the cavalry of `side` on a square belongs to a charge: it and all squares before the target hold cavalry
    /// that can charge.
    fn is_in_charge(&self, side: usize, target: Square, from: Square) -> bool {
        let there = bearing(target, from);
        let cavalry = self.attackers(side) & CAVALRY;
        let mut at = target;
        !has(&FORTRESSES, target)
            && !has(&PASSES, target)
            && (0..distance_of(there)).all(|_| {
                at = at.step(direction_of(there));
                let rider = self.unit_on(at);
                rider.is_some_and(|(owner, unit)| owner == side && cavalry >> unit & 1 == 1)
                    && !has(&FORTRESSES, at)
            })
    }

    /// What each unit of `side` adds to [`GameOfWar::defence_power`], the unit on `target` first.
    pub(super) fn defence_parts(&self, side: usize, target: Square) -> Vec<(Square, i32)> {
        let online = self.now.communications[side].online;
        let mut parts: Vec<(Square, i32)> = each(online)
            .filter_map(|unit| {
                let square = self.now.squares[side][unit];
                let reach = clear_distance(target, square)?;
                let supports =
                    1 << unit & COMBAT != 0 && reach <= UnitKind::of(unit).traits().range;
                (reach == 0 || supports).then(|| (square, defence_on(unit, square)))
            })
            .collect();
        parts.sort_by_key(|(square, _)| *square != target);
        parts
    }

    /// The attack sum of the side to move against an enemy unit, less the defence sum.
    pub(super) fn margin(&self, unit: usize) -> i32 {
        let me = self.now.side.index();
        let target = self.now.squares[1 - me][unit];
        self.attack_power(me, target) - self.defence_power(1 - me, target)
    }

    /// Whether a successful attack would leave this unit of the side not to move alive.
    pub(super) fn is_spared(&self, unit: usize) -> bool {
        self.margin(unit) == 1 && self.can_retreat(unit)
    }

    /// Whether this unit of the side not to move could retreat at the start of its side's turn.
    pub(super) fn can_retreat(&self, unit: usize) -> bool {
        let enemy = 1 - self.now.side.index();
        let is_mobile =
            1 << unit & COMBAT == 0 || self.now.communications[enemy].online >> unit & 1 == 1;
        is_mobile && self.destinations(enemy, unit, true) != 0
    }

    /// The destinations of a unit by movement alone, as a window of radius 2. A `peaceful` unit may not destroy an
    /// arsenal.
    #[inline(always)]
    pub(super) fn destinations(&self, side: usize, unit: usize, peaceful: bool) -> SquareWindow {
        let square = self.now.squares[side][unit];
        let blocked = window_2(&self.now.blocked, square);
        let free = !blocked & 0x1F_1F1F_1F1F;
        let mut reach = if 1 << unit & SWIFT != 0 { two_steps(free) } else { one_step(free) };
        if peaceful && 1 << unit & COMBAT != 0 {
            for arsenal in self.intact(1 - side) {
                if let Some(bit) = window_bit(square, 2, arsenal) {
                    reach &= !(1 << bit);
                }
            }
        }
        reach
    }
}
