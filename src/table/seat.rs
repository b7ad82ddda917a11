//! The seats of a table: people, engines, and players whose moves the host supplies.

use crate::engine::{EngineError, HASH_SIZES_MIB, THREADS};
use crate::search::SearchOptions;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

/// The longest time for a move, and the longest time on a clock, in milliseconds: a week.
pub const MOST_MS: u64 = 7 * 24 * 3600 * 1000;
const DEPTHS: RangeInclusive<u32> = 1..=200;
/// The greatest number of options of a program outside.
const MOST_OPTIONS: usize = 32;
/// The longest name of a seat or a screen, in characters.
const MOST_LETTERS: usize = 60;

/// Who plays for one player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Seat {
    /// A person at a screen.
    Person {
        /// The name in records.
        #[serde(default)]
        name: String,
        /// The screen where the person sits. Viewers name their screen when they join.
        #[serde(default)]
        screen: String,
    },
    /// This program.
    Engine(EngineSeat),
    /// The host supplies the moves: another program, a script, a person far away.
    Outside(OutsideSeat),
}

/// A seat whose moves the host supplies. The table passes its limits and options on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OutsideSeat {
    /// The name in records.
    pub name: String,
    /// Milliseconds for a move. A clock has precedence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Nodes for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth for a move, in actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Options of the program by name.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

/// An engine's strength, limits and options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct EngineSeat {
    /// The name in records.
    pub name: String,
    /// The level of its moves.
    pub level: Level,
    /// Milliseconds for a move. A clock has precedence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Nodes for a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Depth for a move, in actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Number of search threads.
    pub threads: usize,
    /// Size of the transposition table, in MiB.
    pub hash: usize,
    /// Path of a network file; empty for the built-in evaluation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub evalfile: String,
}

impl Default for EngineSeat {
    fn default() -> Self {
        Self {
            name: String::new(),
            level: Level::BEST,
            movetime: None,
            nodes: None,
            depth: None,
            threads: 1,
            hash: 16,
            evalfile: String::new(),
        }
    }
}

impl Seat {
    /// A person at the screen without a name.
    pub fn person() -> Self {
        Self::Person { name: String::new(), screen: String::new() }
    }

    /// Whether this is a person at `screen`.
    pub fn is_at(&self, screen: &str) -> bool {
        matches!(self, Self::Person { screen: own, .. } if own == screen)
    }

    /// Whether a person sits here.
    pub fn is_person(&self) -> bool {
        matches!(self, Self::Person { .. })
    }

    /// Whether this program plays here.
    pub fn is_engine(&self) -> bool {
        matches!(self, Self::Engine(_))
    }

    /// The name in records.
    pub fn called(&self) -> String {
        match self {
            Self::Person { name, .. } | Self::Outside(OutsideSeat { name, .. })
                if !name.is_empty() =>
            {
                name.clone()
            }
            Self::Person { .. } => "person".to_string(),
            Self::Outside(_) => "outside".to_string(),
            Self::Engine(seat) if !seat.name.is_empty() => seat.name.clone(),
            Self::Engine(seat) if seat.level == Level::BEST => "engine".to_string(),
            Self::Engine(seat) => format!("engine, {}", seat.level),
        }
    }

    /// Checks all values.
    ///
    /// # Errors
    /// Names the value that is out of range.
    pub fn check(&self) -> Result<(), EngineError> {
        match self {
            Self::Person { name, screen } => check_name(name).and_then(|()| check_name(screen)),
            Self::Outside(seat) => seat.check(),
            Self::Engine(seat) => seat.check(),
        }
    }
}

impl EngineSeat {
    fn check(&self) -> Result<(), EngineError> {
        check_name(&self.name)?;
        check("threads", &THREADS, self.threads)?;
        check("hash", &HASH_SIZES_MIB, self.hash)?;
        check_limits(self.movetime, self.nodes, self.depth)
    }
}

impl OutsideSeat {
    fn check(&self) -> Result<(), EngineError> {
        check_name(&self.name)?;
        check("the number of options", &(0..=MOST_OPTIONS), self.options.len())?;
        for (name, value) in &self.options {
            check_name(name)?;
            check_name(value)?;
        }
        check_limits(self.movetime, self.nodes, self.depth)
    }
}

fn check_limits(
    movetime: Option<u64>,
    nodes: Option<u64>,
    depth: Option<u32>,
) -> Result<(), EngineError> {
    movetime.map_or(Ok(()), |time| check("movetime", &(1..=MOST_MS), time))?;
    nodes.map_or(Ok(()), |nodes| check("nodes", &(1..=u64::MAX / 2), nodes))?;
    depth.map_or(Ok(()), |depth| check("depth", &DEPTHS, depth))
}

/// Checks a value of an order.
///
/// # Errors
/// Names the value and its range.
pub fn check<T: PartialOrd + fmt::Display>(
    name: &str,
    range: &RangeInclusive<T>,
    value: T,
) -> Result<(), EngineError> {
    match range.contains(&value) {
        true => Ok(()),
        false => Err(EngineError::new(format!(
            "{name} is a number from {} to {} ({value})",
            range.start(),
            range.end()
        ))),
    }
}

/// Checks a name: one line of limited length.
///
/// # Errors
/// Quotes the name.
pub fn check_name(name: &str) -> Result<(), EngineError> {
    if name.chars().count() <= MOST_LETTERS && !name.chars().any(char::is_control) {
        return Ok(());
    }
    Err(EngineError::new(format!(
        "a name is one line of at most {MOST_LETTERS} characters ({name})"
    )))
}

/// The level of an engine: a skill from 0 to 20, or an Elo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u32", into = "u32")]
pub struct Level(u32);

impl Level {
    /// Full strength.
    pub const BEST: Self = Self(SearchOptions::FULL_SKILL);
    const ELOS: RangeInclusive<u32> =
        SearchOptions::LEAST_ELO as u32..=SearchOptions::MOST_ELO as u32;

    /// Reads a skill or an Elo.
    ///
    /// # Errors
    /// If the number is neither.
    pub fn parse(text: &str) -> Result<Self, String> {
        let number = text.trim().parse::<u32>().ok().and_then(|level| Self::try_from(level).ok());
        number.ok_or_else(|| Self::expected(text))
    }

    fn expected(given: impl fmt::Display) -> String {
        let (best, least, most) = (Self::BEST.0, Self::ELOS.start(), Self::ELOS.end());
        format!("expected a level, 0 to {best}, or an Elo, {least} to {most} ({given})")
    }

    /// The Elo; `None` for full strength.
    pub fn elo(self) -> Option<i32> {
        if self.0 > Self::BEST.0 {
            Some(self.0 as i32)
        } else {
            SearchOptions::elo_of_skill(self.0)
        }
    }
}

impl TryFrom<u32> for Level {
    type Error = String;

    fn try_from(number: u32) -> Result<Self, String> {
        match number <= Self::BEST.0 || Self::ELOS.contains(&number) {
            true => Ok(Self(number)),
            false => Err(Self::expected(number)),
        }
    }
}

impl From<Level> for u32 {
    fn from(level: Level) -> Self {
        level.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.elo() {
            Some(elo) if self.0 <= Self::BEST.0 => write!(f, "level {} (Elo {elo})", self.0),
            Some(elo) => write!(f, "Elo {elo}"),
            None => write!(f, "level {}", self.0),
        }
    }
}
