//! Errors and faults.

use super::line::Author;
use std::fmt;

/// Something that cannot be done, or a line that is refused. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedError {
    /// The line, from 1, that is at fault.
    pub line: Option<u32>,
    /// What is wrong with it.
    pub reason: String,
}

impl SealedError {
    /// An error that concerns no line.
    pub fn new(reason: impl fmt::Display) -> Self {
        Self { line: None, reason: reason.to_string() }
    }

    /// An error in a line.
    pub fn in_line(line: u32, reason: impl fmt::Display) -> Self {
        Self { line: Some(line), reason: reason.to_string() }
    }
}

impl fmt::Display for SealedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.reason),
            None => f.write_str(&self.reason),
        }
    }
}

impl std::error::Error for SealedError {}

/// The first breach of the rules in a game, and who committed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The line, from 1.
    pub line: u32,
    /// The author at fault; `None` if it cannot be told, as in a line that someone else altered.
    pub author: Option<Author>,
    /// What is wrong.
    pub reason: String,
}
