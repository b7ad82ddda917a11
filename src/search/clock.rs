//! How much of the clock one search may use.

use std::time::Duration;

/// The mover's clock at the start of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What is left; nothing left means "move now".
    pub time: Duration,
    /// What every turn adds.
    pub increment: Duration,
    /// Turns to the next time control, if there is one.
    pub turns_to_go: Option<u32>,
}

/// Time for one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Budget {
    /// After this no new iteration begins (stretched or shrunk by how settled the choice is).
    pub soft: Duration,
    /// After this the search is broken off.
    pub hard: Duration,
}

/// Without a time control ahead, plan for so many more turns.
const TURNS_PLANNED: u32 = 24;
/// Share of the increment that is spent at once, in percent.
const INCREMENT_SHARE: u32 = 75;
/// A search may run over its soft limit so many times, if the clock allows.
const STRETCH: u32 = 4;
/// Never more than this share of the clock for one turn, in percent.
const GREATEST_SHARE: u32 = 40;

impl Clock {
    /// The budget of one turn, `overhead` kept back from it.
    pub(super) fn budget(&self, overhead: Duration) -> Budget {
        let time = self.time.saturating_sub(overhead);
        let turns = self.turns_to_go.map_or(TURNS_PLANNED, |turns| turns.clamp(1, TURNS_PLANNED));
        let fair = time / turns + self.increment * INCREMENT_SHARE / 100;
        let share = if turns == 1 { 90 } else { GREATEST_SHARE };
        let most = time * share / 100;
        Budget { soft: fair.min(most), hard: (fair * STRETCH).min(most) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(time: u64, increment: u64, turns_to_go: Option<u32>) -> Clock {
        let [time, increment] = [time, increment].map(Duration::from_millis);
        Clock { time, increment, turns_to_go }
    }

    #[test]
    fn a_budget_never_exceeds_the_clock() {
        for time in [0, 1, 9, 11, 100, 60_000] {
            for turns in [None, Some(0), Some(1), Some(40)] {
                let budget = clock(time, 5_000, turns).budget(Duration::from_millis(10));
                let rest = Duration::from_millis(time.saturating_sub(10));
                assert!(budget.soft <= budget.hard && budget.hard <= rest, "{time} {turns:?}");
            }
        }
    }

    #[test]
    fn an_empty_clock_leaves_no_time() {
        let budget = clock(0, 0, None).budget(Duration::ZERO);
        assert_eq!((budget.soft, budget.hard), (Duration::ZERO, Duration::ZERO));
    }
}
