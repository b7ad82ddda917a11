//! Limited strength: an Elo becomes a node limit and evaluation noise.
//!
//! The noise of a position is fixed by its key and the seed. Its standard deviation grows as the
//! strength falls. Proven scores have no noise, so that a weak player still takes a win that the
//! search sees, and avoids a loss. The nodes and noise for an Elo differ by game: each game has a
//! table of measured levels ([`StrengthTable`]).

use crate::game::Score;
use crate::game::zobrist::splitmix64;
use crate::search::SearchOptions;

/// The limits of one strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrengthLimit {
    /// Largest number of nodes for a move.
    pub nodes: u64,
    /// Standard deviation of the evaluation noise, in centipawns.
    pub error_cp: i32,
}

/// The strength levels of one game, measured by `scripts/calibrate.py`: Elo, nodes for a move, noise in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrengthTable {
    /// Weakest first, at least two. The Elo rises, the nodes never fall, the noise never rises.
    pub levels: &'static [(i32, u64, i32)],
}

/// Noise up to this many centipawns hardly weakens a player. Between two levels the excess over it
/// is interpolated.
const SLIGHT_ERROR_CP: f64 = 10.0;

impl StrengthTable {
    /// The levels of a game without measurements.
    pub const DEFAULT: Self = Self {
        levels: &[
            (600, 250, 1200),
            (760, 250, 600),
            (920, 250, 350),
            (1080, 500, 220),
            (1240, 500, 140),
            (1400, 750, 90),
            (1560, 1000, 50),
            (1720, 2000, 20),
            (1880, 4000, 0),
            (2040, 8000, 0),
            (2200, 16000, 0),
        ],
    };

    /// The levels with their Elo.
    pub fn levels(&self) -> Vec<(i32, StrengthLimit)> {
        let level = |(elo, nodes, error_cp): &_| {
            (*elo, StrengthLimit { nodes: *nodes, error_cp: *error_cp })
        };
        self.levels.iter().map(level).collect()
    }

    /// The limits for this Elo: interpolated geometrically between two levels, clamped at the ends.
    pub fn strength_limit(&self, elo: i32) -> StrengthLimit {
        let last = self.levels.len() - 1;
        let above = self.levels.iter().position(|(level, ..)| *level >= elo).unwrap_or(last).max(1);
        let [(low, ..), (high, ..)] = [self.levels[above - 1], self.levels[above]];
        let [(_, fewer, worse), (_, more, better)] = [self.levels[above - 1], self.levels[above]];
        let way = f64::from(elo.clamp(low, high) - low) / f64::from(high - low);
        let between = |from: f64, to: f64| from * (to / from).powf(way);
        let error = |cp: i32| f64::from(cp) + SLIGHT_ERROR_CP;
        StrengthLimit {
            nodes: between(fewer as f64, more as f64).round() as u64,
            error_cp: (between(error(worse), error(better)) - SLIGHT_ERROR_CP).round() as i32,
        }
    }
}

impl SearchOptions {
    /// The skill level of full strength.
    pub const FULL_SKILL: u32 = 20;
    /// The weakest Elo.
    pub const LEAST_ELO: i32 = 600;
    /// The highest limited Elo; full strength is higher.
    pub const MOST_ELO: i32 = 2200;

    /// The largest noise that may be asked for, in centipawns.
    pub const MOST_ERROR: i32 = 20_000;

    /// The limits of this style in a game with this table, unless the options have one; `None` at full strength.
    pub fn strength_limit(&self, strength_table: &StrengthTable) -> Option<StrengthLimit> {
        let strength_table = self.strength_table.as_ref().unwrap_or(strength_table);
        let erring = StrengthLimit { nodes: u64::MAX, error_cp: self.error_cp };
        self.elo.map(|elo| strength_table.strength_limit(elo)).or(self.is_weak().then_some(erring))
    }

    /// Whether the strength is limited.
    pub const fn is_weak(&self) -> bool {
        self.elo.is_some() || self.error_cp != 0
    }

    /// The Elo of a skill level from 0 to [`SearchOptions::FULL_SKILL`], in equal steps. `None` for full
    /// skill.
    pub const fn elo_of_skill(skill: u32) -> Option<i32> {
        if skill >= Self::FULL_SKILL {
            return None;
        }
        let (steps, range) = (Self::FULL_SKILL as i32 - 1, Self::MOST_ELO - Self::LEAST_ELO);
        Some(Self::LEAST_ELO + skill as i32 * range / steps)
    }
}

/// Evaluation noise. The default is none.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::search) struct EvalNoise {
    deviation_cp: i32,
    salt: u64,
}

impl EvalNoise {
    /// The noise of these limits, fixed by the seed.
    pub fn of(strength_limit: Option<StrengthLimit>, seed: u64) -> Self {
        let deviation_cp = strength_limit.map_or(0, |strength_limit| strength_limit.error_cp);
        Self { deviation_cp, salt: splitmix64(seed).1 }
    }

    #[inline(always)]
    pub fn is_none(self) -> bool {
        self.deviation_cp == 0
    }

    /// The noise of the position with this key. The sum of four uniform 16-bit numbers is nearly normal.
    pub fn at(self, key: u64) -> i32 {
        /// Mean and standard deviation of the sum.
        const MEAN: i64 = 2 * 0xFFFF;
        const DEVIATION: i64 = 37_837;
        let bits = splitmix64(self.salt ^ key).1;
        let sum: i64 = (0..4).map(|part| (bits >> (16 * part) & 0xFFFF) as i64).sum();
        ((sum - MEAN) * i64::from(self.deviation_cp) / DEVIATION) as i32
    }

    /// The static evaluation with noise.
    #[cold]
    pub fn seen(self, value: Score, key: u64, is_own: bool) -> Score {
        let error = self.at(key);
        Score::cp(value.raw() + if is_own { error } else { -error })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXAMPLE: StrengthTable =
        StrengthTable { levels: &[(500, 100, 990), (700, 100, 190), (800, 400, 0)] };

    #[test]
    fn rungs_and_what_lies_between_and_beyond() {
        for (elo, strength_limit) in EXAMPLE.levels() {
            assert_eq!(EXAMPLE.strength_limit(elo), strength_limit);
        }
        assert_eq!(
            EXAMPLE.strength_limit(600),
            StrengthLimit { nodes: 100, error_cp: 437 },
            "root of 1000 * 200"
        );
        assert_eq!(
            EXAMPLE.strength_limit(750),
            StrengthLimit { nodes: 200, error_cp: 35 },
            "root of 200 * 10"
        );
        assert_eq!(EXAMPLE.strength_limit(-7), EXAMPLE.strength_limit(500));
        assert_eq!(EXAMPLE.strength_limit(9999), EXAMPLE.strength_limit(800));
    }

    #[test]
    fn an_error_of_its_own_limits_no_nodes_and_gives_way_to_an_elo() {
        let erring = SearchOptions { error_cp: 300, ..SearchOptions::default() };
        let strength_limit = StrengthLimit { nodes: u64::MAX, error_cp: 300 };
        assert_eq!(erring.strength_limit(&EXAMPLE), Some(strength_limit));
        let level = SearchOptions { elo: Some(800), ..erring };
        assert_eq!(level.strength_limit(&EXAMPLE), Some(EXAMPLE.strength_limit(800)));
        assert_eq!(SearchOptions::default().strength_limit(&EXAMPLE), None);
    }

    #[test]
    fn errors_have_the_mean_0_and_the_deviation_that_is_asked_for() {
        let error = EvalNoise::of(Some(StrengthLimit { nodes: 1, error_cp: 100 }), 5);
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
            [1, 2].map(|seed| EvalNoise::of(Some(StrengthLimit { nodes: 1, error_cp: 100 }), seed));
        assert!((0..100).any(|key| one.at(key) != other.at(key)));
        assert!((0..100).all(|key| one.at(key) == one.at(key)));
    }

    #[test]
    fn skills_are_equal_steps_of_elo() {
        assert_eq!(SearchOptions::elo_of_skill(0), Some(SearchOptions::LEAST_ELO));
        assert_eq!(SearchOptions::elo_of_skill(19), Some(SearchOptions::MOST_ELO));
        assert_eq!(SearchOptions::elo_of_skill(20), None);
    }
}
