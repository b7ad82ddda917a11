//! The trait of hand-made evaluations that find the features of a network along the way.

use super::Inputs;
use crate::search::evaluation::evaluator::Evaluator;

/// A hand-made evaluation that shares its intermediate results with a network.
pub trait ExtractFeatures<G: Inputs>: Evaluator<G> {
    /// Adds the features of this position to an empty set, as [`Inputs::features`] does.
    /// `is_valued`: this position was evaluated last.
    fn extract_features(&self, game: &G, is_valued: bool, set: &mut G::Set);
}
