//! The limits of a search, as the command `go` gives them: depth, nodes, time, clocks, mate.

use crate::search::{Clock, Depth};
use std::time::Duration;

/// The limits of one `go`. The first one reached ends the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth of iterations, in actions.
    pub depth: Option<Depth>,
    /// Nodes (actions made); exact on one thread.
    pub nodes: Option<u64>,
    /// Time for this search.
    pub movetime: Option<Duration>,
    /// The clock of the mover.
    pub clock: Option<Clock>,
    /// Search for a mate in this many turns of the mover.
    pub mate: Option<u32>,
    /// Whether to search until stopped, regardless of the other limits.
    pub infinite: bool,
    /// Kept back from every time limit: the time that the answer needs to reach the client.
    pub overhead: Duration,
}
