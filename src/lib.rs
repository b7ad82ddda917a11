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
//! - [`game`]: the rules as traits, players, scores, perft, independent of any one game;
//! - the rules of each game in [`games`]: state, actions, notation, rulebook;
//! - [`search`]: the searches, generic over the game;
//! - the `eval` of each game in [`games`]: evaluation and other knowledge for the search, and the list of variants;
//! - [`engine`]: games of all variants by one type, and engines that search them, without text commands;
//! - [`training`]: games of the engine against itself, as training data for evaluations;
//! - [`protocol`]: text in, text out; the session that obeys commands;
//! - [`play`]: a game at the terminal;
//! - [`cli`]: the command line.
//!
//! Where to add what:
//! - a game: a folder in `games/` and its lines in the list of `games/mod.rs`;
//! - an evaluator or network: a file in the game's `eval/`, named as its `Searchable::Evaluator`;
//! - a search technique: a file or folder in `search/` with a `Strategy`, named as a game's `Searchable::Strategy`;
//! - a margin or depth of the search: a line in `search/tunables.rs`; a value of one game: a line in its
//!   `Searchable::PROFILE`;
//! - exact knowledge, for example an endgame table: an `Oracle` in the game's `eval/`, named in its strategy;
//! - a command: a line in `protocol/command/mod.rs` and its arm in `protocol/session/obey.rs`;
//! - a command of `strategos play`: a line in `play/command.rs` and its arm in `play/orders.rs`;
//! - an option: a line in `protocol/options.rs`; a query: a line in `protocol/command/query.rs`.

#[cfg(feature = "cli")]
pub mod cli;
pub mod engine;
pub mod game;
pub mod games;
#[cfg(feature = "cli")]
pub mod play;
pub mod protocol;
pub mod search;
pub mod training;
