//! Locks that are held for a few microseconds: a thread spins before it sleeps, and a panic of the holder is ignored.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// Spins before the thread sleeps. Sleeping takes as long as many nodes.
const TRIES: u32 = 2_000;

/// Locks shared data. A thread that panicked must have left it consistent.
pub(in crate::search) fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    for _ in 0..TRIES {
        match shared.try_lock() {
            Ok(guard) => return guard,
            Err(TryLockError::Poisoned(guard)) => return guard.into_inner(),
            Err(TryLockError::WouldBlock) => std::hint::spin_loop(),
        }
    }
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
