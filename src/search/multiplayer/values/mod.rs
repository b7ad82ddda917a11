//! Values of all players, for techniques in which each player maximises his own share (max^n, Luckhardt and Irani
//! 1986).
//!
//! - `win_probabilities.rs`: from centipawns to shares of the win and back; `places.rs`: payoffs of places;
//! - `quiet.rs`: the value of a new position; `ends.rs`: where lines end;
//! - `seats.rs`: who is still in the game; `bounds.rs`: proven payoffs;
//! - `progressive_history.rs`: what actions have gained elsewhere.

mod bounds;
mod capture_playout;
mod ends;
pub(in crate::search) mod places;
mod progressive_history;
mod seats;
pub(in crate::search) mod win_probabilities;

pub(in crate::search) use bounds::{Bounds, Payoffs, WHOLE};
pub(in crate::search) use capture_playout::CapturePlayout;
pub(in crate::search) use ends::end;
pub(in crate::search) use progressive_history::ProgressiveHistory;
pub(in crate::search) use seats::{score_of, who_is_in};
pub(in crate::search) use win_probabilities::WinProbabilities;
