//! Mixed strategies of matrix games, in which both sides choose without seeing the other's choice.
//!
//! Solved by regret matching (Hart and Mas-Colell, 2000) with regrets cut off at zero and averages that weigh later
//! rounds more (Tammelin, "Solving large imperfect information games using CFR+", 2014).

use crate::game::Rng;

/// Rounds of regret matching. Small games are then exact to a hundredth.
const ROUNDS: u32 = 100;
/// Resolution of random draws.
const STEPS: usize = 1 << 16;

/// Probability of each row and each column; both sums are 1.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedStrategy {
    /// The maximising side.
    pub rows: Vec<f64>,
    /// The minimising side.
    pub columns: Vec<f64>,
}

/// Regrets of one side.
struct Regrets {
    regrets: Vec<f64>,
    /// Weighted sum of the strategies of all rounds.
    sum: Vec<f64>,
}

impl Regrets {
    fn new(choices: usize) -> Self {
        Self { regrets: vec![0.0; choices], sum: vec![0.0; choices] }
    }

    /// The next strategy: each choice in proportion to its regret.
    fn strategy(&self) -> Vec<f64> {
        shares(&self.regrets)
    }

    /// Learns from a round. `values` are the payoffs of each choice, `played` is the strategy that
    /// was used.
    fn learn(&mut self, played: &[f64], values: &[f64], weight: f64) {
        let value: f64 = played.iter().zip(values).map(|(share, value)| share * value).sum();
        for (index, regret) in self.regrets.iter_mut().enumerate() {
            *regret = (*regret + values[index] - value).max(0.0);
            self.sum[index] += weight * played[index];
        }
    }
}

/// Normalises to the sum 1; uniform if all are zero.
fn shares(parts: &[f64]) -> Vec<f64> {
    let sum: f64 = parts.iter().sum();
    let alike = 1.0 / parts.len() as f64;
    parts.iter().map(|part| if sum > 0.0 { part / sum } else { alike }).collect()
}

impl MixedStrategy {
    /// The mixed strategy of a zero-sum game in which the row side receives `payoffs[row][column]`. All rows have the
    /// same length, and there is at least one row and one column.
    pub fn of(payoffs: &[Vec<f64>]) -> Self {
        let columns = payoffs.first().map_or(0, Vec::len);
        let mut sides = [Regrets::new(payoffs.len()), Regrets::new(columns)];
        for round in 1..=ROUNDS {
            let rows = sides[0].strategy();
            let by_row: Vec<f64> = {
                let columns = sides[1].strategy();
                payoffs.iter().map(|row| dot(row, &columns)).collect()
            };
            sides[0].learn(&rows, &by_row, f64::from(round));
            // The column side replies to the row side's new strategy.
            let rows = sides[0].strategy();
            let mut by_column = vec![0.0; columns];
            for (share, row) in rows.iter().zip(payoffs) {
                by_column.iter_mut().zip(row).for_each(|(sum, value)| *sum -= share * value);
            }
            let played = sides[1].strategy();
            sides[1].learn(&played, &by_column, f64::from(round));
        }
        let [rows, columns] = sides.map(|side| shares(&side.sum));
        Self { rows, columns }
    }

    /// Draws a row by its probability.
    pub fn draw(&self, rng: &mut Rng) -> usize {
        let mut left = rng.below(STEPS) as f64 / STEPS as f64;
        let is_reached = |share: &f64| {
            left -= share;
            left < 0.0
        };
        self.rows.iter().position(is_reached).unwrap_or(self.rows.len() - 1)
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The payoff against the best reply to these rows.
    fn worst(rows: &[f64], payoffs: &[Vec<f64>]) -> f64 {
        let columns = 0..payoffs[0].len();
        let value = |column| rows.iter().zip(payoffs).map(|(share, row)| share * row[column]).sum();
        columns.map(value).fold(f64::INFINITY, f64::min)
    }

    /// The payoff of the mixed strategy against the best reply, and that of the best single row.
    fn mixed_and_pure(payoffs: &[Vec<f64>]) -> (f64, f64) {
        let pure = payoffs.iter().map(|row| row.iter().copied().fold(f64::INFINITY, f64::min));
        (worst(&MixedStrategy::of(payoffs).rows, payoffs), pure.fold(f64::NEG_INFINITY, f64::max))
    }

    #[test]
    fn a_pure_choice_loses_where_the_mixture_does_not() {
        // A submarine in one of two places, one of which is bombed: 1 if it survives.
        let hiding = vec![vec![0.0, 1.0], vec![1.0, 0.0]];
        let (mixed, pure) = mixed_and_pure(&hiding);
        assert!((mixed - 0.5).abs() < 0.01 && pure == 0.0, "{mixed} {pure}");
        // Rock, paper, scissors: the value is 0, and every pure strategy loses.
        let wins = vec![vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]];
        let (mixed, pure) = mixed_and_pure(&wins);
        assert!(mixed > -0.02 && pure == -1.0, "{mixed} {pure}");
    }

    #[test]
    fn a_place_that_is_worth_more_is_chosen_as_often_as_the_other_side_can_bear() {
        // Survival is worth 2 in the first place and 1 in the second. The mover chooses the first
        // place with probability 1/3, so that both bombs leave 2/3. The bomb hits the first place
        // with probability 2/3.
        let hiding = vec![vec![0.0, 2.0], vec![1.0, 0.0]];
        let MixedStrategy { rows, columns } = MixedStrategy::of(&hiding);
        assert!((rows[0] - 1.0 / 3.0).abs() < 0.01, "{rows:?}");
        assert!((columns[0] - 2.0 / 3.0).abs() < 0.01, "{columns:?}");
    }

    #[test]
    fn where_a_pure_choice_is_best_it_is_found() {
        // The third row dominates the others.
        let payoffs = vec![vec![1.0, 0.0, 2.0], vec![3.0, 2.0, 4.0], vec![5.0, 1.0, 0.0]];
        let MixedStrategy { rows, columns } = MixedStrategy::of(&payoffs);
        assert!(rows[1] > 0.95 && columns[1] > 0.95, "{rows:?} {columns:?}");
        assert_eq!(MixedStrategy::of(&[vec![7.0]]).rows, [1.0]);
    }

    #[test]
    fn rows_are_drawn_as_often_as_they_are_likely() {
        let mixed_strategy = MixedStrategy { rows: vec![0.25, 0.0, 0.75], columns: vec![1.0] };
        let mut rng = Rng::new(1);
        let mut drawn = [0_u32; 3];
        (0..1000).for_each(|_| drawn[mixed_strategy.draw(&mut rng)] += 1);
        assert!(drawn[0].abs_diff(250) < 50 && drawn[1] == 0, "{drawn:?}");
    }
}
