//! Networks that are part of the program.

use super::{Inputs, Network};
use std::sync::OnceLock;

/// A network of one game, which is unpacked when it is first asked for.
pub struct BuiltIn {
    bytes: &'static [u8],
    network: OnceLock<Option<Network>>,
}

impl BuiltIn {
    /// From the bytes of its file.
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { bytes, network: OnceLock::new() }
    }

    /// The network for `G`, always the same game. None if it is none for that game: a test sees to it that it is.
    pub fn get<G: Inputs>(&'static self) -> Option<&'static Network> {
        let read = || match Network::read::<G>(self.bytes) {
            Ok(network) => Some(network),
            Err(error) => {
                log::error!("the built-in network of {}: {error}", G::NAME);
                None
            }
        };
        self.network.get_or_init(read).as_ref()
    }
}
