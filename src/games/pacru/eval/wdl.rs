//! Win-draw-loss models of each game. `scripts/fit_wdl.py` fitted them to positions from games of networks. The games
//! are in `scripts/laboratory/pacru.md`.

use super::super::GameKind;
use crate::search::{WdlCurve, WdlModel};

/// The model of a game for `players` players.
pub(super) const fn of(kind: GameKind, players: usize) -> WdlModel {
    match (kind, players) {
        (GameKind::Pacru, 2) => WdlModel::mirrored(0.0, 85.0),
        (GameKind::Pacru, 3) => several([67.0, 97.0], [-67.0, 97.0]),
        (GameKind::Pacru, _) => several([91.0, 86.0], [-91.0, 86.0]),
        (GameKind::Azacru, 2) => WdlModel::mirrored(20.0, 83.0),
        (GameKind::Azacru, 3) => several([124.0, 86.0], [-9.0, 81.0]),
        (GameKind::Azacru, _) => several([166.0, 85.0], [-33.0, 77.0]),
        (GameKind::Shacru, 2) => WdlModel::mirrored(23.0, 66.0),
        (GameKind::Shacru, 3) => several([103.0, 62.0], [-10.0, 56.0]),
        (GameKind::Shacru, _) => several([160.0, 80.0], [-35.0, 62.0]),
    }
}

/// A model from two curves, for wins and for losses. Each has the score at which the probability is one half, and the
/// centipawns by which its odds grow by the factor e.
const fn several(win: [f64; 2], loss: [f64; 2]) -> WdlModel {
    WdlModel {
        win: WdlCurve { even_cp: win[0], scale_cp: win[1] },
        loss: WdlCurve { even_cp: loss[0], scale_cp: loss[1] },
    }
}
