//! Weights of the evaluation, in centipawns, by feature: values of pieces as `scripts/tune_warpac.py` fits them.
//! The others come from SPSA over whole games and a search along the way that it went: `scripts/laboratory/warpac.md`.

/// See `FEATURES`.
pub(super) const WEIGHTS: [i32; 16] =
    [492, 1183, 872, 649, 260, 250, 1, 20, 5, 65, 38, 15, 1, 22, 35, 25];
