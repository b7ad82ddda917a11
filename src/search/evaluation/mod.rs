//! Evaluation of positions, and win probabilities of scores.
//!
//! - `evaluator.rs`: the traits of evaluators;
//! - `network/`: the neural networks: evaluation, and the policy that ranks actions;
//! - `accumulators.rs`: the stack of values that evaluators keep along the searched line;
//! - `wdl.rs`: from scores to win, draw and loss;
//! - `strength.rs`: limited strength: fewer nodes and evaluation noise.

pub(in crate::search) mod accumulators;
pub(in crate::search) mod evaluator;
pub(in crate::search) mod network;
pub(in crate::search) mod strength;
pub(in crate::search) mod wdl;
