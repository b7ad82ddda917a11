//! The inputs of a network: the features of positions and actions that a game defines, and the rows of the first layer
//! that they use.

use super::{BuiltIn, InputBlock, PolicyNetwork};
use crate::game::Game;

/// A bit set of feature numbers.
pub trait FeatureSet: Copy + AsRef<[u64]> + AsMut<[u64]> + Send + 'static {
    /// The empty set.
    const EMPTY: Self;

    /// Adds a number.
    #[inline(always)]
    fn put(&mut self, number: usize) {
        self.as_mut()[number / 64] |= 1 << (number % 64);
    }

    /// Adds `first` plus the number of each set bit of `bits`.
    #[inline(always)]
    fn put_all(&mut self, first: usize, bits: u128) {
        let (word, shift) = (first / 64, first % 64);
        let words = self.as_mut();
        let low = bits << shift;
        let high = if shift == 0 { 0 } else { (bits >> (128 - shift)) as u64 };
        for (index, part) in [low as u64, (low >> 64) as u64, high].into_iter().enumerate() {
            if part != 0 {
                words[word + index] |= part;
            }
        }
    }

    /// The numbers in the set, ascending.
    fn numbers(&self) -> impl Iterator<Item = usize> {
        self.as_ref().iter().enumerate().flat_map(|(word, bits)| {
            let mut rest = *bits;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * word + bit)
            })
        })
    }
}

impl<const WORDS: usize> FeatureSet for [u64; WORDS] {
    const EMPTY: Self = [0; WORDS];
}

/// A game with network inputs. Its evaluator is a [`NetworkEvaluator`](super::NetworkEvaluator).
///
/// A *feature* is a yes-or-no property of a position. Each seat sees it as a *row* of the first layer. Features that
/// are the same by symmetry have the same row.
pub trait Inputs: Game {
    /// A set that holds [`Inputs::FEATURES`] numbers.
    type Set: FeatureSet;
    /// Number of features.
    const FEATURES: usize;
    /// Number of rows.
    const ROWS: usize;
    /// Largest number of features in a position.
    const MAX_ACTIVE_FEATURES: usize;
    /// Number of output buckets; a position uses one.
    const BUCKETS: usize;
    /// The name of the game in files.
    const NAME: &'static str;
    /// Whether positions with the same [`Game::table_key`] have the same value.
    const KEY_DECIDES: bool = true;

    /// The rows of the first layer by named blocks, in their order, [`Inputs::ROWS`] together. Their names and order
    /// change with the meaning of the rows.
    fn blocks() -> Vec<InputBlock>;
    /// Adds the features of this position to an empty set.
    fn features(&self, set: &mut Self::Set);
    /// The row of the first layer for this feature, seen by the player in this seat; `None` if
    /// there is no row.
    fn row(seat: usize, feature: usize) -> Option<usize>;
    /// The square or field of the piece that this feature stands for; `None` for other features.
    fn place(feature: usize) -> Option<String>;
    /// The output bucket of this position.
    fn bucket(&self) -> usize;
    /// Whether the player in this seat is still in the game. Only games that players may leave override it.
    fn is_playing(&self, _seat: usize) -> bool {
        true
    }
    /// The built-in evaluation network, if there is one.
    fn built_in() -> Option<&'static BuiltIn> {
        None
    }
}

/// Largest number of features that describe an action for the policy network.
pub const MAX_ACTION_FEATURES: usize = 5;
/// Stands for a missing action feature.
pub const NO_ACTION_FEATURE: u16 = u16::MAX;

/// A game with inputs of a [`PolicyNetwork`].
pub trait PolicyInputs: Inputs {
    /// Number of action features.
    const ACTION_FEATURES: usize;

    /// The action features by named blocks, as [`Inputs::blocks`].
    fn action_blocks() -> Vec<InputBlock>;
    /// Adds the inputs of a [`PolicyNetwork`] to an empty set: all features, or those that are quick to compute.
    fn policy_features(&self, set: &mut Self::Set) {
        self.features(set);
    }
    /// The features of an action in this position, as the mover sees them, each below
    /// [`PolicyInputs::ACTION_FEATURES`].
    fn action_features(&self, action: Self::Action) -> [u16; MAX_ACTION_FEATURES];
    /// The built-in policy network, if there is one.
    fn built_in_policy() -> Option<&'static BuiltIn<PolicyNetwork>> {
        None
    }
}
