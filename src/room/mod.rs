//! A table, and beside it games by lines: sealed games against players far away.
//!
//! A [`Room`] stands between a host and its [`Table`]. Each viewer has one of the two on the board: the table that all
//! viewers share, or a game by lines of this viewer's own. A host passes lines of JSON in and messages out, as for a
//! table alone. `protocol.md` specifies them. Like a table, a room starts no thread and reads no clock.
//!
//! - this file: which of the two a line is for;
//! - with the feature `sealed`, `by_lines.rs`: what orders do in a game by lines; `order.rs`: these orders;
//!   `board.rs`: the game as a board shows it; `sheet.rs`: what stands beside the board; `files.rs`: where games are kept.

#[cfg(feature = "sealed")]
mod board;
#[cfg(feature = "sealed")]
mod by_lines;
#[cfg(feature = "sealed")]
mod files;
#[cfg(feature = "sealed")]
mod order;
#[cfg(feature = "sealed")]
mod sheet;
#[cfg(all(test, feature = "sealed"))]
#[allow(clippy::unwrap_used)]
mod tests;

#[cfg(feature = "sealed")]
pub use files::{Act, GameFiles, KeptGame, MemoryFiles};
#[cfg(feature = "cli")]
pub(crate) use files::{extent, name_after, newest_first};
#[cfg(feature = "sealed")]
pub use sheet::{LinesMessage, LinesNews, LinesSheet, Promised};

use crate::engine::EngineError;
use crate::table::{Millis, Table, TableEvent, TableOutput};
use serde::Serialize;

/// A table, and games by lines beside it.
pub struct Room {
    table: Table,
    #[cfg(feature = "sealed")]
    by_lines: Option<by_lines::ByLines>,
    outputs: Vec<RoomOutput>,
}

/// What a room has to say.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum RoomOutput {
    /// As a table says it: a message for a viewer, or a request to the host.
    Table(TableOutput),
    /// About a game by lines.
    #[cfg(feature = "sealed")]
    Lines {
        /// The viewer.
        viewer: String,
        /// The message.
        #[serde(flatten)]
        message: LinesMessage,
    },
    /// A game by lines that the host is to keep.
    #[cfg(feature = "sealed")]
    Keep(KeptGame),
}

impl Room {
    /// A room with a table, and without games by lines.
    pub fn new(table: Table) -> Self {
        Self {
            table,
            #[cfg(feature = "sealed")]
            by_lines: None,
            outputs: Vec::new(),
        }
    }

    /// The same room with games by lines. `files` keeps them, `around` supplies chance and the time of day.
    #[cfg(feature = "sealed")]
    #[must_use]
    pub fn with_games_by_lines(
        self,
        files: Box<dyn GameFiles>,
        around: Box<dyn crate::sealed::Surroundings>,
    ) -> Self {
        Self { by_lines: Some(by_lines::ByLines::new(files, around)), ..self }
    }

    /// Whether viewers can play by lines.
    pub fn has_games_by_lines(&self) -> bool {
        #[cfg(feature = "sealed")]
        return self.by_lines.is_some();
        #[cfg(not(feature = "sealed"))]
        false
    }

    /// The table.
    pub fn table(&mut self) -> &mut Table {
        &mut self.table
    }

    /// Takes in a line: an order if it has the key `viewer`, else an event of the host. An error is among the outputs,
    /// for the viewer or the host that has sent the line.
    pub fn take_line(&mut self, line: &[u8], now: Millis) {
        #[cfg(feature = "sealed")]
        if self.is_taken_by_lines(line, now) {
            return;
        }
        self.table.take_line(line, now);
        self.collect();
    }

    /// Takes in an event from the host.
    ///
    /// # Errors
    /// As [`Table::take_in`].
    pub fn take_in(&mut self, event: TableEvent, now: Millis) -> Result<(), EngineError> {
        #[cfg(feature = "sealed")]
        if let Some(by_lines) = self.by_lines.as_mut().filter(|games| games.is_about(&event)) {
            by_lines.take_in(event);
            self.collect();
            return Ok(());
        }
        let done = self.table.take_in(event, now);
        self.collect();
        done
    }

    /// What the room has to say since the last call, in order.
    pub fn outputs(&mut self) -> Vec<RoomOutput> {
        std::mem::take(&mut self.outputs)
    }

    /// Takes over what the table and the games by lines have to say. A viewer with a game by lines on the board is told
    /// nothing of the table.
    fn collect(&mut self) {
        let outputs = self.table.outputs();
        #[cfg(feature = "sealed")]
        if let Some(by_lines) = &mut self.by_lines {
            let is_heard = |output: &TableOutput| match output {
                TableOutput::ToViewer { viewer, .. } => !by_lines.has_game(viewer),
                TableOutput::ToHost(_) => true,
            };
            self.outputs.extend(outputs.into_iter().filter(is_heard).map(RoomOutput::Table));
            self.outputs.extend(by_lines.outputs());
            return;
        }
        self.outputs.extend(outputs.into_iter().map(RoomOutput::Table));
    }
}

/// What decides whom a line is for.
#[cfg(feature = "sealed")]
#[derive(serde::Deserialize)]
struct Address {
    viewer: Option<String>,
    #[serde(rename = "do")]
    order: Option<String>,
}

#[cfg(feature = "sealed")]
impl Room {
    /// Takes in a line that is for a game by lines. Returns whether it was.
    fn is_taken_by_lines(&mut self, line: &[u8], now: Millis) -> bool {
        let text = crate::game::text::without_mark(line);
        let Some(by_lines) = &mut self.by_lines else { return false };
        let Ok(Address { viewer, order: Some(order) }) = serde_json::from_slice(text) else {
            return false;
        };
        match (viewer, order.as_str()) {
            (None, "keep") => by_lines.keep(text),
            (None, "thought" | "found" | "failed") => {
                // What cannot be read is for the table, which says why.
                let object = serde_json::from_slice(text).unwrap_or_default();
                match TableEvent::read(object) {
                    Ok(event) if by_lines.is_about(&event) => by_lines.take_in(event),
                    _ => return false,
                }
            }
            (Some(viewer), "lines") if by_lines.is_farewell(text) => self.go_back(&viewer, now),
            (Some(viewer), "lines") => by_lines.order(&viewer, text),
            (Some(viewer), order) if by_lines.has_game(&viewer) => match order {
                "leave" => {
                    by_lines.forget(&viewer);
                    return false;
                }
                "join" => return false,
                // Another game takes the board.
                "new" | "open" | "load" | "pick" => {
                    self.go_back(&viewer, now);
                    return false;
                }
                _ => by_lines.order(&viewer, text),
            },
            _ => return false,
        }
        self.collect();
        true
    }

    /// Takes the game by lines from the board of a viewer, who sees the table again.
    fn go_back(&mut self, viewer: &str, now: Millis) {
        let had_game = self.by_lines.as_mut().is_some_and(|games| games.forget(viewer));
        if had_game {
            let message = LinesMessage::new(LinesNews::Left(true));
            self.outputs.push(RoomOutput::Lines { viewer: viewer.to_string(), message });
            self.table.tell_anew(viewer, now);
        }
    }
}
