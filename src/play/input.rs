//! Input: a line editor at a terminal, otherwise plain lines.

use super::{command, moves};
use crate::game::text::without_mark;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::io::{BufRead, stdin};

/// The source of input lines.
pub enum Input {
    Terminal(Box<Editor<Words, MemHistory>>),
    Plain,
}

/// Words for completion: commands and legal moves.
#[derive(Default)]
pub struct Words {
    legal: Vec<String>,
}

impl Input {
    /// Reads lines from standard input.
    pub fn new(is_terminal: bool) -> Self {
        let config = Config::builder().completion_type(CompletionType::List).build();
        match is_terminal.then(|| Editor::with_history(config, MemHistory::new())) {
            Some(Ok(mut editor)) => {
                editor.set_helper(Some(Words::default()));
                Self::Terminal(Box::new(editor))
            }
            Some(Err(error)) => {
                log::warn!("no line editor: {error}");
                Self::Plain
            }
            None => Self::Plain,
        }
    }

    /// Clears the history of typed lines, so that the next person cannot recall them.
    pub fn forget(&mut self) {
        if let Self::Terminal(editor) = self {
            let _ = editor.clear_history();
        }
    }

    /// The next line; `None` at the end of the input. At a terminal, `prompt` stands before the
    /// line, and the moves in `legal` are completed.
    pub fn line(&mut self, prompt: &str, legal: Vec<String>) -> Option<String> {
        match self {
            Self::Plain => plain_line(),
            Self::Terminal(editor) => {
                editor.set_helper(Some(Words { legal }));
                match editor.readline(prompt) {
                    Ok(line) => {
                        if !line.trim().is_empty() {
                            let _ = editor.add_history_entry(&line);
                        }
                        Some(line)
                    }
                    // An interrupted line counts as empty.
                    Err(ReadlineError::Interrupted) => Some(String::new()),
                    Err(ReadlineError::Eof) => None,
                    Err(error) => {
                        log::warn!("stdin: {error}");
                        None
                    }
                }
            }
        }
    }
}

/// The next line of a pipe, without a byte order mark.
fn plain_line() -> Option<String> {
    let mut bytes = Vec::new();
    match stdin().lock().read_until(b'\n', &mut bytes) {
        Ok(1..) => Some(String::from_utf8_lossy(without_mark(&bytes)).into_owned()),
        Ok(0) => None,
        Err(error) => {
            log::warn!("stdin: {error}");
            None
        }
    }
}

impl Words {
    /// Completions of the word that ends at `end`, and the column where the word begins.
    fn candidates(&self, line: &str, end: usize) -> (usize, Vec<String>) {
        let typed = line.get(..end).unwrap_or(line);
        let start = typed.rfind([' ', ',']).map_or(0, |at| at + 1);
        let word = &typed[start..];
        let mut found: Vec<String> =
            moves::beginning_with(&self.legal, word).into_iter().map(str::to_string).collect();
        if start == 0 {
            let names: Vec<String> = command::names().map(str::to_string).collect();
            found.extend(moves::beginning_with(&names, word).into_iter().map(str::to_string));
        }
        (start, found)
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        end: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.candidates(line, end))
    }
}

impl Hinter for Words {
    type Hint = String;
}
impl Highlighter for Words {}
impl Validator for Words {}
impl Helper for Words {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_commands_are_completed_in_any_case() {
        let legal = ["a3b4@b6", "a3b4@c5", "e1e2", "end"].map(str::to_string).to_vec();
        let words = Words { legal };
        let completed = |line: &str| words.candidates(line, line.len());
        assert_eq!(completed("A3"), (0, vec!["a3b4@b6".to_string(), "a3b4@c5".to_string()]));
        assert_eq!(completed("h"), (0, vec!["hint".to_string(), "help".to_string()]));
        assert_eq!(completed("a3b4@b6,e1"), (8, vec!["e1e2".to_string()]));
        assert_eq!(completed("moves en"), (6, vec!["end".to_string()]));
        assert_eq!(completed("zz"), (0, Vec::new()));
    }
}
