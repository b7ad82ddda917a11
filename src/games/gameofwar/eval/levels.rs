//! Elo of the strength levels of A Game of War, from the weakest (`search/evaluation/strength.rs`).
//! `scripts/calibrate.py --variant gameofwar` measures them and prints this table.

use crate::search::StrengthTable;

/// A level whose evaluation noise is much larger than the game's values moves nearly at random. Even the weakest
/// level still takes a win at hand. The games behind the figures are in `scripts/laboratory/gameofwar.md`.
pub(super) const LEVELS: StrengthTable = StrengthTable {
    levels: &[
        (705, 500, 10000),
        (783, 500, 5000),
        (874, 500, 1200),
        (1080, 1000, 600),
        (1317, 2000, 480),
        (1502, 2000, 240),
        (1663, 2000, 140),
        (1798, 4000, 88),
        (1881, 4000, 56),
        (1955, 6000, 36),
        (2001, 8000, 20),
    ],
};
