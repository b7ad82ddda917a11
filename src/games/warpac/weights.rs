//! Weights of the evaluation, in centipawns, by feature: values of pieces as `scripts/tune_warpac.py` fits them.
//!
//! 2627 positions of the won ones among 102 games at 500 nodes a move gave the values. Carriers 400,
//! squadrons 1250, battleships 850, cruisers 650 and destroyers 260 (a first fit) scored +9 =17 -3 against 280,
//! 900, 600, 420 and 260, which had been set by hand. All other weights are set by hand still.

/// See `FEATURES`.
pub(super) const WEIGHTS: [i32; 17] =
    [492, 1183, 872, 649, 260, 250, 3, 3, 4, 8, 15, 40, 60, 5, 15, 1, 10];
