//! Weights of the evaluation, in centipawns, by feature: values of pieces as `scripts/tune_warpac.py` fits them.

/// See `FEATURES`.
pub(super) const WEIGHTS: [i32; 18] =
    [492, 1183, 872, 649, 260, 250, 3, 3, 2, 4, 8, 15, 40, 60, 5, 15, 1, 10];
