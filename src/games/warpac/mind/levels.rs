//! How strong the weak players of War-in-the-Pacific Chess are, in Elo by points, from the weakest rung of the ladder on
//! (`search/skill.rs`). `scripts/calibrate.py --variant warpac` measures it and prints what stands here. Nearly all games
//! are drawn by the rules, and then who has more by the tariff counts as the winner.

use crate::search::Ladder;

/// All variants share the ladder of the game without submarines. The games behind the figures are in
/// `scripts/laboratory/warpac.md`.
pub(super) const LEVELS: Ladder = Ladder {
    rungs: &[
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
