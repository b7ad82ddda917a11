//! Puzzles: positions with one move that wins or saves the game, mined from games of the engine or of others.
//!
//! - `judge.rs`: whether a position has one good move, and the solution;
//! - `game.rs`: plays a game, or follows one, and finds the puzzles in it; `rating.rs`: how hard a puzzle is;
//! - `mine.rs`: many games; `file.rs`: a set of puzzles as text; `error.rs`: what can be wrong with it.
//!
//! A set is text in ASCII. It begins with three lines:
//!
//! ```text
//! strategos puzzles 1
//! variant pacru
//! made by nodes 3000 check 100000 seed 1
//! ```
//!
//! The third line has `from KEY` instead of a seed where the games were not the engine's, and ends with `skip-easy` where
//! puzzles that every level solves were left out.
//!
//! Then comes a line for each puzzle, with fields between bars:
//! `RATING | KIND | THEMES | FEN | SOLUTION | VALUES`. The last line is `end N games M`: the number of puzzles, and of
//! the games in which they were found.
//!
//! - `RATING` is an Elo: that of a level which finds the first move half of the time.
//! - `KIND` is `win`, or `save` if the move avoids a loss.
//! - `THEMES` are what the mover's turns of the solution are about, joined by commas: events of the rules, or `quiet
//!   move`; then `win in 3` if that is proven.
//! - `SOLUTION` is a token for each turn, the mover's first. Each turn of the mover begins with the only good action.
//! - `VALUES` are the scores of the best and the second move by a search of as many nodes as the third line says behind
//!   `check`, `#3 -250`: a proven win in 3 turns, against a loss of 250 centipawns.

mod error;
mod file;
mod game;
mod judge;
mod mine;
mod rating;

pub use error::PuzzleError;
pub use file::{GameSource, Kind, Puzzle, PuzzleSet};
pub use judge::Judge;
pub use mine::{MiningSettings, Progress, mine};
