//! How strong the weak players of Pacific are, in Elo, from the weakest rung of the ladder on (`search/skill.rs`).
//! `scripts/calibrate.py --variant pacific-a` measures it and prints what stands here.

use crate::search::Ladder;

/// Type A, from 2880 games: each is right within 60 or so.
pub(super) const TYPE_A: Ladder = Ladder {
    elo: [499, 567, 777, 1026, 1183, 1400, 1590, 1773, 1897, 2030, 2149],
    ..Ladder::DEFAULT
};

/// Type B, from 1200 games.
pub(super) const TYPE_B: Ladder = Ladder {
    elo: [580, 621, 844, 1011, 1191, 1388, 1577, 1765, 1945, 2009, 2100],
    ..Ladder::DEFAULT
};
