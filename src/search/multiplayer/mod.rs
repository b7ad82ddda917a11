//! Search for three and four players.
//!
//! - `technique.rs`: which technique searches: Monte Carlo, best reply or paranoid;
//! - `mcts/`: Monte Carlo tree search;
//! - `values/`: values of positions for all players.

pub(in crate::search) mod mcts;
pub(in crate::search) mod technique;
pub(in crate::search) mod values;
