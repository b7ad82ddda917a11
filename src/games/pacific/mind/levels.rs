//! How strong the weak players of Pacific are, in Elo, from the weakest rung of the ladder on (`search/skill.rs`).
//! `scripts/calibrate.py --variant pacific-a` measures it and prints what stands here.

use crate::search::Ladder;

/// Type A, from 880 games of the networks: each is right within 71 to 152.
pub(super) const TYPE_A: Ladder = Ladder {
    rungs: &[
        (518, 250, 300),
        (811, 500, 200),
        (967, 500, 130),
        (1236, 750, 85),
        (1408, 1000, 50),
        (1601, 2000, 20),
        (1796, 4000, 0),
        (1966, 8000, 0),
        (2124, 16000, 0),
        (2215, 32000, 0),
    ],
};

/// Type B, from 312 games of the networks: each is right within 143 to 238.
pub(super) const TYPE_B: Ladder = Ladder {
    rungs: &[
        (596, 250, 1500),
        (614, 250, 600),
        (798, 250, 300),
        (1005, 500, 200),
        (1058, 500, 130),
        (1247, 750, 85),
        (1526, 1000, 50),
        (1679, 2000, 20),
        (1781, 4000, 0),
        (1960, 8000, 0),
        (2096, 16000, 0),
        (2109, 32000, 0),
    ],
};
