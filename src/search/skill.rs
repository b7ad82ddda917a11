//! Playing weaker on purpose, by an Elo: few nodes, and an eye that errs.
//!
//! A weak player values every position a little wrong, the same one always in the same way, by an amount that grows
//! with the weakness and follows from the seed. What a search proves is not valued, so that a weak player takes a win
//! that he sees and flees from a loss. How weak a player has to be for an Elo differs from game to game: the weaknesses
//! stand on one ladder of rungs, and each game says what Elo each rung has ([`Ladder`]).

use super::Style;
use crate::game::Score;
use crate::game::zobrist::splitmix64;

/// How weak a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weakness {
    /// The most nodes for a move.
    pub nodes: u64,
    /// The standard deviation of his errors, in centipawns.
    pub error_cp: i32,
}

/// How many rungs there are.
const RUNGS: usize = 11;

/// The rungs from the weakest on: the nodes, in those of the first one, and the error in centipawns.
const LADDER: [(u64, i32); RUNGS] = [
    (1, 1200),
    (1, 600),
    (1, 350),
    (2, 220),
    (2, 140),
    (3, 90),
    (4, 50),
    (8, 20),
    (16, 0),
    (32, 0),
    (64, 0),
];

/// How strong the rungs are in one game.
#[derive(Clone, Copy, Debug)]
pub struct Ladder {
    /// Nodes of the weakest rung: what it takes to look at all that can be played, and a little more.
    pub nodes: u64,
    /// How much of the rungs' errors, in percent: less where small differences decide.
    pub error_percent: i32,
    /// The Elo of each rung, rising, as `scripts/calibrate.py` has measured it.
    pub elo: [i32; RUNGS],
}

impl Ladder {
    /// For a game whose levels nobody has measured.
    pub const DEFAULT: Self = Self {
        nodes: 250,
        error_percent: 100,
        elo: [600, 760, 920, 1080, 1240, 1400, 1560, 1720, 1880, 2040, 2200],
    };

    /// The rungs with their Elo.
    pub fn rungs(&self) -> [(i32, Weakness); RUNGS] {
        std::array::from_fn(|rung| {
            let (share, error_cp) = LADDER[rung];
            let weakness = Weakness {
                nodes: self.nodes * share,
                error_cp: error_cp * self.error_percent / 100,
            };
            (self.elo[rung], weakness)
        })
    }

    /// How weak a player of this Elo is: between two rungs in proportion, beyond the ends as at the ends.
    pub fn weakness(&self, elo: i32) -> Weakness {
        let rungs = self.rungs();
        let above = rungs.iter().position(|(rung, _)| *rung >= elo).unwrap_or(RUNGS - 1).max(1);
        let [(low, weaker), (high, stronger)] = [rungs[above - 1], rungs[above]];
        let width = i64::from((high - low).max(1));
        let way = i64::from(elo.clamp(low, high.max(low)) - low);
        let between = |from: i64, to: i64| from + (to - from) * way / width;
        Weakness {
            nodes: between(weaker.nodes as i64, stronger.nodes as i64) as u64,
            error_cp: between(weaker.error_cp.into(), stronger.error_cp.into()) as i32,
        }
    }
}

impl Style {
    /// The skill that plays as well as it can.
    pub const FULL_SKILL: u32 = 20;
    /// The weakest level.
    pub const LEAST_ELO: i32 = 600;
    /// The strongest level; full strength is beyond it.
    pub const MOST_ELO: i32 = 2200;

    /// The Elo of a skill from 0 to [`Style::FULL_SKILL`], which itself knows no limit: equal steps.
    pub const fn elo_of_skill(skill: u32) -> Option<i32> {
        if skill >= Self::FULL_SKILL {
            return None;
        }
        let (steps, range) = (Self::FULL_SKILL as i32 - 1, Self::MOST_ELO - Self::LEAST_ELO);
        Some(Self::LEAST_ELO + skill as i32 * range / steps)
    }
}

/// How a weak player errs. The default does not.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Error {
    deviation_cp: i32,
    salt: u64,
}

impl Error {
    /// Of a player so weak; chance comes from the seed.
    pub fn of(weakness: Option<Weakness>, seed: u64) -> Self {
        let deviation_cp = weakness.map_or(0, |weakness| weakness.error_cp);
        Self { deviation_cp, salt: splitmix64(seed).1 }
    }

    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.deviation_cp == 0
    }

    /// What is added to the value of the position with this key. Four numbers of 16 bits, all alike likely, add up to
    /// nearly a normal distribution.
    pub fn at(self, key: u64) -> i32 {
        /// The mean of the sum, and its standard deviation.
        const MEAN: i64 = 2 * 0xFFFF;
        const DEVIATION: i64 = 37_837;
        let bits = splitmix64(self.salt ^ key).1;
        let sum: i64 = (0..4).map(|part| (bits >> (16 * part) & 0xFFFF) as i64).sum();
        ((sum - MEAN) * i64::from(self.deviation_cp) / DEVIATION) as i32
    }

    /// A static value as it seems.
    #[cold]
    pub fn seen(self, value: Score, key: u64, is_own: bool) -> Score {
        let error = self.at(key);
        Score::cp(value.raw() + if is_own { error } else { -error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: Ladder = Ladder {
        nodes: 100,
        error_percent: 100,
        elo: [500, 600, 700, 800, 900, 1000, 1100, 1200, 1300, 1400, 1500],
    };

    #[test]
    fn rungs_and_what_lies_between_and_beyond() {
        for (elo, weakness) in EXAMPLE.rungs() {
            assert_eq!(EXAMPLE.weakness(elo), weakness);
        }
        assert_eq!(EXAMPLE.weakness(550), Weakness { nodes: 100, error_cp: 900 });
        assert_eq!(EXAMPLE.weakness(1450), Weakness { nodes: 4800, error_cp: 0 });
        assert_eq!(EXAMPLE.weakness(-7), EXAMPLE.weakness(500));
        assert_eq!(EXAMPLE.weakness(9999), EXAMPLE.weakness(1500));
    }

    #[test]
    fn errors_have_the_mean_0_and_the_deviation_that_is_asked_for() {
        let error = Error::of(Some(Weakness { nodes: 1, error_cp: 100 }), 5);
        let count = 100_000;
        let errors: Vec<f64> = (0..count).map(|key| f64::from(error.at(key * 0x9E37))).collect();
        let mean = errors.iter().sum::<f64>() / count as f64;
        let variance =
            errors.iter().map(|error| (error - mean).powi(2)).sum::<f64>() / count as f64;
        assert!(mean.abs() < 1.0 && (variance.sqrt() - 100.0).abs() < 1.0, "{mean} {variance}");
    }

    #[test]
    fn other_seeds_err_otherwise() {
        let [one, other] =
            [1, 2].map(|seed| Error::of(Some(Weakness { nodes: 1, error_cp: 100 }), seed));
        assert!((0..100).any(|key| one.at(key) != other.at(key)));
        assert!((0..100).all(|key| one.at(key) == one.at(key)));
    }

    #[test]
    fn skills_are_equal_steps_of_elo() {
        assert_eq!(Style::elo_of_skill(0), Some(Style::LEAST_ELO));
        assert_eq!(Style::elo_of_skill(19), Some(Style::MOST_ELO));
        assert_eq!(Style::elo_of_skill(20), None);
    }
}
