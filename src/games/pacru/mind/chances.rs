//! What scores say of results in each game, fitted by `scripts/fit_wdl.py` to 0.4 to 1.6 million positions of games of
//! networks at 400 to 1,000 nodes a turn.

use super::super::Kind;
use crate::search::{Chance, Chances};

/// Of a game for so many players.
pub(super) const fn of(kind: Kind, players: usize) -> Chances {
    match (kind, players) {
        (Kind::Pacru, 2) => Chances::mirrored(0.0, 82.0),
        (Kind::Pacru, 3) => several([50.0, 101.0], [-50.0, 101.0]),
        (Kind::Pacru, _) => several([74.0, 92.0], [-74.0, 92.0]),
        (Kind::Azacru, 2) => Chances::mirrored(19.0, 83.0),
        (Kind::Azacru, 3) => several([119.0, 136.0], [0.0, 145.0]),
        (Kind::Azacru, _) => several([155.0, 114.0], [6.0, 112.0]),
        (Kind::Shacru, 2) => Chances::mirrored(20.0, 79.0),
        (Kind::Shacru, 3) => several([81.0, 109.0], [-25.0, 107.0]),
        (Kind::Shacru, _) => several([115.0, 102.0], [-47.0, 99.0]),
    }
}

/// Where the chance of a win is one half, and for how many centipawns its odds grow by e; the same of a loss.
const fn several(win: [f64; 2], loss: [f64; 2]) -> Chances {
    Chances {
        win: Chance { even_cp: win[0], scale_cp: win[1] },
        loss: Chance { even_cp: loss[0], scale_cp: loss[1] },
    }
}
