//! Neural networks: an efficiently updatable evaluation (NNUE) and a policy.
//!
//! The evaluation has sparse inputs, one hidden layer with accumulators, and output buckets by phase of the game
//! (Nasu, "Efficiently updatable neural-network-based evaluation functions for computer Shogi", 2018). It sees the
//! position from each seat with one set of weights.
//!
//! - `inputs.rs`: what a game feeds to its networks; `file.rs`: network files; `built_in.rs`: compiled-in networks;
//! - `layers.rs`: arithmetic; `learned.rs`: the evaluator; `remembered.rs`: the cache of values;
//! - `win_probabilities.rs`: outputs for three and four players; `places.rs`: values of single pieces;
//! - `policy.rs`: the policy network, which ranks actions.

mod built_in;
mod file;
mod inputs;
mod layers;
mod learned;
mod places;
mod policy;
mod remembered;
mod win_probabilities;

pub use built_in::BuiltIn;
pub use file::{Network, NetworkError, checksum};
pub use inputs::{
    ExtractFeatures, FeatureSet, Inputs, MAX_ACTION_FEATURES, NO_ACTION_FEATURE, ValueAdjustments,
};
pub use learned::Learned;
pub use policy::PolicyNetwork;
use std::sync::Arc;

/// Which evaluation is used.
#[derive(Clone, Debug, Default)]
pub enum EvalSource {
    /// The built-in network, or the hand-made evaluation if there is none.
    #[default]
    BuiltIn,
    /// The hand-made evaluation.
    HandMade,
    /// A network from a file, made for this game.
    File(Arc<Network>),
}

impl PartialEq for EvalSource {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::BuiltIn, Self::BuiltIn) | (Self::HandMade, Self::HandMade) => true,
            (Self::File(one), Self::File(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}
