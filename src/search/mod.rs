//! Search, generic over the game. It uses actions, players and scores, and no specific game.
//!
//! Parts of a search:
//! - `searchable.rs`: what a game provides for its search: evaluator, tactics, profile, strategy;
//! - `strategy.rs`: the trait of a search technique; `deepening.rs`: iterative deepening;
//! - `task.rs`: one search: root, limits, options; `search_thread.rs`: the state of one thread;
//! - `walker/`: the searched line: state, evaluator, keys. Only the walker makes and unmakes actions;
//! - `line.rs`: lines of play and the info that a search reports;
//! - `tunables.rs`: every search parameter.
//!
//! The techniques. Each is a [`Strategy`] and independent of the others:
//! - `alphabeta/`: principal variation search over actions;
//! - `turns/`: search over whole turns of many actions;
//! - `multiplayer/`: Monte Carlo tree search for three and four players, and the choice of technique;
//! - `hidden/`: perfect-information Monte Carlo for hidden games;
//! - `proof.rs`: `go mate`.
//!
//! Shared parts:
//! - `evaluation/`: networks, accumulators, win-draw-loss, limited strength;
//! - `shared/`: quiescence search, captures, action lists; `oracle.rs`: exact knowledge;
//! - `payoffs/`: payoffs and win probabilities of three and four players;
//! - `table/`: the transposition table; `threads/`: pool, stop signal, locks; `time/`: limits, clock, pace.

mod alphabeta;
mod deepening;
mod evaluation;
mod hidden;
mod line;
mod multiplayer;
mod options;
mod oracle;
mod payoffs;
mod proof;
mod search_thread;
mod searchable;
mod shared;
mod strategy;
mod table;
mod task;
mod threads;
mod time;
mod tunables;
mod turns;
mod walker;

pub use alphabeta::AlphaBeta;
pub use evaluation::accumulators::Accumulators;
pub use evaluation::evaluator::{Evaluator, MOST_PLAYERS, MultiPlayerEvaluator, TurnEvaluator};
pub(crate) use evaluation::network::built_in;
pub use evaluation::network::{
    BuiltIn, EvalSource, ExternalNetwork, ExtractFeatures, FeatureSet, InputBlock, InputShape,
    Inputs, MAX_ACTION_FEATURES, NO_ACTION_FEATURE, Network, NetworkError, NetworkEvaluator,
    NetworkSupport, PolicyInputs, PolicyNetwork, PolicySupport, Supported, checksum,
};
pub use evaluation::strength::{StrengthLimit, StrengthTable};
pub use evaluation::wdl::{WdlCurve, WdlModel};
pub use hidden::pimc::Pimc;
pub use line::{Info, Line, RootVisits};
pub use multiplayer::mcts::MonteCarlo;
pub use multiplayer::technique::MultiPlayerSearch;
pub use options::{Multiplayer, SearchOptions};
pub use oracle::{EndgameTables, NoOracle, Oracle, TableListener, TableNotice};
pub use payoffs::objective::Objective;
pub use payoffs::win_probabilities::score_of_share;
pub use searchable::{Exchange, Profile, Searchable, Tactics, WholeTurns};
pub use shared::captures::{AllNoisy, ByExchange, Captures};
pub use strategy::{Report, Strategy};
pub use table::{OutOfMemory, TranspositionTable};
pub use task::{Reporter, SearchEvent, Task};
pub use threads::blocking::{BlockingSearch, SearchResult};
pub use threads::control::Control;
pub use threads::pool::{Lead, Pool, STACK_BYTES, ThreadDied};
pub use time::clock::Clock;
pub use time::limits::Limits;
pub use tunables::{Tunable, Tunables};
pub use turns::TurnSearch;
pub use walker::{MultiPlayer, Opposition, PlayerModel, TwoPlayer, Walker};

/// Remaining depth in actions; 0 or below is the horizon.
pub type Depth = i32;

/// Distance from the root in actions.
pub type Ply = usize;

/// Largest depth of a request.
pub const MAX_DEPTH: Depth = 200;

/// Longest line from the root, in actions.
pub const MAX_PLY: Ply = 240;
