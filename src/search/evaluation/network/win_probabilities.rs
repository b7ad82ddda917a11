//! From network outputs of several players to the score of one player against all others, in centipawns.

use std::sync::LazyLock;

/// From this difference on, the smaller of two terms is negligible.
const MOST_CP: usize = 1024;
/// Centipawns by which the odds grow by a factor of e, in all networks for several players.
pub(super) const SCALE_CP: f64 = 100.0;

/// Table by the difference of two terms in centipawns: the logarithm of their sum minus the larger
/// term.
static LOG_OF_SUM: LazyLock<[i32; MOST_CP]> = LazyLock::new(|| {
    std::array::from_fn(|difference| {
        (SCALE_CP * (-(difference as f64) / SCALE_CP).exp().ln_1p()).round() as i32
    })
});

/// log(e^a + e^b), all in centipawns.
#[inline(always)]
fn log_of_sum(a: i32, b: i32) -> i32 {
    a.max(b) + LOG_OF_SUM.get(a.abs_diff(b) as usize).copied().unwrap_or(0)
}

/// The value for the player in `seat` against all others in the game; 0 if all are even.
#[inline(always)]
pub(super) fn against_others(values: &[i32], seat: usize, is_in: impl Fn(usize) -> bool) -> i32 {
    let mut others = None;
    let mut count = 0;
    // Seats in the order after the player. Sums are rounded, so a rotation of all seats must keep
    // the order of terms.
    let following = (1..values.len()).map(|step| (seat + step) % values.len());
    for value in following.filter(|other| is_in(*other)).map(|other| &values[other]) {
        others = Some(others.map_or(*value, |sum| log_of_sum(sum, *value)));
        count += 1;
    }
    let even = [0, 0, 69, 110][count.min(3)];
    others.map_or(0, |others| values[seat] - others + even)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_players_are_worth_nothing() {
        for players in 2..=4 {
            let values = [37, 37, 37, 37];
            for seat in 0..players {
                let value = against_others(&values[..players], seat, |_| true);
                assert!(value.abs() <= 1, "{value} of {players}");
            }
        }
    }

    #[test]
    fn those_who_are_out_do_not_count() {
        let values = [50, 20, 5000];
        assert_eq!(against_others(&values, 0, |seat| seat != 2), 30);
    }

    #[test]
    fn odds_follow_from_shares() {
        let (values, seat) = ([120, -40, 75, 10], 2);
        let powers = values.map(|value| (f64::from(value) / SCALE_CP).exp());
        let others: f64 = powers.iter().sum::<f64>() - powers[seat];
        let exact = SCALE_CP * (powers[seat] * 3.0 / others).ln();
        assert!((f64::from(against_others(&values, seat, |_| true)) - exact).abs() < 2.0);
    }
}
