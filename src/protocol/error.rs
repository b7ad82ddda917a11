//! Errors of commands, as they appear after `info string error: `.

use super::closest::closest;
use std::fmt;

/// Longest part of a bad token that an error repeats, in characters.
const LONGEST_QUOTE: usize = 60;

/// A line that is no command: what was wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The token at fault, empty at the end of the line; cut if it is long.
    pub token: String,
    /// Where it begins, in bytes from 1.
    pub column: usize,
    /// What should have stood there.
    pub expected: &'static str,
    /// What was probably meant.
    pub hint: Option<&'static str>,
    /// Whether the line was a `query`, which is always answered.
    pub in_query: bool,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { token, column, expected, hint, .. } = self;
        if token.is_empty() {
            write!(f, "expected {expected} at the end of the line (column {column})")?;
        } else {
            write!(f, "expected {expected} ({token}, column {column})")?;
        }
        hint.iter().try_for_each(|hint| f.write_str(&did_you_mean(hint)))
    }
}

impl std::error::Error for ParseError {}

/// A command that was understood but cannot be obeyed; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandError(pub String);

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CommandError {}

impl From<crate::game::FenError> for CommandError {
    fn from(error: crate::game::FenError) -> Self {
        Self(quote(&error.to_string()))
    }
}

impl CommandError {
    /// What is none of `names`, with the one that was probably meant: `unknown option (Hush): did you mean
    /// Hash?`
    pub fn unknown<'a>(what: &str, given: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        Self::new(format!("unknown {what} ({given})")).or_rather(given, names)
    }

    /// The same error with the one of `names` that was probably meant by `given`.
    pub fn or_rather<'a>(self, given: &str, names: impl IntoIterator<Item = &'a str>) -> Self {
        let hint = closest(given, names).map(did_you_mean);
        Self(self.0 + &hint.unwrap_or_default())
    }

    /// An error whose text may hold a token of any length.
    pub fn new(text: impl AsRef<str>) -> Self {
        Self(quote(text.as_ref()))
    }

    /// What is wrong with `part` of `token`, the `number`th of a list of moves.
    pub fn in_list(reason: impl fmt::Display, part: &str, token: &str, number: usize) -> Self {
        Self::new(if part == token {
            format!("{reason} (number {number} of the list)")
        } else {
            format!("{reason} (in {token}, number {number} of the list)")
        })
    }
}

fn did_you_mean(name: &str) -> String {
    format!(": did you mean {name}?")
}

/// The text on one line, without control characters, words of unreasonable length cut.
pub fn quote(text: &str) -> String {
    let words = text.split_whitespace().map(|word| {
        let mut letters = word.chars().map(|letter| if letter.is_control() { '?' } else { letter });
        let kept: String = letters.by_ref().take(LONGEST_QUOTE).collect();
        if letters.next().is_some() { kept + "..." } else { kept }
    });
    words.collect::<Vec<_>>().join(" ")
}
