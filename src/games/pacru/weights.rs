//! Weights of the evaluation, in centipawns, by feature. Those of Azacru and Shacru are as
//! `scripts/tune_pacru.py` fits them.

/// See `FEATURES`. Guessed: the fit to 1000 games of these weights against themselves was no better.
pub(super) const PACRU: [i32; 17] = [40, 9, 300, 10, 4, 0, -40, 0, 0, 0, 0, 10, 120, 30, 0, 0, 0];
/// See `FEATURES`.
pub(super) const AZACRU: [i32; 17] =
    [47, 0, 62, 0, -2, 3, -47, -12, -18, -8, 22, 0, 0, 0, -1, 5, 27];
/// See `FEATURES`.
pub(super) const SHACRU: [i32; 17] = [80, 0, 0, 0, 0, 4, -27, -1, -27, 0, 0, 0, 0, 0, 6, 5, 29];
