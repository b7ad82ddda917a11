//! Weights of the evaluation, in centipawns, by feature: values of pieces as `scripts/tune_warpac.py` fits them.
//!
//! 2627 positions of the won ones among 102 games at 500 nodes a move gave the values. Carriers 400,
//! squadrons 1250, battleships 850, cruisers 650 and destroyers 260 (a first fit) scored +9 =17 -3 against 280,
//! 900, 600, 420 and 260, which had been set by hand.
//!
//! The others are compared by the material that is won: nearly all games are drawn, but what a side is ahead after 60
//! plies from deployments at 15000 nodes a move tells two sets apart in some 100 games. Over 80 pairs of games, with
//! colours changed, a first set (8 for what is covered, 25, 60 and 60 for attacks) was 163 +- 41 centipawns ahead of 3 for each
//! square of each piece, 15, 40 and 60 for attacks and 5 for each four ranks that a ship had advanced. Today's come of SPSA
//! from there and of a search along the way that it went: `networks.md`.

/// See `FEATURES`.
pub(super) const WEIGHTS: [i32; 16] =
    [492, 1183, 872, 649, 260, 250, 1, 20, 5, 65, 38, 15, 1, 22, 35, 25];
