//! Who plays at the terminal, and how strong the engine is.

use crate::table::{EngineSeat, Level, Seat};
use std::time::Duration;

/// The seats of people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum People {
    /// Every seat.
    All,
    /// The seats with these numbers, from 1. If the list is empty, the engine plays all seats.
    At(Vec<usize>),
}

impl People {
    /// Reads `all`, `none` or player numbers joined by commas.
    ///
    /// # Errors
    /// Names the text that is not a player number.
    pub fn parse(text: &str) -> Result<Self, String> {
        match text.to_ascii_lowercase().as_str() {
            "all" => return Ok(Self::All),
            "none" => return Ok(Self::At(Vec::new())),
            _ => {}
        }
        let seat = |word: &str| match word.trim().parse() {
            Ok(number @ 1..=4) => Ok(number),
            _ => Err(format!("expected players such as 1 or 1,3, or all, or none ({word})")),
        };
        text.split(',').map(seat).collect::<Result<_, _>>().map(Self::At)
    }

    /// Which seats people have, in a game with this number of players.
    ///
    /// # Errors
    /// The number of a player that the game does not have.
    pub(super) fn among(&self, players: usize) -> Result<Vec<bool>, usize> {
        let Self::At(numbers) = self else { return Ok(vec![true; players]) };
        match numbers.iter().find(|number| **number > players) {
            Some(stranger) => Err(*stranger),
            None => Ok((1..=players).map(|number| numbers.contains(&number)).collect()),
        }
    }
}

/// Strength of the engine, and its time for a move.
#[derive(Clone, Debug)]
pub struct Strength {
    /// Level of its moves.
    pub level: Level,
    /// Time for a move.
    pub time: Duration,
    /// Seed of all random choices.
    pub seed: u64,
}

impl Strength {
    /// Milliseconds for a move.
    pub(super) fn milliseconds(&self) -> u64 {
        u64::try_from(self.time.as_millis()).unwrap_or(u64::MAX)
    }

    /// The seat of the engine.
    pub(super) fn seat(&self) -> EngineSeat {
        let movetime = Some(self.milliseconds());
        EngineSeat { level: self.level, movetime, ..EngineSeat::default() }
    }

    /// Seats of people and of the engine.
    pub(super) fn seats(&self, people: &[bool]) -> Vec<Seat> {
        let seat = |is_person: &bool| match is_person {
            true => Seat::person(),
            false => Seat::Engine(self.seat()),
        };
        people.iter().map(seat).collect()
    }
}
