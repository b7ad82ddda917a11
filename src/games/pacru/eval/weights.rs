//! Weights of the evaluation by feature, in centipawns; in quarters of a centipawn for Pacru. Fitted by
//! `scripts/tune_weights.py`.

/// The weights of `FEATURES` in Pacru.
pub(super) const PACRU: [i32; 17] =
    [48, 9, 236, 0, 12, -2, -79, 0, -74, 0, 0, 58, 268, 172, 0, 0, 33];
/// The weights of `FEATURES` in Azacru.
pub(super) const AZACRU: [i32; 17] =
    [47, 0, 62, 0, -2, 3, -47, -12, -18, -8, 22, 0, 0, 0, -1, 5, 27];
/// The weights of `FEATURES` in Shacru.
pub(super) const SHACRU: [i32; 17] = [80, 0, 0, 0, 0, 4, -27, -1, -27, 0, 0, 0, 0, 0, 6, 5, 29];
