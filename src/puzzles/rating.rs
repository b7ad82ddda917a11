//! How hard a puzzle is: the Elo of a level that finds its first move half of the time.

use super::error::PuzzleError;
use super::judge::Judge;
use crate::engine::GameState;
use crate::games::Variant;
use crate::search::SearchOptions;

/// The tries of a level that chooses by chance.
const TRIES: u64 = 4;
/// Ratings beyond the levels end this far from them.
const BEYOND: i32 = 200;
/// Ratings are rounded to this.
const STEP: i32 = 10;

/// The tries of one level.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Trial {
    elo: i32,
    /// How often it found the move, out of `tries`.
    found: u64,
    tries: u64,
}

/// The rating of a puzzle whose solution begins with the action `first`.
///
/// # Errors
/// If the position cannot be searched.
pub fn rate(
    judge: &mut Judge,
    variant: Variant,
    game: &dyn GameState,
    first: &str,
) -> Result<i32, PuzzleError> {
    let mut trials = Vec::new();
    for (elo, limit) in variant.levels() {
        if !is_measured(&elo) {
            continue;
        }
        // Without noise every try is the same.
        let tries = if limit.error_cp > 0 { TRIES } else { 1 };
        let mut found = 0;
        for seed in 0..tries {
            found += u64::from(judge.choice_at(game, elo, seed)? == first);
        }
        trials.push(Trial { elo, found, tries });
    }
    Ok(likeliest(&trials))
}

/// The rating under which the tries are likeliest, if a level finds the move as often as it scores against a player of
/// that rating.
fn likeliest(trials: &[Trial]) -> i32 {
    let elos = || trials.iter().map(|trial| trial.elo);
    let (from, most) = (least_of(elos()), elos().max().unwrap_or_default());
    let candidates =
        (0..).map(|step| from + step * STEP).take_while(|rating| *rating <= most + BEYOND);
    let best = candidates.map(|rating| (log_likelihood(trials, rating), rating));
    best.reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map_or(0, |(_, rating)| rating)
}

/// The least rating of a puzzle: that of one whose first move every level finds.
pub fn least_rating(variant: Variant) -> i32 {
    least_of(variant.levels().into_iter().map(|(elo, _)| elo).filter(is_measured))
}

/// Whether a level of this Elo takes part.
fn is_measured(elo: &i32) -> bool {
    (SearchOptions::LEAST_ELO..=SearchOptions::MOST_ELO).contains(elo)
}

/// The least rating by the Elos of the levels.
fn least_of(elos: impl Iterator<Item = i32>) -> i32 {
    (elos.min().unwrap_or_default() - BEYOND).div_euclid(STEP) * STEP
}

fn log_likelihood(trials: &[Trial], rating: i32) -> f64 {
    let of = |trial: &Trial| {
        let finds = 1.0 / (1.0 + 10f64.powf(f64::from(rating - trial.elo) / 400.0));
        trial.found as f64 * finds.ln() + (trial.tries - trial.found) as f64 * (1.0 - finds).ln()
    };
    trials.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rating(found: &[u64]) -> i32 {
        let elos = [600, 1000, 1400, 1800, 2200];
        let trials =
            elos.into_iter().zip(found).map(|(elo, found)| Trial { elo, found: *found, tries: 4 });
        likeliest(&trials.collect::<Vec<_>>())
    }

    #[test]
    fn a_puzzle_is_as_hard_as_the_levels_that_miss_it() {
        assert_eq!(rating(&[4, 4, 4, 4, 4]), 400);
        assert_eq!(rating(&[0, 0, 0, 0, 0]), 2400);
        let middle = rating(&[0, 0, 2, 4, 4]);
        assert!((1350..=1450).contains(&middle), "{middle}");
        assert!(rating(&[0, 0, 0, 2, 4]) > middle && rating(&[0, 2, 4, 4, 4]) < middle);
        assert_eq!(likeliest(&[]), -200);
    }
}
