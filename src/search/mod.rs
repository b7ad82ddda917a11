//! Search, generic over the game: it knows actions, players and scores, and no game by name.
//!
//! - `table.rs`: the transposition table that all threads share;
//! - `limits.rs`, `control.rs`, `clock.rs`: when a search ends, and who may end it;
//! - `worker.rs`: one thread's search from depth 1 upwards; `root.rs`: the root; `pace.rs`: when to leave off;
//! - `worlds.rs`: searching for a player who does not see everything; `alphabeta.rs` and `quiescence.rs`: the
//!   tree; `picker.rs` and `heuristics.rs`: in what order actions are tried; `parameters.rs`: margins;
//! - `turns.rs`, `candidates.rs`: choosing among whole turns, in games whose turns are of many actions;
//! - `sides.rs`: two sides even where more than two play;
//! - `mate.rs`: the proof search behind `go mate`;
//! - `line.rs`: principal variations and how they are completed; `skill.rs`: playing weaker;
//! - `pool.rs`: the threads.

mod alphabeta;
mod candidates;
mod clock;
mod control;
mod heuristics;
mod limits;
mod line;
mod mate;
mod pace;
mod parameters;
mod picker;
mod pool;
mod quiescence;
mod root;
mod sides;
mod skill;
mod table;
mod turns;
mod worker;
mod worlds;

pub use clock::Clock;
pub use control::Control;
pub use limits::Limits;
pub use line::{Info, Line};
pub use pool::{Pool, Reporter, Task};
pub use sides::Field;
pub use table::{OutOfMemory, TranspositionTable};
pub use worker::Worker;
pub use worlds::sample;

use crate::game::{Evaluate, Tactics};

/// What the two-player search asks of a game.
pub trait Searchable: Tactics + Evaluate {}

impl<G: Tactics + Evaluate> Searchable for G {}

/// Remaining depth in actions; 0 or below is the horizon.
pub type Depth = i32;

/// Distance from the root in actions.
pub type Ply = usize;

/// The greatest depth that can be asked for.
pub const MAX_DEPTH: Depth = 200;

/// No line is searched further than this from the root.
pub const MAX_PLY: Ply = 240;

/// MultiPV, skill and the like: what the player chose, as against limits of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// How many root actions get a line of their own, at least 1.
    pub multipv: usize,
    /// 0 (weakest) to [`Style::FULL_SKILL`].
    pub skill: u32,
    /// Where all chance comes from.
    pub seed: u64,
    /// How the others are taken where there are more than one.
    pub field: Field,
}

impl Style {
    /// The skill that plays as well as it can.
    pub const FULL_SKILL: u32 = 20;
}

impl Default for Style {
    fn default() -> Self {
        Self { multipv: 1, skill: Self::FULL_SKILL, seed: 0, field: Field::default() }
    }
}
