//! Payoffs of all players in games of three and four: what they want, proven bounds, and expected shares.
//!
//! - `objective.rs`: the objective, a win or a good place; `places.rs`: payoffs of places;
//! - `bounds.rs`: proven payoffs; `win_probabilities.rs`: from centipawns to shares of the win and back.

mod bounds;
pub(in crate::search) mod objective;
pub(in crate::search) mod places;
pub(in crate::search) mod win_probabilities;

pub(in crate::search) use bounds::{Bounds, Payoffs, WHOLE};
pub(in crate::search) use win_probabilities::WinProbabilities;
