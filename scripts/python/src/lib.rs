//! Strategos in Python: games and searches without a process. The package `strategos` beside this crate is the
//! interface; this module is its inside.
//!
//! - `game.rs`: a game; `engine.rs`: an engine; `search.rs`: a running search and what it finds;
//! - `environment.rs`: games in numbers, for programs that learn;
//! - `variants.rs`: the variants, also those of files;
//! - `errors.rs`: the exception that says in the engine's words what is wrong; `program.rs`: the command `strategos`.
//!
//! Everything that may last releases the interpreter's lock, and Ctrl-C ends it.

mod engine;
mod environment;
mod errors;
mod game;
mod program;
mod search;
mod variants;

use pyo3::prelude::*;

/// The inside of the package `strategos`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::engine::Engine;
    #[pymodule_export]
    use super::environment::{Belief, Environment, Games};
    #[pymodule_export]
    use super::errors::StrategosError;
    #[pymodule_export]
    use super::game::Game;
    #[pymodule_export]
    use super::program::run;
    #[pymodule_export]
    use super::search::Search;
    #[pymodule_export]
    use super::variants::{load_variants, rules, variants};
}
