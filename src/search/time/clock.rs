//! Time management: how much of the clock one search may use.

use crate::search::tunables::Tunables;
use std::time::Duration;

/// The clock of the mover at the start of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left; zero means "move now".
    pub time: Duration,
    /// Increment for each turn.
    pub increment: Duration,
    /// Turns to the next time control, if there is one.
    pub turns_to_go: Option<u32>,
}

/// The time budget of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) struct Budget {
    /// Soft limit: no new iteration begins after it. It is scaled by how settled the best action is.
    pub soft: Duration,
    /// Hard limit: the search is stopped.
    pub hard: Duration,
}

/// Times are limited to a hundred years, so that no sum overflows.
const LONGEST: Duration = Duration::from_secs(100 * 366 * 24 * 3600);

impl Clock {
    /// The budget of one turn. `overhead` is kept back. `reserve` is kept back too, up to half of
    /// the remaining time.
    pub(in crate::search) fn budget(
        &self,
        overhead: Duration,
        reserve: Duration,
        params: &Tunables,
    ) -> Budget {
        let time = self.time.min(LONGEST).saturating_sub(overhead);
        let time = time - reserve.min(time / 2);
        let planned = params.clock_turns() as u32;
        let turns = self.turns_to_go.map_or(planned, |turns| turns.clamp(1, planned));
        let fair =
            time / turns + self.increment.min(LONGEST) * params.clock_increment() as u32 / 100;
        let share = if turns == 1 { params.clock_last() } else { params.clock_most() };
        let most = time * share as u32 / 100;
        Budget { soft: fair.min(most), hard: (fair * params.clock_stretch() as u32).min(most) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time: u64, increment: u64, turns_to_go: Option<u32>) -> Clock {
        let [time, increment] = [time, increment].map(Duration::from_millis);
        Clock { time, increment, turns_to_go }
    }

    fn budget(clock: Clock, reserve: u64) -> Budget {
        let [overhead, reserve] = [10, reserve].map(Duration::from_millis);
        clock.budget(overhead, reserve, &Tunables::DEFAULT)
    }

    #[test]
    fn a_reserve_is_kept_back_but_half_of_the_time_is_left() {
        let with = |reserve| budget(clock(310, 0, None), reserve);
        assert_eq!(with(100), budget(clock(210, 0, None), 0));
        assert_eq!(with(5_000), budget(clock(160, 0, None), 0));
        assert_eq!(budget(clock(5, 0, None), 100).hard, Duration::ZERO);
    }

    #[test]
    fn a_turn_has_its_part_of_the_clock_and_a_percentage_of_the_increment() {
        let soft = |increment, turns| budget(clock(60_010, increment, turns), 0).soft;
        assert_eq!(soft(0, Some(10)), Duration::from_secs(6));
        let percentage = Duration::from_millis(10) * Tunables::DEFAULT.clock_increment() as u32;
        assert_eq!(soft(1_000, Some(10)), Duration::from_secs(6) + percentage);
        assert!(soft(0, None) < soft(0, Some(10)), "no time control is near");
    }

    #[test]
    fn only_the_last_turn_before_a_time_control_may_use_most_of_the_clock() {
        let hard = |turns| budget(clock(60_010, 0, turns), 0).hard;
        assert!(hard(Some(1)) > Duration::from_secs(30));
        assert!(hard(Some(2)) < Duration::from_secs(30));
    }

    #[test]
    fn a_budget_never_exceeds_the_clock() {
        for time in [0, 1, 9, 11, 100, 60_000] {
            for turns in [None, Some(0), Some(1), Some(40)] {
                let budget = budget(clock(time, 5_000, turns), 0);
                let rest = Duration::from_millis(time.saturating_sub(10));
                assert!(budget.soft <= budget.hard && budget.hard <= rest, "{time} {turns:?}");
            }
        }
    }

    #[test]
    fn an_empty_clock_leaves_no_time() {
        let budget = budget(clock(0, 0, None), 0);
        assert_eq!((budget.soft, budget.hard), (Duration::ZERO, Duration::ZERO));
    }
}
