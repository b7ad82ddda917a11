//! Output: lines on standard output, with colours if the terminal supports them.

use std::cell::Cell;
use std::fmt::Display;
use std::io::{IsTerminal, Write, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Greatest line length of text at a terminal, in columns. Longer text is wrapped between words.
const COLUMNS: usize = 80;
/// Indentation of continued lines.
const INDENT: &str = "  ";

/// A style of highlighted text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// A changed square.
    Changed,
    /// A piece of the player in this seat.
    Side(usize),
    /// An error.
    Wrong,
    /// An important text.
    Strong,
}

/// Standard output.
pub struct Screen {
    has_colours: bool,
    is_terminal: bool,
    /// How many columns the terminal has.
    columns: Arc<AtomicUsize>,
    /// Whether standard output is closed.
    is_gone: Cell<bool>,
}

impl Screen {
    pub fn new() -> Self {
        let is_terminal = stdout().is_terminal() && stdin().is_terminal();
        let has_colours = has_colours();
        let columns = Arc::new(AtomicUsize::new(COLUMNS));
        Self { has_colours, is_terminal, columns, is_gone: Cell::new(false) }
    }

    /// A screen without colours.
    #[cfg(test)]
    pub fn plain() -> Self {
        Self { has_colours: false, is_terminal: false, ..Self::new() }
    }

    /// Whether standard output is a terminal.
    pub fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// How many columns the terminal has. Who reads its input keeps this number up to date.
    pub fn columns(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.columns)
    }

    /// Whether standard output is closed.
    pub fn is_gone(&self) -> bool {
        self.is_gone.get()
    }

    /// Prints lines.
    pub fn line(&self, text: impl Display) {
        self.write(&format!("{text}\n"));
    }

    /// Prints text. At a terminal long text is wrapped.
    pub fn words(&self, text: impl Display) {
        let text = text.to_string();
        let columns = self.columns.load(Ordering::Relaxed).min(COLUMNS);
        self.line(if self.is_terminal { wrapped(&text, columns) } else { text });
    }

    /// Prints a board of this width. At a terminal that is too narrow it says so.
    pub fn board(&self, text: impl Display, width: usize) {
        self.line(text);
        let columns = self.columns.load(Ordering::Relaxed);
        if self.is_terminal && width > columns {
            self.words(format_args!(
                "This board is {width} columns wide, and the terminal has {columns}: make it wider."
            ));
        }
    }

    /// Prints an error.
    pub fn wrong(&self, text: impl Display) {
        self.line(self.tinted(Tint::Wrong, &text.to_string()));
    }

    /// At a terminal, shows a temporary status until the next line.
    pub fn passing(&self, text: &str) {
        if self.is_terminal && self.has_colours {
            self.write(text);
        }
    }

    /// Removes the temporary status.
    pub fn passed(&self) {
        if self.is_terminal && self.has_colours {
            self.write("\r\x1b[K");
        }
    }

    /// Clears the page, so that the next player does not see what the last one saw.
    pub fn clear(&self) {
        if self.has_colours {
            self.write("\x1b[2J\x1b[3J\x1b[H");
        } else if self.is_terminal {
            self.write(&"\n".repeat(100));
        }
    }

    /// The text with this style, if the screen has colours.
    pub fn tinted(&self, tint: Tint, text: &str) -> String {
        const SIDES: [&str; 4] = ["96", "93", "91", "92"];
        if !self.has_colours {
            return text.to_string();
        }
        let code = match tint {
            Tint::Changed => "7",
            Tint::Side(seat) => SIDES[seat % SIDES.len()],
            Tint::Wrong => "31",
            Tint::Strong => "1",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }

    fn write(&self, text: &str) {
        let mut stdout = stdout().lock();
        if stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).is_err() {
            self.is_gone.set(true);
        }
    }
}

/// Whether standard output is a terminal that shows colours, and the user wants them.
pub fn has_colours() -> bool {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
    stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb
}

/// Wraps the text between words, so that no line is longer than this if its words are not.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let mut present = String::new();
        for word in line.split(' ') {
            let columns = present.chars().count() + 1 + word.chars().count();
            let is_first = present.trim().is_empty();
            if !is_first && columns > width {
                lines.push(std::mem::replace(&mut present, format!("{INDENT}{word}")));
            } else {
                present += if present.is_empty() { "" } else { " " };
                present += word;
            }
        }
        lines.push(present);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_between_words() {
        assert_eq!(wrapped("Changed: a1 b2", COLUMNS), "Changed: a1 b2");
        assert_eq!(wrapped("one\n\ntwo  three", COLUMNS), "one\n\ntwo  three");
        let long = wrapped(&"word ".repeat(40), COLUMNS);
        assert!(long.lines().count() == 3 && long.lines().all(|line| line.len() <= COLUMNS));
        assert!(long.lines().skip(1).all(|line| line.starts_with("  word")), "{long}");
        // A word longer than a line stays whole, on a line of its own.
        let token = "e4e6,".repeat(30);
        assert_eq!(
            wrapped(&format!("White: {token} then"), COLUMNS),
            format!("White:\n  {token}\n  then")
        );
    }
}
