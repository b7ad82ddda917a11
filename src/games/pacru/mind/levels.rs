//! How strong the weak players of Pacru, Azacru and Shacru are, in Elo, from the weakest rung of the ladder
//! on (`search/skill.rs`). `scripts/calibrate.py --variant pacru` measures it and prints what stands
//! here.
//!
//! All were measured with two players. With three and four, and with the older rule of meetings, they are taken to be the
//! same; 480 games of Shacru for three had the weakest at 1360 and the strongest at 2090.

use crate::search::Ladder;

/// From 960 games of the networks: each is right within 141 to 167.
/// What decides is worth few centipawns here.
pub(super) const PACRU: Ladder = Ladder {
    rungs: &[
        (282, 250, 120),
        (666, 250, 60),
        (911, 500, 30),
        (1466, 1000, 15),
        (1752, 2000, 5),
        (2004, 4000, 0),
        (2165, 8000, 0),
        (2357, 16000, 0),
    ],
};

/// From 252 games of the networks: each is right within 152 to 246.
pub(super) const AZACRU: Ladder = Ladder {
    rungs: &[
        (488, 250, 600),
        (602, 250, 300),
        (995, 500, 150),
        (1187, 750, 90),
        (1366, 1000, 50),
        (1659, 2000, 20),
        (1772, 4000, 0),
        (1939, 8000, 0),
        (2237, 16000, 0),
    ],
};

/// From 629 games of the networks: each is right within 84 to 137.
pub(super) const SHACRU: Ladder = Ladder {
    rungs: &[
        (924, 250, 1200),
        (975, 250, 600),
        (1026, 250, 300),
        (1298, 500, 150),
        (1453, 750, 90),
        (1599, 1000, 50),
        (1829, 2000, 20),
        (1997, 4000, 0),
        (2112, 8000, 0),
        (2208, 16000, 0),
    ],
};
