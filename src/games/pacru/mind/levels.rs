//! How strong the weak players of Pacru, Azacru and Shacru are, in Elo, from the weakest rung of the ladder
//! on (`search/skill.rs`). `scripts/calibrate.py --variant pacru` measures it and prints what stands
//! here.
//!
//! All were measured with two players. With three and four, and with the older rule of meetings, they are taken to be the
//! same, which they are not: with three, 480 games of Shacru had the weakest at 1360 and the strongest at 2090, 684 of
//! Azacru at 1514 and 1987, 648 of Pacru at 630 and 1948.
//!
//! Where levels 200 apart have played each other as well (`--check`), each of these distances was then made the mean of
//! 200, taken to be right within 60, and of what the games say, weighed by the inverse squares of their errors; 2000
//! stays where it is.

use crate::search::Ladder;

/// From 960 games of the networks, each right within 141 to 167, and 800 of levels 200 apart: 71 to 90 % for the stronger
/// before their distances were mended by what was found.
/// What decides is worth few centipawns here.
pub(super) const PACRU: Ladder = Ladder {
    rungs: &[
        (4, 250, 120),
        (453, 250, 60),
        (772, 500, 30),
        (1430, 1000, 15),
        (1774, 2000, 5),
        (2004, 4000, 0),
        (2182, 8000, 0),
        (2393, 16000, 0),
    ],
};

/// From 252 games of the networks, each right within 152 to 246, and 480 of levels 200 apart: 63 to 79 % before likewise.
pub(super) const AZACRU: Ladder = Ladder {
    rungs: &[
        (604, 250, 600),
        (715, 250, 300),
        (1038, 500, 150),
        (1240, 750, 90),
        (1419, 1000, 50),
        (1716, 2000, 20),
        (1839, 4000, 0),
        (1960, 8000, 0),
        (2159, 16000, 0),
    ],
};

/// From 629 games of the networks, each right within 84 to 137, and 480 of levels 200 apart: 69 to 91 % before likewise.
pub(super) const SHACRU: Ladder = Ladder {
    rungs: &[
        (863, 250, 1200),
        (918, 250, 600),
        (973, 250, 300),
        (1243, 500, 150),
        (1370, 750, 90),
        (1488, 1000, 50),
        (1808, 2000, 20),
        (1997, 4000, 0),
        (2098, 8000, 0),
        (2183, 16000, 0),
    ],
};
