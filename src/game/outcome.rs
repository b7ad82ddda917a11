//! Players and the ways a game can end.

use std::fmt;

/// A seat at the board. `Player(0)` is player 1 of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Player(u8);

impl Player {
    /// The first player to move in every game.
    pub const ONE: Self = Self(0);
    /// The second player.
    pub const TWO: Self = Self(1);

    /// The player in seat `index`, counted from 0.
    ///
    /// # Panics
    /// In debug builds, if `index` is above 3.
    pub const fn new(index: usize) -> Self {
        debug_assert!(index < 4);
        Self(index as u8)
    }

    /// The seat, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat as the protocol counts, from 1.
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The other player of a game for two.
    pub const fn opponent(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// One player has won; all others have lost.
    Win(Player),
    /// No player has won.
    Draw,
}

impl Outcome {
    /// The error text for an action after the end of the game.
    pub fn refusal(self) -> String {
        match self {
            Self::Win(player) => format!("the game is over: player {} has won", player.number()),
            Self::Draw => "the game is over: draw".to_string(),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(player) => write!(f, "p{}win", player.number()),
            Self::Draw => f.write_str("draw"),
        }
    }
}
