//! An engine of one variant.

use crate::errors::{fault, told};
use crate::game::Game;
use crate::search::Search;
use crate::variants::variant_named;
use pyo3::prelude::*;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use strategos::engine::{self, EngineError};
use strategos::protocol::{Command, Go, OptionId, Options, ParseError, parse};
use strategos::search::TableNotice;

/// The engine and its options, which are those of the text protocol.
struct Inside {
    engine: engine::Engine,
    options: Options,
}

/// The name of each term of an evaluation, and each player's part in centipawns.
type Terms = Vec<(&'static str, Vec<i32>)>;

/// See `_native.pyi`.
#[pyclass(module = "strategos._native", frozen)]
pub struct Engine(Mutex<Inside>);

impl Engine {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Engine {
    #[new]
    fn new(py: Python<'_>, variant: &str) -> PyResult<Self> {
        let variant = variant_named(variant)?;
        let engine = told(py.detach(|| engine::Engine::new(variant)))?;
        Ok(Self(Mutex::new(Inside { engine, options: Options { variant, ..Options::default() } })))
    }

    #[getter]
    fn variant(&self, py: Python<'_>) -> String {
        py.detach(|| self.inside().engine.variant().name().to_string())
    }

    /// Sets an option of the protocol.
    fn set_option(&self, py: Python<'_>, name: &str, value: Option<&str>) -> PyResult<()> {
        told(py.detach(|| self.inside().set_option(name, value)))
    }

    fn clear(&self, py: Python<'_>) {
        py.detach(|| self.inside().engine.clear());
    }

    /// Starts a search with the limits of a line `go ...`.
    fn search(&self, py: Python<'_>, game: &Game, go: &str) -> PyResult<Search> {
        let go = limits_of(go)?;
        let state = game.state();
        let player = state.player();
        py.detach(|| {
            let Inside { engine, options } = &mut *self.inside();
            let search = engine.search(state, &go.request(options, player))?;
            Ok(Search::new(search))
        })
        .map_err(|error: EngineError| fault(error))
    }

    /// The static value for the player to move, and each player's part by terms.
    fn evaluation(&self, py: Python<'_>, game: &Game) -> PyResult<(i32, Terms)> {
        let state = game.state();
        let found = told(py.detach(|| self.inside().engine.evaluation(state)))?;
        Ok((found.value.raw(), found.terms))
    }
}

impl Inside {
    /// Sets an option and applies it. If that fails, nothing has changed.
    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), EngineError> {
        let before = self.options.clone();
        let applied = self.options.set(name, value).and_then(|id| self.apply(id));
        if applied.is_err() {
            self.options = before;
        }
        applied
    }

    fn apply(&mut self, id: OptionId) -> Result<(), EngineError> {
        match id {
            OptionId::TablePath => return self.open_tables(),
            OptionId::Variant => {
                let reason = "option UCI_Variant: an engine in Python keeps its variant";
                return Err(EngineError::new(reason));
            }
            OptionId::DebugLogFile => {
                let reason = "option Debug Log File: an engine in Python has no traffic";
                return Err(EngineError::new(reason));
            }
            _ => {}
        }
        // The next search reads the options that are not applied.
        self.options.apply(id, &mut self.engine, Arc::new(|_| ())).map(drop)
    }

    /// Opens the endgame tables that the options name. What is wrong with them is an error; then there are none. A
    /// damaged block that a search finds later goes to the log.
    fn open_tables(&mut self) -> Result<(), EngineError> {
        let faults = Arc::<Mutex<Vec<String>>>::default();
        let heard = Arc::clone(&faults);
        let listener = Arc::new(move |notice: TableNotice<'_>| match notice {
            TableNotice::Opened(line) => log::info!("{line}"),
            TableNotice::Fault(line) => {
                log::warn!("{line}");
                heard.lock().unwrap_or_else(PoisonError::into_inner).push(line.to_string());
            }
        });
        self.options.apply(OptionId::TablePath, &mut self.engine, listener)?;
        let faults = std::mem::take(&mut *faults.lock().unwrap_or_else(PoisonError::into_inner));
        if faults.is_empty() {
            return Ok(());
        }
        self.engine.set_table_path("", Arc::new(|_| ()));
        Err(EngineError::new(format!("option TablePath: {}", faults.join("; "))))
    }
}

/// The limits of a line `go ...`.
fn limits_of(line: &str) -> PyResult<Go> {
    match parse(line.as_bytes()) {
        Ok(Some(Command::Go(go))) => match first_fault(&go) {
            None => Ok(go),
            Some(error) => Err(fault(format!("{error} (limits)"))),
        },
        Ok(_) => Err(fault(format!("no limits of a search ({line})"))),
        Err(error) => Err(fault(format!("{error} (limits)"))),
    }
}

fn first_fault(go: &Go) -> Option<&ParseError> {
    go.faults.first()
}
