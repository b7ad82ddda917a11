//! A game of any variant.

use crate::errors::{fault, told};
use crate::variants::variant_named;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;
use strategos::engine::{GameState, Position};
use strategos::game::{Charset, Outcome};
use strategos::protocol::parse_position;

/// How often a signal such as Ctrl-C is looked for.
pub const SIGNALS_EVERY: Duration = Duration::from_millis(50);

/// See `_native.pyi`.
#[pyclass(module = "strategos", subclass)]
#[derive(Clone)]
pub struct Game(Box<dyn GameState>);

impl Game {
    /// A game of the library.
    pub fn of(state: Box<dyn GameState>) -> Self {
        Self(state)
    }

    /// The game for a search.
    pub fn state(&self) -> &dyn GameState {
        &*self.0
    }
}

/// A position as the command `position` gives it.
pub fn position_of(text: &str) -> PyResult<Position> {
    told(parse_position(text.as_bytes()).map_err(|error| format!("{error} (position)")))
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (variant = "pacific-a", position = "startpos"))]
    fn new(variant: &str, position: &str) -> PyResult<Self> {
        let mut game = Self(variant_named(variant)?.new_game());
        game.set_position(position)?;
        Ok(game)
    }

    #[staticmethod]
    fn from_fen(variant: &str, fen: &str) -> PyResult<Self> {
        Self::new(variant, &format!("fen {fen}"))
    }

    #[getter]
    fn variant(&self) -> String {
        self.0.variant().name().to_string()
    }

    #[getter]
    fn players(&self) -> usize {
        self.0.variant().players()
    }

    #[getter]
    fn player(&self) -> usize {
        self.0.player().number()
    }

    #[getter]
    fn is_turn_start(&self) -> bool {
        self.0.turn_start()
    }

    #[getter]
    fn is_deploying(&self) -> bool {
        self.0.is_deploying()
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        self.0.position().moves
    }

    #[getter]
    fn position(&self) -> String {
        self.0.position().to_string()
    }

    fn set_position(&mut self, position: &str) -> PyResult<()> {
        told(self.0.set_position(&position_of(position)?))
    }

    fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves()
    }

    fn is_legal(&self, token: &str) -> bool {
        self.0.is_legal(token)
    }

    fn play(&mut self, token: &str) -> PyResult<()> {
        told(self.0.choose(token))
    }

    #[pyo3(signature = (*tokens))]
    fn follow(&mut self, tokens: Vec<String>) -> PyResult<()> {
        told(self.0.play(&tokens))
    }

    fn undo(&mut self) -> PyResult<()> {
        told(self.0.undo())
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let game = slf.borrow();
        let arguments = PyTuple::new(slf.py(), [game.variant(), game.position()])?;
        Ok((slf.get_type().into_any(), arguments))
    }

    fn is_game_over(&self) -> bool {
        self.0.outcome().is_some()
    }

    fn result(&self) -> String {
        self.0.outcome().map_or("none".to_string(), |outcome| outcome.to_string())
    }

    fn winner(&self) -> Option<usize> {
        match self.0.outcome() {
            Some(Outcome::Win(player)) => Some(player.number()),
            _ => None,
        }
    }

    fn reason(&self) -> &'static str {
        self.0.reason().unwrap_or("none")
    }

    fn ranking(&self) -> Vec<usize> {
        self.0.ranking().unwrap_or_default()
    }

    fn fen(&self) -> String {
        self.0.fen()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn view(&self, player: usize) -> PyResult<String> {
        told(self.0.view(player))
    }

    fn record(&self, player: usize) -> PyResult<String> {
        Ok(told(self.0.record(player))?.to_string())
    }

    #[pyo3(signature = (*, unicode = false))]
    fn diagram(&self, unicode: bool) -> String {
        self.0.diagram(if unicode { Charset::Unicode } else { Charset::Ascii })
    }

    pub fn __str__(&self) -> String {
        self.diagram(false)
    }

    fn __repr__(&self) -> String {
        format!("Game('{}', '{}')", self.variant(), self.position())
    }

    #[pyo3(signature = (name, *words))]
    fn query(&self, name: &str, words: Vec<String>) -> PyResult<String> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let answer = told(self.0.game_query(name, &words))?;
        answer.ok_or_else(|| fault(format!("unknown query ({name})")))
    }

    /// Counts in a thread of its own, so that a signal can end it.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let count = told(self.0.perft(depth))?;
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, mut receiver) = channel();
        let seen = Arc::clone(&stop);
        let name = "perft".to_string();
        told(std::thread::Builder::new().name(name).spawn(move || {
            let _ = sender.send(count(&seen, &mut |_, _| {}));
        }))?;
        loop {
            // A borrow that is passed on, because a receiver is for one thread at a time.
            let waiting = &mut receiver;
            match py.detach(move || waiting.recv_timeout(SIGNALS_EVERY)) {
                Ok(Ok(leaves)) => return Ok(leaves),
                Ok(Err(_)) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(fault("the count was broken off"));
                }
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals().inspect_err(|_| stop.store(true, Ordering::Relaxed))?
                }
            }
        }
    }
}
