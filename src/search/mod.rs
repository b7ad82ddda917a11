//! Search, generic over the game. It uses actions, players and scores, and no specific game.
//!
//! Parts of a search:
//! - `searchable.rs`: what a game provides for its search: evaluator, tactics, profile, strategy;
//! - `strategy.rs`: the trait of a search technique; `deepening.rs`: iterative deepening;
//! - `walker/`: the searched line: state, evaluator, keys. Only the walker makes and unmakes actions;
//! - `tunables.rs`: every search parameter.
//!
//! The techniques. Each is a [`Strategy`] and independent of the others:
//! - `alphabeta/`: principal variation search over actions;
//! - `turns/`: search over whole turns of many actions;
//! - `multiplayer/`: Monte Carlo tree search and max^n for three and four players;
//! - `hidden/`: perfect-information Monte Carlo for hidden games;
//! - `proof.rs`: `go mate`.
//!
//! Shared parts:
//! - `evaluation/`: networks, accumulators, win-draw-loss, limited strength;
//! - `shared/`: quiescence search, captures, action lists, exact knowledge;
//! - `table/`: the transposition table; `threads/`: pool, stop signal, locks; `time/`: limits, clock, pace.

mod alphabeta;
mod deepening;
mod evaluation;
mod hidden;
mod multiplayer;
mod proof;
mod searchable;
mod shared;
mod strategy;
mod table;
mod threads;
mod time;
mod tunables;
mod turns;
mod walker;

pub use alphabeta::AlphaBeta;
pub use evaluation::accumulators::Accumulators;
pub use evaluation::network::{
    BuiltIn, EvalSource, ExtractFeatures, FeatureSet, Inputs, Learned, MAX_ACTION_FEATURES,
    NO_ACTION_FEATURE, Network, NetworkError, PolicyNetwork, ValueAdjustments, checksum,
};
pub use evaluation::strength::{StrengthLimit, StrengthTable};
pub use evaluation::wdl::{WdlCurve, WdlModel};
pub use hidden::pimc::{Pimc, sample, sample_numbers};
pub use multiplayer::maxn::MaxN;
pub use multiplayer::mcts::MonteCarlo;
pub use multiplayer::objective::Objective;
pub use multiplayer::several::{ForSeveral, Multiplayer};
pub use searchable::{
    Evaluator, Exchange, MOST_PLAYERS, MultiPlayerEvaluator, Profile, Searchable, Tactics,
    TurnEvaluator, WholeTurns,
};
pub use shared::captures::{AllNoisy, ByExchange, Captures};
pub use shared::oracle::{NoOracle, Oracle};
pub use strategy::{Report, Strategy};
pub use table::{OutOfMemory, TranspositionTable};
pub use threads::blocking::{BlockingSearch, SearchResult};
pub use threads::control::Control;
pub use threads::pool::{Lead, Pool, Reporter, STACK_BYTES, Task, ThreadDied};
pub use time::clock::Clock;
pub use time::limits::Limits;
pub use tunables::{Tunable, Tunables};
pub use turns::TurnSearch;
pub use walker::{Info, Line, MultiPlayer, Opposition, PlayerModel, TwoPlayer, Walker};

/// Remaining depth in actions; 0 or below is the horizon.
pub type Depth = i32;

/// Distance from the root in actions.
pub type Ply = usize;

/// Largest depth of a request.
pub const MAX_DEPTH: Depth = 200;

/// Longest line from the root, in actions.
pub const MAX_PLY: Ply = 240;

/// Settings of the player, apart from the limits of one search: MultiPV, strength, and models of
/// players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// Number of lines (MultiPV), at least 1.
    pub multipv: usize,
    /// Elo from [`SearchOptions::LEAST_ELO`] to [`SearchOptions::MOST_ELO`]; `None` for full strength. A player of
    /// limited strength uses one thread and no results of earlier searches.
    pub elo: Option<i32>,
    /// Standard deviation of the evaluation noise without an Elo, in centipawns. If it is not 0,
    /// the strength is limited, but not the number of nodes.
    pub error_cp: i32,
    /// Seed of all random choices.
    pub seed: u64,
    /// Search technique for three and four players.
    pub multiplayer: Multiplayer,
    /// Objective of the players.
    pub objective: Objective,
}

impl Default for SearchOptions {
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
