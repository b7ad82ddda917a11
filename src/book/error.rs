//! Errors of books.

use crate::engine::{EngineError, quote};
use std::fmt;
use std::path::Path;

/// Why a book cannot be read, grown or written, on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookError(String);

impl BookError {
    /// A fault of the file at `path`.
    pub fn at(path: &Path, reason: impl fmt::Display) -> Self {
        Self(quote(&format!("{}: {reason}", path.display())))
    }

    /// A fault in a line of a book, counted from 1.
    pub(super) fn in_line(number: usize, reason: impl fmt::Display) -> Self {
        Self(quote(&format!("line {number}: {reason}")))
    }

    /// A fault of the whole text.
    pub(super) fn new(reason: impl fmt::Display) -> Self {
        Self(quote(&reason.to_string()))
    }
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BookError {}

impl From<EngineError> for BookError {
    fn from(error: EngineError) -> Self {
        Self::new(error)
    }
}
