//! From centipawns to each player's share of the win, and back.

use super::bounds::{Payoffs, WHOLE};
use crate::game::Score;
use crate::search::MOST_PLAYERS;

/// Expected share of the win by seat; the sum is 1.
pub(in crate::search) type WinProbabilities = [f32; MOST_PLAYERS];

/// Centipawns by which the odds grow by a factor of e, in all games.
const SCALE_CP: f32 = 100.0;
/// Reported unproven shares differ at least this much from 0 and 1.
const LEAST_SHOWN: f32 = 0.0005;

/// Shares from each player's value against all others. Players who are out get 0.
pub(in crate::search) fn of_values(
    values: [Score; MOST_PLAYERS],
    is_in: [bool; MOST_PLAYERS],
) -> WinProbabilities {
    let players = is_in.iter().filter(|is_in| **is_in).count();
    let others = players.saturating_sub(1).max(1) as f32;
    let mut shares = [0.0; MOST_PLAYERS];
    for ((share, value), is_in) in shares.iter_mut().zip(values).zip(is_in) {
        if is_in {
            let odds = (value.raw() as f32 / SCALE_CP).exp() / others;
            *share = odds / (1.0 + odds);
        }
    }
    let sum: f32 = shares.iter().sum();
    if sum > 0.0 { shares.map(|share| share / sum) } else { shares }
}

/// Shares of a finished game.
pub(in crate::search) fn of_payoffs(parts: Payoffs) -> WinProbabilities {
    parts.map(|part| f32::from(part) / f32::from(WHOLE))
}

/// The value in centipawns of a share against this many opponents; 0 at an even share.
pub(in crate::search) fn value(share: f32, others: usize) -> Score {
    let share = share.clamp(LEAST_SHOWN, 1.0 - LEAST_SHOWN);
    let odds = share / (1.0 - share) * others as f32;
    Score::cp((SCALE_CP * odds.ln()).round() as i32)
}

/// The score of a player who has this share of the win, in per mille, in a game with this number of seats.
pub fn score_of_share(per_mille: u16, seats: usize) -> Score {
    value(f32::from(per_mille) / 1000.0, seats.saturating_sub(1).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_shares_are_inverse() {
        let values = [120, -40, 75, 10].map(Score::cp);
        let shares = of_values(values, [true; 4]);
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(shares[0] > shares[2] && shares[2] > shares[3] && shares[3] > shares[1]);
        for players in 2..=4 {
            let is_in = std::array::from_fn(|seat| seat < players);
            let even = of_values([Score::DRAW; 4], is_in);
            assert_eq!(even[players..], [0.0; 4][players..]);
            assert_eq!(value(even[0], players - 1), Score::DRAW);
        }
        let duel = of_values(
            [Score::cp(250), Score::cp(-250), Score::DRAW, Score::DRAW],
            [true, true, false, false],
        );
        assert_eq!(value(duel[0], 1), Score::cp(250));
    }

    #[test]
    fn what_is_not_proven_stays_below_a_proof() {
        assert!(!value(1.0, 3).is_proven() && !value(0.0, 3).is_proven());
        assert_eq!(of_payoffs([6, 0, 6, 0]), [0.5, 0.0, 0.5, 0.0]);
    }
}
