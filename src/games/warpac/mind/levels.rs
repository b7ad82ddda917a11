//! How strong the weak players of War-in-the-Pacific Chess are taken to be, in Elo, from the weakest rung of the ladder
//! on (`search/skill.rs`): equal steps, for nobody could measure them yet. So many games are drawn that 288 with
//! submarines did not tell the stronger eight rungs apart (`scripts/calibrate.py --variant warpac-subs`). By points a rung
//! takes 73 to 80 % from the one before it, the third 88 and the second 97 %, in 30 games each without submarines.

use crate::search::Ladder;

/// All variants.
pub(super) const LEVELS: Ladder = Ladder {
    rungs: &[
        (600, 500, 1200),
        (760, 500, 600),
        (920, 500, 350),
        (1080, 1000, 220),
        (1240, 1000, 140),
        (1400, 1500, 90),
        (1560, 2000, 50),
        (1720, 4000, 20),
        (1880, 8000, 0),
        (2040, 16000, 0),
        (2200, 32000, 0),
    ],
};
