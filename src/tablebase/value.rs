//! The value of a position in an endgame table.

use crate::game::{Distance, Outcome, Player, Score};

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
}

/// The score of a win that the limit spoils: hardly more than a draw, since the opponent may err.
const SPOILT: Score = Score::cp(1);

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

    /// The result under the rules when the draw clock has reached `clock_plies`, with the distance to the end without
    /// the limit. A result that the limit spoils is a draw.
    pub fn at_clock(self, clock_plies: u32, limit_plies: u32) -> Distance {
        let is_kept = clock_plies + u32::from(self.reset.plies()) <= limit_plies;
        if is_kept { self.end } else { Distance::Draw }
    }

    /// The score for the search, for a draw clock of `clock_plies`. It is
    /// - a proven score, if the game ends before the clock runs out: then it is played as if there were no clock;
    /// - above or below all static values of positions, and better the sooner the clock is reset, if the result is
    ///   certain, but its distance is not;
    /// - a centipawn, if the limit spoils the result.
    pub fn score(self, clock_plies: u32, limit_plies: u32) -> Score {
        let [end, reset] = [self.end, self.reset].map(|distance| u32::from(distance.plies()));
        let is_exact = clock_plies + end <= limit_plies;
        let is_kept = clock_plies + reset <= limit_plies;
        let uncertain = if is_kept { Score::MAX_STATIC - reset as i32 } else { SPOILT };
        match self.end {
            Distance::Draw => Score::DRAW,
            Distance::Win(_) if is_exact => Score::win_in(end / 2 + 1),
            Distance::Win(_) => uncertain,
            Distance::Loss(_) if is_exact => Score::loss_in(end.div_ceil(2)),
            Distance::Loss(_) => -uncertain,
        }
    }
}
