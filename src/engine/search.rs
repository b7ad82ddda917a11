//! A search as an iterator of infos, which can be stopped from another thread.

use super::report::{Answer, Info, Listener};
use super::{Engine, EngineError, Request};
use crate::search::{Control, ThreadDied};
use std::marker::PhantomData;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A running search. It yields the info of each iteration, and ends when the search ends. Dropping
/// it stops the search. If a search thread panics, the last item is an error.
pub struct Search<'a> {
    events: Receiver<SearchEvent>,
    control: Arc<Control>,
    /// The end of the search.
    end: Option<Result<Answer, EngineError>>,
    /// A search uses the engine's position and threads exclusively.
    engine: PhantomData<&'a mut Engine>,
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

enum SearchEvent {
    Info(Info),
    Answer(Answer),
}

struct EventSender {
    events: Sender<SearchEvent>,
    /// The first invalid part of the request.
    fault: Arc<OnceLock<EngineError>>,
}

impl Listener for EventSender {
    fn left_out(&self, error: &EngineError) {
        let _ = self.fault.set(error.clone());
    }

    fn info(&self, info: &Info) {
        let _ = self.events.send(SearchEvent::Info(info.clone()));
    }

    fn answer(&self, answer: Answer) {
        let _ = self.events.send(SearchEvent::Answer(answer));
    }
}

impl<'a> Search<'a> {
    pub(super) fn start(engine: &'a mut Engine, request: &Request) -> Result<Self, EngineError> {
        let (sender, events) = channel();
        let control = Arc::new(Control::new(false));
        let fault = Arc::new(OnceLock::new());
        let event_sender = EventSender { events: sender, fault: Arc::clone(&fault) };
        engine.start(request, Arc::clone(&control), Box::new(event_sender))?;
        let search = Self { events, control, end: None, engine: PhantomData };
        match fault.get() {
            Some(error) => Err(error.clone()),
            None => Ok(search),
        }
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
        match self.events.recv_timeout(patience) {
            Err(RecvTimeoutError::Disconnected) => Ok(self.take(None)),
            Err(timeout) => Err(timeout),
            Ok(events) => Ok(self.take(Some(events))),
        }
    }

    /// The info in an event; `None` at the end. `events` is `None` if a search thread has died.
    fn take(&mut self, events: Option<SearchEvent>) -> Option<Result<Info, EngineError>> {
        match events {
            Some(SearchEvent::Info(info)) => Some(Ok(info)),
            Some(SearchEvent::Answer(answer)) => {
                self.end = Some(Ok(answer));
                None
            }
            None => {
                self.end = Some(Err(ThreadDied.into()));
                Some(Err(ThreadDied.into()))
            }
        }
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
        let end = self.end.take().unwrap_or_else(|| Err(ThreadDied.into()));
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

impl Iterator for Search<'_> {
    type Item = Result<Info, EngineError>;

    fn next(&mut self) -> Option<Result<Info, EngineError>> {
        if self.end.is_some() {
            return None;
        }
        let events = self.events.recv().ok();
        self.take(events)
    }
}

impl Drop for Search<'_> {
    /// Waits for the engine's threads, which must be idle before the next use.
    fn drop(&mut self) {
        self.control.stop();
        while self.next().is_some() {}
    }
}
