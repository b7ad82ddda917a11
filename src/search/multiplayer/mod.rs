//! Search for three and four players.
//!
//! - `several.rs`: which technique searches: Monte Carlo, best reply, paranoid or max^n;
//! - `mcts/`: Monte Carlo tree search; `maxn/`: max^n by depth;
//! - `values/`: values of positions for all players.

pub(in crate::search) mod maxn;
pub(in crate::search) mod mcts;
pub(in crate::search) mod several;
pub(in crate::search) mod values;
