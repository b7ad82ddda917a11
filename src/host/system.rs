//! The time and the signals of a machine with clock and threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, MutexGuard, PoisonError};
pub(crate) use std::time::Instant;

/// Whether a stop signal is set.
#[inline(always)]
pub(crate) fn is_set(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}

/// Waits until another thread changes what the lock guards. It may return early.
pub(crate) fn wait<'a, T>(
    changed: &Condvar,
    guard: MutexGuard<'a, T>,
    _stop: &AtomicBool,
) -> MutexGuard<'a, T> {
    changed.wait(guard).unwrap_or_else(PoisonError::into_inner)
}
