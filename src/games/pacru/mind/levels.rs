//! How strong the weak players of Pacru, Azacru and Shacru are, in Elo, from the weakest rung of the ladder
//! on (`search/skill.rs`). `scripts/calibrate.py --variant pacru` measures it and prints what stands
//! here.
//!
//! All were measured with two players. With three and four, and with the older rule of meetings, they are taken to be the
//! same; 480 games of Shacru for three had the weakest at 1360 and the strongest at 2090.

use crate::search::Ladder;

/// From 960 games. What decides is worth few centipawns here: with the errors of the other games all but the
/// strongest rungs lost every game.
pub(super) const PACRU: Ladder = Ladder {
    rungs: &[
        (510, 250, 60),
        (1052, 250, 30),
        (1323, 250, 17),
        (1445, 500, 11),
        (1535, 500, 7),
        (1640, 750, 4),
        (1685, 1000, 2),
        (1848, 2000, 1),
        (1949, 4000, 0),
        (2178, 8000, 0),
        (2363, 16000, 0),
    ],
};

/// From 720 games. The two weakest are alike.
pub(super) const AZACRU: Ladder = Ladder {
    rungs: &[
        (630, 250, 1200),
        (645, 250, 600),
        (710, 250, 350),
        (900, 500, 220),
        (994, 500, 140),
        (1299, 750, 90),
        (1450, 1000, 50),
        (1694, 2000, 20),
        (1995, 4000, 0),
        (2031, 8000, 0),
        (2184, 16000, 0),
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
