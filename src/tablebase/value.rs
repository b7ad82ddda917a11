//! The value of a position in an endgame table.

use crate::game::{Outcome, Player, Score};

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
    /// The number that stands for it in a file: 0 is a draw, `2 n + 1` a win in `n`, `2 n + 2` a loss in `n`.
    pub const fn code(self) -> u16 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) => 2 * plies + 1,
            Self::Loss(plies) => 2 * plies + 2,
        }
    }

    /// The inverse of [`Distance::code`].
    pub const fn from_code(code: u16) -> Self {
        match code {
            0 => Self::Draw,
            _ if code % 2 == 1 => Self::Win((code - 1) / 2),
            _ => Self::Loss((code - 2) / 2),
        }
    }

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

    fn rank(self) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Win(plies) => i32::from(u16::MAX) - i32::from(plies),
            Self::Loss(plies) => i32::from(plies) - i32::from(u16::MAX),
        }
    }
}

/// The value of a position whose draw clock is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// The result without the limit of the draw clock, and the plies to the end of the game.
    pub end: Distance,
    /// The same result, and the plies to the next action that resets the clock or ends the game. A distance above the
    /// limit means that the limit spoils the result.
    pub reset: Distance,
}

impl Value {
    /// The value of a draw.
    pub const DRAW: Self = Self { end: Distance::Draw, reset: Distance::Draw };
    /// The least value: that of a player who has no action.
    pub const WORST: Self = Self { end: Distance::Loss(0), reset: Distance::Loss(0) };

    /// The value of a finished game for `player`.
    pub fn of_outcome(outcome: Outcome, player: Player) -> Self {
        let end = match outcome {
            Outcome::Win(winner) if winner == player => Distance::Win(0),
            Outcome::Win(_) => Distance::Loss(0),
            Outcome::Draw => Distance::Draw,
        };
        Self { end, reset: end }
    }

    /// The value of an action for its player, where `self` is the value after it.
    pub fn before(self, resets: bool, limit_plies: u32) -> Self {
        let spoilt =
            |plies: u16| if u32::from(plies) > limit_plies { limit_plies as u16 } else { 0 };
        let reset = match self.reset {
            Distance::Win(plies) if resets => Distance::Win(spoilt(plies)),
            Distance::Loss(plies) if resets => Distance::Loss(spoilt(plies)),
            distance => distance,
        };
        Self { end: self.end.before(), reset: reset.before() }
    }

    /// The better of the values of two actions, in each distance by itself.
    pub fn better(self, other: Self) -> Self {
        Self { end: self.end.better(other.end), reset: self.reset.better(other.reset) }
    }

    /// The result when the draw clock has reached `clock_plies`: the distance to the end without the limit. `None` for
    /// a result that the limit spoils.
    pub fn at_clock(self, clock_plies: u32, limit_plies: u32) -> Option<Distance> {
        let is_kept = clock_plies + u32::from(self.reset.plies()) <= limit_plies;
        is_kept.then_some(self.end)
    }

    /// The score for the search, for a draw clock of `clock_plies`. `None` if the limit spoils the result, or might
    /// delay it.
    pub fn score(self, clock_plies: u32, limit_plies: u32) -> Option<Score> {
        let plies = u32::from(self.end.plies());
        let score = match self.end {
            Distance::Draw => Score::DRAW,
            Distance::Win(_) => Score::win_in(plies / 2 + 1),
            Distance::Loss(_) => Score::loss_in(plies.div_ceil(2)),
        };
        // A game that ends before the clock runs out is played as if there were no clock.
        (clock_plies + plies <= limit_plies).then_some(score)
    }
}
