//! Weights of the evaluation, in centipawns, by feature, as `scripts/tune_warpac.py` fits them.

/// See `FEATURES`.
pub(super) const WEIGHTS: [i32; 19] =
    [280, 907, 605, 423, 260, 250, 6, 9, 22, -8, 6, 16, 40, 60, 2, 15, 4, -12, 9];
