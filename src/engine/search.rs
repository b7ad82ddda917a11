//! A search as a value: an iterator of infos that can be stopped from elsewhere.

use super::report::{Answer, Info, Listener};
use super::{Engine, EngineError, Request};
use crate::search::Control;
use std::marker::PhantomData;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A running search. It yields what every iteration found and ends with the search; dropped before, it stops it.
pub struct Search<'a> {
    news: Receiver<News>,
    control: Arc<Control>,
    answer: Option<Answer>,
    /// A search needs the engine's position and threads for itself.
    engine: PhantomData<&'a mut Engine>,
}

/// Stops a search, from any thread.
#[derive(Clone)]
pub struct StopHandle(Arc<Control>);

impl StopHandle {
    /// Ends the search soon; its answer is the best that is known.
    pub fn stop(&self) {
        self.0.stop();
    }
}

enum News {
    Info(Info),
    Answer(Answer),
}

struct Messenger {
    news: Sender<News>,
    /// The first part of the request that means nothing.
    fault: Arc<OnceLock<EngineError>>,
}

impl Listener for Messenger {
    fn left_out(&self, error: &EngineError) {
        let _ = self.fault.set(error.clone());
    }

    fn info(&self, info: &Info) {
        let _ = self.news.send(News::Info(info.clone()));
    }

    fn answer(&self, answer: Answer) {
        let _ = self.news.send(News::Answer(answer));
    }
}

impl<'a> Search<'a> {
    pub(super) fn start(engine: &'a mut Engine, request: &Request) -> Result<Self, EngineError> {
        let (sender, news) = channel();
        let control = Arc::new(Control::new(false));
        let fault = Arc::new(OnceLock::new());
        let messenger = Messenger { news: sender, fault: Arc::clone(&fault) };
        engine.start(request, Arc::clone(&control), Box::new(messenger))?;
        let search = Self { news, control, answer: None, engine: PhantomData };
        match fault.get() {
            Some(error) => Err(error.clone()),
            None => Ok(search),
        }
    }

    /// The same as `next`, but waits no longer than `patience`.
    ///
    /// # Errors
    /// If nothing was heard in that time.
    pub fn next_within(&mut self, patience: Duration) -> Result<Option<Info>, RecvTimeoutError> {
        if self.answer.is_some() {
            return Ok(None);
        }
        match self.news.recv_timeout(patience) {
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(timeout) => Err(timeout),
            Ok(news) => Ok(self.take(Some(news))),
        }
    }

    /// The info in some news; `None` at the end.
    fn take(&mut self, news: Option<News>) -> Option<Info> {
        match news? {
            News::Info(info) => Some(info),
            News::Answer(answer) => {
                self.answer = Some(answer);
                None
            }
        }
    }

    /// What stops it.
    pub fn stop_handle(&self) -> StopHandle {
        StopHandle(Arc::clone(&self.control))
    }

    /// Waits for the end: how it ended, with the last that was found.
    pub fn finish(mut self) -> (Answer, Option<Info>) {
        let last = self.by_ref().last();
        (self.answer.take().unwrap_or(Answer::Nothing), last)
    }

    /// Waits for the end: the token to be played, if there is one.
    pub fn best(self) -> Option<String> {
        match self.finish().0 {
            Answer::Move(best, _) | Answer::Deployment(best, _) => Some(best),
            Answer::Nothing | Answer::Over(..) => None,
        }
    }
}

impl Iterator for Search<'_> {
    type Item = Info;

    fn next(&mut self) -> Option<Info> {
        if self.answer.is_some() {
            return None;
        }
        let news = self.news.recv().ok();
        self.take(news)
    }
}

impl Drop for Search<'_> {
    /// The engine's threads must be idle before it is used again.
    fn drop(&mut self) {
        self.control.stop();
        while self.next().is_some() {}
    }
}
