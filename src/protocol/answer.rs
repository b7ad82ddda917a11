//! The answer to a `go`: its last lines.

use std::fmt;

/// The last lines of a search, which always include a `bestmove`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GoAnswer {
    /// Lines before the `bestmove`, with their line ends.
    before: String,
    /// The token to play; `None` if there is none.
    best: Option<String>,
    /// The expected reply.
    reply: Option<String>,
}

impl GoAnswer {
    /// The token to play, and the expected reply.
    pub fn best(token: String, reply: Option<String>) -> Self {
        Self { before: String::new(), best: Some(token), reply }
    }

    /// An answer without a move, with a score that tells why.
    pub fn no_move(score: &str) -> Self {
        let before = format!("info depth 0 score {score}\n");
        Self { before, best: None, reply: None }
    }

    /// The answer if nothing can be searched.
    pub fn nothing_searched() -> Self {
        Self::no_move("cp 0")
    }

    /// Its `bestmove` line.
    pub fn last_line(&self) -> String {
        Self { before: String::new(), ..self.clone() }.to_string()
    }

    /// The same answer after one more line.
    pub fn after(mut self, line: impl fmt::Display) -> Self {
        self.before = format!("{line}\n{}", self.before);
        self
    }
}

impl fmt::Display for GoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let best = self.best.as_deref().unwrap_or("(none)");
        write!(f, "{}bestmove {best}", self.before)?;
        self.reply.iter().try_for_each(|reply| write!(f, " ponder {reply}"))
    }
}
