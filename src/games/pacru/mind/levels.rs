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
    error_percent: 5,
    elo: [510, 1052, 1323, 1445, 1535, 1640, 1685, 1848, 1949, 2178, 2363],
    ..Ladder::DEFAULT
};

/// From 720 games. The two weakest are alike.
pub(super) const AZACRU: Ladder = Ladder {
    elo: [630, 645, 710, 900, 994, 1299, 1450, 1694, 1995, 2031, 2184],
    ..Ladder::DEFAULT
};

/// From 1920 games. The two weakest are alike.
pub(super) const SHACRU: Ladder = Ladder {
    elo: [850, 875, 942, 1114, 1252, 1403, 1607, 1823, 1971, 2043, 2144],
    ..Ladder::DEFAULT
};
