//! Win-draw-loss model: from scores in centipawns to the probabilities of win, draw and loss.

use crate::game::Score;

/// A logistic curve: `1 / (1 + exp((even_cp - score) / scale_cp))`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlCurve {
    /// The score of probability one half, in centipawns.
    pub even_cp: f64,
    /// Centipawns by which the odds grow by a factor of e.
    pub scale_cp: f64,
}

impl WdlCurve {
    /// The probability of a score in centipawns, in per mille.
    fn per_mille(self, score_cp: f64) -> u32 {
        (1000.0 / (1.0 + ((self.even_cp - score_cp) / self.scale_cp).exp())).round() as u32
    }
}

/// Win and loss curves of the mover, fitted to results of the engine's own games by
/// `scripts/fit_wdl.py`. The remaining probability is a draw or, with several players, a shared
/// win.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// Probability of a win, by score.
    pub win: WdlCurve,
    /// Probability of a loss, by the score with its sign changed.
    pub loss: WdlCurve,
}

impl WdlModel {
    /// A model for two players, who share one curve.
    pub const fn mirrored(even_cp: f64, scale_cp: f64) -> Self {
        let chance = WdlCurve { even_cp, scale_cp };
        Self { win: chance, loss: chance }
    }

    /// Win, draw and loss in per mille with the sum 1000, for an unproven score.
    pub fn of(&self, score: Score) -> [u32; 3] {
        let cp = f64::from(score.raw());
        let [win, loss] = [self.win.per_mille(cp), self.loss.per_mille(-cp)];
        // Far from even the curves may cross. Then the probability of a draw is zero.
        let [win, loss] = match win >= loss {
            true => [win, loss.min(1000 - win)],
            false => [win.min(1000 - loss), loss],
        };
        [win, 1000 - win - loss, loss]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_score_is_even_for_two_and_less_for_more() {
        let wdl = WdlModel::mirrored(100.0, 50.0);
        assert_eq!(wdl.of(Score::DRAW), [119, 762, 119]);
        assert_eq!(wdl.of(Score::cp(100)), [500, 482, 18]);
        let [even_cp, scale_cp] = [40.0, 70.0];
        let of_three = WdlModel {
            win: WdlCurve { even_cp, scale_cp },
            loss: WdlCurve { even_cp: -40.0, scale_cp },
        };
        assert_eq!(of_three.of(Score::DRAW), [361, 0, 639]);
    }

    #[test]
    fn curves_that_cross_leave_no_draw() {
        let wdl = WdlModel {
            win: WdlCurve { even_cp: 0.0, scale_cp: 50.0 },
            loss: WdlCurve { even_cp: -30.0, scale_cp: 90.0 },
        };
        for cp in -2_000..2_000 {
            assert_eq!(wdl.of(Score::cp(cp)).iter().sum::<u32>(), 1000, "{cp}");
        }
        assert_eq!(wdl.of(Score::cp(0)), [417, 0, 583]);
    }
}
