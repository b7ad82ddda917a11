//! Work on many items by several threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Positions that a thread takes at a time.
const SHARE: u64 = 1024;

/// Calls `act` for every number below `count`, on up to `threads` threads. Each thread has its own scratch value.
pub fn each<S>(
    count: u64,
    threads: usize,
    scratch: impl Fn() -> S + Sync,
    act: impl Fn(&mut S, u64) + Sync,
) {
    in_shares(count, SHARE, threads, |from, to| {
        let mut scratch = scratch();
        (from..to).for_each(|number| act(&mut scratch, number));
    });
}

/// The results of `make` for every number below `count`, in order. Each of them is long work.
pub fn map<T: Send>(count: u64, threads: usize, make: &(impl Fn(u64) -> T + Sync)) -> Vec<T> {
    let results = Mutex::new(Vec::with_capacity(count as usize));
    in_shares(count, 1, threads, |number, _| {
        let result = make(number);
        results.lock().unwrap_or_else(PoisonError::into_inner).push((number, result));
    });
    let mut results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

fn in_shares(count: u64, share: u64, threads: usize, act: impl Fn(u64, u64) + Sync) {
    let next = AtomicU64::new(0);
    let run = || {
        loop {
            let from = next.fetch_add(share, Ordering::Relaxed);
            if from >= count {
                return;
            }
            act(from, count.min(from + share));
        }
    };
    let helpers = (threads as u64).min(count.div_ceil(share)).saturating_sub(1);
    if helpers == 0 {
        return run();
    }
    std::thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(run);
        }
        run();
    });
}
