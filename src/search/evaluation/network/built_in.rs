//! Networks that are compiled into the program, read from their bytes at the first use.

use super::{Inputs, Network, NetworkError, PolicyInputs, PolicyNetwork};
use std::sync::OnceLock;

/// Weights of a kind of network for the game `G`, read from a file.
pub trait Weights<G>: Sized {
    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Says what is wrong with the bytes.
    fn from_file(bytes: &[u8]) -> Result<Self, NetworkError>;
}

impl<G: Inputs> Weights<G> for Network {
    fn from_file(bytes: &[u8]) -> Result<Self, NetworkError> {
        Self::read::<G>(bytes)
    }
}

impl<G: PolicyInputs> Weights<G> for PolicyNetwork {
    fn from_file(bytes: &[u8]) -> Result<Self, NetworkError> {
        Self::read::<G>(bytes)
    }
}

/// A compiled-in network, unpacked on first use.
pub struct BuiltIn<T = Network> {
    bytes: &'static [u8],
    network: OnceLock<Option<T>>,
}

impl<T> BuiltIn<T> {
    /// `bytes` is the content of the file.
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, network: OnceLock::new() }
    }

    /// The content of the file.
    pub fn bytes(&self) -> &'static [u8] {
        self.bytes
    }

    /// The network for `G`, which must always be the same game. `None` if the bytes are invalid; a
    /// test excludes that.
    pub fn get<G: Inputs>(&'static self) -> Option<&'static T>
    where
        T: Weights<G>,
    {
        let read = || match T::from_file(self.bytes) {
            Ok(network) => Some(network),
            Err(error) => {
                log::error!("a built-in network of {}: {error}", G::NAME);
                None
            }
        };
        self.network.get_or_init(read).as_ref()
    }
}
