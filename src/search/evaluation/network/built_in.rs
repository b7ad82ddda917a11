//! Networks that are part of the program.

use super::{Inputs, Network, NetworkError, PolicyNetwork};
use std::sync::OnceLock;

/// What is read from a file for one game.
pub trait Weights: Sized {
    /// From the bytes of its file, for the game `G`.
    ///
    /// # Errors
    /// Says what is wrong with them.
    fn from_file<G: Inputs>(bytes: &[u8]) -> Result<Self, NetworkError>;
}

impl Weights for Network {
    fn from_file<G: Inputs>(bytes: &[u8]) -> Result<Self, NetworkError> {
        Self::read::<G>(bytes)
    }
}

impl Weights for PolicyNetwork {
    fn from_file<G: Inputs>(bytes: &[u8]) -> Result<Self, NetworkError> {
        Self::read::<G>(bytes)
    }
}

/// A network of one game, which is unpacked when it is first asked for.
pub struct BuiltIn<T = Network> {
    bytes: &'static [u8],
    network: OnceLock<Option<T>>,
}

impl<T: Weights> BuiltIn<T> {
    /// From the bytes of its file.
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, network: OnceLock::new() }
    }

    /// The network for `G`, always the same game. None if it is none for that game: a test sees to it that it is.
    pub fn get<G: Inputs>(&'static self) -> Option<&'static T> {
        let read = || match T::from_file::<G>(self.bytes) {
            Ok(network) => Some(network),
            Err(error) => {
                log::error!("a built-in network of {}: {error}", G::NAME);
                None
            }
        };
        self.network.get_or_init(read).as_ref()
    }
}
