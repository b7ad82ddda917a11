//! Training data: games of the engine against itself.
//!
//! - `self_player.rs` plays one game; `generate.rs` plays many. `relabel.rs` searches their positions again. Both work on
//!   several threads and write the games in order (`in_order.rs`).
//! - `record.rs` is a game in bytes, `file.rs` a file of games, `show.rs` the same as text.
//! - `samples.rs` turns games into training data for value networks, `policy_samples.rs` into data for policy
//!   networks. `replay.rs` and `sink.rs` serve both.

mod file;
mod generate;
mod in_order;
mod policy_samples;
mod record;
mod relabel;
mod replay;
mod samples;
mod self_player;
mod show;
mod sink;

pub use file::DataError;
pub use generate::{EvalChoice, GenerationSettings, MOST_TURNS, generate};
pub use in_order::Progress;
pub use policy_samples::policy_samples;
pub use relabel::{RelabelSettings, relabel};
pub use samples::samples;
pub use show::{show, shuffle};
