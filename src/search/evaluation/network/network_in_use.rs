//! The network that an evaluator uses: the built-in one, one from a file, or none.

use super::{EvalSource, Inputs, Network};
use std::sync::Arc;

/// The network in use.
pub(super) enum NetworkInUse {
    HandMade,
    BuiltIn(&'static Network),
    File(Arc<Network>),
}

impl NetworkInUse {
    pub(super) fn by<G: Inputs>(eval_source: &EvalSource) -> Self {
        match eval_source {
            EvalSource::HandMade => Self::HandMade,
            EvalSource::Inherited(network) => Self::BuiltIn(network),
            EvalSource::File(network) => Self::File(Arc::clone(network)),
            EvalSource::BuiltIn => {
                let network = G::built_in().and_then(|network| network.get::<G>());
                network.map_or(Self::HandMade, Self::BuiltIn)
            }
        }
    }

    #[inline(always)]
    pub(super) fn network(&self) -> Option<&Network> {
        match self {
            Self::HandMade => None,
            Self::BuiltIn(network) => Some(network),
            Self::File(network) => Some(network),
        }
    }
}
