//! The options of a search, apart from its limits.

use super::evaluation::strength::StrengthTable;
use super::payoffs::objective::Objective;

/// Search technique for three and four players.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Multiplayer {
    /// The strongest technique in matches: [`Multiplayer::BestReply`] for a search to a depth,
    /// otherwise [`Multiplayer::MonteCarlo`].
    #[default]
    Auto,
    /// Monte Carlo tree search in which each player maximises his own share.
    MonteCarlo,
    /// Alpha-beta with [`Opposition::BestReply`](super::Opposition::BestReply).
    BestReply,
    /// Alpha-beta with [`Opposition::Paranoid`](super::Opposition::Paranoid).
    Paranoid,
}

/// The options of a search, apart from its limits: MultiPV, strength, seed, and the search for three and four players.
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
    /// What an Elo means, where it is not what the game's type says.
    pub strength_table: Option<StrengthTable>,
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
            strength_table: None,
            seed: 0,
            multiplayer: Multiplayer::default(),
            objective: Objective::default(),
        }
    }
}
