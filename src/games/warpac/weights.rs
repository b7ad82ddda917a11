//! Weights of the evaluation, in centipawns, by feature.
//!
//! Set by hand: with the weights that `scripts/tune_warpac.py` fitted to 140 games of few nodes (most of all 22 for
//! each square of a squadron) the engine won 4, drew 13 and lost 7 games against material alone, with these it won
//! 17, drew 14 and lost 3, at 1500 nodes a move from deployed positions.

/// See `FEATURES`.
pub(super) const WEIGHTS: [i32; 19] =
    [280, 900, 600, 420, 260, 250, 3, 3, 2, 4, 8, 15, 40, 60, 5, 15, 3, -8, 10];
