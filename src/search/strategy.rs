//! A search technique: it runs a task on a walker and reports lines.

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
