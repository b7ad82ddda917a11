//! How strong the weak players of A Game of War are, in Elo, from the weakest rung of the ladder on
//! (`search/skill.rs`). `scripts/calibrate.py --variant gameofwar` measures it and prints what stands here.

use crate::search::Ladder;

/// Its only variant, from 288 games: each is right within 120 to 210.
pub(super) const LEVELS: Ladder = Ladder {
    nodes: 2000,
    error_percent: 40,
    elo: [1476, 1589, 1673, 1863, 1951, 2193, 2214, 2361, 2457, 2459, 2606],
};
