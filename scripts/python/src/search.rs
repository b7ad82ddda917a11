//! A running search, and what it finds as plain values. The package makes its types of them.

use crate::errors::fault;
use crate::game::SIGNALS_EVERY;
use pyo3::prelude::*;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Mutex, PoisonError};
use strategos::engine::{self, Answer, EngineError, Info, Line, StopHandle};

/// See `_native.pyi`.
#[pyclass(module = "strategos._native", frozen)]
pub struct Search {
    /// The search until its end is read.
    running: Mutex<Option<engine::Search>>,
    handle: StopHandle,
}

/// Depth, selective depth, centipawns, turns to a proven end, win, draw and loss in per mille, the line, and visits
/// and prior of its first action.
type LineFields = (i32, usize, i32, Option<i32>, [u32; 3], Vec<String>, Option<u32>, Option<f32>);
/// Nodes, exact values, milliseconds, per mille of the table in use, samples, and the lines.
type InfoFields = (u64, u64, u128, u32, usize, Vec<LineFields>);
/// The token to play, the expected reply, and all of a deployment.
type AnswerFields = (Option<String>, Option<String>, Vec<String>);

/// What comes next of a search.
enum Next {
    Info(Info),
    End(engine::Search),
    Nothing,
}

impl Search {
    /// A search that was started.
    pub fn new(search: engine::Search) -> Self {
        let handle = search.stop_handle();
        Self { running: Mutex::new(Some(search)), handle }
    }

    /// The next thing to come, or `None` if there is none so far.
    fn poll(&self) -> Result<Option<Next>, EngineError> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(search) = running.as_mut() else { return Ok(Some(Next::Nothing)) };
        match search.next_within(SIGNALS_EVERY) {
            Ok(Some(info)) => Ok(Some(Next::Info(info?))),
            Ok(None) | Err(RecvTimeoutError::Disconnected) => Ok(running.take().map(Next::End)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
        }
    }
}

#[pymethods]
impl Search {
    /// The next info, or the answer if the search is over, or nothing after it.
    fn next(&self, py: Python<'_>) -> PyResult<(Option<InfoFields>, Option<AnswerFields>)> {
        loop {
            match py.detach(|| self.poll()).map_err(fault)? {
                Some(Next::Info(info)) => return Ok((Some(info_fields(info)), None)),
                Some(Next::End(search)) => {
                    let (answer, _) = py.detach(|| search.finish()).map_err(fault)?;
                    return Ok((None, Some(answer_fields(answer))));
                }
                Some(Next::Nothing) => return Ok((None, None)),
                None => py.check_signals().inspect_err(|_| self.handle.stop())?,
            }
        }
    }

    /// Ends the search soon, from any thread.
    fn stop(&self) {
        self.handle.stop();
    }

    /// Ends the search and waits for its end.
    fn close(&self, py: Python<'_>) {
        self.handle.stop();
        py.detach(|| drop(self.running.lock().unwrap_or_else(PoisonError::into_inner).take()));
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.handle.stop();
    }
}

fn info_fields(info: Info) -> InfoFields {
    let lines = info.lines.into_iter().map(line_fields).collect();
    (info.nodes, info.hits, info.time.as_millis(), info.hashfull, info.samples, lines)
}

fn line_fields(line: Line) -> LineFields {
    let Line { depth, seldepth, score, wdl, pv, tried, .. } = line;
    let (visits, prior) = tried.map(|tried| (tried.visits, tried.prior)).unzip();
    (depth, seldepth, score.raw(), score.mate_turns(), wdl, pv, visits, prior)
}

fn answer_fields(answer: Answer) -> AnswerFields {
    match answer {
        Answer::Move(best, reply) => (Some(best), reply, Vec::new()),
        Answer::Deployment(best, tokens) => (Some(best), None, tokens),
        Answer::Nothing | Answer::Over(..) => (None, None, Vec::new()),
    }
}
