//! A game at the terminal: people and the engine on any seats of any variant.
//!
//! Everything works without a terminal too, as plain lines in and out. What a person sees of a game that hides
//! something is his own part; the engine, too, plays by what its side knows.
//!
//! `table.rs` has the game and who sits where, `command.rs` what can be typed, `orders.rs` what it does,
//! `moves.rs` how typed moves are understood, `board.rs` diagrams that are turned and marked, `words.rs` what is
//! said of ends and scores, `file.rs` games in files, `input.rs` and `screen.rs` the two ends of the terminal.

mod board;
mod command;
mod file;
mod input;
mod moves;
mod orders;
mod screen;
mod session;
mod table;
mod words;

pub use table::{Level, People, Strength};

use crate::engine::EngineError;
use crate::games::Variant;
use session::PlaySession;
use std::path::PathBuf;

/// What a game begins with.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game.
    pub variant: Variant,
    /// Begin with the hidden deployment.
    pub deploy: bool,
    /// Which seats people have; the engine has the others.
    pub people: People,
    /// How well the engine plays.
    pub strength: Strength,
    /// A game to go on with instead of a new one.
    pub file: Option<PathBuf>,
}

/// Plays until `quit` or the end of the input.
///
/// # Errors
/// If the game cannot be begun: no memory, no such deployment, seat or file.
pub fn run(settings: &Settings) -> Result<(), EngineError> {
    let mut session = PlaySession::new(settings)?;
    session.greet();
    while session.goes_on() {
        session.step();
    }
    Ok(())
}
