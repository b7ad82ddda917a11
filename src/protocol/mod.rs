//! Text in, text out: the grammar, the options, the session that owns all state, the replies.
//!
//! Three kinds of thread: the reader blocks on stdin and nothing else; the session takes commands and
//! news of searches from one queue and never waits for either; searches and tools work beside it.
//! What a client may rely on is written down in `protocol.md`.

mod answer;
mod command;
mod error;
mod genfens;
mod grammar;
mod help;
mod host;
mod launch;
mod mind;
mod options;
mod output;
mod record;
mod report;
mod session;
mod show;
mod tools;
mod watch;

pub use answer::{Answer, Debt};
pub use command::{Command, Dialect, Go, Position, Query, Start};
pub use error::{CommandError, ParseError};
pub use grammar::parse;
pub use options::{DECLARATIONS, Declaration, Kind, OptionId, Options};
pub use output::Output;
pub use session::{Event, Session};

use std::io::BufRead;
use std::sync::mpsc::Sender;

/// Reads lines until the end of the input and hands each on at once, as the bytes they are.
pub fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(1..) => {
                if events.send(Event::Line(line)).is_err() {
                    return;
                }
            }
            Ok(0) => break,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => {
                log::warn!("stdin: {error}");
                break;
            }
        }
    }
    let _ = events.send(Event::EndOfInput);
}
