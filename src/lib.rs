//! Strategos is an engine for board wargames that have no other strong engine: Pacific, the Pacru family,
//! War-in-the-Pacific Chess and A Game of War. It plays 19 variants.
//!
//! To play or analyse from a program, see [`engine`]:
//!
//! ```
//! use strategos::engine::{Engine, Request};
//! use strategos::games::Variant;
//!
//! let game = Variant::PACIFIC_A.new_game();
//! let mut engine = Engine::new(Variant::PACIFIC_A)?;
//! for info in engine.search(&*game, &Request::to_depth(4))? {
//!     let info = info?;
//!     println!("depth {}: {}", info.lines[0].depth, info.lines[0].pv.join(" "));
//! }
//! # Ok::<(), strategos::engine::EngineError>(())
//! ```
//!
//! The layers, from the bottom up. Each layer knows only those before it:
//! - [`host`]: the time and the signals of the machine;
//! - [`game`]: the rules as traits, players, scores, perft, independent of any one game;
//! - the rules of each game in [`games`]: state, actions, notation, rulebook;
//! - [`search`]: the searches, generic over the game;
//! - the `eval` of each game in [`games`]: evaluation and other knowledge for the search, and the list of variants;
//! - [`engine`]: games of all variants by one type, and engines that search them, without text commands;
//! - [`environment`]: games in numbers, one or many at a time, for programs that learn;
//! - [`book`]: opening books, grown by search and played from;
//! - [`puzzles`]: positions with one good move, mined from games;
//! - `tablebase`, with the feature `tables`: endgame tables of games that number their endings;
//! - `variants`, with the feature of that name: variants in files;
//! - [`training`]: games of the engine against itself, as training data for evaluations;
//! - [`protocol`]: text in, text out; the session that obeys commands;
//! - [`table`]: a game with seats, clocks, variations and views, for any front end;
//! - `sealed`, with the feature of that name: hidden games without a referee, by signed lines and commitments;
//! - [`room`]: a table, and beside it sealed games against players far away;
//! - [`table_host`]: threads, time and lines of JSON for a table;
//! - [`play`]: a game at the terminal;
//! - [`cli`]: the command line.
//!
//! To add a game, a search technique, an evaluation input, an option or a command, see [`guide`].

// For tests that also compile outside of the library.
#[cfg(test)]
extern crate self as strategos;

pub mod book;
#[cfg(feature = "cli")]
pub mod cli;
pub mod engine;
pub mod environment;
pub mod game;
pub mod games;
pub mod guide;
pub mod host;
#[cfg(feature = "cli")]
pub mod play;
pub mod protocol;
pub mod puzzles;
pub mod room;
#[cfg(feature = "sealed")]
pub mod sealed;
pub mod search;
pub mod table;
#[cfg(not(target_family = "wasm"))]
pub mod table_host;
#[cfg(feature = "tables")]
pub mod tablebase;
pub mod training;
#[cfg(feature = "variants")]
pub mod variants;
