//! Weights of the hand-made evaluation of A Game of War: values of units and of the counted features.

use crate::games::gameofwar::units::KINDS;

/// The value of a unit by kind, in centipawns.
pub(super) const VALUE_CP: [i32; KINDS] = [100, 130, 170, 200, 160, 200];

/// Weights of `FEATURES`, in sixteenths of a centipawn for each count.
pub(super) const WEIGHTS: [i32; 9] =
    [16, 16 * 400, -16 * 8, -16 * 60, 16 * 3, 16 * 3, 48, -32, 160];

/// Danger to an arsenal by the distance of the nearest enemy combat unit, in centipawns. A unit that moves a single
/// step counts as one step further away.
pub(super) const ARSENAL_DANGER_CP: [i32; 10] = [0, 150, 140, 90, 60, 40, 25, 15, 8, 4];

/// The share of that danger from an offline unit, because its side may open a line to it at any time.
pub(super) const CUT_OFF_PERCENT: i32 = 50;

/// The factor on that danger for a side's last arsenal, with which the game is lost.
pub(super) const LAST_ARSENAL_PERCENT: i32 = 250;

/// The share of a target's value that an attack counts, by its surplus from -9 up.
pub(super) const CHANCE_PERCENT: [i32; 14] = [0, 2, 3, 5, 7, 9, 12, 15, 18, 22, 35, 92, 94, 95];

/// The share of that value for the side that is not to move.
pub(super) const LATER_PERCENT: i32 = 25;
