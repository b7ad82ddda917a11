//! Decides after each iteration whether a search has used enough of its time, by the stability of its best move.

use crate::game::{Action, Score};
use crate::search::time::clock::Budget;
use crate::search::tunables::Tunables;
use crate::search::{Limits, Line};
use std::time::Duration;

/// Time after which a search is stopped. `reserve` is kept back from a clock in addition to the overhead.
pub(in crate::search) fn hard_limit(
    limits: &Limits,
    reserve: Duration,
    params: &Tunables,
) -> Option<Duration> {
    let movetime = limits.movetime.map(|time| time.saturating_sub(limits.overhead));
    let clock = limits.clock.map(|clock| clock.budget(limits.overhead, reserve, params).hard);
    if limits.infinite { None } else { movetime.into_iter().chain(clock).min() }
}

/// Decides after each iteration whether to start another one.
#[derive(Clone)]
pub(in crate::search) struct Pace {
    budget: Option<Budget>,
    unbounded: bool,
    /// Bits of the best action of the last iterations, and the number of iterations in which it has
    /// been best.
    favourite: Option<(u32, i32)>,
    score: Score,
    params: Tunables,
}

impl Pace {
    /// `reserve` is kept back from the clock in addition to the overhead.
    pub fn new(limits: &Limits, reserve: Duration, params: Tunables) -> Self {
        Self {
            budget: limits.clock.map(|clock| clock.budget(limits.overhead, reserve, &params)),
            unbounded: limits.infinite,
            favourite: None,
            score: Score::DRAW,
            params,
        }
    }

    /// `spent` is the time on the clock, `None` while the clock does not run.
    pub fn is_enough<A: Action>(
        &mut self,
        best: &Line<A>,
        choices: usize,
        spent: Option<Duration>,
    ) -> bool {
        let Some(spent) = spent.filter(|_| !self.unbounded) else { return false };
        let turns = best.score.mate_turns();
        let Some(budget) = self.budget else { return false };
        if choices == 1 {
            return true;
        }
        // A proven result needs no more depth than an exact distance takes.
        if turns.is_some_and(|turns| best.depth >= 4 * turns.abs()) {
            return true;
        }
        let bits = best.actions.first().map_or(0, |action| action.bits());
        let stable = match self.favourite {
            Some((favourite, stable)) if favourite == bits => stable + 1,
            _ => 0,
        };
        self.favourite = Some((bits, stable));
        let params = &self.params;
        let drop = (self.score.raw() - best.score.raw()).clamp(0, params.pace_drop_most());
        self.score = best.score;
        let settled = params.pace_settled() * stable.min(params.pace_settled_most());
        let percent = (params.pace_start() - settled).max(0) + drop;
        spent >= budget.hard.min(budget.soft * percent as u32 / 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pacific::PacificAction;
    use crate::search::Clock;

    const MARGINS: Tunables = Tunables::DEFAULT;

    /// Limits with a minute on the clock, and nothing kept back.
    fn a_minute() -> Limits {
        let clock =
            Clock { time: Duration::from_secs(60), increment: Duration::ZERO, turns_to_go: None };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    fn pace(limits: &Limits) -> Pace {
        Pace::new(limits, Duration::ZERO, MARGINS)
    }

    /// A line whose first action has these bits.
    fn line(bits: u32, score: Score, depth: i32) -> Line<PacificAction> {
        Line {
            score,
            depth,
            seldepth: 0,
            actions: vec![PacificAction::from_bits(bits)],
            tried: None,
            shares: None,
        }
    }

    /// Whether the search ends at `limit`, and not a microsecond before.
    fn ends_at(pace: &Pace, best: &Line<PacificAction>, limit: Duration) -> bool {
        let mut paces = [pace.clone(), pace.clone()];
        let just_before = limit - Duration::from_micros(1);
        let [at, before] = [limit, just_before];
        paces[0].is_enough(best, 30, Some(at)) && !paces[1].is_enough(best, 30, Some(before))
    }

    fn soft() -> Duration {
        a_minute().clock.unwrap().budget(Duration::ZERO, Duration::ZERO, &MARGINS).soft
    }

    #[test]
    fn a_search_ends_at_its_soft_limit_and_sooner_the_longer_one_action_is_best() {
        let mut pace = pace(&a_minute());
        let best = line(1, Score::cp(20), 5);
        for iteration in 0..12 {
            let settled = MARGINS.pace_settled() * iteration.min(MARGINS.pace_settled_most());
            let percent = (MARGINS.pace_start() - settled) as u32;
            // The first score is compared with a draw, and it is above it, so it does not count as
            // falling.
            assert!(ends_at(&pace, &best, soft() * percent / 100), "iteration {iteration}");
            assert!(!pace.is_enough(&best, 30, Some(Duration::ZERO)));
        }
        let other = line(2, Score::cp(20), 5);
        assert!(ends_at(&pace, &other, soft() * MARGINS.pace_start() as u32 / 100), "it is new");
    }

    #[test]
    fn a_search_whose_score_falls_takes_longer() {
        let mut pace = pace(&a_minute());
        pace.is_enough(&line(1, Score::cp(90), 5), 30, Some(Duration::ZERO));
        let percent = MARGINS.pace_start() - MARGINS.pace_settled() + 70;
        assert!(ends_at(&pace, &line(1, Score::cp(20), 6), soft() * percent as u32 / 100));
        let most = MARGINS.pace_start() - MARGINS.pace_settled() + MARGINS.pace_drop_most();
        assert!(ends_at(&pace, &line(1, Score::cp(-900), 6), soft() * most as u32 / 100));
    }

    #[test]
    fn no_search_goes_on_beyond_the_hard_limit() {
        let clock = Clock { turns_to_go: Some(1), ..a_minute().clock.unwrap() };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let hard = hard_limit(&limits, Duration::ZERO, &MARGINS).unwrap();
        assert!(ends_at(&pace(&limits), &line(1, Score::cp(-900), 6), hard));
    }

    #[test]
    fn where_nothing_can_change_no_time_is_spent() {
        let at_once = Some(Duration::ZERO);
        let mut pace = pace(&a_minute());
        assert!(pace.is_enough(&line(1, Score::DRAW, 1), 1, at_once), "the only action");
        for (score, enough) in [(Score::win_in(2), 8), (Score::loss_in(3), 12)] {
            assert!(pace.is_enough(&line(1, score, enough), 30, at_once), "{score}");
            assert!(!pace.is_enough(&line(1, score, enough - 1), 30, at_once), "{score}");
        }
    }

    #[test]
    fn without_a_clock_that_runs_no_search_is_ended() {
        let best = line(1, Score::win_in(1), 50);
        let an_hour = Some(Duration::from_secs(3600));
        assert!(!pace(&Limits::default()).is_enough(&best, 1, an_hour));
        assert!(!pace(&Limits { infinite: true, ..a_minute() }).is_enough(&best, 1, an_hour));
        assert!(!pace(&a_minute()).is_enough(&best, 1, None), "the opponent's move is awaited");
    }

    #[test]
    fn the_hard_limit_is_the_first_of_clock_and_movetime_less_the_overhead() {
        let [overhead, second] = [Duration::from_millis(30), Duration::from_secs(1)];
        let limits = Limits { overhead, ..a_minute() };
        let limit = |limits: &Limits| hard_limit(limits, Duration::ZERO, &MARGINS);
        let by_clock = limits.clock.unwrap().budget(overhead, Duration::ZERO, &MARGINS).hard;
        assert_eq!(limit(&limits), Some(by_clock));
        let timed = Limits { movetime: Some(second), ..limits.clone() };
        assert_eq!(limit(&timed), Some(second - overhead));
        let slow = Limits { movetime: Some(60 * second), ..limits.clone() };
        assert_eq!(limit(&slow), Some(by_clock));
        assert_eq!(limit(&Limits { infinite: true, ..timed }), None);
        assert_eq!(limit(&Limits::default()), None);
    }
}
