//! Search for three and four players.
//!
//! - `several.rs`: which technique searches: Monte Carlo, best reply or paranoid;
//! - `mcts/`: Monte Carlo tree search;
//! - `values/`: values of positions for all players.

pub(in crate::search) mod mcts;
pub(in crate::search) mod several;
pub(in crate::search) mod values;
