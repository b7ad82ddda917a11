//! A request for a search.

use super::EngineError;
use crate::search::{Limits, SearchOptions};

/// A request for a search.
#[derive(Clone, Debug)]
pub struct Request {
    /// Limits of the search.
    pub limits: Limits,
    /// MultiPV, strength and seed.
    pub options: SearchOptions,
    /// Restricts the search to actions that begin one of these tokens. Empty: all actions.
    pub searchmoves: Vec<String>,
    /// Principal variations have one action a token, instead of one turn.
    pub by_action: bool,
    /// Whether to use the full record, instead of only what the mover knows.
    pub full_information: bool,
    /// Number of determinizations, if the mover does not know the state.
    pub samples: usize,
    /// Whether to forget the results of earlier searches, as
    /// [`Engine::clear`](super::Engine::clear) does, at almost no cost. On one thread without a
    /// clock the answer then depends on the request alone.
    pub from_nothing: bool,
}

/// Default number of determinizations.
const SAMPLES: usize = 8;
/// Number of determinizations at limited strength, where a search has few nodes.
pub(super) const WEAK_SAMPLES: usize = 1;

impl Default for Request {
    fn default() -> Self {
        Self {
            limits: Limits::default(),
            options: SearchOptions::default(),
            searchmoves: Vec::new(),
            by_action: false,
            full_information: false,
            samples: SAMPLES,
            from_nothing: false,
        }
    }
}

impl Request {
    /// Returns an error if a value is out of range.
    pub(super) fn check(&self) -> Result<(), EngineError> {
        let SearchOptions { multipv, error_cp, elo, .. } = self.options;
        let fault = |what: String| Err(EngineError::new(what));
        if multipv == 0 {
            return fault("expected one line or more (multipv 0)".to_string());
        }
        if self.samples == 0 {
            return fault("expected one sample or more (samples 0)".to_string());
        }
        if error_cp < 0 {
            return fault(format!("expected an error of 0 or more centipawns ({error_cp})"));
        }
        let elos = SearchOptions::LEAST_ELO..=SearchOptions::MOST_ELO;
        match elo.filter(|elo| !elos.contains(elo)) {
            Some(elo) => {
                let (least, most) = elos.into_inner();
                fault(format!("expected an Elo from {least} to {most} ({elo})"))
            }
            None => Ok(()),
        }
    }

    /// A search with these limits.
    pub fn with(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// A search to this depth, in actions.
    pub fn to_depth(depth: i32) -> Self {
        Self::with(Limits { depth: Some(depth), ..Limits::default() })
    }

    /// A search of this many nodes.
    pub fn to_nodes(nodes: u64) -> Self {
        Self::with(Limits { nodes: Some(nodes), ..Limits::default() })
    }
}
