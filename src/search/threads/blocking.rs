//! Searches that block their caller, for tools and tests that search many positions of one game.

use crate::game::{Played, Score};
use crate::search::searchable::Searchable;
use crate::search::{
    Control, EvalSource, Info, Lead, Limits, Line, OutOfMemory, Pool, SearchEvent, SearchOptions,
    Task, ThreadDied, TranspositionTable,
};
use std::sync::Arc;
use std::sync::mpsc::channel;

/// Search threads with a private table.
pub struct BlockingSearch<G: Searchable> {
    pool: Pool<G>,
    table: Arc<TranspositionTable>,
    eval_source: EvalSource,
}

/// The result of one search.
#[derive(Clone, Debug)]
pub struct SearchResult<A> {
    /// Infos of all iterations, at least one.
    pub infos: Vec<Info<A>>,
    /// The line to play.
    pub best: Line<A>,
}

impl<A> SearchResult<A> {
    /// The lines of the last iteration, best first.
    pub fn lines(&self) -> &[Line<A>] {
        self.infos.last().map_or(&[], |info| &info.lines)
    }

    /// The score of the best line, for the player to move.
    pub fn score(&self) -> Score {
        self.lines().first().map_or(self.best.score, |line| line.score)
    }

    /// Actions made.
    pub fn nodes(&self) -> u64 {
        self.infos.last().map_or(0, |info| info.nodes)
    }
}

impl<G: Searchable> BlockingSearch<G> {
    /// One thread with a table of `mebibytes` MiB. `state` is any state of the game. With [`Lead::Caller`] a search
    /// wakes no thread.
    ///
    /// # Errors
    /// [`OutOfMemory`] if the system refuses the memory or the thread.
    pub fn new(state: &G, mebibytes: usize, lead: Lead) -> Result<Self, OutOfMemory> {
        let table = TranspositionTable::new(mebibytes)?;
        let pool = Pool::new(1, lead, state).map_err(|_| OutOfMemory { mebibytes })?;
        Ok(Self::of(pool, table))
    }

    /// A search with `threads` threads and this table.
    ///
    /// # Errors
    /// The system's error if it refuses a thread.
    pub fn with(state: &G, threads: usize, table: TranspositionTable) -> std::io::Result<Self> {
        Ok(Self::of(Pool::new(threads, Lead::Pool, state)?, table))
    }

    fn of(pool: Pool<G>, table: TranspositionTable) -> Self {
        Self { pool, table: Arc::new(table), eval_source: EvalSource::BuiltIn }
    }

    /// Uses this evaluation.
    pub fn with_eval(self, eval_source: EvalSource) -> Self {
        Self { eval_source, ..self }
    }

    /// Forgets the results of earlier searches.
    pub fn forget(&self) {
        self.table.clear();
        self.pool.clear();
    }

    /// Searches `root` until a limit is reached. If `chosen` has actions, only these are searched.
    /// `None` if there is nothing to search.
    ///
    /// # Errors
    /// If a thread panics, or has panicked before.
    pub fn search(
        &self,
        root: &Played<G>,
        chosen: &[G::Action],
        limits: Limits,
        options: SearchOptions,
    ) -> Result<Option<SearchResult<G::Action>>, ThreadDied> {
        let (sender, events) = channel();
        let control = Arc::new(Control::new(false));
        let table = Arc::clone(&self.table);
        // The receiver lives as long as the search.
        let reporter = Box::new(move |event| drop(sender.send(event)));
        let mut task = Task::new(root.clone(), chosen, limits, options, control, table, reporter);
        task.eval_source = self.eval_source.clone();
        self.pool.go(task)?;
        let mut infos = Vec::new();
        for event in events {
            match event {
                SearchEvent::Info(info) => infos.push(info),
                SearchEvent::Best(best) => return Ok(Some(SearchResult { infos, best })),
                SearchEvent::NoAction | SearchEvent::GameOver(_) | SearchEvent::Planned(_) => {
                    return Ok(None);
                }
            }
        }
        Err(ThreadDied)
    }
}
