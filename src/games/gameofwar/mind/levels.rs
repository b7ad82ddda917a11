//! How strong the weak players of A Game of War are, in Elo, from the weakest rung of the ladder on
//! (`search/skill.rs`). `scripts/calibrate.py --variant gameofwar` measures it and prints what stands here.

use crate::search::Ladder;

/// Its only variant, from 288 games: each is right within 120 to 210.
pub(super) const LEVELS: Ladder = Ladder {
    rungs: &[
        (1476, 2000, 480),
        (1589, 2000, 240),
        (1673, 2000, 140),
        (1863, 4000, 88),
        (1951, 4000, 56),
        (2193, 6000, 36),
        (2214, 8000, 20),
        (2361, 16000, 8),
        (2457, 32000, 0),
        (2459, 64000, 0),
        (2606, 128000, 0),
    ],
};
