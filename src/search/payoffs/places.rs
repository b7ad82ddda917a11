//! Payoffs of places in the ranking. Objective `win`: a share of the first place. Objective `place`: the share of
//! opponents left behind, where a tie counts half.

use super::{Payoffs, WHOLE, WinProbabilities};
use crate::search::{MOST_PLAYERS, Objective};

/// By seat: the order in which players left, later is higher; 0 for players in the game.
pub(in crate::search) type Left = [u8; MOST_PLAYERS];

/// Sum of the payoffs of all players, in parts of [`WHOLE`].
pub(in crate::search) const fn total(objective: Objective, players: usize) -> u8 {
    match objective {
        Objective::Win => WHOLE,
        Objective::Place => WHOLE * players as u8 / 2,
    }
}

/// Payoffs of a finished game, from the rank of each player, higher is better.
pub(in crate::search) fn of_ranks(ranks: &[impl Ord], objective: Objective) -> Payoffs {
    let count = |test: &dyn Fn(usize) -> bool| (0..ranks.len()).filter(|seat| test(*seat)).count();
    let mut parts = Payoffs::default();
    for seat in 0..ranks.len() {
        let better = count(&|other| ranks[other] > ranks[seat]);
        let equal = count(&|other| ranks[other] == ranks[seat]);
        let behind = ranks.len() - better - equal;
        parts[seat] = match objective {
            Objective::Win if better > 0 => 0,
            Objective::Win => WHOLE / equal as u8,
            Objective::Place => {
                WHOLE * (2 * behind + equal - 1) as u8 / (2 * ranks.len() - 2) as u8
            }
        };
    }
    parts
}

/// Expected share of opponents that each player leaves behind, from the win probabilities. A player
/// beats another as often as in a game between only these two (Luce 1959, Plackett 1975). Players
/// who have left are behind.
pub(in crate::search) fn expected(
    wins: &WinProbabilities,
    players: usize,
    left: &Left,
) -> WinProbabilities {
    let mut places = WinProbabilities::default();
    for seat in 0..players {
        for other in (0..players).filter(|other| *other != seat) {
            places[seat] += match (left[seat], left[other]) {
                (0, 0) => wins[seat] / (wins[seat] + wins[other]).max(f32::MIN_POSITIVE),
                (0, _) => 1.0,
                (_, 0) => 0.0,
                (mine, its) if mine == its => 0.5,
                (mine, its) => f32::from(u8::from(mine > its)),
            };
        }
        places[seat] /= (players - 1) as f32;
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_what_their_places_are_worth() {
        for (ranks, win, place) in [
            (vec![3, 1, 2], [12, 0, 0, 0], [12, 0, 6, 0]),
            (vec![2, 2, 1], [6, 6, 0, 0], [9, 9, 0, 0]),
            (vec![1, 1, 1], [4, 4, 4, 0], [6, 6, 6, 0]),
            (vec![1, 2, 3, 4], [0, 0, 0, 12], [0, 4, 8, 12]),
            (vec![5, 1, 1, 5], [6, 0, 0, 6], [10, 2, 2, 10]),
            (vec![1, 7, 1, 1], [0, 12, 0, 0], [4, 12, 4, 4]),
            (vec![1, 2], [0, 12, 0, 0], [0, 12, 0, 0]),
        ] {
            for (objective, parts) in [(Objective::Win, win), (Objective::Place, place)] {
                assert_eq!(of_ranks(&ranks, objective), parts, "{ranks:?}");
                assert_eq!(parts.iter().sum::<u8>(), total(objective, ranks.len()));
            }
        }
    }

    #[test]
    fn expected_places_follow_from_wins() {
        let places = expected(&[0.2, 0.6, 0.2, 0.0], 3, &[0; 4]);
        assert!((places[1] - 0.75).abs() < 1e-6 && (places[0] - 0.375).abs() < 1e-6);
        let places = expected(&[0.0, 1.0, 0.0, 0.0], 4, &[2, 0, 1, 2]);
        assert_eq!(places, [0.5, 1.0, 0.0, 0.5]);
        let certain = expected(&[0.0, 1.0, 0.0, 0.0], 3, &[0; 4]);
        assert_eq!(certain, [0.0, 1.0, 0.0, 0.0]);
    }
}
