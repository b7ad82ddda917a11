//! How strong the weak players of Pacru, Azacru and Shacru are, in Elo, from the weakest rung of the ladder
//! on (`search/skill.rs`). `scripts/calibrate.py --variant pacru` measures it and prints what stands
//! here.
//!
//! Where levels 200 apart have played each other as well, their distances were mended by the results, as
//! `scripts/calibrate.py --check` prints them.
//!
//! With three and four players more is left to chance: who errs by 100 pawns, and so plays as it comes but for a win that
//! he sees, has 1435 in Azacru for three and 1657 for four. Pacru with the older rule of meetings has Pacru's ladder:
//! 1,440 games of it gave rungs that differ from that by 10 to 150.

use crate::search::Ladder;

/// From 960 games of the networks, each right within 141 to 167, and 1,600 of levels 200 apart.
/// What decides is worth few centipawns here.
pub(super) const PACRU: Ladder = Ladder {
    rungs: &[
        (411, 250, 60),
        (843, 500, 30),
        (1436, 1000, 15),
        (1804, 2000, 5),
        (2004, 4000, 0),
        (2171, 8000, 0),
        (2369, 16000, 0),
    ],
};

/// From 252 games of the networks, each right within 152 to 246, and 1,520 of levels 200 apart.
pub(super) const AZACRU: Ladder = Ladder {
    rungs: &[
        (477, 250, 300),
        (775, 500, 150),
        (1028, 750, 90),
        (1278, 1000, 50),
        (1602, 2000, 20),
        (1803, 4000, 0),
        (1951, 8000, 0),
        (2194, 16000, 0),
    ],
};

/// From 629 games of the networks, each right within 84 to 137, and 1,280 of levels 200 apart.
pub(super) const SHACRU: Ladder = Ladder {
    rungs: &[
        (801, 250, 1200),
        (868, 250, 600),
        (935, 250, 300),
        (1231, 500, 150),
        (1389, 750, 90),
        (1541, 1000, 50),
        (1826, 2000, 20),
        (1997, 4000, 0),
        (2089, 8000, 0),
        (2166, 16000, 0),
    ],
};

/// Pacru for three, from 648 games, each right within 59 to 111.
pub(super) const PACRU_3: Ladder = Ladder {
    rungs: &[
        (630, 250, 120),
        (811, 250, 60),
        (1054, 500, 30),
        (1307, 1000, 15),
        (1587, 2000, 5),
        (1703, 4000, 0),
        (1828, 8000, 0),
        (1948, 16000, 0),
    ],
};

/// Pacru for four, from 528 games, each right within 61 to 104.
pub(super) const PACRU_4: Ladder = Ladder {
    rungs: &[
        (780, 250, 1500),
        (844, 250, 400),
        (940, 250, 120),
        (1141, 250, 60),
        (1335, 500, 30),
        (1623, 1000, 15),
        (1721, 2000, 5),
        (1871, 4000, 0),
        (1919, 8000, 0),
        (1922, 16000, 0),
    ],
};

/// Azacru for three, from 864 games, each right within 42 to 70, and 60 of levels 200 apart.
pub(super) const AZACRU_3: Ladder = Ladder {
    rungs: &[
        (1435, 250, 10000),
        (1493, 250, 1500),
        (1509, 250, 600),
        (1529, 250, 300),
        (1688, 500, 150),
        (1870, 1000, 50),
        (1925, 2000, 20),
        (1945, 4000, 0),
        (1987, 16000, 0),
    ],
};

/// Azacru for four, from 648 games, each right within 41 to 67.
pub(super) const AZACRU_4: Ladder = Ladder {
    rungs: &[
        (1657, 250, 10000),
        (1673, 250, 600),
        (1701, 250, 300),
        (1776, 500, 150),
        (1891, 1000, 50),
        (1953, 2000, 20),
        (1993, 4000, 0),
    ],
};

/// Shacru for three, from 576 games, each right within 50 to 84, and 180 of levels 200 apart.
pub(super) const SHACRU_3: Ladder = Ladder {
    rungs: &[
        (1301, 250, 10000),
        (1326, 250, 1200),
        (1474, 250, 300),
        (1647, 500, 150),
        (1877, 1000, 50),
        (1932, 2000, 20),
        (1981, 4000, 0),
        (2006, 16000, 0),
    ],
};

/// Shacru for four, from 576 games, each right within 41 to 67.
pub(super) const SHACRU_4: Ladder = Ladder {
    rungs: &[
        (1541, 250, 10000),
        (1566, 250, 1200),
        (1676, 250, 300),
        (1786, 500, 150),
        (1960, 1000, 50),
        (2001, 2000, 20),
        (2029, 4000, 0),
    ],
};
