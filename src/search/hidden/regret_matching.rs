//! Play that mixes: the two sides of a matrix game choose without seeing what the other one chooses.
//!
//! Solved by regret matching (Hart and Mas-Colell, 2000) with regrets that never fall below nothing and averages that
//! weigh later rounds more (Tammelin, "Solving large imperfect information games using CFR+", 2014).

use crate::game::Rng;

/// The rounds after which a mixed strategy is good enough: those of small games are right to a hundredth by then.
const ROUNDS: u32 = 100;
/// So fine is what chance decides.
const STEPS: usize = 1 << 16;

/// How likely each row and each column is to be chosen; both sums are 1.
#[derive(Clone, Debug, PartialEq)]
pub struct MixedStrategy {
    /// Of the side that would have the payoffs high.
    pub rows: Vec<f64>,
    /// Of the side that would have them low.
    pub columns: Vec<f64>,
}

/// One side's memory of what it would have liked to have played.
struct Regrets {
    regrets: Vec<f64>,
    /// The strategies of all rounds, weighed.
    sum: Vec<f64>,
}

impl Regrets {
    fn new(choices: usize) -> Self {
        Self { regrets: vec![0.0; choices], sum: vec![0.0; choices] }
    }

    /// What is played next: each choice as far as it is regretted.
    fn strategy(&self) -> Vec<f64> {
        shares(&self.regrets)
    }

    /// Takes in what each choice would have brought in a round in which that was played.
    fn learn(&mut self, played: &[f64], values: &[f64], weight: f64) {
        let value: f64 = played.iter().zip(values).map(|(share, value)| share * value).sum();
        for (index, regret) in self.regrets.iter_mut().enumerate() {
            *regret = (*regret + values[index] - value).max(0.0);
            self.sum[index] += weight * played[index];
        }
    }
}

/// Parts of 1 in proportion to these; all alike if there is nothing.
fn shares(parts: &[f64]) -> Vec<f64> {
    let sum: f64 = parts.iter().sum();
    let alike = 1.0 / parts.len() as f64;
    parts.iter().map(|part| if sum > 0.0 { part / sum } else { alike }).collect()
}

impl MixedStrategy {
    /// The mixed strategy of a game in which the first side gets `payoffs[row][column]` from the second one. All rows have
    /// as many columns, and there is one of each at least.
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
            // The second side answers what the first has learnt in this round.
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

    /// A row, each as often as it is likely.
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

    /// What the best reply to this mixed strategy of rows leaves.
    fn worst(rows: &[f64], payoffs: &[Vec<f64>]) -> f64 {
        let columns = 0..payoffs[0].len();
        let value = |column| rows.iter().zip(payoffs).map(|(share, row)| share * row[column]).sum();
        columns.map(value).fold(f64::INFINITY, f64::min)
    }

    /// What a mixed strategy of rows leaves, and what the best single row does.
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
        // Rock, paper, scissors: nobody is ahead, and every pure choice is beaten.
        let wins = vec![vec![0.0, -1.0, 1.0], vec![1.0, 0.0, -1.0], vec![-1.0, 1.0, 0.0]];
        let (mixed, pure) = mixed_and_pure(&wins);
        assert!(mixed > -0.02 && pure == -1.0, "{mixed} {pure}");
    }

    #[test]
    fn a_place_that_is_worth_more_is_chosen_as_often_as_the_other_side_can_bear() {
        // To survive in the first place is worth 2, in the second 1: chosen once in three times, so that both bombs
        // leave 2/3; the first place is bombed twice in three times.
        let hiding = vec![vec![0.0, 2.0], vec![1.0, 0.0]];
        let MixedStrategy { rows, columns } = MixedStrategy::of(&hiding);
        assert!((rows[0] - 1.0 / 3.0).abs() < 0.01, "{rows:?}");
        assert!((columns[0] - 2.0 / 3.0).abs() < 0.01, "{columns:?}");
    }

    #[test]
    fn where_a_pure_choice_is_best_it_is_found() {
        // The second row is better than the first, and better than 2 is not to be had.
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
