//! Many environments of a variant, stepped at once in threads.

use super::{Environment, Shape};
use crate::engine::{EngineError, Position, THREADS};
use crate::game::Player;
use crate::games::Variant;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Games that are played at once. A game that ends begins anew in the same step.
pub struct Batch {
    shape: Shape,
    games: Vec<Seat>,
    threads: usize,
    outputs: Outputs,
}

/// A game of a batch.
struct Seat {
    first: Box<dyn Environment>,
    now: Box<dyn Environment>,
}

/// What a batch writes after each step, game by game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outputs {
    /// By game and id, 1 if the step is legal, else 0.
    pub masks: Vec<u8>,
    /// By game, the planes of the player to move.
    pub observations: Vec<u8>,
    /// By game, the seat of the player to move, from 0.
    pub players: Vec<u8>,
    /// By game, 1 if the step has ended a game and begun another one.
    pub ends: Vec<u8>,
    /// By game and player, the returns of a game that has just ended, else 0.
    pub rewards: Vec<f32>,
}

/// The part of the outputs that belongs to one thread.
struct Part<'a> {
    games: &'a mut [Seat],
    actions: &'a [u32],
    masks: &'a mut [u8],
    observations: &'a mut [u8],
    players: &'a mut [u8],
    ends: &'a mut [u8],
    rewards: &'a mut [f32],
}

impl Batch {
    /// `count` games from a position, stepped in at most `threads` threads, 1 to 256.
    ///
    /// # Errors
    /// As [`Variant::new_environment`], and if the game is over at this position, a number is out of range, or there
    /// is not memory enough.
    pub fn new(
        variant: Variant,
        position: &Position,
        count: usize,
        threads: usize,
    ) -> Result<Self, EngineError> {
        let first = variant.new_environment(position)?;
        if first.is_over() {
            return Err(EngineError::new(format!("the game is over ({position})")));
        }
        if count == 0 {
            return Err(EngineError::new("expected at least 1 game"));
        }
        if !THREADS.contains(&threads) {
            let (least, most) = (THREADS.start(), THREADS.end());
            return Err(EngineError::new(format!(
                "expected {least} to {most} threads ({threads})"
            )));
        }
        let shape = variant.shape();
        let outputs = Outputs {
            masks: zeros(count, shape.actions)?,
            observations: zeros(count, shape.observation())?,
            players: zeros(count, 1)?,
            ends: zeros(count, 1)?,
            rewards: zeros(count, shape.players)?,
        };
        let seat = || Seat { first: first.boxed(), now: first.boxed() };
        let games = (0..count).map(|_| seat()).collect();
        let mut new = Self { shape, games, threads, outputs };
        new.reset();
        Ok(new)
    }

    /// The sizes of the arrays of one game.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The number of games.
    pub fn count(&self) -> usize {
        self.games.len()
    }

    /// What the last step has led to.
    pub fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    /// A game of the batch.
    pub fn game(&self, index: usize) -> Option<&dyn Environment> {
        self.games.get(index).map(|seat| &*seat.now)
    }

    /// Begins all games anew.
    pub fn reset(&mut self) {
        for seat in &mut self.games {
            seat.now = seat.first.boxed();
        }
        self.run(&[], |part| {
            part.write_all();
            Ok(())
        })
        .unwrap_or_default();
    }

    /// Makes one step in every game.
    ///
    /// # Errors
    /// If there is not one action for each game, or one of them is illegal. No game has changed then.
    pub fn step(&mut self, actions: &[u32]) -> Result<(), EngineError> {
        let count = self.games.len();
        if actions.len() != count {
            let reason = format!("expected {count} actions, found {}", actions.len());
            return Err(EngineError::new(reason));
        }
        for (index, (seat, id)) in self.games.iter().zip(actions).enumerate() {
            let mask = &self.outputs.masks[index * self.shape.actions..];
            if *id as usize >= self.shape.actions || mask[*id as usize] == 0 {
                let reason = seat.now.token(*id).err().map_or(String::new(), |error| error.0);
                return Err(EngineError::new(format!("game {index}: {reason}")));
            }
        }
        self.run(actions, |part| part.step())
    }

    /// Runs `work` on equal parts of the games, one in each thread.
    fn run(
        &mut self,
        actions: &[u32],
        work: impl Fn(&mut Part<'_>) -> Result<(), EngineError> + Sync,
    ) -> Result<(), EngineError> {
        let size = self.games.len().div_ceil(self.threads).max(1);
        let mut parts = self.parts(actions, size);
        let count = parts.len();
        let queue = Mutex::new(parts.iter_mut());
        // Where a thread cannot be had, the others do its part.
        let work_on = || {
            let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let mut result = Ok(());
            while let Some(part) = next() {
                result = result.and(work(part));
            }
            result
        };
        thread::scope(|scope| {
            let spawn = |_| thread::Builder::new().spawn_scoped(scope, work_on).ok();
            let threads: Vec<_> = (1..count).filter_map(spawn).collect();
            let mut result = work_on();
            for thread in threads {
                let died = || Err(EngineError::new("a thread of the batch has died"));
                result = result.and(thread.join().unwrap_or_else(|_| died()));
            }
            result
        })
    }

    fn parts<'a>(&'a mut self, actions: &'a [u32], size: usize) -> Vec<Part<'a>> {
        let (shape, outputs) = (&self.shape, &mut self.outputs);
        let mut actions = actions.chunks(size);
        let mut masks = outputs.masks.chunks_mut(size * shape.actions);
        let mut observations = outputs.observations.chunks_mut(size * shape.observation());
        let mut players = outputs.players.chunks_mut(size);
        let mut ends = outputs.ends.chunks_mut(size);
        let mut rewards = outputs.rewards.chunks_mut(size * shape.players);
        let parts = self.games.chunks_mut(size).map(|games| Part {
            games,
            actions: actions.next().unwrap_or_default(),
            masks: masks.next().unwrap_or_default(),
            observations: observations.next().unwrap_or_default(),
            players: players.next().unwrap_or_default(),
            ends: ends.next().unwrap_or_default(),
            rewards: rewards.next().unwrap_or_default(),
        });
        parts.collect()
    }
}

/// Zeros for `count` games, `size` for each.
///
/// # Errors
/// If there is not memory enough.
fn zeros<T: Clone + Default>(count: usize, size: usize) -> Result<Vec<T>, EngineError> {
    let mut numbers = Vec::new();
    let fits = count.checked_mul(size).filter(|all| numbers.try_reserve_exact(*all).is_ok());
    let none = || EngineError::new(format!("there is not memory enough for {count} games"));
    numbers.resize(fits.ok_or_else(none)?, T::default());
    Ok(numbers)
}

impl Part<'_> {
    /// Makes the steps, and writes what they lead to.
    fn step(&mut self) -> Result<(), EngineError> {
        let width = self.masks.len() / self.games.len();
        let places = self.rewards.len() / self.games.len();
        self.rewards.fill(0.0);
        for (index, id) in self.actions.iter().enumerate() {
            let seat = &mut self.games[index];
            let mask = &mut self.masks[index * width..][..width];
            // Most ids are illegal before and after, so only those that change are written.
            seat.now.legal().iter().for_each(|id| mask[*id as usize] = 0);
            seat.now.step(*id)?;
            let is_over = seat.now.is_over();
            self.ends[index] = u8::from(is_over);
            if is_over {
                let rewards = self.rewards[index * places..][..places].iter_mut();
                rewards.zip(seat.now.returns()).for_each(|(to, gain)| *to = gain as f32);
                seat.now = seat.first.boxed();
            }
            self.write(index);
        }
        Ok(())
    }

    fn write_all(&mut self) {
        self.masks.fill(0);
        self.rewards.fill(0.0);
        self.ends.fill(0);
        (0..self.games.len()).for_each(|index| self.write(index));
    }

    /// Writes mask, planes and player of a game. The mask is empty before.
    fn write(&mut self, index: usize) {
        let count = self.games.len();
        let game = &*self.games[index].now;
        let (width, size) = (self.masks.len() / count, self.observations.len() / count);
        let mask = &mut self.masks[index * width..][..width];
        game.legal().iter().for_each(|id| mask[*id as usize] = 1);
        let player: Player = game.player();
        game.observe(player, &mut self.observations[index * size..][..size]);
        self.players[index] = player.index() as u8;
    }
}
