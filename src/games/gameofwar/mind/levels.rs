//! How strong the weak players of A Game of War are, in Elo, from the weakest rung of the ladder on
//! (`search/skill.rs`). `scripts/calibrate.py --variant gameofwar` measures it and prints what stands here.

use crate::search::Ladder;

/// Its only variant. From the fifth rung on 288 games: each is right within 120 to 210. The four below were joined to
/// these by 92 games, each to the next within some 120: a player whose errors are much larger than the game's values
/// moves nearly at random, and there is nothing weaker that still takes what is won.
pub(super) const LEVELS: Ladder = Ladder {
    rungs: &[
        (946, 500, 10000),
        (1034, 500, 5000),
        (1180, 500, 1200),
        (1382, 1000, 600),
        (1476, 2000, 480),
        (1589, 2000, 240),
        (1673, 2000, 140),
        (1863, 4000, 88),
        (1951, 4000, 56),
        (2193, 6000, 36),
        (2214, 8000, 20),
    ],
};
