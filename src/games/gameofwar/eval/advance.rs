//! How far each side has advanced, for `evaluator.rs`. It computes the distances of all units of a side to a square
//! at once.

use super::weights::{ARSENAL_DANGER_CP, CUT_OFF_PERCENT, LAST_ARSENAL_PERCENT};
use crate::games::gameofwar::board::{ARSENALS, Square};
use crate::games::gameofwar::units::{CAVALRY, COMBAT, RELAYS, UNITS, Units, each};
use crate::games::gameofwar::{ARSENALS_OF, GameOfWar};

/// Distances from here on count as none.
const FAR: u8 = 20;

/// The least distance that counts for a relay. A relay on an arsenal would only be in the way.
const RELAY_DISTANCE: u8 = 2;

/// Turns without a destruction after which offline enemy units attract an army. They cannot escape. Earlier than
/// that, they would only distract.
const IDLE_TURNS: u32 = 12;

/// One number for each of the first 16 units of a side: all combat units and one relay. Loops over lanes compile to a
/// few vector instructions.
type Lanes = [u8; 16];

/// One extra step for units that move a single step.
const SLOW: Lanes = {
    let mut slow = [1; 16];
    let mut unit = 0;
    while unit < 16 {
        slow[unit] = (CAVALRY >> unit & 1 == 0) as u8;
        unit += 1;
    }
    slow
};

/// One number for each unit. `std::array::from_fn` is not always inlined, and would then not be compiled for SIMD
/// ([`crate::game::simd`]).
#[inline(always)]
fn lanes(value: impl Fn(usize) -> u8) -> Lanes {
    let mut lanes = [0; 16];
    for (unit, lane) in lanes.iter_mut().enumerate() {
        *lane = value(unit);
    }
    lanes
}

/// The squares of a side's units.
struct UnitSquares {
    columns: Lanes,
    rows: Lanes,
    /// [`FAR`] for units that do not count, 0 for the others.
    absent: Lanes,
}

impl UnitSquares {
    #[inline(always)]
    fn of(squares: &[Square; UNITS], counted: Units) -> Self {
        Self {
            columns: lanes(|unit| squares[unit].column() as u8),
            rows: lanes(|unit| squares[unit].row() as u8),
            absent: lanes(|unit| if counted >> unit & 1 == 1 { 0 } else { FAR }),
        }
    }

    /// Distance of each unit to a square, in king steps.
    #[inline(always)]
    fn steps(&self, to: Square) -> Lanes {
        let (column, row) = (to.column() as u8, to.row() as u8);
        lanes(|unit| self.columns[unit].abs_diff(column).max(self.rows[unit].abs_diff(row)))
    }

    /// The least of the distances of the units that count.
    #[inline(always)]
    fn least(&self, distances: &Lanes) -> u8 {
        let slowed: Lanes = lanes(|unit| (distances[unit] + SLOW[unit]).max(self.absent[unit]));
        slowed.into_iter().fold(FAR, u8::min)
    }

    /// The sum over the units that count of [`FAR`] less their distance.
    #[inline(always)]
    fn nearness(&self, distances: &Lanes) -> i32 {
        let near: Lanes = lanes(|unit| FAR - distances[unit].max(self.absent[unit]).min(FAR));
        near.into_iter().map(i32::from).sum()
    }
}

#[inline(always)]
fn least_lanes(one: &Lanes, other: &Lanes) -> Lanes {
    lanes(|unit| one[unit].min(other[unit]))
}

/// The danger to an arsenal from a combat unit at this distance.
#[inline(always)]
fn danger_at(distance: u8) -> i32 {
    ARSENAL_DANGER_CP.get(usize::from(distance)).copied().unwrap_or(0)
}

/// See [`GameOfWar::advance`].
pub(super) struct Advance {
    /// The sum over the combat units online of 20 less the distance, in steps, to the nearest target. Targets are the
    /// other side's arsenals and relays, and after [`IDLE_TURNS`] its offline units.
    pub approach: i32,
    /// The same sum over the relays online, with arsenals as the only targets.
    pub relays: i32,
    /// The danger to the other side's arsenals.
    pub danger: i32,
}

impl GameOfWar {
    /// How far a side has advanced.
    #[inline(always)]
    pub(super) fn advance(&self, side: usize) -> Advance {
        let enemy = 1 - side;
        let online = self.now.communications[side].online;
        let squares = &self.now.squares[side];
        let units = UnitSquares::of(squares, online & COMBAT);
        let cut_off = UnitSquares::of(squares, self.now.alive[side] & COMBAT & !online);
        let (mut nearest, mut danger) = ([FAR; 16], 0);
        let standing = self.now.arsenals & ARSENALS_OF[enemy];
        for index in each(Units::from(standing)) {
            let distances = units.steps(ARSENALS[index]);
            nearest = least_lanes(&nearest, &distances);
            danger += danger_at(units.least(&distances));
            danger += danger_at(cut_off.least(&distances)) * CUT_OFF_PERCENT / 100;
        }
        if standing.count_ones() == 1 {
            danger = danger * LAST_ARSENAL_PERCENT / 100;
        }
        let cut_off_too =
            if self.now.halfmove < IDLE_TURNS { 0 } else { !self.now.communications[enemy].online };
        for target in each(self.now.alive[enemy] & (RELAYS | cut_off_too)) {
            nearest = least_lanes(&nearest, &units.steps(self.now.squares[enemy][target]));
        }
        let mut relays = 0;
        for unit in each(online & RELAYS) {
            let steps =
                each(Units::from(standing)).map(|index| squares[unit].steps(ARSENALS[index]));
            relays += i32::from(FAR - steps.fold(FAR, u8::min).max(RELAY_DISTANCE));
        }
        Advance { approach: units.nearness(&nearest), relays, danger }
    }
}
