//! How strong the weak players of Pacru, Azacru and Shacru are, in Elo, from the weakest rung of the ladder
//! on (`search/skill.rs`). `scripts/calibrate.py --variant pacru` measures it and prints what stands
//! here.
//!
//! All were measured with two players. With three and four, and with the older rule of meetings, they are taken to be the
//! same; 480 games of Shacru for three had the weakest at 1360 and the strongest at 2090.

use crate::search::Ladder;

/// From 312 games of the networks: each is right within 208 to 252.
/// What decides is worth few centipawns here.
pub(super) const PACRU: Ladder = Ladder {
    rungs: &[
        (448, 250, 120),
        (853, 250, 60),
        (1070, 500, 30),
        (1541, 1000, 15),
        (1775, 2000, 5),
        (2028, 4000, 0),
        (2233, 8000, 0),
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

/// From 1920 games. The two weakest are alike.
pub(super) const SHACRU: Ladder = Ladder {
    rungs: &[
        (850, 250, 1200),
        (875, 250, 600),
        (942, 250, 350),
        (1114, 500, 220),
        (1252, 500, 140),
        (1403, 750, 90),
        (1607, 1000, 50),
        (1823, 2000, 20),
        (1971, 4000, 0),
        (2043, 8000, 0),
        (2144, 16000, 0),
    ],
};
