//! Games of the engine with itself, from which its evaluations learn.
//!
//! `play.rs` plays one game; `generate.rs` plays many, on several threads, and writes them in order; `record.rs` is a
//! game in bytes, `file.rs` a file of them, `show.rs` the same as text; `samples.rs` turns games into what a trainer
//! of values reads, `choices.rs` into what one of rankers reads, by `replay.rs` and `sink.rs`.

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
