//! The counters that each thread of a search publishes.

use std::sync::atomic::AtomicU64;

/// Counters that the threads of a search publish, on a cache line of their own.
#[derive(Default)]
#[repr(align(128))]
pub struct Counter {
    pub nodes: AtomicU64,
    pub hits: AtomicU64,
}
