//! The game of `src/games/template`, small enough for brute force: all its positions, and their true values.

use super::value_after;
pub use crate::template::{Toy, ToyAction};
use std::collections::{HashMap, HashSet};
use strategos::game::{Game, Score};

impl<const SWINGS: bool> Toy<SWINGS> {
    /// All positions reachable from tables of at most `coins` coins and `rocks` rocks.
    pub fn all(coins: u8, rocks: u8) -> Vec<Self> {
        let mut positions = Vec::new();
        for coins in 1..=coins {
            for rocks in 1..=rocks {
                positions.extend((-2..=2).map(|lead| Self::new(coins, rocks, lead)));
            }
        }
        let mut seen: HashSet<Self> = positions.iter().copied().collect();
        let mut next = 0;
        while next < positions.len() {
            let position = positions[next];
            for child in position.children() {
                if seen.insert(child) {
                    positions.push(child);
                }
            }
            next += 1;
        }
        positions
    }

    pub fn after(&self, action: ToyAction) -> Self {
        let mut child = *self;
        child.make(action);
        child
    }

    pub fn legal(&self) -> Vec<ToyAction> {
        let mut actions = Vec::new();
        self.actions(&mut actions);
        actions
    }

    fn children(&self) -> Vec<Self> {
        self.legal().into_iter().map(|action| self.after(action)).collect()
    }
}

/// The true value of every position for its mover: a win or loss with its distance, or a draw.
pub struct Solution<const SWINGS: bool>(Values<SWINGS>);

impl<const SWINGS: bool> Solution<SWINGS> {
    /// Looks one action deeper in each pass, until nothing changes. A position that never becomes a win or a loss is
    /// a draw, also by repetition.
    pub fn new(positions: &[Toy<SWINGS>]) -> Self {
        let mut values: HashMap<_, _> =
            positions.iter().map(|position| (*position, Score::DRAW)).collect();
        loop {
            let deeper: HashMap<_, _> = positions
                .iter()
                .map(|position| (*position, one_deeper(&values, position)))
                .collect();
            if deeper == values {
                return Self(values);
            }
            values = deeper;
        }
    }

    /// The value for the mover, or [`Score::DRAW`] if the game is over.
    pub fn value(&self, position: &Toy<SWINGS>) -> Score {
        self.0[position]
    }

    /// The value of the legal `action` for the mover.
    pub fn value_of(&self, position: &Toy<SWINGS>, action: ToyAction) -> Score {
        value_after(position, action, |child| self.0[child])
    }
}

type Values<const SWINGS: bool> = HashMap<Toy<SWINGS>, Score>;

fn one_deeper<const SWINGS: bool>(values: &Values<SWINGS>, position: &Toy<SWINGS>) -> Score {
    let value_of = |action| value_after(position, action, |child| values[child]);
    position.legal().into_iter().map(value_of).max().unwrap_or(Score::DRAW)
}
