//! The run of one search. A worker leads short searches in its own thread, because waking another
//! thread takes as long as hundreds of nodes. If partial results are requested, another thread
//! leads, and the worker reports them.

use crate::engine::{Answer, Engine, EngineError, Info, Listener, Request};
use crate::search::{Control, STACK_BYTES};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A search that has not started yet.
pub struct SearchRun {
    control: Arc<Control>,
    heard: Arc<Heard>,
}

#[derive(Default)]
struct Heard {
    state: Mutex<State>,
    end: Condvar,
}

#[derive(Default)]
struct State {
    fault: Option<EngineError>,
    last: Option<Info>,
    /// Whether `last` is new since the last report.
    is_new: bool,
    answer: Option<Answer>,
    is_over: bool,
}

/// The end of a search.
pub struct End {
    /// `None` if the search broke down.
    pub answer: Option<Answer>,
    /// The result of the last iteration.
    pub last: Option<Info>,
}

impl Heard {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, answer: Option<Answer>) {
        let mut state = self.state();
        if !state.is_over {
            (state.answer, state.is_over) = (answer, true);
            self.end.notify_all();
        }
    }
}

struct SearchListener {
    heard: Arc<Heard>,
    control: Arc<Control>,
}

impl Listener for SearchListener {
    fn left_out(&self, error: &EngineError) {
        self.heard.state().fault.get_or_insert_with(|| error.clone());
        // The request is answered with an error, so the rest of the search is useless.
        self.control.stop();
    }

    fn info(&self, info: &Info) {
        let mut state = self.heard.state();
        (state.last, state.is_new) = (Some(info.clone()), true);
    }

    fn answer(&self, answer: Answer) {
        self.heard.end(Some(answer));
    }
}

impl Drop for SearchListener {
    /// A search that breaks down drops its listener.
    fn drop(&mut self) {
        self.heard.end(None);
    }
}

impl SearchRun {
    pub fn new() -> Self {
        Self { control: Arc::new(Control::new(false)), heard: Arc::default() }
    }

    /// The signals that stop this search.
    pub fn control(&self) -> Arc<Control> {
        Arc::clone(&self.control)
    }

    fn listener(&self) -> Box<SearchListener> {
        Box::new(SearchListener { heard: Arc::clone(&self.heard), control: self.control() })
    }

    /// Searches the engine's position to the end. The engine must let its caller lead. Calls `tell`
    /// with the last result in the interval `every`, if the result is new.
    ///
    /// # Errors
    /// As [`Engine::search`], and if the system refuses a thread.
    pub fn run(
        self,
        engine: &mut Engine,
        request: &Request,
        every: Option<Duration>,
        tell: impl FnMut(Info),
    ) -> Result<End, EngineError> {
        match every {
            None => engine.start(request, self.control(), self.listener())?,
            Some(every) => self.run_apart(engine, request, every, tell)?,
        }
        let mut state = self.heard.state();
        match state.fault.take() {
            Some(fault) => Err(fault),
            None => Ok(End { answer: state.answer.take(), last: state.last.take() }),
        }
    }

    fn run_apart(
        &self,
        engine: &mut Engine,
        request: &Request,
        every: Duration,
        tell: impl FnMut(Info),
    ) -> Result<(), EngineError> {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            let search = || engine.start(request, self.control(), self.listener());
            let search = thread
                .spawn_scoped(scope, search)
                .map_err(|error| EngineError::new(format!("a thread: {error}")))?;
            self.follow(every, tell);
            // A search that panicked has given no answer.
            search.join().unwrap_or(Ok(()))
        })
    }

    /// Waits for the end of the search, and reports partial results.
    fn follow(&self, every: Duration, mut tell: impl FnMut(Info)) {
        let mut due = Instant::now() + every;
        let mut state = self.heard.state();
        while !state.is_over {
            state = self.wait(state, due);
            if Instant::now() >= due {
                due += every;
                if std::mem::take(&mut state.is_new)
                    && let Some(info) = state.last.clone()
                {
                    // Do not block the search while the report is written.
                    drop(state);
                    tell(info);
                    state = self.heard.state();
                }
            }
        }
    }

    /// Waits until the search ends or `due` is reached.
    fn wait<'a>(&self, state: MutexGuard<'a, State>, due: Instant) -> MutexGuard<'a, State> {
        let patience = due.saturating_duration_since(Instant::now());
        let waited = self.heard.end.wait_timeout(state, patience);
        waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_breaks_down_ends_without_an_answer() {
        let search_run = SearchRun::new();
        let listener = search_run.listener();
        std::thread::scope(|scope| {
            let follower = scope.spawn(|| search_run.follow(Duration::from_millis(1), |_| {}));
            drop(listener);
            follower.join().unwrap();
        });
        assert!(
            search_run.heard.state().answer.is_none() && search_run.heard.state().last.is_none()
        );
    }

    #[test]
    fn only_the_first_end_counts() {
        let search_run = SearchRun::new();
        let listener = search_run.listener();
        listener.answer(Answer::Nothing);
        drop(listener);
        search_run.follow(Duration::from_secs(60), |_| {});
        assert_eq!(search_run.heard.state().answer, Some(Answer::Nothing));
    }
}
