//! Node-level parts shared by several search techniques.
//!
//! - `quiescence.rs`: quiescence search; `captures.rs`: which noisy actions it follows;
//! - `lists.rs`: lists of actions that are reused from node to node;
//! - `oracle.rs`: exact knowledge of positions, without search.

pub(in crate::search) mod captures;
pub(in crate::search) mod lists;
pub(in crate::search) mod oracle;
pub(in crate::search) mod quiescence;
