//! Weights of the evaluation, in centipawns, by feature. `scripts/tune_weights.py` fitted the values of pieces. The
//! others come from SPSA over whole games and a line search along its path: `scripts/laboratory/warpac.md`.

/// The weights of `FEATURES`.
pub(super) const WEIGHTS: [i32; 16] =
    [492, 1183, 872, 649, 260, 250, 1, 20, 5, 65, 38, 15, 1, 22, 35, 25];
