//! A position as a client gives it: a start and moves.

use std::fmt;

/// The start of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The fixed starting position.
    StartPos,
    /// The hidden deployment phase.
    Deploy,
    /// A FEN, its words separated by single spaces.
    Fen(String),
    /// A position in the named foreign format: words separated by single spaces, or a JSON object.
    Foreign(String, String),
}

/// A start and the moves since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The player, from 1, whose knowledge this is; `None` for the full record.
    pub view: Option<usize>,
    /// The first position.
    pub start: Start,
    /// Tokens, each one or more actions of one turn, joined by commas.
    pub moves: Vec<String>,
}

impl Position {
    /// A start before any move.
    pub fn from_start(start: Start) -> Self {
        Self { view: None, start, moves: Vec::new() }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StartPos => f.write_str("startpos"),
            Self::Deploy => f.write_str("deploy"),
            Self::Fen(fen) => write!(f, "fen {fen}"),
            Self::Foreign(format, text) if text.starts_with('{') => {
                write!(f, "{format} {}", serde_json::Value::from(text.as_str()))
            }
            Self::Foreign(format, text) => write!(f, "{format} \"{text}\""),
        }
    }
}

/// The text after the command `position`.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(player) = self.view {
            write!(f, "view {player} ")?;
        }
        write!(f, "{}", self.start)?;
        if !self.moves.is_empty() {
            write!(f, " moves {}", self.moves.join(" "))?;
        }
        Ok(())
    }
}
