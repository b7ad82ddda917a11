//! The strings by which a running search is held from outside.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Belongs to one `go` and is never used again, so a late or early `stop` cannot reach another search.
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// When the clock began to run: the start, or the `ponderhit`.
    clock_start: Mutex<Instant>,
    released: Condvar,
    start: Instant,
}

impl Control {
    /// For a search that begins now; while `pondering` no clock runs.
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

    /// For a search whose clock has run for so long already.
    #[cfg(test)]
    pub(in crate::search) fn running_for(time: Duration) -> Self {
        let control = Self::new(false);
        *control.clock_start() = Instant::now().checked_sub(time).unwrap();
        control
    }

    fn clock_start(&self) -> MutexGuard<'_, Instant> {
        self.clock_start.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search as soon as its threads look up.
    pub fn stop(&self) {
        let _guard = self.clock_start();
        self.stop.store(true, Ordering::Release);
        self.released.notify_all();
    }

    /// The expected move was played: from now on the clock runs.
    pub fn ponderhit(&self) {
        let mut clock_start = self.clock_start();
        *clock_start = Instant::now();
        self.pondering.store(false, Ordering::Release);
        self.released.notify_all();
    }

    /// Whether the search has been told to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The flag itself, for tools that poll it.
    pub fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether the opponent's move is still awaited.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time on the clock: since the start, or since the `ponderhit`.
    pub fn clock_elapsed(&self) -> Duration {
        self.clock_start().elapsed()
    }

    /// Blocks until the search is stopped or, if `or_ponderhit`, no longer pondering.
    pub fn wait(&self, or_ponderhit: bool) {
        let mut guard = self.clock_start();
        while !self.is_stopped() && (self.is_pondering() || !or_ponderhit) {
            guard = self.released.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
