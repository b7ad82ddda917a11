//! Values of all players, for the techniques in which everybody plays for himself (max^n, Luckhardt and Irani 1986).
//!
//! - `win_probabilities.rs`: from values in centipawns to shares of the game and back; `places.rs`: what places are worth;
//! - `quiet.rs`: the value of a position whose actions are not looked at; `ends.rs`: where lines end;
//! - `seats.rs`: who plays; `bounds.rs`: what is proven of shares;
//! - `progressive_history.rs`: what is likely good before it is tried.

mod bounds;
mod ends;
pub(in crate::search) mod places;
mod progressive_history;
mod quiet;
mod seats;
pub(in crate::search) mod win_probabilities;

pub(in crate::search) use bounds::{Bounds, Payoffs, WHOLE};
pub(in crate::search) use ends::end;
pub(in crate::search) use progressive_history::ProgressiveHistory;
pub(in crate::search) use quiet::Quiet;
pub(in crate::search) use seats::{score_of, who_is_in};
pub(in crate::search) use win_probabilities::WinProbabilities;
