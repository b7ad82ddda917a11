//! Output: lines on standard output, with colours if the terminal supports them.

use std::cell::Cell;
use std::fmt::Display;
use std::io::{IsTerminal, Write, stdin, stdout};

/// Line length at a terminal, in columns. Longer text is wrapped between words.
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
    /// Whether standard output is closed.
    is_gone: Cell<bool>,
}

impl Screen {
    pub fn new() -> Self {
        let is_terminal = stdout().is_terminal() && stdin().is_terminal();
        let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        let has_colours = stdout().is_terminal() && !is_set("NO_COLOR") && !is_dumb;
        Self { has_colours, is_terminal, is_gone: Cell::new(false) }
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
        self.line(if self.is_terminal { wrapped(&text) } else { text });
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

/// Wraps the text between words.
fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let mut present = String::new();
        for word in line.split(' ') {
            let columns = present.chars().count() + 1 + word.chars().count();
            let is_first = present.trim().is_empty();
            if !is_first && columns > COLUMNS {
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
        assert_eq!(wrapped("Changed: a1 b2"), "Changed: a1 b2");
        assert_eq!(wrapped("one\n\ntwo  three"), "one\n\ntwo  three");
        let long = wrapped(&"word ".repeat(40));
        assert!(long.lines().count() == 3 && long.lines().all(|line| line.len() <= COLUMNS));
        assert!(long.lines().skip(1).all(|line| line.starts_with("  word")), "{long}");
        // A word longer than a line stays whole, on a line of its own.
        let token = "e4e6,".repeat(30);
        assert_eq!(wrapped(&format!("White: {token} then")), format!("White:\n  {token}\n  then"));
    }
}
