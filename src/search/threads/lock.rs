//! Locks that are held for some microseconds only.

use std::sync::{Mutex, MutexGuard, PoisonError, TryLockError};

/// So often a lock is tried before the thread sleeps, which takes as long as many nodes.
const TRIES: u32 = 2_000;

/// Waits for what threads share. What one of them did to it while it broke down must be whole all the same.
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
