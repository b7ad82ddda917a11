//! The networks of a game behind a common type, for code that also serves games without networks: the option
//! `EvalFile` and the training data.

use super::layout::{layout, policy_layout};
use super::{
    ExternalNetwork, FeatureSet, Inputs, MAX_ACTION_FEATURES, Network, NetworkError, PolicyInputs,
    PolicyNetwork,
};
use crate::game::Game;

/// The numbers that a network and its training data depend on, see [`Inputs`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InputShape {
    /// The name of the game in files.
    pub name: &'static str,
    /// Number of features.
    pub features: usize,
    /// Number of rows.
    pub rows: usize,
    /// Largest number of features in a position.
    pub max_active_features: usize,
    /// Number of output buckets.
    pub buckets: usize,
}

/// A game with an evaluation network: [`Inputs`] without its types.
pub trait NetworkSupport<G: Game>: Sync {
    /// The numbers of the inputs.
    fn shape(&self) -> InputShape;
    /// The layout of the inputs, as network files and training data have it.
    fn layout(&self) -> String;
    /// See [`Inputs::row`].
    fn row(&self, seat: usize, feature: usize) -> Option<usize>;
    /// The features of a position, ascending.
    fn features(&self, game: &G) -> Vec<usize>;
    /// See [`Inputs::bucket`].
    fn bucket(&self, game: &G) -> usize;
    /// See [`Inputs::is_playing`].
    fn is_playing(&self, game: &G, seat: usize) -> bool;
    /// Reads a network file of this game.
    ///
    /// # Errors
    /// As [`Network::read`].
    fn read(&self, bytes: &[u8]) -> Result<Network, NetworkError>;
    /// The file of the built-in network, if there is one.
    fn built_in(&self) -> Option<&'static [u8]>;
    /// Whether the program has a network, or expects one.
    fn has_own(&self) -> bool;
    /// The network of the program, if there is one.
    fn own(&self) -> Option<&'static Network>;
    /// The network, if the program must supply it.
    fn external(&self) -> Option<ExternalNetwork>;
}

/// A game with a policy network: [`PolicyInputs`] without its types.
pub trait PolicySupport<G: Game>: NetworkSupport<G> {
    /// The layout of the inputs and of the action features.
    fn policy_layout(&self) -> String;
    /// See [`PolicyInputs::ACTION_FEATURES`].
    fn action_feature_count(&self) -> usize;
    /// The features that the policy network sees of a position, ascending.
    fn policy_features(&self, game: &G) -> Vec<usize>;
    /// See [`PolicyInputs::action_features`].
    fn action_features(&self, game: &G, action: G::Action) -> [u16; MAX_ACTION_FEATURES];
    /// Reads a policy file of this game.
    ///
    /// # Errors
    /// As [`PolicyNetwork::read`].
    fn read_policy(&self, bytes: &[u8]) -> Result<PolicyNetwork, NetworkError>;
    /// The file of the built-in policy network, if there is one.
    fn built_in_policy(&self) -> Option<&'static [u8]>;
    /// The policy network, if the program must supply it.
    fn external_policy(&self) -> Option<ExternalNetwork>;
}

/// [`NetworkSupport`] of every game with [`Inputs`], and [`PolicySupport`] of every game with [`PolicyInputs`].
pub struct Supported;

impl<G: Inputs> NetworkSupport<G> for Supported {
    fn shape(&self) -> InputShape {
        InputShape {
            name: G::NAME,
            features: G::FEATURES,
            rows: G::ROWS,
            max_active_features: G::MAX_ACTIVE_FEATURES,
            buckets: G::BUCKETS,
        }
    }

    fn layout(&self) -> String {
        layout::<G>()
    }

    fn row(&self, seat: usize, feature: usize) -> Option<usize> {
        G::row(seat, feature)
    }

    fn features(&self, game: &G) -> Vec<usize> {
        let mut set = G::Set::EMPTY;
        game.features(&mut set);
        set.numbers().collect()
    }

    fn bucket(&self, game: &G) -> usize {
        game.bucket()
    }

    fn is_playing(&self, game: &G, seat: usize) -> bool {
        game.is_playing(seat)
    }

    fn read(&self, bytes: &[u8]) -> Result<Network, NetworkError> {
        Network::read::<G>(bytes)
    }

    fn built_in(&self) -> Option<&'static [u8]> {
        G::built_in()?.bytes()
    }

    fn has_own(&self) -> bool {
        G::built_in().is_some()
    }

    fn own(&self) -> Option<&'static Network> {
        G::built_in()?.get::<G>()
    }

    fn external(&self) -> Option<ExternalNetwork> {
        let supply = |bytes: &[u8]| G::built_in().map_or(Ok(()), |own| own.take::<G>(bytes));
        G::built_in()?.as_external(supply)
    }
}

impl<G: PolicyInputs> PolicySupport<G> for Supported {
    fn policy_layout(&self) -> String {
        policy_layout::<G>()
    }

    fn action_feature_count(&self) -> usize {
        G::ACTION_FEATURES
    }

    fn policy_features(&self, game: &G) -> Vec<usize> {
        let mut set = G::Set::EMPTY;
        game.policy_features(&mut set);
        set.numbers().collect()
    }

    fn action_features(&self, game: &G, action: G::Action) -> [u16; MAX_ACTION_FEATURES] {
        game.action_features(action)
    }

    fn read_policy(&self, bytes: &[u8]) -> Result<PolicyNetwork, NetworkError> {
        PolicyNetwork::read::<G>(bytes)
    }

    fn built_in_policy(&self) -> Option<&'static [u8]> {
        G::built_in_policy()?.bytes()
    }

    fn external_policy(&self) -> Option<ExternalNetwork> {
        let supply = |bytes: &[u8]| G::built_in_policy().map_or(Ok(()), |own| own.take::<G>(bytes));
        G::built_in_policy()?.as_external(supply)
    }
}
