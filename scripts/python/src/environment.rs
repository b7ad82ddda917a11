//! Games in numbers, for programs that learn.

use crate::errors::{fault, told};
use crate::game::{Game, position_of};
use crate::variants::variant_named;
use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::sync::{Mutex, PoisonError};
use strategos::environment::{self, Batch, Shape};
use strategos::game::{Outcome, Player};

/// See `_native.pyi`.
#[pyclass(module = "strategos", subclass)]
#[derive(Clone)]
pub struct Environment {
    game: Box<dyn environment::Environment>,
    shape: Shape,
}

impl Environment {
    fn of(game: Box<dyn environment::Environment>) -> Self {
        let shape = game.variant().shape();
        Self { game, shape }
    }

    /// The player with this number, from 1; the player to move without one.
    fn seat(&self, number: Option<usize>) -> PyResult<Player> {
        let players = self.game.variant().players();
        match number {
            None => Ok(self.game.player()),
            Some(number) if (1..=players).contains(&number) => Ok(Player::new(number - 1)),
            Some(number) => Err(fault(format!("expected a player, 1 to {players} ({number})"))),
        }
    }
}

#[pymethods]
impl Environment {
    #[new]
    #[pyo3(signature = (variant = "pacific-a", position = "startpos", steps = Vec::new()))]
    fn new(variant: &str, position: &str, steps: Vec<u32>) -> PyResult<Self> {
        let variant = variant_named(variant)?;
        let mut new = Self::of(told(variant.new_environment(&position_of(position)?))?);
        steps.into_iter().try_for_each(|id| new.step(id))?;
        Ok(new)
    }

    #[getter]
    fn variant(&self) -> String {
        self.game.variant().name().to_string()
    }

    #[getter]
    fn players(&self) -> usize {
        self.game.variant().players()
    }

    #[getter]
    fn player(&self) -> usize {
        self.game.player().number()
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.shape.actions
    }

    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.shape.planes.into()
    }

    #[getter]
    fn plane_names(&self) -> Vec<String> {
        self.game.variant().plane_names()
    }

    #[getter]
    fn position(&self) -> String {
        self.game.game().position().to_string()
    }

    /// Steps of an action under way.
    #[getter]
    fn steps(&self) -> Vec<u32> {
        self.game.begun().to_vec()
    }

    fn legal_actions(&self) -> Vec<u32> {
        let mut ids = self.game.legal().to_vec();
        ids.sort_unstable();
        ids
    }

    fn legal_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        PyBytes::new_with(py, self.shape.actions, |mask| {
            self.game.legal().iter().for_each(|id| mask[*id as usize] = 1);
            Ok(())
        })
    }

    #[pyo3(signature = (player = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let seat = self.seat(player)?;
        PyBytes::new_with(py, self.shape.observation(), |bytes| {
            self.game.observe(seat, bytes);
            Ok(())
        })
    }

    fn step(&mut self, action: u32) -> PyResult<()> {
        told(self.game.step(action))
    }

    fn action_token(&self, action: u32) -> PyResult<String> {
        told(self.game.token(action))
    }

    fn action_id(&self, token: &str) -> PyResult<u32> {
        told(self.game.id(token))
    }

    fn is_game_over(&self) -> bool {
        self.game.is_over()
    }

    fn result(&self) -> String {
        self.game.outcome().map_or("none".to_string(), |outcome| outcome.to_string())
    }

    fn winner(&self) -> Option<usize> {
        match self.game.outcome() {
            Some(Outcome::Win(player)) => Some(player.number()),
            _ => None,
        }
    }

    fn ranking(&self) -> Vec<usize> {
        self.game.ranking().unwrap_or_default()
    }

    fn returns(&self) -> Vec<f64> {
        self.game.returns()
    }

    fn game(&self) -> Game {
        Game::of(self.game.game())
    }

    #[pyo3(signature = (player = None))]
    fn belief(&self, py: Python<'_>, player: Option<usize>) -> PyResult<Belief> {
        let seat = self.seat(player)?;
        Ok(Belief(Mutex::new(py.detach(|| self.game.belief(seat)))))
    }

    #[pyo3(signature = (seed, longest = 1_000_000))]
    fn roll_out(&mut self, py: Python<'_>, seed: u64, longest: usize) {
        py.detach(|| self.game.roll_out(seed, longest));
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
        let now = slf.borrow();
        let arguments = (now.variant(), now.position(), now.steps()).into_pyobject(slf.py())?;
        Ok((slf.get_type().into_any(), arguments))
    }

    fn __str__(&self) -> String {
        self.game().__str__()
    }

    fn __repr__(&self) -> String {
        format!("Environment('{}', '{}', {:?})", self.variant(), self.position(), self.steps())
    }
}

/// See `_native.pyi`.
#[pyclass(module = "strategos", frozen)]
pub struct Belief(Mutex<Box<dyn environment::Belief>>);

#[pymethods]
impl Belief {
    fn sample(&self, py: Python<'_>, number: u64) -> Environment {
        let sample = || self.0.lock().unwrap_or_else(PoisonError::into_inner).sample(number);
        Environment::of(py.detach(sample))
    }

    /// A belief does not change, so that a copy may be the same one.
    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

/// Many games at once; the inside of `VectorEnvironment`.
#[pyclass(module = "strategos._native")]
pub struct Games(Batch);

/// Copies an output into an array of the same size.
fn copy<T: Element + Copy>(py: Python<'_>, to: &PyBuffer<T>, from: &[T]) -> PyResult<()> {
    to.copy_from_slice(py, from)
}

#[pymethods]
impl Games {
    #[new]
    fn new(
        py: Python<'_>,
        variant: &str,
        position: &str,
        count: usize,
        threads: usize,
    ) -> PyResult<Self> {
        let variant = variant_named(variant)?;
        let position = position_of(position)?;
        told(py.detach(|| Batch::new(variant, &position, count, threads))).map(Self)
    }

    fn reset(&mut self, py: Python<'_>) {
        py.detach(|| self.0.reset());
    }

    fn step(&mut self, py: Python<'_>, actions: PyBuffer<i64>) -> PyResult<()> {
        // A number that is out of range is illegal as the greatest one, too.
        let id = |action: i64| u32::try_from(action).unwrap_or(u32::MAX);
        let ids: Vec<u32> = actions.to_vec(py)?.into_iter().map(id).collect();
        told(py.detach(|| self.0.step(&ids)))
    }

    /// Copies masks, observations, seats, ends and rewards into arrays.
    fn read(
        &self,
        py: Python<'_>,
        masks: PyBuffer<u8>,
        observations: PyBuffer<u8>,
        seats: PyBuffer<u8>,
        ends: PyBuffer<u8>,
        rewards: PyBuffer<f32>,
    ) -> PyResult<()> {
        let outputs = self.0.outputs();
        copy(py, &masks, &outputs.masks)?;
        copy(py, &observations, &outputs.observations)?;
        copy(py, &seats, &outputs.players)?;
        copy(py, &ends, &outputs.ends)?;
        copy(py, &rewards, &outputs.rewards)
    }

    fn game(&self, index: usize) -> PyResult<Environment> {
        let count = self.0.count();
        let game = self.0.game(index);
        let game = game.ok_or_else(|| fault(format!("expected a game below {count} ({index})")));
        game.map(|game| Environment::of(game.boxed()))
    }
}
