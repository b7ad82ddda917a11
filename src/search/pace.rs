//! When a search has used enough of its time.

use super::Limits;
use super::clock::Budget;
use super::line::Line;
use crate::game::{Action, Score};
use std::time::Duration;

/// The time after which a search is broken off, whatever it is doing.
pub(super) fn hard_limit(limits: &Limits) -> Option<Duration> {
    let movetime = limits.movetime.map(|time| time.saturating_sub(limits.overhead));
    let clock = limits.clock.map(|clock| clock.budget(limits.overhead).hard);
    if limits.infinite { None } else { movetime.into_iter().chain(clock).min() }
}

/// Decides between iterations whether another one is worth its time.
pub(super) struct Pace {
    budget: Option<Budget>,
    unbounded: bool,
    /// The best action of the last iterations, and for how many it has been the best.
    favourite: Option<(u32, u32)>,
    score: Score,
}

impl Pace {
    pub fn new(limits: &Limits) -> Self {
        Self {
            budget: limits.clock.map(|clock| clock.budget(limits.overhead)),
            unbounded: limits.infinite,
            favourite: None,
            score: Score::DRAW,
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
        let drop = (self.score.raw() - best.score.raw()).clamp(0, 100) as u32;
        self.score = best.score;
        let percent = 140u32.saturating_sub(12 * stable.min(7)) + drop;
        spent >= budget.hard.min(budget.soft * percent / 100)
    }
}
