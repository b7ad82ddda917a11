//! A search as an iterator of infos, which can be stopped from another thread.

use super::report::{Answer, Info, Listener, SearchEvent};
use super::{Engine, EngineError, GameState, Request};
use crate::search::{Control, ThreadDied};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A running search. It yields the info of each iteration, and ends when the search ends. Dropping
/// it stops the search. If a search thread panics, the last item is an error.
pub struct Search {
    events: Receiver<SearchEvent>,
    control: Arc<Control>,
    /// The first invalid part of the request.
    fault: Arc<OnceLock<EngineError>>,
    /// The end of the search.
    end: Option<Result<Answer, EngineError>>,
}

/// Stops a search, from any thread.
#[derive(Clone)]
pub struct StopHandle(Arc<Control>);

impl StopHandle {
    /// Ends the search soon. Its answer is the best move known so far.
    pub fn stop(&self) {
        self.0.stop();
    }
}

impl Search {
    pub(super) fn start(
        engine: &mut Engine,
        game: &dyn GameState,
        request: &Request,
    ) -> Result<Self, EngineError> {
        let (search, listener) = Self::new();
        engine.start(game, request, search.control(), listener)?;
        search.check()?;
        Ok(search)
    }

    /// A search that has not started yet, and the listener to start it with.
    pub(crate) fn new() -> (Self, Listener) {
        let (sender, events) = channel();
        let control = Arc::new(Control::new(false));
        let fault = Arc::<OnceLock<EngineError>>::default();
        let search =
            Self { events, control: Arc::clone(&control), fault: Arc::clone(&fault), end: None };
        let listener = move |event| match event {
            SearchEvent::LeftOut(error) => {
                // The request is answered with an error, so the rest of the search is useless.
                control.stop();
                let _ = fault.set(error);
            }
            // Without a receiver nothing listens any more.
            event => drop(sender.send(event)),
        };
        (search, Box::new(listener))
    }

    /// The signals of this search.
    pub(crate) fn control(&self) -> Arc<Control> {
        Arc::clone(&self.control)
    }

    /// Checks the request of a search that has started.
    ///
    /// # Errors
    /// If a part of the request is invalid.
    pub(crate) fn check(&self) -> Result<(), EngineError> {
        self.fault.get().map_or(Ok(()), |error| Err(error.clone()))
    }

    /// Like `next`, but waits at most `patience`.
    ///
    /// # Errors
    /// If no event comes within that time.
    pub fn next_within(
        &mut self,
        patience: Duration,
    ) -> Result<Option<Result<Info, EngineError>>, RecvTimeoutError> {
        if self.end.is_some() {
            return Ok(None);
        }
        // What is there already takes no time, and needs no clock.
        let event = match self.events.try_recv() {
            Err(TryRecvError::Empty) => self.events.recv_timeout(patience),
            come => come.map_err(|_| RecvTimeoutError::Disconnected),
        };
        match event {
            Err(RecvTimeoutError::Disconnected) => Ok(self.take(None)),
            Err(timeout) => Err(timeout),
            Ok(event) => Ok(self.take(Some(event))),
        }
    }

    /// The info in an event; `None` at the end. `event` is `None` if a search thread has died.
    fn take(&mut self, event: Option<SearchEvent>) -> Option<Result<Info, EngineError>> {
        match event {
            Some(SearchEvent::Info(info)) => return Some(Ok(info)),
            Some(SearchEvent::Answer(answer)) => self.end = Some(Ok(answer)),
            Some(SearchEvent::LeftOut(error)) => self.end = Some(Err(error)),
            None => {
                self.end = Some(Err(ThreadDied.into()));
                return Some(Err(ThreadDied.into()));
            }
        }
        None
    }

    /// A handle that stops the search.
    pub fn stop_handle(&self) -> StopHandle {
        StopHandle(Arc::clone(&self.control))
    }

    /// Waits for the end. Returns the answer and the last info.
    ///
    /// # Errors
    /// If a search thread has panicked.
    pub fn finish(mut self) -> Result<(Answer, Option<Info>), EngineError> {
        let last = self.by_ref().filter_map(Result::ok).last();
        let end = self.end.clone().unwrap_or_else(|| Err(ThreadDied.into()));
        end.map(|answer| (answer, last))
    }

    /// Waits for the end. Returns the token to play, if there is one.
    ///
    /// # Errors
    /// As [`Search::finish`].
    pub fn best(self) -> Result<Option<String>, EngineError> {
        Ok(match self.finish()?.0 {
            Answer::Move(best, _) | Answer::Deployment(best, _) => Some(best),
            Answer::Nothing | Answer::Over(..) => None,
        })
    }
}

impl Iterator for Search {
    type Item = Result<Info, EngineError>;

    fn next(&mut self) -> Option<Result<Info, EngineError>> {
        if self.end.is_some() {
            return None;
        }
        let event = self.events.recv().ok();
        self.take(event)
    }
}

impl Drop for Search {
    /// Waits for the end of the search, so that the engine's threads are idle.
    fn drop(&mut self) {
        self.control.stop();
        while self.next().is_some() {}
    }
}
