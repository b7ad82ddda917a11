//! Weights of the evaluation, in centipawns, by feature, as `scripts/tune_pacru.py` fits them.

/// See `FEATURES`. The fit, rounded by hand and with the later markers worth more: the fit itself was no
/// better than the first guess, this was.
pub(super) const PACRU: [i32; 17] =
    [52, -6, 252, 0, 12, -8, -160, 0, -120, 0, 0, 20, 124, 88, 0, 0, 20];
/// See `FEATURES`.
pub(super) const AZACRU: [i32; 17] =
    [47, 0, 62, 0, -2, 3, -47, -12, -18, -8, 22, 0, 0, 0, -1, 5, 27];
/// See `FEATURES`.
pub(super) const SHACRU: [i32; 17] = [80, 0, 0, 0, 0, 4, -27, -1, -27, 0, 0, 0, 0, 0, 6, 5, 29];
