//! The threads of a search.
//!
//! - `pool.rs`: the search threads and their tasks; `control.rs`: stop and ponder signals;
//! - `blocking.rs`: a search that its caller waits for; `lock.rs`: locks that survive a panic.

pub(in crate::search) mod blocking;
pub(in crate::search) mod control;
pub(in crate::search) mod lock;
pub(in crate::search) mod pool;
