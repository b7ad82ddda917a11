//! The root of the turn search. Its candidates are listed once and searched in every iteration, by all threads.

use super::root_window::{SearchWindow, TurnResult};
use super::turn::Turn;
use super::work_queue::{RootJob, WorkItem};
use super::{TurnDepth, TurnSearch, as_far_as_proven};
use crate::game::{Action, Score};
use crate::search::evaluation::evaluator::TurnEvaluator;
use crate::search::searchable::{Searchable, WholeTurns};
use crate::search::{Depth, Line, Task, Walker};
use std::sync::Arc;

/// A candidate turn at the root.
pub(super) struct RootTurn<A> {
    turn: Turn<A>,
    /// Score of the last iteration that searched the turn.
    pub score: Score,
    seldepth: usize,
    pv: Vec<A>,
}

impl<G: Searchable + WholeTurns> TurnSearch<G>
where
    G::Evaluator: TurnEvaluator<G>,
{
    pub(super) fn turn_line(
        &self,
        walker: &mut Walker<G>,
        index: usize,
        depth: Depth,
    ) -> Line<G::Action> {
        let root = &self.root[index];
        let mut actions: Vec<G::Action> = root.turn.iter().chain(root.pv.iter().copied()).collect();
        walker.complete(&mut actions);
        let score = as_far_as_proven(root.score);
        Line { score, depth, seldepth: root.seldepth, actions, tried: None, shares: None }
    }

    /// Lists the turns of the root, at least one for each action. `false` if stopped.
    pub(super) fn list_root_turns(&mut self, walker: &mut Walker<G>, width: usize) -> bool {
        let params = G::PROFILE.params;
        let first = self.lists.candidates.len();
        let beam = params.turn_root_beam() as usize * width;
        self.lists.list_turns(walker, beam, usize::MAX, 0, Some(&self.queue));
        if walker.meter.stopped {
            self.lists.candidates.truncate(first);
            return false;
        }
        let candidates = &mut self.lists.candidates;
        let most = 2 * params.turn_root_candidates() as usize * G::MOST_ACTIONS as usize;
        let mut seen: Vec<u32> = Vec::new();
        self.root.clear();
        for (index, candidate) in candidates[first..].iter().enumerate() {
            let bits = candidate.turn.first().map_or(0, |action| action.bits());
            let is_new = !seen.contains(&bits);
            if is_new {
                seen.push(bits);
            }
            if is_new || index < most {
                let turn = candidate.turn;
                let score = candidate.value;
                self.root.push(RootTurn { turn, score, seldepth: 0, pv: Vec::new() });
            }
        }
        candidates.truncate(first);
        // Several actions may lead to the same position, and then only one turn was kept.
        for action in walker.root_choice() {
            if !seen.contains(&action.bits()) {
                self.root.push(shortest_turn(walker, action));
            }
        }
        true
    }

    /// Searches the root turns that do not begin with an action of `taken`. Returns the index of
    /// the best turn. `None` if there is no turn, or if the search of the first one was stopped.
    pub(super) fn search_root_turns(
        &mut self,
        walker: &mut Walker<G>,
        turn_depth: TurnDepth,
        taken: &[G::Action],
    ) -> Option<usize> {
        let a_width = G::PROFILE.params.turn_root_candidates() as usize;
        let most = if turn_depth.turns == 1 { usize::MAX } else { a_width * turn_depth.width };
        let is_left = |root: &RootTurn<G::Action>| {
            root.turn.first().is_none_or(|first| !taken.contains(&first))
        };
        let chosen = (0..self.root.len()).filter(|index| is_left(&self.root[*index]));
        let order: Vec<usize> = chosen.take(most).collect();
        let guess = order.first().map(|first| self.root[*first].score);
        let turns = order.iter().map(|index| self.root[*index].turn).collect();
        self.queue.search_turns(turns, turn_depth, guess.filter(|_| turn_depth.turns > 1));
        while let Some((index, window)) = self.queue.next(&mut walker.meter) {
            let turn = self.root[order[index]].turn;
            if let Some(found) = self.search_item(walker, &turn, turn_depth, window) {
                self.queue.searched(index, window, found);
            }
        }
        let root_window = self.queue.finish_search()?;
        let rest = root_window.rest();
        for (index, found) in root_window.found {
            let root = &mut self.root[order[index]];
            root.score = found.score;
            if !found.pv.is_empty() || Some(index) == root_window.best {
                (root.seldepth, root.pv) = (found.seldepth, found.pv);
            }
        }
        if !walker.meter.stopped {
            // The other turns keep their order, below all searched turns.
            for root in self.root.iter_mut().skip(order.len() + taken.len()) {
                root.score = root.score.min(rest);
            }
        }
        root_window.best.map(|index| order[index])
    }

    /// The value of a root turn; `None` if stopped.
    fn search_item(
        &mut self,
        walker: &mut Walker<G>,
        turn: &Turn<G::Action>,
        turn_depth: TurnDepth,
        window: SearchWindow,
    ) -> Option<TurnResult<G::Action>> {
        let SearchWindow { alpha, beta } = window;
        let is_first = window == SearchWindow::open();
        let score = self.value_of_turn(walker, turn, turn_depth.next(), alpha, beta, 0, is_first);
        let is_best = score > alpha && beta == Score::INFINITE;
        let pv = if is_best { walker.pvs[turn.length].clone() } else { Vec::new() };
        (!walker.meter.stopped).then_some(TurnResult { score, seldepth: walker.seldepth, pv })
    }

    /// Works on items of the root as a helper thread.
    pub(super) fn help(&mut self, walker: &mut Walker<G>, task: &Task<G>) {
        let queue = Arc::clone(&self.queue);
        walker.meter.iteration = 2;
        while let Some(item) = queue.join(task.number, || task.control.is_stopped()) {
            walker.seldepth = 0;
            self.do_piece(walker, &item);
            if walker.meter.stopped {
                queue.bring_back(&item);
                break;
            }
        }
    }

    /// Searches one work item and delivers the result, unless the search is stopped.
    fn do_piece(&mut self, walker: &mut Walker<G>, item: &WorkItem<G::Action>) {
        match &*item.job {
            RootJob::List(level) => {
                let found = self.lists.list_piece(walker, level, item.index);
                if !walker.meter.stopped {
                    self.queue.bring_listed(item, found);
                }
            }
            RootJob::Search(turns, turn_depth) => {
                let turn = &turns[item.index];
                if let Some(found) = self.search_item(walker, turn, *turn_depth, item.window) {
                    self.queue.bring_searched(item, found);
                }
            }
        }
    }
}

/// The root turn of one action, plus the end of the turn if it is still needed.
fn shortest_turn<G: Searchable + WholeTurns>(
    walker: &mut Walker<G>,
    action: G::Action,
) -> RootTurn<G::Action> {
    let player = walker.game().player();
    let made = walker.make_to_evaluate(action);
    walker.meter.nodes += 1;
    let score = walker.outcome_or_static_value(player);
    let turn = Turn::EMPTY.with(action);
    let end = if walker.game().turn_start() { None } else { walker.game().end_of_turn() };
    walker.unmake(made);
    let turn = end.map_or(turn, |end| turn.with(end));
    RootTurn { turn, score, seldepth: 0, pv: Vec::new() }
}
