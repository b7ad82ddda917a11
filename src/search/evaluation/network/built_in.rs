//! Networks that belong to the program, read from the bytes of their files at the first use. Either the bytes are
//! compiled into the program, or the program supplies them when it runs.

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

/// Where the bytes of a network come from.
enum Source {
    /// They are compiled in.
    Bytes(&'static [u8]),
    /// The program supplies them: the content of the file of this name.
    Program(&'static str),
}

/// A network of the program, unpacked on first use.
pub struct BuiltIn<T = Network> {
    source: Source,
    network: OnceLock<Option<T>>,
}

/// A [`BuiltIn`] of a file in the folder `networks` beside the source file. The program supplies it with the feature
/// `external-networks`; otherwise it is compiled in.
#[cfg(not(feature = "external-networks"))]
macro_rules! built_in {
    ($file:literal) => {
        $crate::search::BuiltIn::new(include_bytes!(concat!("networks/", $file)))
    };
}
#[cfg(feature = "external-networks")]
macro_rules! built_in {
    ($file:literal) => {
        $crate::search::BuiltIn::external($file)
    };
}
pub(crate) use built_in;

/// A network that the program must supply before the first search of its game.
#[derive(Clone, Copy, Debug)]
pub struct ExternalNetwork {
    /// The name of its file, the same for all variants that use it.
    pub file: &'static str,
    supply: fn(&[u8]) -> Result<(), NetworkError>,
}

impl ExternalNetwork {
    /// Supplies the content of the file. Without it, the game has no network. Only the first call that succeeds
    /// counts, and an engine uses the network only if it is there before the engine is told of the variant.
    ///
    /// # Errors
    /// Says what is wrong with the content.
    pub fn supply(&self, bytes: &[u8]) -> Result<(), NetworkError> {
        (self.supply)(bytes)
    }
}

impl<T> BuiltIn<T> {
    /// `bytes` is the content of the file.
    pub const fn new(bytes: &'static [u8]) -> Self {
        Self { source: Source::Bytes(bytes), network: OnceLock::new() }
    }

    /// A network whose file, of this name, the program supplies.
    pub const fn external(file: &'static str) -> Self {
        Self { source: Source::Program(file), network: OnceLock::new() }
    }

    /// The content of the file, if it is compiled in.
    pub fn bytes(&self) -> Option<&'static [u8]> {
        match self.source {
            Source::Bytes(bytes) => Some(bytes),
            Source::Program(_) => None,
        }
    }

    /// This network as one that the program must supply, unless it is compiled in. `supply` passes the content of the
    /// file to [`BuiltIn::take`].
    pub(super) fn as_external(
        &self,
        supply: fn(&[u8]) -> Result<(), NetworkError>,
    ) -> Option<ExternalNetwork> {
        match self.source {
            Source::Bytes(_) => None,
            Source::Program(file) => Some(ExternalNetwork { file, supply }),
        }
    }

    /// Takes the content of the file from the program, for `G` as in [`BuiltIn::get`].
    pub(super) fn take<G: Inputs>(&self, bytes: &[u8]) -> Result<(), NetworkError>
    where
        T: Weights<G>,
    {
        let network = T::from_file(bytes)?;
        let _ = self.network.set(Some(network));
        Ok(())
    }

    /// The network for `G`, which must always be the same game. `None` if the program has not supplied it, or if the
    /// bytes that are compiled in are invalid; a test excludes that.
    pub fn get<G: Inputs>(&'static self) -> Option<&'static T>
    where
        T: Weights<G>,
    {
        let Source::Bytes(bytes) = self.source else { return self.network.get()?.as_ref() };
        let read = || match T::from_file(bytes) {
            Ok(network) => Some(network),
            Err(error) => {
                log::error!("a built-in network of {}: {error}", G::NAME);
                None
            }
        };
        self.network.get_or_init(read).as_ref()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::games::pacific::{PacificA, PacificB};

    #[test]
    fn a_network_that_the_program_supplies_is_read_once() {
        static NETWORK: BuiltIn = BuiltIn::external("pacific-a.net");
        let supply = |bytes: &[u8]| NETWORK.take::<PacificA>(bytes);
        let external = NETWORK.as_external(supply).unwrap();
        assert_eq!((external.file, NETWORK.bytes()), ("pacific-a.net", None));
        assert!(NETWORK.get::<PacificA>().is_none());
        let other = PacificB::built_in().unwrap().bytes().unwrap();
        assert!(external.supply(other).is_err(), "it is of another game");
        assert!(NETWORK.get::<PacificA>().is_none());
        let own = PacificA::built_in().unwrap().bytes().unwrap();
        for _ in 0..2 {
            external.supply(own).unwrap();
        }
        assert!(NETWORK.get::<PacificA>().is_some());
        assert!(PacificA::built_in().unwrap().as_external(supply).is_none(), "it is compiled in");
    }
}
