//! How far each side has advanced, for `evaluator.rs`. It computes the distances of all units of a side to a square
//! at once.

use super::weights::{ARSENAL_DANGER_CP, CUT_OFF_PERCENT, LAST_ARSENAL_PERCENT};
use crate::games::gameofwar::board::Square;
use crate::games::gameofwar::units::{COMBAT, RELAYS, UNITS, Units, each};
use crate::games::gameofwar::{ARSENALS_OF, GameOfWarRules, War};

/// Distances from here on count as none.
const FAR: u8 = 20;

/// The least distance that counts for a relay. A relay on an arsenal would only be in the way.
const RELAY_DISTANCE: u8 = 2;

/// Turns without a destruction after which offline enemy units attract an army. They cannot escape. Earlier than
/// that, they would only distract.
const IDLE_TURNS: u32 = 12;

/// One number for each of the first 16 units of a side: all combat units and one relay.
///
/// The functions over lanes are never inlined. Compiled apart, from memory to memory, each is a few vector instructions
/// that every x86-64 processor has. Inlined into one large function, lanes may be taken apart into single bytes, which
/// halved the speed of the game's whole search.
type Lanes = [u8; 16];

/// One number for each unit.
#[inline(always)]
fn lanes(value: impl Fn(usize) -> u8) -> Lanes {
    let mut lanes = [0; 16];
    for (unit, lane) in lanes.iter_mut().enumerate() {
        *lane = value(unit);
    }
    lanes
}

/// The difference of two numbers, by instructions for bytes. `u8::abs_diff` is computed in 32 bits.
#[inline(always)]
fn apart(one: u8, other: u8) -> u8 {
    one.max(other) - one.min(other)
}

/// The squares of a side's units.
struct UnitSquares {
    columns: Lanes,
    rows: Lanes,
}

impl UnitSquares {
    #[inline(never)]
    fn of(squares: &[Square; UNITS]) -> Self {
        Self {
            columns: lanes(|unit| squares[unit].column() as u8),
            rows: lanes(|unit| squares[unit].row() as u8),
        }
    }

    /// Distance of each unit to a place, in king steps.
    #[inline(never)]
    fn steps(&self, column: u8, row: u8) -> Lanes {
        lanes(|unit| apart(self.columns[unit], column).max(apart(self.rows[unit], row)))
    }

    /// Distance of each unit to a square, in king steps.
    #[inline(always)]
    fn steps_to(&self, to: Square) -> Lanes {
        self.steps(to.column() as u8, to.row() as u8)
    }
}

/// [`FAR`] for units that do not count, 0 for the others.
#[inline(never)]
fn absent(counted: Units) -> Lanes {
    lanes(|unit| if counted >> unit & 1 == 1 { 0 } else { FAR })
}

/// The least of the distances of the units that count. Units on foot are one step slower.
#[inline(never)]
fn least(distances: &Lanes, absent: &Lanes, on_foot: &Lanes) -> u8 {
    let slowed: Lanes = lanes(|unit| (distances[unit] + on_foot[unit]).max(absent[unit]));
    slowed.into_iter().fold(FAR, |least, distance| least.min(distance))
}

/// The sum over the units that count of [`FAR`] less their distance.
#[inline(never)]
fn nearness(distances: &Lanes, absent: &Lanes) -> i32 {
    let near: Lanes = lanes(|unit| FAR - distances[unit].max(absent[unit]).min(FAR));
    // The sum of eight numbers fits into a byte.
    let sum = |half: &[u8]| i32::from(half.iter().sum::<u8>());
    let (first, second) = near.split_at(8);
    sum(first) + sum(second)
}

/// Lowers each number to that of the other lanes.
#[inline(never)]
fn lower(lanes_to_lower: &mut Lanes, other: &Lanes) {
    *lanes_to_lower = lanes(|unit| lanes_to_lower[unit].min(other[unit]));
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

impl<R: GameOfWarRules> War<R> {
    /// How far a side has advanced.
    #[inline(always)]
    pub(super) fn advance(&self, side: usize) -> Advance {
        let enemy = 1 - side;
        let online = self.now.communications[side].online;
        let squares = &self.now.squares[side];
        let (arsenals, on_foot) = (self.rules.arsenals(), &self.army().on_foot);
        let units = UnitSquares::of(squares);
        let absent_online = absent(online & COMBAT);
        let cut_off = self.now.alive[side] & COMBAT & !online;
        let absent_cut_off = absent(cut_off);
        let (mut nearest, mut danger) = ([FAR; 16], 0);
        let standing = self.now.arsenals & ARSENALS_OF[enemy];
        for index in each(Units::from(standing)) {
            let distances = units.steps_to(arsenals[index]);
            lower(&mut nearest, &distances);
            danger += danger_at(least(&distances, &absent_online, on_foot));
            if cut_off != 0 {
                danger +=
                    danger_at(least(&distances, &absent_cut_off, on_foot)) * CUT_OFF_PERCENT / 100;
            }
        }
        if standing.count_ones() == 1 {
            danger = danger * LAST_ARSENAL_PERCENT / 100;
        }
        let cut_off_too =
            if self.now.halfmove < IDLE_TURNS { 0 } else { !self.now.communications[enemy].online };
        for target in each(self.now.alive[enemy] & (RELAYS | cut_off_too)) {
            lower(&mut nearest, &units.steps_to(self.now.squares[enemy][target]));
        }
        let mut relays = 0;
        for unit in each(online & RELAYS) {
            let steps =
                each(Units::from(standing)).map(|index| squares[unit].steps(arsenals[index]));
            relays += i32::from(FAR - steps.fold(FAR, u8::min).max(RELAY_DISTANCE));
        }
        Advance { approach: nearness(&nearest, &absent_online), relays, danger }
    }
}
