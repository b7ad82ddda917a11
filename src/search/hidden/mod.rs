//! Search for players who do not see everything.
//!
//! - `pimc.rs`: perfect-information Monte Carlo over determinizations;
//! - `unseen_actions.rs`: the matrix game of actions that the opponent does not see;
//! - `regret_matching.rs`: mixed strategies for matrix games.

pub(in crate::search) mod pimc;
pub(in crate::search) mod regret_matching;
pub(in crate::search) mod unseen_actions;
