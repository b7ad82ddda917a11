//! `go mate N`: is there a forced win in at most N turns of the mover? A depth-first AND/OR search
//! over turns, without pruning by guess, so that its answer is a proof either way (repetitions across
//! the table's entries apart).

use super::line::{Info, Line};
use super::table::{Bound, Entry};
use super::worker::Worker;
use super::{Depth, MAX_DEPTH, MAX_PLY, Ply, Searchable, Task};
use crate::game::{Action, Outcome, Player, Score, zobrist::splitmix64};

/// The question asked of the nodes of one proof.
#[derive(Clone, Copy)]
struct Question {
    attacker: Player,
    /// No line is longer, in actions.
    longest: Ply,
    /// Whether `longest` was asked for, so that answers depend on how much of it is left.
    limited: bool,
}

impl Question {
    /// What tells the table's entry for this question, asked at `ply`, from those for others.
    fn salt(self, turns: u32, ply: Ply) -> u64 {
        let left = if self.limited { self.longest - ply } else { 0 };
        let [turns, left] = [u64::from(turns), left as u64];
        splitmix64(turns << 24 | left << 8 | (self.attacker.index() as u64) << 1 | 1).1
    }
}

impl<G: Searchable> Worker<G> {
    /// Looks for a win in 1, 2, .. `most` turns. If there is none (or a limit comes first) the answer is
    /// that of a short search by iterations before it.
    pub(super) fn look_for_mate(
        &mut self,
        most: u32,
        task: &Task<G>,
        report: &mut dyn FnMut(&Info<G::Action>),
    ) -> Vec<Line<G::Action>> {
        self.poll();
        if self.stopped {
            return vec![self.unsearched_line()];
        }
        let mut iterations = Vec::new();
        let short_search = self.iterate(task, &mut |info| iterations.push(info.clone()));
        let depth = task.limits.depth.unwrap_or(MAX_DEPTH).clamp(0, MAX_DEPTH);
        let longest = (depth as Ply).min(MAX_PLY);
        let limited = task.limits.depth.is_some();
        let question = Question { attacker: self.game.player(), longest, limited };
        // Lets `poll` obey time and `stop` at once.
        self.root_depth = MAX_DEPTH;
        for turns in 1..=most.min(longest as u32) {
            if self.stopped {
                break;
            }
            if let Some(action) = self.deciding_action(question, turns, 0, true)
                && !self.stopped
            {
                let lines = vec![self.proven_line(question, turns, action)];
                report(&self.info(&lines));
                return lines;
            }
        }
        iterations.iter().for_each(report);
        short_search
    }

    /// Below the root: whether the attacker can force a win that takes at most `turns` more of his
    /// turns, counted as mate distances are: one more if the loser makes the last action.
    fn wins(&mut self, question: Question, turns: u32, ply: Ply) -> bool {
        self.poll();
        if self.stopped {
            return false;
        }
        if let Some(outcome) = self.game.outcome() {
            return outcome == Outcome::Win(question.attacker);
        }
        if turns == 0 || ply >= question.longest || self.is_third_occurrence() {
            return false;
        }
        let key = self.game.table_key() ^ question.salt(turns, ply);
        if let Some(entry) = self.table.probe(key) {
            return entry.score.is_win();
        }
        let attacking = self.game.player() == question.attacker;
        let deciding = self.deciding_action(question, turns, ply, attacking);
        if self.stopped {
            return false;
        }
        let won = deciding.is_some() == attacking;
        let score = if won { Score::win_in(turns) } else { Score::DRAW };
        let action = deciding.map_or(0, |action| action.bits());
        let depth = Depth::from(u8::MAX);
        self.table
            .store(key, Entry { action, score, depth, bound: Bound::Exact, evaluation: None });
        won
    }

    /// The first action that wins for an attacker, or that escapes for a defender. At the root the
    /// answer is not stored, for it may be about some of the actions only.
    fn deciding_action(
        &mut self,
        question: Question,
        turns: u32,
        ply: Ply,
        attacking: bool,
    ) -> Option<G::Action> {
        let first = self.actions.len();
        if ply == 0 {
            self.actions.extend_from_slice(&self.root_choice());
        } else {
            self.game.noisy(&mut self.actions);
            self.game.quiet(&mut self.actions);
        }
        let mut deciding = None;
        for index in first..self.actions.len() {
            let action = self.actions[index];
            let won = self.wins_after(question, turns, ply, action);
            if self.stopped || won == attacking {
                deciding = Some(action);
                break;
            }
        }
        self.actions.truncate(first);
        deciding
    }

    fn wins_after(&mut self, question: Question, turns: u32, ply: Ply, action: G::Action) -> bool {
        let (undo, left) = self.make_counting(question, turns, ply, action);
        let won = self.wins(question, left, ply + 1);
        self.unmake(undo);
        won
    }

    /// Makes `action`; also returns how many of his `turns` the attacker then has left.
    fn make_counting(
        &mut self,
        question: Question,
        turns: u32,
        ply: Ply,
        action: G::Action,
    ) -> ((G::Undo, usize), u32) {
        let attacking = self.game.player() == question.attacker;
        let undo = self.make(action, ply);
        (undo, turns - u32::from(attacking && self.game.turn_start()))
    }

    /// The attacker's winning actions, `first` to begin with, against the defences that last longest;
    /// only the beginning of it if the search is stopped.
    fn proven_line(&mut self, question: Question, turns: u32, first: G::Action) -> Line<G::Action> {
        let mut line = Vec::new();
        let mut undos = Vec::new();
        let mut left = turns;
        let mut next = Some(first);
        while let Some(action) = next {
            let undo;
            (undo, left) = self.make_counting(question, left, line.len(), action);
            undos.push(undo);
            line.push(action);
            next = self.proven_action(question, left, line.len());
        }
        undos.into_iter().rev().for_each(|undo| self.unmake(undo));
        let depth = line.len() as Depth;
        self.complete(&mut line);
        Line { score: Score::win_in(turns), depth, seldepth: line.len(), actions: line }
    }

    fn proven_action(&mut self, question: Question, turns: u32, ply: Ply) -> Option<G::Action> {
        self.poll();
        if self.stopped || self.game.outcome().is_some() || ply >= question.longest {
            return None;
        }
        let action = if self.game.player() == question.attacker {
            self.deciding_action(question, turns, ply, true)
        } else {
            self.lasting_defence(question, turns, ply)
        };
        action.filter(|_| !self.stopped)
    }

    fn lasting_defence(&mut self, question: Question, turns: u32, ply: Ply) -> Option<G::Action> {
        let mut defences = Vec::new();
        self.game.actions(&mut defences);
        let lasting = defences
            .iter()
            .copied()
            .find(|action| turns > 1 && !self.wins_after(question, turns - 1, ply, *action));
        lasting.or(defences.first().copied())
    }

    /// The rule itself; other searches already shun the second occurrence.
    fn is_third_occurrence(&self) -> bool {
        let Some((key, before)) = self.keys.split_last() else { return false };
        self.game.turn_start() && before.iter().filter(|past| *past == key).count() >= 2
    }
}
