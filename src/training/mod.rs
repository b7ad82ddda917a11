//! Training data: games of the engine against itself.
//!
//! - `play.rs` plays one game; `generate.rs` plays many on several threads and writes them in order.
//! - `record.rs` is a game in bytes, `file.rs` a file of games, `show.rs` the same as text.
//! - `samples.rs` turns games into training data for value networks, `choices.rs` into data for policy networks.
//!   `replay.rs` and `sink.rs` serve both.

mod choices;
mod file;
mod generate;
mod play;
mod record;
mod replay;
mod samples;
mod show;
mod sink;

pub use choices::choices;
pub use file::DataError;
pub use generate::{EvalChoice, MOST_TURNS, Progress, Settings, generate};
pub use samples::samples;
pub use show::{show, shuffle};
