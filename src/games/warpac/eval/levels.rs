//! Elo of the strength levels of War-in-the-Pacific Chess, from the weakest (`search/evaluation/strength.rs`).
//! `scripts/calibrate.py --variant warpac` measures them and prints this table. Nearly all games are drawn by the
//! rules. The Elo therefore counts the player with more points by the tariff as the winner.

use crate::search::StrengthTable;

/// All variants share the table of the game without submarines. The games behind the figures are in
/// `scripts/laboratory/warpac.md`.
pub(super) const LEVELS: StrengthTable = StrengthTable {
    levels: &[
        (386, 500, 600),
        (712, 500, 350),
        (924, 1000, 220),
        (1123, 1000, 140),
        (1392, 1500, 90),
        (1629, 2000, 50),
        (1845, 4000, 20),
        (2017, 8000, 0),
        (2127, 16000, 0),
        (2171, 32000, 0),
    ],
};
