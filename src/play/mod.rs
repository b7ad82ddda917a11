//! A game at the terminal: people and the engine take any seats of any variant.
//!
//! Without a terminal, input and output are plain lines. In a game with hidden parts each person
//! sees only what his player knows. The engine also plays by what its side knows.
//!
//! It is a host of a [`Table`](crate::table::Table), which knows the game, its seats and what each person may see.
//!
//! - `session.rs`: the course of a game; `link.rs`: its table; `show.rs`: boards and turns for each viewer;
//! - `people.rs`: seats and strength;
//! - `command.rs`: commands; `orders.rs`: what they do; `moves.rs`: how typed moves are read; `draft.rs`: actions that
//!   are typed out of their order;
//! - `board.rs`: rotated and marked diagrams; `words.rs`: texts about results and scores;
//! - `file.rs`: game files; `input.rs`, `screen.rs`: terminal input and output.

mod board;
mod command;
mod draft;
mod file;
mod input;
mod link;
mod moves;
mod orders;
mod people;
mod screen;
mod session;
mod show;
mod words;

pub use crate::table::Level;
pub(crate) use input::terminal_columns;
pub use people::{People, Strength};
pub(crate) use screen::has_colours;

use crate::engine::EngineError;
use crate::games::Variant;
use session::PlaySession;
use std::path::PathBuf;

/// Settings of a game.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The variant.
    pub variant: Variant,
    /// Whether to begin with the hidden deployment.
    pub deploy: bool,
    /// The seats of people. The engine takes the other seats.
    pub people: People,
    /// Strength of the engine.
    pub strength: Strength,
    /// A game file to continue, instead of a new game.
    pub file: Option<PathBuf>,
}

/// Plays until `quit` or the end of the input.
///
/// # Errors
/// If the game cannot start: no memory, or no such deployment, seat or file.
pub fn run(settings: &Settings) -> Result<(), EngineError> {
    PlaySession::new(settings)?.run();
    Ok(())
}
