//! How strong the weak players of Pacific are, in Elo, from the weakest rung of the ladder on (`search/skill.rs`).
//! `scripts/calibrate.py --variant pacific-a` measures it and prints what stands here.

use crate::search::Ladder;

/// Type A, from 640 games of the networks: each is right within 117 to 163.
pub(super) const TYPE_A: Ladder = Ladder {
    rungs: &[
        (544, 250, 300),
        (883, 500, 200),
        (1006, 500, 130),
        (1279, 750, 85),
        (1393, 1000, 50),
        (1568, 2000, 20),
        (1745, 4000, 0),
        (1986, 8000, 0),
        (2097, 16000, 0),
        (2170, 32000, 0),
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
