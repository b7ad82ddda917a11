//! When a search ends.
//!
//! - `limits.rs`: the limits of `go`; `clock.rs`: from clocks to a budget of time;
//! - `pace.rs`: whether to start another iteration; `meter.rs`: counts nodes and polls limits, with `counter.rs`;
//! - `jitter.rs`: scheduling delay of this machine.

pub(in crate::search) mod clock;
pub(in crate::search) mod counter;
pub(in crate::search) mod jitter;
pub(in crate::search) mod limits;
pub(in crate::search) mod meter;
pub(in crate::search) mod pace;
