//! Errors of the engine.

use crate::game::FenError;
use crate::search::ThreadDied;
use std::fmt;

/// Longest part of a bad token that an error repeats, in characters.
const LONGEST_QUOTE: usize = 60;

/// A request that cannot be fulfilled. The engine's state has not changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineError(pub String);

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EngineError {}

impl From<FenError> for EngineError {
    fn from(error: FenError) -> Self {
        Self::new(error.to_string())
    }
}

impl From<ThreadDied> for EngineError {
    fn from(error: ThreadDied) -> Self {
        Self::new(format!("no search: {error}; set the number of threads to start new ones"))
    }
}

impl EngineError {
    /// An error; long tokens in the text are shortened.
    pub fn new(text: impl AsRef<str>) -> Self {
        Self(quote(text.as_ref()))
    }

    /// An error in `part` of `token`, the `number`th of a list of moves.
    pub fn in_list(reason: impl fmt::Display, part: &str, token: &str, number: usize) -> Self {
        Self::new(if part == token {
            format!("{reason} (number {number} of the list)")
        } else {
            format!("{reason} (in {token}, number {number} of the list)")
        })
    }
}

/// The text on one line without control characters; long words are cut.
pub fn quote(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let mut letters = word.chars().map(|letter| if letter.is_control() { '?' } else { letter });
        let kept: String = letters.by_ref().take(LONGEST_QUOTE).collect();
        if letters.next().is_some() { kept + "..." } else { kept }
    });
    words.collect::<Vec<_>>().join(" ")
}
