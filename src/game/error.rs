//! Errors of text that describes a position or an action.

use std::fmt;

/// Why a FEN was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The faulty field, by its name in the rules: `board`, `side`, ...
    pub field: &'static str,
    /// The faulty text; may be empty.
    pub token: String,
    /// What is wrong, or what was expected instead.
    pub reason: String,
}

impl FenError {
    /// An error in `field`, at `token`.
    pub fn new(field: &'static str, token: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { field, token: token.into(), reason: reason.into() }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "bad fen: {} field `{}`: {}", self.field, self.token, self.reason)
    }
}

impl std::error::Error for FenError {}

/// Why a token is not a legal action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionError {
    /// The token does not have the form of an action.
    Unreadable {
        /// The token.
        token: String,
        /// What an action looks like.
        expected: &'static str,
    },
    /// The token is well formed but not a legal action here.
    Illegal {
        /// The token.
        token: String,
        /// The rule that it breaks.
        reason: String,
    },
}

impl ActionError {
    /// A token that does not have the form of an action.
    pub fn unreadable(token: &str, expected: &'static str) -> Self {
        Self::Unreadable { token: token.to_string(), expected }
    }

    /// A well-formed token that breaks a rule.
    pub fn illegal(token: &str, reason: impl Into<String>) -> Self {
        Self::Illegal { token: token.to_string(), reason: reason.into() }
    }

    /// The error for an action of a token that comes after the end of the turn.
    pub fn beyond_turn(token: &str) -> Self {
        Self::illegal(token, "the turn ends before it, and a token holds actions of one turn")
    }
}

impl fmt::Display for ActionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { token, expected } => {
                write!(f, "unreadable move {token}: expected {expected}")
            }
            Self::Illegal { token, reason } => write!(f, "illegal move {token}: {reason}"),
        }
    }
}

impl std::error::Error for ActionError {}
