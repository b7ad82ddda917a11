//! The course of one search. Whoever follows it is woken at its end and when it is time to tell of it, not by every
//! iteration: short searches have many of them, and to wake a thread takes as long as hundreds of nodes.

use crate::engine::{Answer, Engine, EngineError, Info, Listener, Request};
use crate::search::Control;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A search that has been started. It is followed to its end even where it is dropped.
pub struct Course {
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
    /// `last` has not been told.
    is_new: bool,
    answer: Option<Answer>,
    is_over: bool,
}

/// How a search ended.
pub struct End {
    /// None if it broke down.
    pub answer: Option<Answer>,
    /// What the last iteration found.
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

struct Ear(Arc<Heard>);

impl Listener for Ear {
    fn left_out(&self, error: &EngineError) {
        self.0.state().fault.get_or_insert_with(|| error.clone());
    }

    fn info(&self, info: &Info) {
        let mut state = self.0.state();
        (state.last, state.is_new) = (Some(info.clone()), true);
    }

    fn answer(&self, answer: Answer) {
        self.0.end(Some(answer));
    }
}

impl Drop for Ear {
    /// A search that breaks down drops its listener.
    fn drop(&mut self) {
        self.0.end(None);
    }
}

impl Course {
    /// Starts a search of the engine's position.
    ///
    /// # Errors
    /// As [`Engine::search`].
    pub fn start(engine: &mut Engine, request: &Request) -> Result<Self, EngineError> {
        let control = Arc::new(Control::new(false));
        let course = Self { control, heard: Arc::default() };
        let ear = Box::new(Ear(Arc::clone(&course.heard)));
        engine.start(request, Arc::clone(&course.control), ear)?;
        let fault = course.heard.state().fault.take();
        fault.map_or(Ok(course), Err)
    }

    /// What stops it.
    pub fn control(&self) -> Arc<Control> {
        Arc::clone(&self.control)
    }

    /// Waits for the end, and tells every so often what is known so far, where there is something new.
    pub fn follow(self, every: Option<Duration>, mut tell: impl FnMut(Info)) -> End {
        let mut due = every.map(|every| Instant::now() + every);
        let mut state = self.heard.state();
        while !state.is_over {
            state = self.wait(state, due);
            if let Some((time, every)) = due.as_mut().zip(every)
                && Instant::now() >= *time
            {
                *time += every;
                if std::mem::take(&mut state.is_new)
                    && let Some(info) = state.last.clone()
                {
                    // The search is not to wait until it is written.
                    drop(state);
                    tell(info);
                    state = self.heard.state();
                }
            }
        }
        End { answer: state.answer.take(), last: state.last.take() }
    }

    /// Until the end or that time.
    fn wait<'a>(
        &self,
        state: MutexGuard<'a, State>,
        due: Option<Instant>,
    ) -> MutexGuard<'a, State> {
        let end = &self.heard.end;
        match due {
            None => end.wait(state).unwrap_or_else(PoisonError::into_inner),
            Some(due) => {
                let patience = due.saturating_duration_since(Instant::now());
                end.wait_timeout(state, patience).unwrap_or_else(PoisonError::into_inner).0
            }
        }
    }
}

impl Drop for Course {
    /// The engine's threads must be idle before it is used again.
    fn drop(&mut self) {
        self.control.stop();
        let mut state = self.heard.state();
        while !state.is_over {
            state = self.wait(state, None);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_search_that_breaks_down_ends_without_an_answer() {
        let course = Course { control: Arc::new(Control::new(false)), heard: Arc::default() };
        let ear = Ear(Arc::clone(&course.heard));
        std::thread::scope(|scope| {
            let follower = scope.spawn(|| course.follow(Some(Duration::from_millis(1)), |_| {}));
            drop(ear);
            let end = follower.join().unwrap();
            assert!(end.answer.is_none() && end.last.is_none());
        });
    }

    #[test]
    fn only_the_first_end_counts() {
        let course = Course { control: Arc::new(Control::new(false)), heard: Arc::default() };
        let ear = Ear(Arc::clone(&course.heard));
        ear.answer(Answer::Nothing);
        drop(ear);
        assert_eq!(course.follow(None, |_| {}).answer, Some(Answer::Nothing));
    }
}
