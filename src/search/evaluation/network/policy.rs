//! The policy network: one hidden layer over the mover's features gives a logit for each action, as the sum over the
//! action's features. Trained on the choices of searches (`scripts/learn_ranker.py`).
//!
//! The file, all numbers little-endian: `STRGRNK2`; name of the game (16 bytes, padded with zeros); length of the layout
//! (u16) and the layout, which `layout.rs` describes; hidden units, rows and action features (u32 each); first layer by row; its biases; weights by action feature and unit (i16);
//! biases by action feature (i32); checksum of all this (u32, FNV-1a).

use super::file::{NetworkReader, by_feature, error};
use super::inputs::NO_ACTION_FEATURE;
use super::layers::{Block, IN_BLOCK, ONE_IN_FIRST, add, blocks, squared_clipped};
use super::layout::policy_layout;
use super::{FeatureSet, Network, NetworkError, PolicyInputs};

const KIND: &str = "STRGRNK";
/// The size of the hidden layer in blocks, fixed at compile time.
const BLOCKS: usize = 1;

/// A policy network.
#[derive(Debug)]
pub struct PolicyNetwork {
    /// First layer by feature and seat, as in [`Network`].
    first: Vec<Block>,
    first_bias: [Block; BLOCKS],
    /// Weights by action feature.
    second: Vec<Block>,
    biases: Vec<i32>,
}

impl PolicyNetwork {
    /// Reads a policy network for the game `G`.
    ///
    /// # Errors
    /// Says what is wrong, and where: not a policy file, damaged, or of another version, game or
    /// size.
    pub fn read<G: PolicyInputs>(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut input = NetworkReader::begin::<G>(bytes, KIND, &policy_layout::<G>())?;
        let shape = ["hidden units", "rows", "action features"].map(|what| input.number::<4>(what));
        let [hidden, rows, action_features] = shape;
        let found = [hidden?, rows?, action_features?];
        let wanted = [BLOCKS * IN_BLOCK, G::ROWS, G::ACTION_FEATURES].map(|size| size as i64);
        if found != wanted {
            let reason = format!(
                "{found:?} hidden units, rows and action features, where {wanted:?} are wanted"
            );
            return Err(error(reason));
        }
        let rows = input.blocks(G::ROWS * BLOCKS, "the first layer")?;
        let first = by_feature::<G>(&rows, BLOCKS);
        let bias = input.blocks(BLOCKS, "the biases of the first layer")?;
        let second =
            input.blocks(G::ACTION_FEATURES * BLOCKS, "the weights of the action features")?;
        let biases = input.words(G::ACTION_FEATURES, "the biases of the action features")?;
        input.end()?;
        Ok(Self { first, first_bias: *blocks(&bias, 0), second, biases })
    }

    /// Appends the logit of each of these legal actions: the logarithm of the odds that the action
    /// is the best. The logits have no common base.
    #[inline(always)]
    pub fn logits<G: PolicyInputs>(&self, game: &G, actions: &[G::Action], out: &mut Vec<f32>) {
        let mut set = G::Set::EMPTY;
        game.policy_features(&mut set);
        let seat = game.player().index();
        let mut sums = self.first_bias;
        for feature in set.numbers() {
            let row = (feature * G::PLAYERS + seat) * BLOCKS;
            add::<BLOCKS>(&mut sums, blocks(&self.first, row));
        }
        for action in actions {
            let mut total = 0;
            for feature in game.action_features(*action) {
                if feature != NO_ACTION_FEATURE {
                    let feature = usize::from(feature);
                    let sum =
                        squared_clipped::<BLOCKS>(&sums, blocks(&self.second, feature * BLOCKS));
                    total += sum / ONE_IN_FIRST + self.biases[feature];
                }
            }
            out.push(total as f32 / Network::ONE as f32);
        }
    }
}
