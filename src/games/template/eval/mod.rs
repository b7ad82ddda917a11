//! The search's knowledge of Coins and Rocks.
//!
//! - `evaluator.rs`: the evaluation. `tactics.rs`: the classification and ordering of actions.
//!
//! The game has no network, so nothing here speaks of one.

mod evaluator;
mod tactics;

use super::Toy;
use crate::games::Playable;
use crate::search::{AlphaBeta, Searchable};
use evaluator::HandMade;

impl<const SWINGS: bool> Searchable for Toy<SWINGS> {
    type Evaluator = HandMade;
    type Strategy = AlphaBeta<Self>;
}

impl<const SWINGS: bool> Playable for Toy<SWINGS> {}
