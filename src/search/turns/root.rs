//! The root of a search among turns: its candidates are listed once and searched in every iteration, by all threads.

use super::candidates::Turn;
use super::race::{Found, Window};
use super::team::{Job, Piece};
use super::{Reach, TurnSearch, as_far_as_proven};
use crate::game::{Action, Score};
use crate::search::mind::{EvaluateTurns, Mind, WholeTurns};
use crate::search::{Depth, Line, Task, Walker};
use std::sync::Arc;

/// A candidate of the root.
pub(super) struct RootTurn<A> {
    turn: Turn<A>,
    /// Of the last iteration that looked at it.
    pub score: Score,
    seldepth: usize,
    pv: Vec<A>,
}

impl<G: Mind + WholeTurns> TurnSearch<G>
where
    G::Evaluator: EvaluateTurns<G>,
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
        Line { score, depth, seldepth: root.seldepth, actions }
    }

    /// Lists the turns of the root, among them one for each of its actions. False if stopped.
    pub(super) fn list_root_turns(&mut self, walker: &mut Walker<G>, width: usize) -> bool {
        let margins = G::PROFILE.margins;
        let first = self.lists.candidates.len();
        let beam = margins.turn_root_beam() as usize * width;
        self.lists.list_turns(walker, beam, usize::MAX, 0, Some(&self.team));
        if walker.meter.stopped {
            self.lists.candidates.truncate(first);
            return false;
        }
        let candidates = &mut self.lists.candidates;
        let most = 2 * margins.turn_root_candidates() as usize * G::MOST_ACTIONS as usize;
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
        // Several actions may lead to one and the same position, of which one was kept.
        for action in walker.root_choice() {
            if !seen.contains(&action.bits()) {
                self.root.push(shortest_turn(walker, action));
            }
        }
        true
    }

    /// Searches the turns of the root that do not begin with one of `taken`; the index of the best one,
    /// `None` if there is none or the first was not finished.
    pub(super) fn search_root_turns(
        &mut self,
        walker: &mut Walker<G>,
        reach: Reach,
        taken: &[G::Action],
    ) -> Option<usize> {
        let a_width = G::PROFILE.margins.turn_root_candidates() as usize;
        let most = if reach.turns == 1 { usize::MAX } else { a_width * reach.width };
        let is_left = |root: &RootTurn<G::Action>| {
            root.turn.first().is_none_or(|first| !taken.contains(&first))
        };
        let chosen = (0..self.root.len()).filter(|index| is_left(&self.root[*index]));
        let order: Vec<usize> = chosen.take(most).collect();
        let guess = order.first().map(|first| self.root[*first].score);
        let turns = order.iter().map(|index| self.root[*index].turn).collect();
        self.team.race(turns, reach, guess.filter(|_| reach.turns > 1));
        while let Some((index, window)) = self.team.next(&mut walker.meter) {
            let turn = self.root[order[index]].turn;
            if let Some(found) = self.search_piece(walker, &turn, reach, window) {
                self.team.searched(index, window, found);
            }
        }
        let race = self.team.finish_race()?;
        let rest = race.rest();
        for (index, found) in race.found {
            let root = &mut self.root[order[index]];
            root.score = found.score;
            if !found.pv.is_empty() || Some(index) == race.best {
                (root.seldepth, root.pv) = (found.seldepth, found.pv);
            }
        }
        if !walker.meter.stopped {
            // The rest keep their order, below every turn searched.
            for root in self.root.iter_mut().skip(order.len() + taken.len()) {
                root.score = root.score.min(rest);
            }
        }
        race.best.map(|index| order[index])
    }

    /// The value of a turn of the root; `None` if stopped.
    fn search_piece(
        &mut self,
        walker: &mut Walker<G>,
        turn: &Turn<G::Action>,
        reach: Reach,
        window: Window,
    ) -> Option<Found<G::Action>> {
        let Window { alpha, beta } = window;
        let is_first = window == Window::open();
        let score = self.value_of_turn(walker, turn, reach.next(), alpha, beta, 0, is_first);
        let is_best = score > alpha && beta == Score::INFINITE;
        let pv = if is_best { walker.pvs[turn.length].clone() } else { Vec::new() };
        (!walker.meter.stopped).then_some(Found { score, seldepth: walker.seldepth, pv })
    }

    /// Does pieces of the root's work, as another thread than the first.
    pub(super) fn help(&mut self, walker: &mut Walker<G>, task: &Task<G>) {
        let team = Arc::clone(&self.team);
        walker.meter.iteration = 2;
        while let Some(piece) = team.join(task.number, || task.control.is_stopped()) {
            walker.seldepth = 0;
            self.do_piece(walker, &piece);
            if walker.meter.stopped {
                team.bring_back(&piece);
                break;
            }
        }
    }

    /// Does a piece of work and brings what it found, unless it is stopped.
    fn do_piece(&mut self, walker: &mut Walker<G>, piece: &Piece<G::Action>) {
        match &*piece.job {
            Job::List(level) => {
                let found = self.lists.list_piece(walker, level, piece.index);
                if !walker.meter.stopped {
                    self.team.bring_listed(piece, found);
                }
            }
            Job::Search(turns, reach) => {
                let turn = &turns[piece.index];
                if let Some(found) = self.search_piece(walker, turn, *reach, piece.window) {
                    self.team.bring_searched(piece, found);
                }
            }
        }
    }
}

/// The turn of the root that consists of one action, and the end of the turn if that is still due.
fn shortest_turn<G: Mind + WholeTurns>(
    walker: &mut Walker<G>,
    action: G::Action,
) -> RootTurn<G::Action> {
    let mover = walker.game().player();
    let made = walker.glance(action);
    walker.meter.nodes += 1;
    let score = walker.looks(mover);
    let turn = Turn::EMPTY.with(action);
    let end = if walker.game().turn_start() { None } else { walker.game().end_of_turn() };
    walker.unmake(made);
    let turn = end.map_or(turn, |end| turn.with(end));
    RootTurn { turn, score, seldepth: 0, pv: Vec::new() }
}
