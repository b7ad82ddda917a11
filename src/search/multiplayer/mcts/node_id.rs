//! The index of a node in the tree. Nodes refer to one another by it.

/// Index of a node.
pub(super) type NodeId = u32;

/// No node.
pub(super) const NONE: NodeId = NodeId::MAX;
