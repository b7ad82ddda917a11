//! Actions: one ply each.

use crate::game::Action;

/// One action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToyAction {
    /// Takes a coin.
    Coin = 1,
    /// Takes a rock.
    Rock = 2,
    /// Ends the turn.
    End = 3,
    /// Swings the own pendulum, as a whole turn.
    Swing = 4,
    /// An action that a table may return and no position allows.
    Foreign = 5,
}

impl ToyAction {
    /// Every action that a position may allow.
    pub(super) const ALL: [Self; 4] = [Self::Coin, Self::Rock, Self::End, Self::Swing];

    /// The token in the protocol (rules.md 4).
    pub(super) const fn token(self) -> &'static str {
        match self {
            Self::Coin => "coin",
            Self::Rock => "rock",
            Self::End => "end",
            Self::Swing => "swing",
            Self::Foreign => "foreign",
        }
    }
}

impl Action for ToyAction {
    fn bits(self) -> u32 {
        self as u32
    }

    fn from_bits(bits: u32) -> Self {
        match bits {
            1 => Self::Coin,
            2 => Self::Rock,
            3 => Self::End,
            4 => Self::Swing,
            _ => Self::Foreign,
        }
    }
}
