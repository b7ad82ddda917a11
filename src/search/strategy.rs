//! A search technique: it runs a task on a walker and reports lines.

use super::proof::prove;
use super::searchable::Searchable;
use super::{Info, Line, PlayerModel, Task, Walker};
use std::sync::Arc;

/// Called after every finished iteration.
pub type Report<'a, G> = &'a mut dyn FnMut(&Info<<G as crate::game::Game>::Action>);

/// A search technique. It keeps its own state and borrows a walker, which is at the root before and
/// after. A strategy is independent of all others. Each game names its own:
/// [`Searchable::Strategy`].
pub trait Strategy<G: Searchable>: Send + 'static {
    /// The player model of the technique.
    type Players: PlayerModel<G>;
    /// Whether `go mate` may run the exhaustive mate search.
    const PROVES: bool = true;

    /// Data that the threads of a pool share besides the transposition table.
    type Shared: Default + Send + Sync + 'static;

    /// A strategy without memory, for one thread of a pool.
    fn new(shared: Arc<Self::Shared>) -> Self;
    /// Forgets the results of earlier searches: history, killers, trees.
    fn forget(&mut self);
    /// Searches until a limit of the task is reached or the search is stopped. Returns the lines of the last
    /// iteration, best first, at least one. There is at least one root action.
    fn run(
        &mut self,
        walker: &mut Walker<G, Self::Players>,
        task: &Task<G>,
        report: Report<'_, G>,
    ) -> Vec<Line<G::Action>>;
}

/// A walker and a strategy: the state of one search thread, created once for many searches.
pub(super) struct Thread<G: Searchable> {
    pub walker: Walker<G, <G::Strategy as Strategy<G>>::Players>,
    strategy: G::Strategy,
}

impl<G: Searchable> Thread<G> {
    /// `state` is any state of the game.
    pub fn new(state: G, shared: Arc<<G::Strategy as Strategy<G>>::Shared>) -> Self {
        Self { walker: Walker::new(state), strategy: G::Strategy::new(shared) }
    }

    pub fn forget(&mut self) {
        self.strategy.forget();
    }

    /// The search of thread `id`. For `go mate` thread 0 runs the mate search, and the others deepen.
    pub fn search(
        &mut self,
        task: &Task<G>,
        id: usize,
        report: Report<'_, G>,
    ) -> Vec<Line<G::Action>> {
        let Self { walker, strategy } = self;
        if task.from_nothing {
            strategy.forget();
        }
        walker.set_up(task, id);
        let mut lines = match task.limits.mate {
            // A mate in a determinization proves nothing.
            Some(turns) if id == 0 && G::Strategy::PROVES && task.determinizations.is_empty() => {
                prove(walker, turns, task, report, |walker, report| {
                    strategy.run(walker, task, report)
                })
            }
            _ => strategy.run(walker, task, report),
        };
        if id == 0 {
            walker.add_unsearched(&mut lines, task.options.multipv);
        }
        if task.strength_limit.is_some() {
            strategy.forget();
        }
        debug_assert!(walker.is_at_root_of(task), "the search has left a trace in the root");
        lines
    }
}
