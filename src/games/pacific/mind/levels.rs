//! How strong the weak players of Pacific are, in Elo, from the weakest rung of the ladder on (`search/skill.rs`).
//! `scripts/calibrate.py --variant pacific-a` measures it and prints what stands here.
//!
//! Where levels 200 apart have played each other as well (`--check`), each of these distances was then made the mean of
//! 200, taken to be right within 60, and of what the games say, weighed by the inverse squares of their errors; 2000
//! stays where it is.

use crate::search::Ladder;

/// Type A, from 880 games of the networks, each right within 71 to 152, and 640 of levels 200 apart: 66 to 86 % for the
/// stronger before their distances were mended by what was found.
pub(super) const TYPE_A: Ladder = Ladder {
    rungs: &[
        (565, 250, 300),
        (777, 500, 200),
        (917, 500, 130),
        (1249, 750, 85),
        (1436, 1000, 50),
        (1660, 2000, 20),
        (1846, 4000, 0),
        (1974, 8000, 0),
        (2156, 16000, 0),
        (2271, 32000, 0),
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
