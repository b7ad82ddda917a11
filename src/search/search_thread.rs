//! The state of one search thread: a walker and a strategy. It runs the strategy, or the mate search of `go mate`.

use super::proof::prove;
use super::searchable::Searchable;
use super::strategy::{Report, Strategy};
use super::{Line, Task, Walker};
use std::sync::Arc;

/// A walker and a strategy: the state of one search thread, created once for many searches.
pub(super) struct SearchThread<G: Searchable> {
    pub walker: Walker<G, <G::Strategy as Strategy<G>>::Players>,
    strategy: G::Strategy,
}

impl<G: Searchable> SearchThread<G> {
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
