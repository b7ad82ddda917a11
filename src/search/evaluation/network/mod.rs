//! Neural networks: an efficiently updatable evaluation (NNUE) and a policy.
//!
//! The evaluation has sparse inputs, one hidden layer with accumulators, and output buckets by phase of the game
//! (Nasu, "Efficiently updatable neural-network-based evaluation functions for computer Shogi", 2018). It sees the
//! position from each seat with one set of weights.
//!
//! - `inputs.rs`: what a game feeds to its networks; `layout.rs`: its description in files;
//! - `file.rs`: network files; `built_in.rs`: networks of the program;
//! - `eval_source.rs`: the evaluation that the options select; `extract_features.rs`: features found by hand-made
//!   evaluations;
//! - `layers.rs`: arithmetic; `output.rs`: values of positions; `network_in_use.rs`: which network is used;
//! - `network_evaluator.rs`: the evaluator; `eval_cache.rs`: the cache of values;
//! - `win_probabilities.rs`: outputs for three and four players; `piece_values.rs`: values of single pieces;
//! - `policy.rs`: the policy network, which ranks actions; `support.rs`: the inputs behind one type for all games.

mod built_in;
mod eval_cache;
mod eval_source;
mod extract_features;
mod file;
mod inputs;
mod layers;
mod layout;
mod network_evaluator;
mod network_in_use;
mod output;
mod piece_values;
mod policy;
mod support;
mod win_probabilities;

pub(crate) use built_in::built_in;
pub use built_in::{BuiltIn, ExternalNetwork};
pub use eval_source::EvalSource;
pub use extract_features::ExtractFeatures;
pub use file::{Network, NetworkError, checksum};
pub use inputs::{FeatureSet, Inputs, MAX_ACTION_FEATURES, NO_ACTION_FEATURE, PolicyInputs};
pub use layout::InputBlock;
pub use network_evaluator::NetworkEvaluator;
pub use policy::PolicyNetwork;
pub use support::{InputShape, NetworkSupport, PolicySupport, Supported};
