//! Search, generic over the game: it knows actions, players and scores, and no game by name.
//!
//! - `mind.rs`: what a game says of itself to be searched: tactics, evaluator, profile, strategy;
//! - `strategy.rs`: what a search is; `deepening.rs`: iterations; `pool.rs`: the threads;
//! - `walker/`: state, evaluator, keys and frames of the present line, the only place that makes and unmakes;
//! - the techniques: `tree/`: alpha-beta over actions; `turns/`: choosing among whole turns, in games whose turns
//!   are of many actions; `montecarlo/` and `maxn/`: everybody for himself, as a tree that grows and by depth, with
//!   `values/`, what both say of all players; `several.rs`: which technique searches for three and four; `worlds.rs`:
//!   hidden positions, over another technique; `proof.rs`: `go mate`;
//! - `network/`: evaluation by a network that has learnt;
//! - what they share: `quiescence.rs`, `captures.rs`, `lists.rs`; `accumulators.rs`: what evaluators keep; `oracle.rs`: what
//!   is known without search; `objective.rs`: what players want; `lock.rs`: locks between threads;
//! - `table.rs`: the transposition table that all threads share; `tunables.rs`: every margin;
//! - `limits.rs`, `control.rs`, `clock.rs`, `pace.rs`, `meter.rs`: when a search ends, and who may end it;
//! - `skill.rs`: playing weaker; `chances.rs`: what scores say of results.

mod accumulators;
mod bluff;
mod captures;
mod chances;
mod clock;
mod control;
mod deepening;
mod fetch;
mod jitter;
mod limits;
mod lists;
mod lock;
mod maxn;
mod meter;
mod mind;
mod mixture;
mod montecarlo;
mod network;
mod objective;
mod oracle;
mod pace;
mod pool;
mod proof;
mod quiescence;
mod scout;
mod several;
mod skill;
mod strategy;
mod table;
mod tree;
mod tunables;
mod turns;
mod values;
mod walker;
mod worlds;

pub use accumulators::Accumulators;
pub use captures::{AllNoisy, ByExchange, Captures};
pub use chances::{Chance, Chances};
pub use clock::Clock;
pub use control::Control;
pub use limits::Limits;
pub use maxn::MaxN;
pub use mind::{
    EvaluateSeats, EvaluateTurns, Evaluator, Exchange, MOST_PLAYERS, Mind, Profile, Tactics,
    WholeTurns,
};
pub use montecarlo::MonteCarlo;
pub use network::{
    ActionRanker, BuiltIn, Circumstances, FeatureSet, Inputs, Judgement, Learned, NO_PART, Network,
    NetworkError, PARTS, Shows, checksum,
};
pub use objective::Objective;
pub use oracle::{NoOracle, Oracle};
pub use pool::{Lead, Pool, Reporter, STACK_BYTES, Task, ThreadDied};
pub use scout::{Found, Scout};
pub use several::{ForSeveral, Multiplayer};
pub use skill::{Ladder, Weakness};
pub use strategy::{Report, Strategy};
pub use table::{OutOfMemory, TranspositionTable};
pub use tree::Tree;
pub use tunables::{Tunable, Tunables};
pub use turns::TurnSearch;
pub use walker::{Duel, HeroAgainstField, Info, Line, Opposition, Sides, Walker};
pub use worlds::{Worlds, sample, sample_numbers};

/// Remaining depth in actions; 0 or below is the horizon.
pub type Depth = i32;

/// Distance from the root in actions.
pub type Ply = usize;

/// The greatest depth that can be asked for.
pub const MAX_DEPTH: Depth = 200;

/// No line is searched further than this from the root.
pub const MAX_PLY: Ply = 240;

/// MultiPV, Elo and the like: what the player chose, as against limits of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// How many root actions get a line of their own, at least 1.
    pub multipv: usize,
    /// How well to play, from [`Style::LEAST_ELO`] to [`Style::MOST_ELO`]; without it as well as can be. A weak player
    /// uses nothing of other searches, and one thread.
    pub elo: Option<i32>,
    /// Without an Elo, the standard deviation of errors in the values of positions, in centipawns: if it is not 0, a weak
    /// player who may search as long as he likes.
    pub error_cp: i32,
    /// Where all chance comes from.
    pub seed: u64,
    /// How three and four players are searched.
    pub multiplayer: Multiplayer,
    /// What they want.
    pub objective: Objective,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            multipv: 1,
            elo: None,
            error_cp: 0,
            seed: 0,
            multiplayer: Multiplayer::default(),
            objective: Objective::default(),
        }
    }
}
