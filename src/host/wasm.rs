//! The time and the stop signal of a WebAssembly module, which its host supplies.

use std::ops::{Add, AddAssign};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, MutexGuard, OnceLock};
use std::time::Duration;

/// How long a search that is over waits at a time for its `stop`.
const PATIENCE: Duration = Duration::from_millis(50);

/// The functions of a host.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// The time since some moment. It never goes back.
    pub now: fn() -> Duration,
    /// Whether the running search must stop. The function may wait for this long to find out. A search asks it every
    /// few hundred nodes, without waiting. A host that cannot learn of a stop while a search runs returns `true`
    /// where it may wait, because such a search would never end.
    pub must_stop: fn(Duration) -> bool,
}

static HOST: OnceLock<Host> = OnceLock::new();

/// Attaches the library to its host. It must come before anything else, else time stands still. Only the first call
/// counts.
pub fn attach(host: Host) {
    let _ = HOST.set(host);
}

/// A moment, as [`std::time::Instant`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Instant(Duration);

impl Instant {
    pub(crate) fn now() -> Self {
        Self(HOST.get().map_or(Duration::ZERO, |host| (host.now)()))
    }

    pub(crate) fn elapsed(self) -> Duration {
        Self::now().saturating_duration_since(self)
    }

    pub(crate) fn saturating_duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, time: Duration) {
        *self = *self + time;
    }
}

/// Whether a stop signal is set, or the host says so.
pub(crate) fn is_set(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed) || must_stop(Duration::ZERO)
}

/// Waits for the host's stop signal, and sets `stop` after it. It may return early.
pub(crate) fn wait<'a, T>(
    _changed: &Condvar,
    guard: MutexGuard<'a, T>,
    stop: &AtomicBool,
) -> MutexGuard<'a, T> {
    if must_stop(PATIENCE) {
        stop.store(true, Ordering::Release);
    }
    guard
}

/// Without a host there is nothing to wait for.
fn must_stop(patience: Duration) -> bool {
    HOST.get().map_or(patience > Duration::ZERO, |host| (host.must_stop)(patience))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicU64;

    /// The only test that attaches a host: there is one for all tests.
    #[test]
    fn time_and_stop_come_from_the_host() {
        static NOW_MS: AtomicU64 = AtomicU64::new(0);
        static PATIENCE_MS: AtomicU64 = AtomicU64::new(u64::MAX);
        let (stop, changed, lock) = (AtomicBool::new(false), Condvar::new(), Mutex::new(()));
        let wait = |stop| drop(wait(&changed, lock.lock().unwrap(), stop));

        let start = Instant::now();
        assert!(!is_set(&stop), "without a host nothing stops a search");
        wait(&stop);
        assert!(stop.swap(false, Ordering::Relaxed), "without a host nothing is waited for");

        attach(Host {
            now: || Duration::from_millis(NOW_MS.load(Ordering::Relaxed)),
            must_stop: |patience| {
                patience >= Duration::from_millis(PATIENCE_MS.load(Ordering::Relaxed))
            },
        });
        NOW_MS.store(1_500, Ordering::Relaxed);
        assert_eq!(start.elapsed(), Duration::from_millis(1_500));
        let mut due = start + Duration::from_secs(1);
        assert!(Instant::now() >= due);
        due += Duration::from_secs(1);
        assert_eq!(due.saturating_duration_since(Instant::now()), Duration::from_millis(500));
        assert_eq!(Instant::now().saturating_duration_since(due), Duration::ZERO);

        wait(&stop);
        assert!(!is_set(&stop), "the host has not stopped it");
        PATIENCE_MS.store(50, Ordering::Relaxed);
        assert!(!is_set(&stop), "a running search does not wait");
        wait(&stop);
        assert!(stop.load(Ordering::Relaxed), "while it waits, the signal came");
        stop.store(false, Ordering::Relaxed);
        PATIENCE_MS.store(0, Ordering::Relaxed);
        assert!(is_set(&stop), "the host stops it");
    }
}
