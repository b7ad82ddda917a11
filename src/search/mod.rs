//! Search, generic over the game: it knows actions, players and scores, and no game by name.
//!
//! What a search is:
//! - `searchable.rs`: what a game offers to be searched: evaluator, tactics, profile, strategy;
//! - `strategy.rs`: the trait of a search technique; `deepening.rs`: iterative deepening;
//! - `walker/`: the searched line: state, evaluator, keys. Only the walker makes and unmakes actions;
//! - `tunables.rs`: every search parameter.
//!
//! The techniques, each a [`Strategy`] that knows no other:
//! - `alphabeta/`: principal variation search over actions;
//! - `turns/`: search over whole turns of many actions;
//! - `multiplayer/`: Monte Carlo tree search and max^n for three and four players;
//! - `hidden/`: perfect-information Monte Carlo for hidden games;
//! - `proof.rs`: `go mate`.
//!
//! What they share:
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
    BuiltIn, Circumstances, EvalSource, FeatureSet, Inputs, Learned, NO_PART, Network,
    NetworkError, PARTS, PolicyNetwork, Shows, checksum,
};
pub use evaluation::strength::{StrengthLimit, StrengthTable};
pub use evaluation::wdl::{WdlCurve, WdlModel};
pub use hidden::pimc::{Pimc, sample, sample_numbers};
pub use multiplayer::maxn::MaxN;
pub use multiplayer::mcts::MonteCarlo;
pub use multiplayer::objective::Objective;
pub use multiplayer::several::{ForSeveral, Multiplayer};
pub use searchable::{
    EvaluateSeats, EvaluateTurns, Evaluator, Exchange, MOST_PLAYERS, Profile, Searchable, Tactics,
    WholeTurns,
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
