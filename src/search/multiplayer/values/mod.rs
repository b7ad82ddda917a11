//! Values of positions for all players, for a technique in which each player maximises his own share (max^n, Luckhardt
//! and Irani 1986).
//!
//! - `capture_playout.rs`: the value of a new position; `ends.rs`: where lines end;
//! - `seats.rs`: the players still in the game;
//! - `progressive_history.rs`: what actions have gained elsewhere.

mod capture_playout;
mod ends;
mod progressive_history;
mod seats;

pub(in crate::search) use capture_playout::CapturePlayout;
pub(in crate::search) use ends::end;
pub(in crate::search) use progressive_history::ProgressiveHistory;
pub(in crate::search) use seats::{score_of, who_is_in};
