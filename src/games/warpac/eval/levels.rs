//! How strong the weak players of War-in-the-Pacific Chess are, in Elo by points, from the weakest level of the strength table on
//! (`search/skill.rs`). `scripts/calibrate.py --variant warpac` measures it and prints what stands here. Nearly all games
//! are drawn by the rules, and then who has more by the tariff counts as the winner.

use crate::search::StrengthTable;

/// All variants share the strength table of the game without submarines. The games behind the figures are in
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
