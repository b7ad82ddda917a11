//! Node-level parts shared by several search techniques.
//!
//! - `quiescence.rs`: quiescence search; `captures.rs`: which noisy actions it follows;
//! - `lists.rs`: lists of actions that are reused from node to node.

pub(in crate::search) mod captures;
pub(in crate::search) mod lists;
pub(in crate::search) mod quiescence;
