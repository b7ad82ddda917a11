//! When a search has used enough of its time.

use super::clock::Budget;
use super::tunables::Tunables;
use super::{Limits, Line};
use crate::game::{Action, Score};
use std::time::Duration;

/// The time after which a search is broken off, whatever it is doing.
/// `reserve` is kept back of a clock, beyond the overhead.
pub(super) fn hard_limit(
    limits: &Limits,
    reserve: Duration,
    margins: &Tunables,
) -> Option<Duration> {
    let movetime = limits.movetime.map(|time| time.saturating_sub(limits.overhead));
    let clock = limits.clock.map(|clock| clock.budget(limits.overhead, reserve, margins).hard);
    if limits.infinite { None } else { movetime.into_iter().chain(clock).min() }
}

/// Decides between iterations whether another one is worth its time.
pub(super) struct Pace {
    budget: Option<Budget>,
    unbounded: bool,
    /// The best action of the last iterations, and for how many it has been the best.
    favourite: Option<(u32, i32)>,
    score: Score,
    margins: Tunables,
}

impl Pace {
    /// `reserve` is kept back of a clock, beyond the overhead.
    pub fn new(limits: &Limits, reserve: Duration, margins: Tunables) -> Self {
        Self {
            budget: limits.clock.map(|clock| clock.budget(limits.overhead, reserve, &margins)),
            unbounded: limits.infinite,
            favourite: None,
            score: Score::DRAW,
            margins,
        }
    }

    /// `spent` is the time on the clock, `None` while it does not run.
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
        // A proven result needs no more than the depth that makes its distance exact.
        if turns.is_some_and(|turns| best.depth >= 4 * turns.abs()) {
            return true;
        }
        let bits = best.actions.first().map_or(0, |action| action.bits());
        let stable = match self.favourite {
            Some((favourite, stable)) if favourite == bits => stable + 1,
            _ => 0,
        };
        self.favourite = Some((bits, stable));
        let margins = &self.margins;
        let drop = (self.score.raw() - best.score.raw()).clamp(0, margins.pace_drop_most());
        self.score = best.score;
        let settled = margins.pace_settled() * stable.min(margins.pace_settled_most());
        let percent = (margins.pace_start() - settled).max(0) + drop;
        spent >= budget.hard.min(budget.soft * percent as u32 / 100)
    }
}
