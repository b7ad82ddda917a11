//! Evaluation by a small neural network: sparse inputs, one hidden layer that is kept up to date by differences, and an
//! output that depends on how far the game has gone. Nasu, "Efficiently updatable neural-network-based evaluation
//! functions for computer Shogi", 2018.
//!
//! The network sees a position from each seat by one set of weights: `inputs.rs` says what a game shows it, `file.rs`
//! reads its weights, `built_in.rs` holds those of the program, `layers.rs` computes, `learned.rs` is the evaluator,
//! `win_probabilities.rs` what it says of three and four players, `places.rs` what it makes of single pieces.
//! `policy.rs` is another network, which says what is likely played.

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
pub use inputs::{Circumstances, FeatureSet, Inputs, NO_PART, PARTS, Shows};
pub use learned::Learned;
pub use policy::PolicyNetwork;
use std::sync::Arc;

/// By what positions are judged.
#[derive(Clone, Debug, Default)]
pub enum EvalSource {
    /// The network that is built in, or by hand where there is none.
    #[default]
    BuiltIn,
    /// The evaluation made by hand.
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
