//! What ends a search.

use crate::search::{Clock, Depth};
use std::time::Duration;

/// The limits of one `go`; the first one reached ends the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Iterations, in actions.
    pub depth: Option<Depth>,
    /// Actions made, exact on one thread.
    pub nodes: Option<u64>,
    /// Time for this search.
    pub movetime: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// Look for a win in so many turns of the mover.
    pub mate: Option<u32>,
    /// Search until stopped, whatever else is said.
    pub infinite: bool,
    /// Kept back from every time limit for the way of the answer to the runner.
    pub overhead: Duration,
}
