//! Stop and ponder signals of one search.

use crate::host::{self, Instant};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The signals of one `go`. They are never reused, so a late or early `stop` cannot reach another
/// search.
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Start of the clock: the start of the search, or the `ponderhit`.
    clock_start: Mutex<Instant>,
    released: Condvar,
    start: Instant,
}

impl Control {
    /// Signals of a search that begins now. The clock does not run while `pondering`.
    pub fn new(pondering: bool) -> Self {
        let start = Instant::now();
        Self {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            clock_start: Mutex::new(start),
            released: Condvar::new(),
            start,
        }
    }

    /// Signals of a search whose clock has already run for `time`.
    #[cfg(test)]
    pub(in crate::search) fn running_for(time: Duration) -> Self {
        let control = Self::new(false);
        *control.clock_start() = Instant::now().checked_sub(time).unwrap();
        control
    }

    fn clock_start(&self) -> MutexGuard<'_, Instant> {
        self.clock_start.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops the search at its next poll.
    pub fn stop(&self) {
        let _guard = self.clock_start();
        self.stop.store(true, Ordering::Release);
        self.released.notify_all();
    }

    /// Signals that the expected move was played. The clock runs from now on.
    pub fn ponderhit(&self) {
        let mut clock_start = self.clock_start();
        *clock_start = Instant::now();
        self.pondering.store(false, Ordering::Release);
        self.released.notify_all();
    }

    /// Whether the search has been stopped.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        host::is_set(&self.stop)
    }

    /// The stop flag, for tools that poll it.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether the search is still pondering.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time on the clock, since the start or the `ponderhit`.
    pub fn clock_elapsed(&self) -> Duration {
        self.clock_start().elapsed()
    }

    /// Blocks until the search is stopped or, with `or_ponderhit`, no longer pondering.
    pub fn wait(&self, or_ponderhit: bool) {
        let mut guard = self.clock_start();
        while !self.is_stopped() && (self.is_pondering() || !or_ponderhit) {
            guard = host::wait(&self.released, guard, &self.stop);
        }
    }
}
