//! How strong the weak players of War-in-the-Pacific Chess are, in Elo by points, from the weakest rung of the ladder on
//! (`search/skill.rs`). `scripts/calibrate.py --variant warpac` measures it and prints what stands here. Nearly all games
//! are drawn by the rules, and then who has more by the tariff counts as the winner.

use crate::search::Ladder;

/// All variants, from 690 games without submarines, each right within 104 to 179. With submarines 288 games did not tell
/// the stronger eight rungs apart.
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
