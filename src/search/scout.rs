//! Searches in the caller's own thread, for tools that look at many positions.

use super::mind::Mind;
use super::strategy::Thread;
use super::{Control, Limits, Line, OutOfMemory, Reporter, Style, Task, TranspositionTable};
use crate::game::{Outcome, Played};
use std::sync::Arc;

/// A searcher with a table of its own.
pub struct Scout<G: Mind> {
    thread: Thread<G>,
    table: Arc<TranspositionTable>,
}

impl<G: Mind> Scout<G> {
    /// One with a table of `mebibytes` MiB; `state` is any state of the game.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system refuses.
    pub fn new(state: &G, mebibytes: usize) -> Result<Self, OutOfMemory> {
        let table = Arc::new(TranspositionTable::new(mebibytes)?);
        Ok(Self { thread: Thread::new(state.clone()), table })
    }

    /// Forgets all earlier searches.
    pub fn forget(&mut self) {
        self.table.clear();
        self.thread.forget();
    }

    /// The lines of a search, best first. Empty if there is nothing to play, and where a deployment is due.
    pub fn search(
        &mut self,
        root: &Played<G>,
        limits: Limits,
        style: Style,
        control: Arc<Control>,
    ) -> Vec<Line<G::Action>> {
        let table = Arc::clone(&self.table);
        let task = Task::new(root.clone(), &[], limits, style, control, table, Box::new(Silent));
        if task.root_actions.is_empty() {
            return Vec::new();
        }
        task.table.new_search();
        self.thread.search(&task, 0, &mut |_| {})
    }
}

struct Silent;

impl<A> Reporter<A> for Silent {
    fn info(&self, _: &super::Info<A>) {}
    fn finished(&self, _: &Line<A>) {}
    fn no_action(&self) {}
    fn game_over(&self, _: Outcome) {}
    fn planned(&self, _: &[A]) {}
}
