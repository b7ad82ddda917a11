//! What scores say of results in each game, fitted by `scripts/fit_wdl.py` to 0.5 to 2 million positions of games at 400
//! to 1,000 nodes a turn.

use super::super::Kind;
use crate::search::{Chance, Chances};

/// Of a game for so many players.
pub(super) const fn of(kind: Kind, players: usize) -> Chances {
    match (kind, players) {
        (Kind::Pacru, 2) => Chances::mirrored(0.0, 82.0),
        (Kind::Pacru, 3) => several([39.0, 68.0], [-39.0, 68.0]),
        (Kind::Pacru, _) => several([39.0, 68.0], [-39.0, 68.0]),
        (Kind::Azacru, 2) => Chances::mirrored(19.0, 83.0),
        (Kind::Azacru, 3) => several([124.0, 86.0], [-12.0, 92.0]),
        (Kind::Azacru, _) => several([124.0, 86.0], [-12.0, 92.0]),
        (Kind::Shacru, 2) => Chances::mirrored(20.0, 79.0),
        (Kind::Shacru, 3) => several([88.0, 101.0], [-48.0, 97.0]),
        (Kind::Shacru, _) => several([88.0, 101.0], [-48.0, 97.0]),
    }
}

/// Where the chance of a win is one half, and for how many centipawns its odds grow by e; the same of a loss.
const fn several(win: [f64; 2], loss: [f64; 2]) -> Chances {
    Chances {
        win: Chance { even_cp: win[0], scale_cp: win[1] },
        loss: Chance { even_cp: loss[0], scale_cp: loss[1] },
    }
}
