//! The text protocol: commands, options, replies, and the session that owns all state.
//!
//! There are three kinds of threads. The reader blocks on stdin only. The session takes commands and search events
//! from one queue and never waits for a search. Searches and tools run beside it. `protocol.md` says what a client
//! may rely on.
//!
//! Where to add what: a command is a line of the table in `command/mod.rs` and an arm in `session/obey.rs`. A limit
//! of `go` is a line in `command/go.rs`. A query is a line in `command/query.rs` with its answer in
//! `session/query.rs`. An option is a line in `options.rs`; one that acts at once has an arm in
//! `engine_options.rs` or `session/settings.rs`. A key of the analysis server is a line in `analysis/request.rs`.

pub mod analysis;
mod answer;
mod bench;
mod command;
mod engine_options;
mod error;
mod event;
mod help;
mod options;
mod output;
mod pending_answer;
mod report;
mod session;
mod show;

#[cfg(feature = "cli")]
pub(crate) use crate::engine::closest;
pub use answer::GoAnswer;
pub use command::{
    Anything, BenchArguments, Command, DepthArgument, GenFens, Go, Position, Query, SetOption,
    Start, Switch, Tokens, Topic, When, complete, is_name, parse, parse_position,
};
pub(crate) use error::unknown;
pub use error::{ParseError, variant_of};
pub(crate) use error::{variant_of_record, variant_of_record_name};
pub use event::Event;
pub use options::{
    Button, Choice, Declaration, EvalKind, Kind, OptionId, Options, Scope, TurnMode, declarations,
};
pub use output::Output;
#[cfg(feature = "cli")]
pub(crate) use output::status_after;
pub use pending_answer::PendingAnswer;
pub use session::Session;
#[cfg(feature = "cli")]
pub(crate) use show::{named_evaluation, terminal_charset};

use crate::game::text::without_mark;
use std::io::BufRead;
use std::sync::mpsc::Sender;

/// Reads lines until the end of the input and sends each at once, as raw bytes. Removes a byte
/// order mark at the start.
pub fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    let mut is_first = true;
    loop {
        let mut line = Vec::new();
        match input.read_until(b'\n', &mut line) {
            Ok(1..) => {
                if std::mem::take(&mut is_first) {
                    line = without_mark(&line).to_vec();
                }
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
