//! Which evaluation an engine uses: built-in network, network file or hand-made.

use super::{Engine, EngineError};
use crate::games::Playable;
use crate::search::{EvalSource, Network};
use std::path::Path;
use std::sync::Arc;

/// Size limit of a network file; larger files are not read.
const MOST_BYTES: u64 = 64 << 20;
/// Why a game without an evaluation network refuses every file.
const NO_NETWORK: &str = "this game has no network";

/// The evaluation settings of one engine.
#[derive(Clone, Default)]
pub(super) struct EvalSettings {
    by_hand: bool,
    file: Option<Arc<Network>>,
}

impl EvalSettings {
    pub(super) fn eval_source(&self) -> EvalSource {
        match &self.file {
            _ if self.by_hand => EvalSource::HandMade,
            Some(network) => EvalSource::File(Arc::clone(network)),
            None => EvalSource::BuiltIn,
        }
    }

    /// The same settings with the network in use.
    pub(super) fn with_network(&self) -> Self {
        Self { by_hand: false, ..self.clone() }
    }

    pub(super) fn by_hand(&mut self, by_hand: bool) {
        self.by_hand = by_hand;
    }

    pub(super) fn drop_file(&mut self) {
        self.file = None;
    }

    /// Uses the network in `bytes`, or the built-in one.
    pub(super) fn take<G: Playable>(&mut self, bytes: Option<&[u8]>) -> Result<(), EngineError> {
        let read = |bytes| {
            let network = G::network().ok_or_else(|| EngineError::new(NO_NETWORK))?;
            network.read(bytes).map_err(|error| EngineError::new(error.to_string()))
        };
        self.file = bytes.map(read).transpose()?.map(Arc::new);
        Ok(())
    }
}

impl Engine {
    /// Switches to the hand-made evaluation, or back. Forgets the results of earlier searches.
    pub fn use_hand_made_eval(&mut self, by_hand: bool) {
        self.searcher.eval_settings().by_hand(by_hand);
        self.clear();
    }

    /// Uses the network in a file, or the built-in one again. Forgets the results of earlier
    /// searches. The network is used until the variant changes.
    ///
    /// # Errors
    /// If the file cannot be read or is not a network for this game. The old network stays.
    pub fn load_network(&mut self, path: Option<&Path>) -> Result<(), EngineError> {
        let named =
            |path: &Path, reason: String| EngineError::new(format!("{}: {reason}", path.display()));
        let read = |path: &Path| read(path).map_err(|error| named(path, error.to_string()));
        let bytes = path.map(read).transpose()?;
        let taken = self.searcher.take_network(bytes.as_deref());
        taken.map_err(|error| path.map_or(error.clone(), |path| named(path, error.0)))?;
        self.clear();
        Ok(())
    }
}

fn read(path: &Path) -> std::io::Result<Vec<u8>> {
    let facts = std::fs::metadata(path)?;
    if !facts.is_file() || facts.len() > MOST_BYTES {
        return Err(std::io::Error::other("is no file of a network"));
    }
    std::fs::read(path)
}
