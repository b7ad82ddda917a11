//! Attack and defence sums, and retreats (rules.md 5).

use super::board::{
    INDICES, RING, Square, SquareWindow, bearing, direction_of, distance_of, has, one_step,
    second_steps, two_steps, window_2, window_bit,
};
use super::settings::{Cover, FireStops, OfflineUnits};
use super::units::{COMBAT, RELAYS, UnitKind, Units, each};
use super::{GameOfWarRules, War};

impl<R: GameOfWarRules> War<R> {
    /// The units of `side` that could take part in an attack.
    #[inline(always)]
    pub(super) fn attackers(&self, side: usize) -> Units {
        let is_barred = side == self.now.side.index() && !self.settings().retreated_units_attack;
        let retreated = if is_barred { self.now.retreat } else { 0 };
        self.now.communications[side].online & COMBAT & !retreated
    }

    /// The attack sum of `side` against an enemy unit on `target`.
    pub(super) fn attack_power(&self, side: usize, target: Square) -> i32 {
        let attackers = self.attackers(side);
        let squares = &self.now.squares[side];
        let army = self.army();
        let stops = &self.fire().stops[target.index() % INDICES];
        let mut power = 0;
        for unit in each(attackers & !army.cavalry) {
            let there = bearing(target, squares[unit]);
            let reaches = distance_of(there) <= army.range(unit)
                && distance_of(there) < stops[direction_of(there)]
                && !self.is_blocked(side, target, squares[unit]);
            power += if reaches { army.attack(unit) } else { 0 };
        }
        power + self.cavalry_power(attackers & army.cavalry, side, target)
    }

    /// The cavalry's part of an attack sum, including charges.
    fn cavalry_power(&self, cavalry: Units, side: usize, target: Square) -> i32 {
        let stops = &self.fire().stops[target.index() % INDICES];
        let settings = self.settings();
        let can_be_charged = self.can_be_charged(target);
        // The distances of cavalry by direction, one bit each: cavalry that can charge, and other cavalry.
        let (mut chargers, mut others) = ([0u32; 8], [0u32; 8]);
        for unit in each(cavalry) {
            let square = self.now.squares[side][unit];
            let there = bearing(target, square);
            if distance_of(there) < stops[direction_of(there)]
                && !self.is_blocked(side, target, square)
            {
                let charges = can_be_charged && self.can_charge_from(square);
                let row = if charges { &mut chargers } else { &mut others };
                row[direction_of(there)] |= 1 << distance_of(there);
            }
        }
        let traits = &settings.units[UnitKind::Cavalry.index()];
        // The distances from 1 to the range.
        let in_range: u32 = (2 << traits.range) - 2;
        let mut power = 0;
        for (chargers, others) in chargers.into_iter().zip(others) {
            // The length of the unbroken series from distance 1 on.
            let series = (chargers >> 1).trailing_ones();
            let rest = (chargers | others) & in_range & !((2 << series) - 1);
            power += settings.charge_attack as i32 * series as i32
                + traits.attack as i32 * rest.count_ones() as i32;
        }
        power
    }

    /// Whether the ground of a target lets cavalry charge.
    #[inline(always)]
    pub(super) fn can_be_charged(&self, target: Square) -> bool {
        let map = &self.terrain().map;
        !has(&map.fortresses, target) && !has(&map.passes, target)
    }

    /// Whether cavalry on a square can charge.
    #[inline(always)]
    pub(super) fn can_charge_from(&self, square: Square) -> bool {
        self.settings().fortress_cavalry_charges || !has(&self.terrain().map.fortresses, square)
    }

    /// Whether a unit of the other side stops the fire and support of `side` between two squares of a line.
    #[inline(always)]
    pub(super) fn is_blocked(&self, side: usize, target: Square, from: Square) -> bool {
        match self.settings().fire_stopped_by {
            FireStops::Mountains | FireStops::Nothing => false,
            FireStops::MountainsAndEnemies | FireStops::Enemies => {
                let there = bearing(target, from);
                let mut at = target;
                (1..distance_of(there)).any(|_| {
                    at = at.step(direction_of(there));
                    has(&self.now.own[1 - side], at)
                })
            }
        }
    }

    /// What a unit on the target square adds to its own defence.
    #[inline(always)]
    fn own_defence(&self, unit: usize, square: Square, is_online: bool) -> i32 {
        let army = self.army();
        let settings = self.settings();
        let cover = || i32::from(self.terrain().cover[square.index() % INDICES]);
        let stands = is_online || settings.offline_relays_defend && RELAYS >> unit & 1 == 1;
        match settings.cover {
            Cover::InfantryAndCannons if is_online => {
                army.defence(unit) + army.covered(unit, cover())
            }
            Cover::InfantryAndCannons => {
                if stands {
                    army.defence(unit)
                } else {
                    0
                }
            }
            Cover::Target => cover() + if stands { army.defence(unit) } else { 0 },
        }
    }

    /// What a unit on `square` that is online adds to the defence of another unit.
    #[inline(always)]
    fn support(&self, unit: usize, square: Square) -> i32 {
        let army = self.army();
        match self.settings().cover {
            Cover::InfantryAndCannons => {
                let cover = i32::from(self.terrain().cover[square.index() % INDICES]);
                army.defence(unit) + army.covered(unit, cover)
            }
            Cover::Target => army.defence(unit),
        }
    }

    /// The defence sum of `side` for its unit on `target`.
    #[inline(always)]
    pub(super) fn defence_power(&self, side: usize, target: Square) -> i32 {
        let now = &self.now;
        let online = now.communications[side].online;
        let army = self.army();
        let fire = self.fire();
        let mut power = match self.unit_on(target) {
            Some((_, unit)) => self.own_defence(unit, target, online >> unit & 1 == 1),
            _ => 0,
        };
        // All supporters reach two steps, except the short ones. The far ones also reach three.
        let near = window_2(&now.own[side], target) & fire.star_2[target.index() % INDICES];
        self.each_in(near, target, 2, |square, unit| {
            let reaches = online & army.supporters & 1 << unit != 0
                && (army.short == 0 || army.short >> unit & 1 == 0 || square.steps(target) == 1)
                && !self.is_blocked(side, target, square);
            power += if reaches { self.support(unit, square) } else { 0 };
        });
        for unit in each(online & army.far) {
            let square = now.squares[side][unit];
            let there = bearing(target, square);
            let is_far = distance_of(there) == 3;
            if is_far
                && fire.stops[target.index() % INDICES][direction_of(there)] > 3
                && !self.is_blocked(side, target, square)
            {
                power += self.support(unit, square);
            }
        }
        power
    }

    /// What each unit of `side` adds to [`GameOfWar::attack_power`].
    pub(super) fn attack_parts(&self, side: usize, target: Square) -> Vec<(Square, i32)> {
        let part = |unit: usize| {
            let square = self.now.squares[side][unit];
            let reach = self.fire().distance(target, square)?;
            let army = self.army();
            let is_cavalry = 1 << unit & army.cavalry != 0;
            let adds = if is_cavalry && self.is_in_charge(side, target, square) {
                self.settings().charge_attack as i32
            } else if reach <= army.range(unit) && !self.is_blocked(side, target, square) {
                army.attack(unit)
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
        let cavalry = self.attackers(side) & self.army().cavalry;
        let mut at = target;
        self.can_be_charged(target)
            && (0..distance_of(there)).all(|_| {
                at = at.step(direction_of(there));
                let rider = self.unit_on(at);
                rider.is_some_and(|(owner, unit)| owner == side && cavalry >> unit & 1 == 1)
                    && self.can_charge_from(at)
            })
    }

    /// What each unit of `side` adds to [`GameOfWar::defence_power`], the unit on `target` first.
    pub(super) fn defence_parts(&self, side: usize, target: Square) -> Vec<(Square, i32)> {
        let online = self.now.communications[side].online;
        let army = self.army();
        let own = self.unit_on(target).and_then(|(_, unit)| {
            let is_online = online >> unit & 1 == 1;
            let adds = self.own_defence(unit, target, is_online);
            (is_online || adds != 0).then_some((target, adds))
        });
        let mut parts: Vec<(Square, i32)> = each(online & army.supporters)
            .filter_map(|unit| {
                let square = self.now.squares[side][unit];
                let reach = self.fire().distance(target, square).filter(|reach| *reach > 0)?;
                let supports = reach <= army.range(unit) && !self.is_blocked(side, target, square);
                supports.then(|| (square, self.support(unit, square)))
            })
            .chain(own)
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

    /// Whether a surplus forces the target to retreat.
    #[inline(always)]
    pub(super) fn is_forcing(&self, margin: i32) -> bool {
        (1..self.settings().destroying_surplus as i32).contains(&margin)
    }

    /// Whether a successful attack would leave this unit of the side not to move alive.
    pub(super) fn is_spared(&self, unit: usize) -> bool {
        self.is_forcing(self.margin(unit)) && self.can_retreat(unit)
    }

    /// Whether this unit of the side not to move could retreat at the start of its side's turn.
    pub(super) fn can_retreat(&self, unit: usize) -> bool {
        let enemy = 1 - self.now.side.index();
        let mobile =
            offline(self.settings().offline_retreats) | self.now.communications[enemy].online;
        let is_peaceful = !self.settings().retreat_destroys_arsenals;
        mobile >> unit & 1 == 1 && self.destinations(enemy, unit, is_peaceful) != 0
    }

    /// The destinations of a unit by movement alone, as a window of radius 2. A `peaceful` unit may not destroy an
    /// arsenal.
    #[inline(always)]
    pub(super) fn destinations(&self, side: usize, unit: usize, peaceful: bool) -> SquareWindow {
        let square = self.now.squares[side][unit];
        let blocked = window_2(&self.now.blocked, square);
        let free = !blocked & 0x1F_1F1F_1F1F;
        let is_swift = 1 << unit & self.army().swift != 0;
        let mut reach = if is_swift { self.two_steps(side, square, free) } else { one_step(free) };
        if peaceful && 1 << unit & self.destroyers() != 0 {
            for arsenal in self.intact(1 - side) {
                if let Some(bit) = window_bit(square, 2, arsenal) {
                    reach &= !(1 << bit);
                }
            }
        }
        reach
    }

    /// The squares at most two steps away, as a window of radius 2, given the window of free squares.
    #[inline(always)]
    fn two_steps(&self, side: usize, square: Square, free: SquareWindow) -> SquareWindow {
        let settings = self.settings();
        if !settings.passes_own_units && !settings.first_step_in_network {
            return two_steps(free);
        }
        let mut near = free & RING;
        if settings.passes_own_units {
            near |= window_2(&self.now.own[side], square) & RING;
        }
        if settings.first_step_in_network {
            near &= window_2(&self.network(side), square);
        }
        one_step(free) | second_steps(near, free)
    }
}

/// The units that may do something offline.
#[inline(always)]
pub(super) const fn offline(units: OfflineUnits) -> Units {
    match units {
        OfflineUnits::None => 0,
        OfflineUnits::Relays => RELAYS,
        OfflineUnits::All => COMBAT | RELAYS,
    }
}
