//! Mate search, `go mate N`: is there a forced win in at most N turns of the mover? Depth-first AND/OR search over
//! turns without forward pruning. Its answer is a proof either way, except for repetitions across table entries.

use super::line::renew;
use super::searchable::Searchable;
use super::strategy::Report;
use super::table::{Bound, TableEntry};
use super::walker::Made;
use super::{Depth, Line, MAX_DEPTH, MAX_PLY, PlayerModel, Ply, Task, Walker};
use crate::game::{Action, Outcome, Player, Score, zobrist::splitmix64};

/// The question that a mate search answers at every node.
#[derive(Clone, Copy)]
struct Question {
    attacker: Player,
    /// The longest line, in actions.
    longest: Ply,
    /// Whether the user gave `longest`. Then an answer depends on the remaining depth.
    limited: bool,
}

impl Question {
    /// Salt of the table key for this question at `ply`.
    fn salt(self, turns: u32, ply: Ply) -> u64 {
        let left = if self.limited { self.longest - ply } else { 0 };
        let [turns, left] = [u64::from(turns), left as u64];
        splitmix64(turns << 24 | left << 8 | (self.attacker.index() as u64) << 1 | 1).1
    }
}

/// Searches for a win in 1, 2, .. `most` turns. If there is none, or if a limit comes first, the
/// answer is that of `short_search`. It runs before, with a node limit of its own.
pub(super) fn prove<G: Searchable, S: PlayerModel<G>>(
    walker: &mut Walker<G, S>,
    most: u32,
    task: &Task<G>,
    report: Report<'_, G>,
    short_search: impl FnOnce(&mut Walker<G, S>, Report<'_, G>) -> Vec<Line<G::Action>>,
) -> Vec<Line<G::Action>> {
    walker.meter.poll();
    if walker.meter.stopped {
        return vec![walker.unsearched_line()];
    }
    let mut iterations = Vec::new();
    let mut lines = short_search(walker, &mut |info| iterations.push(info.clone()));
    let depth = task.limits.depth.unwrap_or(MAX_DEPTH).clamp(0, MAX_DEPTH);
    let longest = (depth as Ply).min(MAX_PLY);
    let limited = task.limits.depth.is_some();
    let question = Question { attacker: walker.game().player(), longest, limited };
    // From now on `poll` checks time limits and `stop` at once.
    walker.meter.iteration = MAX_DEPTH;
    walker.meter.allow(task.limits.nodes.unwrap_or(u64::MAX));
    let count = task.options.multipv;
    let mut proof = Proof { walker, question, actions: Vec::new() };
    for turns in 1..=most.min(longest as u32) {
        if proof.is_stopped() {
            break;
        }
        if let Some(action) = proof.deciding_action(turns, 0, true)
            && !proof.is_stopped()
        {
            let line = proof.line(turns, action);
            renew(&mut lines, vec![line], count);
            proof.walker.add_unsearched(&mut lines, count);
            report(&proof.walker.info(&lines));
            return lines;
        }
    }
    iterations.iter().for_each(report);
    lines
}

/// The state of one mate search.
struct Proof<'a, G: Searchable, S: PlayerModel<G>> {
    walker: &'a mut Walker<G, S>,
    question: Question,
    /// Actions of all nodes on the line, one list after the other.
    actions: Vec<G::Action>,
}

impl<G: Searchable, S: PlayerModel<G>> Proof<'_, G, S> {
    fn is_stopped(&self) -> bool {
        self.walker.meter.stopped
    }

    /// Whether the attacker moves.
    fn is_attacking(&self) -> bool {
        self.walker.game().player() == self.question.attacker
    }

    /// Below the root: whether the attacker can force a win in at most `turns` more turns. Turns
    /// count like mate distance: one more if the loser makes the last action.
    fn wins(&mut self, turns: u32, ply: Ply) -> bool {
        self.walker.meter.poll();
        if self.is_stopped() {
            return false;
        }
        if let Some(outcome) = self.walker.game().outcome() {
            return outcome == Outcome::Win(self.question.attacker);
        }
        if turns == 0 || ply >= self.question.longest || self.walker.is_third_occurrence(ply) {
            return false;
        }
        let key = self.walker.game().table_key() ^ self.question.salt(turns, ply);
        if let Some(entry) = self.walker.table.probe(key) {
            return entry.score.is_win();
        }
        let attacking = self.is_attacking();
        let deciding = self.deciding_action(turns, ply, attacking);
        if self.is_stopped() {
            return false;
        }
        let won = deciding.is_some() == attacking;
        let score = if won { Score::win_in(turns) } else { Score::DRAW };
        let action = deciding.map_or(0, |action| action.bits());
        let depth = Depth::from(u8::MAX);
        let bound = Bound::Exact;
        self.walker.table.store(key, TableEntry { action, score, depth, bound, evaluation: None });
        won
    }

    /// The first action that wins for the attacker, or that saves the defender. The result at the root is not stored,
    /// because it may cover only some of the actions.
    fn deciding_action(&mut self, turns: u32, ply: Ply, attacking: bool) -> Option<G::Action> {
        let first = self.actions.len();
        if ply == 0 {
            self.actions.extend_from_slice(&self.walker.root_choice());
        } else {
            self.walker.game().noisy(&mut self.actions);
            self.walker.game().quiet(&mut self.actions);
        }
        let mut deciding = None;
        for index in first..self.actions.len() {
            let action = self.actions[index];
            let won = self.wins_after(turns, ply, action);
            if self.is_stopped() || won == attacking {
                deciding = Some(action);
                break;
            }
        }
        self.actions.truncate(first);
        deciding
    }

    fn wins_after(&mut self, turns: u32, ply: Ply, action: G::Action) -> bool {
        let (made, left) = self.make_counting(turns, ply, action);
        let won = self.wins(left, ply + 1);
        self.walker.unmake(made);
        won
    }

    /// Makes `action` and returns how many of the `turns` the attacker has left.
    fn make_counting(&mut self, turns: u32, ply: Ply, action: G::Action) -> (Made<G>, u32) {
        let attacking = self.is_attacking();
        let made = self.walker.make(action, ply);
        (made, turns - u32::from(attacking && self.walker.game().turn_start()))
    }

    /// The winning line that begins with `first`, against the longest defence. Incomplete if the
    /// search is stopped.
    fn line(&mut self, turns: u32, first: G::Action) -> Line<G::Action> {
        let mut line = Vec::new();
        let mut all_made = Vec::new();
        let mut left = turns;
        let mut next = Some(first);
        while let Some(action) = next {
            let made;
            (made, left) = self.make_counting(left, line.len(), action);
            all_made.push(made);
            line.push(action);
            next = self.next_of_line(left, line.len());
        }
        all_made.into_iter().rev().for_each(|made| self.walker.unmake(made));
        let depth = line.len() as Depth;
        self.walker.complete(&mut line);
        Line {
            score: Score::win_in(turns),
            depth,
            seldepth: line.len(),
            actions: line,
            tried: None,
            shares: None,
        }
    }

    fn next_of_line(&mut self, turns: u32, ply: Ply) -> Option<G::Action> {
        self.walker.meter.poll();
        let is_over = self.walker.game().outcome().is_some();
        if self.is_stopped() || is_over || ply >= self.question.longest {
            return None;
        }
        let action = match self.is_attacking() {
            true => self.deciding_action(turns, ply, true),
            false => self.lasting_defence(turns, ply),
        };
        action.filter(|_| !self.is_stopped())
    }

    fn lasting_defence(&mut self, turns: u32, ply: Ply) -> Option<G::Action> {
        let mut defences = Vec::new();
        self.walker.game().actions(&mut defences);
        let lasting = defences
            .iter()
            .copied()
            .find(|action| turns > 1 && !self.wins_after(turns - 1, ply, *action));
        lasting.or(defences.first().copied())
    }
}
