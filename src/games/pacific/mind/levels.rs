//! How strong the weak players of Pacific are, in Elo, from the weakest rung of the ladder on (`search/skill.rs`).
//! `scripts/calibrate.py --variant pacific-a` measures it and prints what stands here.

use crate::search::Ladder;

/// Type A, from 2880 games: each is right within 60 or so.
pub(super) const TYPE_A: Ladder = Ladder {
    rungs: &[
        (499, 250, 1200),
        (567, 250, 600),
        (777, 250, 350),
        (1026, 500, 220),
        (1183, 500, 140),
        (1400, 750, 90),
        (1590, 1000, 50),
        (1773, 2000, 20),
        (1897, 4000, 0),
        (2030, 8000, 0),
        (2149, 16000, 0),
    ],
};

/// Type B, from 1200 games.
pub(super) const TYPE_B: Ladder = Ladder {
    rungs: &[
        (580, 250, 1200),
        (621, 250, 600),
        (844, 250, 350),
        (1011, 500, 220),
        (1191, 500, 140),
        (1388, 750, 90),
        (1577, 1000, 50),
        (1765, 2000, 20),
        (1945, 4000, 0),
        (2009, 8000, 0),
        (2100, 16000, 0),
    ],
};
