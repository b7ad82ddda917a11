//! The run of one search. A worker leads short searches in its own thread, because waking another
//! thread takes as long as hundreds of nodes. If partial results are requested, another thread
//! leads, and the worker reports them.

use crate::engine::{Answer, Engine, EngineError, GameState, Info, Listener, Request, Search};
use crate::host::Instant;
use crate::search::{Control, STACK_BYTES};
use std::sync::Arc;
use std::time::Duration;

/// A search that has not started yet.
pub struct SearchRun {
    search: Search,
    listener: Listener,
}

/// The answer of a search and the result of its last iteration. The answer is an error if the search broke down.
type End = (Result<Answer, EngineError>, Option<Info>);

impl SearchRun {
    pub fn new() -> Self {
        let (search, listener) = Search::new();
        Self { search, listener }
    }

    /// The signals that stop this search.
    pub fn control(&self) -> Arc<Control> {
        self.search.control()
    }

    /// Searches the position of a game to the end. The engine must let its caller lead. Calls `tell`
    /// with the last result in the interval `every`, if the result is new.
    ///
    /// # Errors
    /// As [`Engine::search`], and if the system refuses a thread.
    pub fn run(
        self,
        engine: &mut Engine,
        game: &dyn GameState,
        request: &Request,
        every: Option<Duration>,
        tell: impl FnMut(Info),
    ) -> Result<End, EngineError> {
        let Self { mut search, listener } = self;
        let control = search.control();
        let start = || engine.start(game, request, control, listener);
        let last = match every {
            None => {
                start()?;
                search.by_ref().filter_map(Result::ok).last()
            }
            Some(every) => std::thread::scope(|scope| {
                let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
                let thread = thread
                    .spawn_scoped(scope, start)
                    .map_err(|error| EngineError::new(format!("a thread: {error}")))?;
                let last = follow(&mut search, every, tell);
                // A search that panicked has given no answer.
                thread.join().unwrap_or(Ok(())).map(|()| last)
            })?,
        };
        search.check()?;
        Ok((search.finish().map(|(answer, _)| answer), last))
    }
}

/// Waits for the end of a search, and reports partial results. Returns the last result.
fn follow(search: &mut Search, every: Duration, mut tell: impl FnMut(Info)) -> Option<Info> {
    let mut due = Instant::now() + every;
    let (mut last, mut is_new) = (None, false);
    loop {
        match search.next_within(due.saturating_duration_since(Instant::now())) {
            Ok(Some(Ok(info))) => (last, is_new) = (Some(info), true),
            Ok(Some(Err(_))) => {}
            Ok(None) => return last,
            Err(_) => {}
        }
        if Instant::now() >= due {
            due += every;
            if std::mem::take(&mut is_new) {
                last.clone().into_iter().for_each(&mut tell);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::engine::SearchEvent;

    #[test]
    fn a_search_that_breaks_down_ends_without_an_answer() {
        let SearchRun { mut search, listener } = SearchRun::new();
        std::thread::scope(|scope| {
            let follower = scope.spawn(|| follow(&mut search, Duration::from_millis(1), |_| {}));
            drop(listener);
            assert!(follower.join().unwrap().is_none());
        });
        assert!(search.finish().is_err());
    }

    #[test]
    fn nothing_is_waited_for_after_the_answer() {
        let SearchRun { mut search, listener } = SearchRun::new();
        listener(SearchEvent::Answer(Answer::Nothing));
        assert!(follow(&mut search, Duration::from_secs(60), |_| {}).is_none());
        assert_eq!(search.finish().unwrap().0, Answer::Nothing);
    }
}
