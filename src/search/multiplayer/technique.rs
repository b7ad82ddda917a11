//! Chooses the search technique for three and four players.

use crate::game::PlayerElimination;
use crate::search::evaluation::evaluator::MultiPlayerEvaluator;
use crate::search::options::Multiplayer;
use crate::search::searchable::Searchable;
use crate::search::strategy::{Report, Strategy};
use crate::search::{AlphaBeta, Line, MonteCarlo, MultiPlayer, Opposition, Task, Walker};
use std::sync::Arc;

impl Multiplayer {
    /// The opponent model of alpha-beta.
    pub(in crate::search) fn opposition(self) -> Opposition {
        match self {
            Self::Paranoid => Opposition::Paranoid,
            Self::Auto | Self::MonteCarlo | Self::BestReply => Opposition::BestReply,
        }
    }
}

/// The search for three and four players, with its techniques.
pub struct MultiPlayerSearch<G: Searchable> {
    alpha_beta: AlphaBeta<G, MultiPlayer>,
    monte_carlo: MonteCarlo<G, MultiPlayer>,
}

impl<G: Searchable + PlayerElimination> Strategy<G> for MultiPlayerSearch<G>
where
    G::Evaluator: MultiPlayerEvaluator<G>,
{
    type Players = MultiPlayer;
    type Shared = <MonteCarlo<G, MultiPlayer> as Strategy<G>>::Shared;

    fn new(shared: Arc<Self::Shared>) -> Self {
        Self { alpha_beta: AlphaBeta::new(Arc::default()), monte_carlo: MonteCarlo::new(shared) }
    }

    fn forget(&mut self) {
        self.alpha_beta.forget();
        self.monte_carlo.forget();
    }

    /// Uses alpha-beta for limited strength, which is calibrated with it, and for `go mate` without
    /// a mate. `Auto` also uses it for a search to a depth, which means little to a Monte Carlo
    /// tree.
    fn run(
        &mut self,
        walker: &mut Walker<G, MultiPlayer>,
        task: &Task<G>,
        report: Report<'_, G>,
    ) -> Vec<Line<G::Action>> {
        let chosen = match task.options.multiplayer {
            Multiplayer::Auto if task.limits.depth.is_some() => Multiplayer::BestReply,
            Multiplayer::Auto => Multiplayer::MonteCarlo,
            asked => asked,
        };
        let is_free = task.strength_limit.is_none() && task.limits.mate.is_none();
        match chosen {
            Multiplayer::MonteCarlo if is_free => self.monte_carlo.run(walker, task, report),
            _ => self.alpha_beta.run(walker, task, report),
        }
    }
}
