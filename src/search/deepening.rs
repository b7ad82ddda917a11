//! Iterative deepening, for the techniques that look one depth further each time.

use super::mind::Mind;
use super::pace::Pace;
use super::strategy::Report;
use super::walker::best_first;
use super::{Depth, Line, MAX_DEPTH, Sides, Task, Walker};

/// `go mate` searches so deep for an answer where there is no such win.
const DEPTH_WITHOUT_MATE: Depth = 8;

/// A technique of iterations.
pub(super) trait Iterate<G: Mind, S: Sides<G>> {
    /// One iteration over `count` lines; false if it was broken off. `lines` holds the best that is
    /// known either way.
    fn iteration(
        &mut self,
        walker: &mut Walker<G, S>,
        depth: Depth,
        count: usize,
        lines: &mut Vec<Line<G::Action>>,
    ) -> bool;
}

/// Iterations until a limit of the task is reached or the search is stopped; the lines of the last one.
pub(super) fn deepen<G: Mind, S: Sides<G>>(
    technique: &mut impl Iterate<G, S>,
    walker: &mut Walker<G, S>,
    task: &Task<G>,
    report: Report<'_, G>,
) -> Vec<Line<G::Action>> {
    let mut lines = vec![walker.unsearched_line()];
    let last = last_depth(task);
    let mut pace = Pace::new(&task.limits, walker.meter.reserve(), G::PROFILE.margins);
    let count = task.style.multipv.min(walker.root.len());
    let id = walker.meter.id();
    for depth in 1..=last {
        walker.meter.iteration = depth;
        // Later threads skip every other depth, so that they are ahead of the first one.
        if id % 2 == 1 && depth > 1 && depth % 2 == 0 && depth < last {
            continue;
        }
        if !technique.iteration(walker, depth, count, &mut lines) {
            break;
        }
        walker.exact = lines[0].score.is_proven();
        report(&walker.info(&lines));
        let spent = walker.meter.clock_elapsed();
        if id == 0 && pace.is_enough(&lines[0], walker.root.len(), spent) {
            break;
        }
    }
    lines
}

fn last_depth<G: Mind>(task: &Task<G>) -> Depth {
    let asked = task.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let after_proof = task.limits.mate.map_or(MAX_DEPTH, |_| DEPTH_WITHOUT_MATE);
    asked.min(after_proof)
}

/// An iteration whose lines are found one after the other: `find_best` moves the best of the root actions from
/// the given index on there, given the score of that line in the iteration before, and tells whether its score
/// is exact, which after a stop it need not be.
pub(super) fn one_by_one<G: Mind, S: Sides<G>>(
    walker: &mut Walker<G, S>,
    depth: Depth,
    count: usize,
    lines: &mut Vec<Line<G::Action>>,
    mut find_best: impl FnMut(&mut Walker<G, S>, usize, Option<crate::game::Score>) -> bool,
) -> bool {
    let mut found = Vec::with_capacity(count);
    for first in 0..count {
        walker.seldepth = 0;
        let before = lines.get(first).map(|line| line.score);
        let is_known = find_best(walker, first, before);
        if walker.meter.stopped {
            // The actions that are still to come may put off a loss, or avert it.
            if first == 0 && is_known && !walker.root[0].score.is_loss() {
                lines[0] = walker.root_line(0, depth);
            } else if first > 0 && lines[0].depth == 0 {
                *lines = found;
            }
            return false;
        }
        found.push(walker.root_line(first, depth));
        best_first(&mut walker.root[..=first], |root| root.score);
        best_first(&mut found, |line| line.score);
    }
    *lines = found;
    true
}
