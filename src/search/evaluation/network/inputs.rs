//! What a network is shown of a position.

use super::{Network, PolicyNetwork};
use crate::game::Game;
use crate::search::searchable::Evaluator;

/// A set of numbers below 64 times its words.
pub trait FeatureSet: Copy + AsRef<[u64]> + AsMut<[u64]> + Send + 'static {
    /// The empty set.
    const EMPTY: Self;

    /// Puts a number in.
    #[inline(always)]
    fn put(&mut self, number: usize) {
        self.as_mut()[number / 64] |= 1 << (number % 64);
    }

    /// Puts in `first` plus the number of each bit of `bits`.
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

    /// Its numbers, from the least on.
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

/// What changes the values of some games, whoever finds them.
pub struct Circumstances<G> {
    /// Whether the player in this seat still plays, where players leave a game that goes on.
    pub is_in: fn(&G, usize) -> bool,
    /// What is left of a value where the game may soon be stopped.
    pub faded: fn(&G, i32) -> i32,
}

impl<G> Circumstances<G> {
    /// All play to the end, which no clock brings.
    pub const NONE: Self = Self { is_in: |_, _| true, faded: |_, value| value };
}

/// A hand-made evaluation beside a network: what it has found out of a position need not be found out again.
pub trait Shows<G: Inputs>: Evaluator<G> {
    /// Puts the features of this position into an empty set, as [`Inputs::features`] does. `is_valued` says whether it is
    /// the position that was valued last.
    fn show(&self, game: &G, is_valued: bool, set: &mut G::Set);
}

/// An action is described by so many parts at most.
pub const PARTS: usize = 5;
/// Stands for a part that an action does not have.
pub const NO_PART: u16 = u16::MAX;

/// A game that networks can look at.
///
/// A *feature* is true or false of a position whoever looks; each seat sees it as a *row* of the first layer, so that
/// what is the same by symmetry is the same row.
pub trait Inputs: Game {
    /// Holds [`Inputs::FEATURES`] numbers.
    type Set: FeatureSet;
    /// How many features there are.
    const FEATURES: usize;
    /// How many rows there are.
    const ROWS: usize;
    /// No position has more features than this.
    const MOST: usize;
    /// How many outputs there are, of which a position uses one.
    const BUCKETS: usize;
    /// The name of the game in files.
    const NAME: &'static str;
    /// How many different parts actions are described by; 0 where they are not ranked.
    const PART_ROWS: usize = 0;
    /// Whether positions with the same [`Game::table_key`] have the same value.
    const KEY_DECIDES: bool = true;
    /// What else has to do with its values.
    const CIRCUMSTANCES: Circumstances<Self> = Circumstances::NONE;

    /// Puts the features of this position into an empty set.
    fn features(&self, set: &mut Self::Set);
    /// Puts those that an [`PolicyNetwork`] is shown into an empty set: all, or such as are found quickly.
    fn policy_features(&self, set: &mut Self::Set) {
        self.features(set);
    }
    /// As which row the player in this seat sees a feature; `None` if it says nothing to him.
    fn row(seat: usize, feature: usize) -> Option<usize>;
    /// The name of the place whose piece shows as this feature, if it is one that a piece has for itself.
    fn place(feature: usize) -> Option<String>;
    /// The parts of an action of this position, as the mover sees them, each below [`Inputs::PART_ROWS`].
    fn parts(&self, action: Self::Action) -> [u16; PARTS] {
        let _ = action;
        [NO_PART; PARTS]
    }
    /// The output that this position uses.
    fn bucket(&self) -> usize;
    /// The network that is built in, if there is one.
    fn built_in() -> Option<&'static Network>;
    /// The network that ranks actions, if there is one.
    fn action_ranker() -> Option<&'static PolicyNetwork> {
        None
    }
}
