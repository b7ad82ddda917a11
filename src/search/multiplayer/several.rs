//! Three and four players: which technique searches for them.

use crate::game::Seats;
use crate::search::searchable::{EvaluateSeats, Searchable};
use crate::search::strategy::{Report, Strategy};
use crate::search::{AlphaBeta, Line, MaxN, MonteCarlo, MultiPlayer, Opposition, Task, Walker};
use std::sync::Arc;

/// How three and four players are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Multiplayer {
    /// As it has proved best: to a depth [`Multiplayer::BestReply`], else [`Multiplayer::MonteCarlo`].
    #[default]
    Auto,
    /// A Monte Carlo tree in which all play for themselves.
    MonteCarlo,
    /// Alpha-beta, [`Opposition::BestReply`].
    BestReply,
    /// Alpha-beta, [`Opposition::Paranoid`].
    Paranoid,
    /// To a depth, and all play for themselves.
    MaxN,
}

impl Multiplayer {
    /// How alpha-beta takes the others.
    pub(in crate::search) fn opposition(self) -> Opposition {
        match self {
            Self::Paranoid => Opposition::Paranoid,
            Self::Auto | Self::MonteCarlo | Self::BestReply | Self::MaxN => Opposition::BestReply,
        }
    }
}

/// The search of games for three and four: the techniques it chooses among.
pub struct ForSeveral<G: Searchable> {
    alpha_beta: AlphaBeta<G, MultiPlayer>,
    monte_carlo: MonteCarlo<G, MultiPlayer>,
    max_n: MaxN<G, MultiPlayer>,
}

impl<G: Searchable + Seats> Strategy<G> for ForSeveral<G>
where
    G::Evaluator: EvaluateSeats<G>,
{
    type Players = MultiPlayer;
    type Shared = <MonteCarlo<G, MultiPlayer> as Strategy<G>>::Shared;

    fn new(shared: Arc<Self::Shared>) -> Self {
        Self {
            alpha_beta: AlphaBeta::new(Arc::default()),
            monte_carlo: MonteCarlo::new(shared),
            max_n: MaxN::new(Arc::default()),
        }
    }

    fn forget(&mut self) {
        self.alpha_beta.forget();
        self.monte_carlo.forget();
        self.max_n.forget();
    }

    /// Levels are measured with alpha-beta, and `go mate` asks it for the answer where there is no such win. A depth
    /// says little to a Monte Carlo tree, which is why `Auto` leaves it to alpha-beta.
    fn run(
        &mut self,
        walker: &mut Walker<G, MultiPlayer>,
        task: &Task<G>,
        report: Report<'_, G>,
    ) -> Vec<Line<G::Action>> {
        let chosen = match task.style.multiplayer {
            Multiplayer::Auto if task.limits.depth.is_some() => Multiplayer::BestReply,
            Multiplayer::Auto => Multiplayer::MonteCarlo,
            asked => asked,
        };
        let is_free = task.strength_limit.is_none() && task.limits.mate.is_none();
        match chosen {
            Multiplayer::MonteCarlo if is_free => self.monte_carlo.run(walker, task, report),
            Multiplayer::MaxN if is_free => self.max_n.run(walker, task, report),
            _ => self.alpha_beta.run(walker, task, report),
        }
    }
}
