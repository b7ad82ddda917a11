//! Strategos, a game engine that speaks a UCI-like text protocol.
//!
//! The rooms, from the ground up; each knows only those before it:
//! - [`game`]: what every game gives (the traits), players, scores, perft;
//! - [`games`]: the games themselves and the one list of variants;
//! - [`search`]: generic over the game, knows no game by name;
//! - [`protocol`]: text in, text out; the session that owns all state;
//! - [`cli`]: the command line.

pub mod cli;
pub mod game;
pub mod games;
pub mod protocol;
pub mod search;
