//! The evaluation that the options select: built-in network, hand-made evaluation, or a network file.

use super::Network;
use std::sync::Arc;

/// Which evaluation is used.
#[derive(Clone, Debug, Default)]
pub enum EvalSource {
    /// The built-in network, or the hand-made evaluation if there is none.
    #[default]
    BuiltIn,
    /// The hand-made evaluation.
    HandMade,
    /// The built-in network of another variant of this game, with the same inputs.
    Inherited(&'static Network),
    /// A network from a file, made for this game.
    File(Arc<Network>),
}

impl PartialEq for EvalSource {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::BuiltIn, Self::BuiltIn) | (Self::HandMade, Self::HandMade) => true,
            (Self::Inherited(one), Self::Inherited(other)) => std::ptr::eq(*one, *other),
            (Self::File(one), Self::File(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}
