//! Iterative deepening: searches depth 1, 2, 3 .. until a limit, reports each finished iteration, and handles MultiPV
//! line by line.

use super::line::{best_first, renew};
use super::searchable::Searchable;
use super::strategy::Report;
use super::time::pace::Pace;
use super::{Depth, Line, MAX_DEPTH, PlayerModel, Task, Walker};
use crate::game::Score;

/// `go mate` searches to this depth for a move if there is no mate.
const DEPTH_WITHOUT_MATE: Depth = 8;
/// Nodes for exact distances of proven wins and losses: this many, plus as many as the search had
/// made at the first proof. Without forward pruning an iteration might otherwise take a thousand
/// times the nodes of the one before.
const NODES_FOR_DISTANCES: u64 = 100_000;

/// A technique that searches by iterations.
pub(super) trait Iterate<G: Searchable, S: PlayerModel<G>> {
    /// One iteration with `count` lines; `false` if it was stopped. `lines` holds the lines found, then older lines
    /// with other first actions.
    fn iteration(
        &mut self,
        walker: &mut Walker<G, S>,
        depth: Depth,
        count: usize,
        lines: &mut Vec<Line<G::Action>>,
    ) -> bool;
}

/// Iterates until a limit of the task is reached or the search is stopped. Returns the lines of the last iteration.
pub(super) fn deepen<G: Searchable, S: PlayerModel<G>>(
    technique: &mut impl Iterate<G, S>,
    walker: &mut Walker<G, S>,
    task: &Task<G>,
    report: Report<'_, G>,
) -> Vec<Line<G::Action>> {
    let mut lines = vec![walker.unsearched_line()];
    let last = last_depth(task);
    let mut pace = Pace::new(&task.limits, walker.meter.reserve(), G::PROFILE.params);
    let count = task.options.multipv.min(walker.root.len());
    let id = walker.meter.id();
    for depth in 1..=last {
        walker.meter.iteration = depth;
        // Helper threads with odd numbers skip even depths, so that they run ahead of the first thread.
        if id % 2 == 1 && depth > 1 && depth % 2 == 0 && depth < last {
            continue;
        }
        if !technique.iteration(walker, depth, count, &mut lines) {
            break;
        }
        report(&walker.info(&lines));
        if walker.is_root_decided() {
            break;
        }
        let spent = walker.meter.clock_elapsed();
        if id == 0 && pace.is_enough(&lines[0], walker.root.len(), spent) {
            break;
        }
    }
    lines
}

fn last_depth<G: Searchable>(task: &Task<G>) -> Depth {
    let asked = task.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
    let after_proof = task.limits.mate.map_or(MAX_DEPTH, |_| DEPTH_WITHOUT_MATE);
    asked.min(after_proof)
}

/// An iteration that finds its lines one after the other (MultiPV). `find_best` moves the best root
/// action to the given index, and notes each new best action. Its last argument is the line's score
/// in the iteration before.
pub(super) fn one_by_one<G: Searchable, S: PlayerModel<G>>(
    walker: &mut Walker<G, S>,
    depth: Depth,
    count: usize,
    lines: &mut Vec<Line<G::Action>>,
    mut find_best: impl FnMut(&mut Walker<G, S>, usize, Option<Score>),
) -> bool {
    let mut found: Vec<Line<G::Action>> = Vec::with_capacity(count);
    for first in 0..count {
        let is_new =
            |line: &&Line<_>| !found.iter().any(|other| other.begins_with(line.actions[0]));
        let before = lines.iter().find(is_new);
        let proven = before.filter(|line| line.score.is_proven());
        let line = match proven {
            Some(proven) => search_exact_distance(walker, first, depth, proven, &mut find_best),
            None => {
                search_again(walker, first, before.map(|line| line.score), &mut find_best);
                (!walker.meter.stopped).then(|| walker.root_line(first, depth))
            }
        };
        let Some(line) = line else {
            let standing = walker.standing.take();
            // The remaining actions may delay or avert a loss.
            if let Some(root) = standing.filter(|root| !root.score.is_loss()) {
                found.push(walker.line_of(&root, depth));
            }
            renew(lines, found, count);
            return false;
        };
        found.push(line);
        best_first(&mut walker.root[..=first], |root| root.score);
        best_first(&mut found, |line| line.score);
    }
    *lines = found;
    true
}

fn search_again<G: Searchable, S: PlayerModel<G>>(
    walker: &mut Walker<G, S>,
    first: usize,
    before: Option<Score>,
    find_best: &mut impl FnMut(&mut Walker<G, S>, usize, Option<Score>),
) {
    (walker.seldepth, walker.standing) = (0, None);
    find_best(walker, first, before);
}

/// Looks for a faster win or a slower loss within [`NODES_FOR_DISTANCES`]. `None` if the search was stopped.
fn search_exact_distance<G: Searchable, S: PlayerModel<G>>(
    walker: &mut Walker<G, S>,
    first: usize,
    depth: Depth,
    proven: &Line<G::Action>,
    find_best: &mut impl FnMut(&mut Walker<G, S>, usize, Option<Score>),
) -> Option<Line<G::Action>> {
    walker.standing = None;
    let nodes = walker.meter.nodes;
    let most = *walker.exact_until.get_or_insert(2 * nodes + NODES_FOR_DISTANCES);
    if nodes < most {
        walker.exact = true;
        walker.meter.cap(most);
        search_again(walker, first, Some(proven.score), find_best);
        walker.exact = false;
        let is_too_much = walker.meter.lift_cap();
        if walker.meter.stopped {
            return None;
        }
        if !is_too_much {
            return Some(walker.root_line(first, depth));
        }
    }
    let better =
        walker.standing.take().filter(|root| root.score.is_win() && root.score > proven.score);
    let line = match better {
        Some(root) => walker.line_of(&root, depth),
        None => Line { depth, ..proven.clone() },
    };
    walker.move_root_action_to(first, line.actions[0], line.score);
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation, Played};
    use crate::games::pacific::{PacificA, PacificAction, TypeA};
    use crate::search::time::counter::Counter;
    use crate::search::{
        Clock, Control, Info, Limits, SearchOptions, TranspositionTable, TwoPlayer,
    };
    use std::sync::Arc;
    use std::time::Duration;

    /// A technique whose lines come from a function.
    struct Scripted<F>(F);

    impl<F> Iterate<PacificA, TwoPlayer> for Scripted<F>
    where
        F: FnMut(&mut Walker<PacificA>, Depth, usize),
    {
        fn iteration(
            &mut self,
            walker: &mut Walker<PacificA>,
            depth: Depth,
            count: usize,
            lines: &mut Vec<Line<PacificAction>>,
        ) -> bool {
            one_by_one(walker, depth, count, lines, |walker, first, _| {
                (self.0)(walker, depth, first);
            })
        }
    }

    /// Runs a search of that function with `lines` lines. Returns the final lines and the reported
    /// depths.
    fn searched(
        limits: Limits,
        control: Control,
        multipv: usize,
        find: impl FnMut(&mut Walker<PacificA>, Depth, usize),
    ) -> (Vec<Line<PacificAction>>, Vec<Depth>, u64) {
        let root = Played::new(PacificA::start(TypeA));
        let options = SearchOptions { multipv, ..SearchOptions::default() };
        let table = Arc::new(TranspositionTable::empty());
        let control = Arc::new(control);
        let mut task = Task::new(root, &[], limits, options, control, table, Box::new(drop));
        task.counters = Arc::new([Counter::default()]);
        let mut walker: Walker<PacificA> = Walker::new(*task.root.state());
        walker.set_up(&task, 0);
        let mut depths = Vec::new();
        let mut note = |info: &Info<_>| depths.push(info.lines[0].depth);
        let lines = deepen(&mut Scripted(find), &mut walker, &task, &mut note);
        (lines, depths, walker.meter.nodes)
    }

    /// Sets the score of the root action at this index.
    fn worth(walker: &mut Walker<PacificA>, index: usize, score: Score) {
        walker.root[index].score = score;
        walker.root[index].pv = vec![walker.root[index].action];
        walker.note_root_rank(index);
    }

    fn to_depth(depth: Depth) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    fn starting_actions() -> Vec<PacificAction> {
        let mut actions = Vec::new();
        PacificA::start(TypeA).actions(&mut actions);
        actions
    }

    #[test]
    fn no_iteration_begins_after_the_soft_limit() {
        let clock = |seconds| Clock {
            time: Duration::from_secs(seconds),
            increment: Duration::ZERO,
            turns_to_go: None,
        };
        let iterations = |seconds, spent| {
            let limits = Limits { clock: Some(clock(seconds)), ..to_depth(6) };
            let control = Control::running_for(Duration::from_secs(spent));
            let even = |walker: &mut Walker<_>, _, first| worth(walker, first, Score::DRAW);
            searched(limits, control, 1, even).1.len()
        };
        // A minute on the clock gives 3.5 seconds at first, and 10 at most.
        assert_eq!(iterations(60, 8), 1);
        assert_eq!(iterations(36_000, 8), 6);
    }

    #[test]
    fn what_is_found_of_an_iteration_comes_before_what_was_known() {
        let actions = starting_actions();
        // Stopped in this line of the third iteration, with or without an exact score.
        for (broken, is_known) in [(0, false), (0, true), (1, false), (1, true), (2, false)] {
            let find = |walker: &mut Walker<PacificA>, depth, first: usize| {
                let (from, score) = match depth {
                    // The third iteration finds the actions in reverse order.
                    3 => (2, Score::cp(50 - first as i32)),
                    _ => (first, Score::cp(20 - first as i32)),
                };
                walker.root[first..=from.max(first)].rotate_right(1);
                let stops = depth == 3 && first == broken;
                if !stops || is_known {
                    worth(walker, first, score);
                }
                walker.meter.stopped = stops;
            };
            let (lines, depths, _) = searched(to_depth(9), Control::new(false), 3, find);
            assert_eq!(depths, [1, 2]);
            let found = broken + usize::from(is_known);
            let shown: Vec<_> = lines.iter().map(|line| (line.depth, line.actions[0])).collect();
            let mut expected: Vec<_> =
                [2, 1, 0][..found].iter().map(|i| (3, actions[*i])).collect();
            let old = (0..3).filter(|index| ![2, 1, 0][..found].contains(index));
            expected.extend(old.map(|index| (2, actions[index])));
            assert_eq!(shown, expected, "broken off in line {broken}, known: {is_known}");
        }
    }

    #[test]
    fn a_loss_by_the_first_of_many_actions_is_not_believed() {
        let find = |walker: &mut Walker<PacificA>, depth, first| {
            walker.meter.stopped = depth == 2;
            let score = if depth == 2 { Score::loss_in(2) } else { Score::cp(7) };
            worth(walker, first, score);
        };
        let (lines, ..) = searched(to_depth(5), Control::new(false), 1, find);
        assert_eq!((lines[0].depth, lines[0].score), (1, Score::cp(7)));
    }

    /// Makes nodes until the search is stopped.
    fn never_ends(walker: &mut Walker<PacificA>) {
        while !walker.meter.stopped {
            walker.meter.nodes += 1;
            walker.meter.poll();
        }
    }

    #[test]
    fn a_proven_score_is_kept_when_exactness_costs_too_much() {
        for score in [Score::win_in(3), Score::loss_in(3)] {
            let mut tries = 0;
            let (lines, depths, nodes) =
                searched(to_depth(40), Control::new(false), 1, |walker, depth, first| {
                    walker.root[..3].rotate_right(1);
                    if depth <= 4 {
                        worth(walker, first, if depth == 4 { score } else { Score::DRAW });
                        walker.meter.nodes += 1_000;
                    } else {
                        assert!(walker.exact);
                        tries += 1;
                        never_ends(walker);
                    }
                });
            assert_eq!((tries, depths.len()), (1, 40));
            assert_eq!((lines[0].depth, lines[0].score), (40, score));
            assert_eq!(nodes, 2 * 4_000 + NODES_FOR_DISTANCES);
        }
    }

    #[test]
    fn a_shorter_win_that_is_found_on_the_way_is_taken() {
        let (lines, ..) = searched(to_depth(9), Control::new(false), 1, |walker, depth, first| {
            let turns = if depth < 3 { 4 } else { 2 };
            worth(walker, first, Score::win_in(turns));
            if depth >= 3 {
                never_ends(walker);
            }
        });
        assert_eq!((lines[0].depth, lines[0].score), (9, Score::win_in(2)));
    }

    #[test]
    fn a_limit_holds_while_distances_are_made_exact() {
        let limits = Limits { nodes: Some(5_000), ..to_depth(9) };
        let (lines, depths, nodes) =
            searched(limits, Control::new(false), 1, |walker, depth, first| {
                worth(walker, first, Score::win_in(4));
                if depth == 2 {
                    never_ends(walker);
                }
            });
        assert_eq!((nodes, depths), (5_000, vec![1]));
        assert_eq!((lines[0].depth, lines[0].score), (2, Score::win_in(4)));
    }

    #[test]
    fn lines_after_a_proven_one_go_on_when_it_is_kept() {
        let actions = starting_actions();
        let (lines, ..) = searched(to_depth(9), Control::new(false), 2, |walker, depth, first| {
            if first == 1 {
                assert!(!walker.exact);
                worth(walker, 1, Score::cp(depth));
            } else {
                worth(walker, 0, Score::win_in(4));
                if depth > 1 {
                    never_ends(walker);
                }
            }
        });
        let shown: Vec<_> = lines.iter().map(|line| (line.score, line.actions[0])).collect();
        assert_eq!(shown, [(Score::win_in(4), actions[0]), (Score::cp(9), actions[1])]);
    }
}
