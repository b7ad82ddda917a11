//! An exact result and its distance.

use std::fmt;

/// A result and its distance in plies, from the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distance {
    /// Neither player wins.
    Draw,
    /// The player to move wins.
    Win(u16),
    /// The player to move loses.
    Loss(u16),
}

impl Distance {
    /// Plies to the end; 0 for a draw.
    pub const fn plies(self) -> u16 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) | Self::Loss(plies) => plies,
        }
    }

    /// What it means one ply earlier, for the opponent, who moves there.
    pub const fn before(self) -> Self {
        match self {
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies + 1),
            Self::Loss(plies) => Self::Win(plies + 1),
        }
    }

    /// The better of two for the player to move: wins early, loses late.
    pub fn better(self, other: Self) -> Self {
        if other.rank() > self.rank() { other } else { self }
    }

    /// A number that is greater for a better result: wins early, losses late.
    pub fn rank(self) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) => i32::from(u16::MAX) - i32::from(plies),
            Self::Loss(plies) => i32::from(plies) - i32::from(u16::MAX),
        }
    }
}

impl fmt::Display for Distance {
    /// The text of `query table`: `draw`, `win 23`, `loss 8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw"),
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Loss(plies) => write!(f, "loss {plies}"),
        }
    }
}
