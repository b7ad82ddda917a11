//! Hidden games without a referee. Two players exchange public lines; hidden tokens are commitments that are opened
//! after the game. Then everybody can check the whole game. `protocol.md` specifies the scheme.
//!
//! The module has no files, clocks and sources of chance of its own; its host supplies them ([`Surroundings`]):
//! - `hash.rs`, `time.rs`: bytes and times as text;
//! - `payload.rs`, `line.rs`: what a line says, and its signature;
//! - `commitment.rs`: hashes that bind a player to a hidden token;
//! - `ledger.rs`: the chain of lines, without a board; `board.rs`: the game behind the lines; `replay.rs`: both;
//! - `game.rs`: one player's game; `file.rs`: its file;
//! - `audit.rs`: the check of a whole game.

mod audit;
mod board;
mod commitment;
mod error;
mod file;
mod game;
mod hash;
mod ledger;
mod line;
mod payload;
mod replay;
mod time;

pub use audit::{Audit, Verdict, audit};
pub use commitment::{Kind, Place};
pub use error::{Fault, SealedError};
pub use file::Transcript;
pub use game::{Next, SealedGame, Surroundings, Terms};
pub use hash::Bytes32;
pub use ledger::Phase;
pub use line::{Author, Line};
pub use payload::{Opening, Payload, Proposal, Sides};
pub use time::Time;
