//! The value of a position for one player.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A value in centipawns, or a proven win or loss with its distance, from the view of one player.
///
/// A win in `y` is `32000 - y`. Here `y` counts the turns that the winner still has to make, plus one if the loser
/// makes the last action. Static values stay within [`Score::MAX_STATIC`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Score(i32);

impl Score {
    /// Neither side is better.
    pub const DRAW: Self = Self(0);
    /// The upper end of a full window, above every value.
    pub const INFINITE: Self = Self(32_001);
    /// The highest value that is not a proven win.
    pub const MAX_STATIC: Self = Self(29_999);
    const WIN: i32 = 32_000;
    /// A score above this is a proven win, because no line is longer than 2000 turns.
    const PROVEN: i32 = 30_000;

    /// A static value in centipawns, clamped below every proven win.
    pub const fn cp(value: i32) -> Self {
        let limit = Self::MAX_STATIC.0;
        Self(if value > limit {
            limit
        } else if value < -limit {
            -limit
        } else {
            value
        })
    }

    /// A proven win in `turns` turns of the winner.
    pub const fn win_in(turns: u32) -> Self {
        Self(Self::WIN - turns as i32)
    }

    /// A proven loss in `turns` turns of the winner.
    pub const fn loss_in(turns: u32) -> Self {
        Self(turns as i32 - Self::WIN)
    }

    /// The number, as a table stores it.
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// The inverse of [`Score::raw`].
    pub const fn from_raw(raw: i32) -> Self {
        Self(raw)
    }

    /// Whether this is a proven win.
    pub const fn is_win(self) -> bool {
        self.0 > Self::PROVEN
    }

    /// Whether this is a proven loss.
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::PROVEN
    }

    /// Whether this is a proven win or loss.
    pub const fn is_proven(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Turns of the winner to a proven end, negative for a loss; `None` for a static value.
    pub const fn mate_turns(self) -> Option<i32> {
        if self.is_win() {
            Some(Self::WIN - self.0)
        } else if self.is_loss() {
            Some(-Self::WIN - self.0)
        } else {
            None
        }
    }

    /// The same proven result with `turns` more turns of the winner before it, or fewer if `turns` is negative.
    /// Static values stay as they are.
    pub const fn later(self, turns: i32) -> Self {
        if self.is_win() {
            Self(self.0 - turns)
        } else if self.is_loss() {
            Self(self.0 + turns)
        } else {
            self
        }
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;
    fn add(self, centipawns: i32) -> Self {
        Self(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Self;
    fn sub(self, centipawns: i32) -> Self {
        Self(self.0 - centipawns)
    }
}

impl fmt::Display for Score {
    /// The text after `score` in an `info` line: `cp 13`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_turns() {
            Some(turns) => write!(f, "mate {turns}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_scores_count_turns_and_keep_their_sign() {
        assert_eq!(Score::win_in(3).mate_turns(), Some(3));
        assert_eq!(Score::loss_in(3).mate_turns(), Some(-3));
        assert_eq!(-Score::win_in(3), Score::loss_in(3));
        assert_eq!(Score::win_in(2).later(1), Score::win_in(3));
        assert_eq!(Score::loss_in(2).later(1), Score::loss_in(3));
        assert_eq!(Score::cp(1_000_000), Score::MAX_STATIC);
        assert!(!Score::MAX_STATIC.is_proven() && Score::win_in(1500).is_win());
        assert!(Score::win_in(1) > Score::win_in(2) && Score::loss_in(2) > Score::loss_in(1));
    }
}
