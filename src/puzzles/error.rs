//! Errors of puzzles.

use crate::engine::{EngineError, quote};
use std::fmt;
use std::path::Path;

/// Why puzzles cannot be read, mined or written, on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleError(String);

impl PuzzleError {
    /// A fault of the file at `path`.
    pub fn at(path: &Path, reason: impl fmt::Display) -> Self {
        Self::new(format_args!("{}: {reason}", path.display()))
    }

    pub(super) fn new(reason: impl fmt::Display) -> Self {
        Self(quote(&reason.to_string()))
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PuzzleError {}

impl From<EngineError> for PuzzleError {
    fn from(error: EngineError) -> Self {
        Self::new(error)
    }
}
