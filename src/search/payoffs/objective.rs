//! The objective of players in games of three and four.

use crate::game::Score;

/// The objective. In two-player games both are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// Win, alone or shared.
    #[default]
    Win,
    /// Leave as many opponents behind as possible.
    Place,
}

/// Centipawns by which the odds of leaving an opponent behind grow by a factor of e.
const SCALE_CP: f64 = 100.0;

impl Objective {
    /// For a score under the objective `place`: the expected share of opponents left behind, and the rest, in per
    /// mille.
    pub fn left_behind(score: Score) -> [u32; 2] {
        let odds = (f64::from(score.raw()) / SCALE_CP).exp();
        let share = (1000.0 * odds / (1.0 + odds)).round().min(1000.0) as u32;
        [share, 1000 - share]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_place_has_as_many_behind_as_before() {
        assert_eq!(Objective::left_behind(Score::DRAW), [500, 500]);
        assert_eq!(Objective::left_behind(Score::cp(69)), [666, 334]);
        assert_eq!(Objective::left_behind(Score::cp(-20_000)), [0, 1000]);
        assert_eq!(Objective::left_behind(Score::MAX_STATIC), [1000, 0]);
    }
}
