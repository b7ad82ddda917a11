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
}

impl<G: Searchable> Worker<G> {
    /// Looks for a win in 1, 2, .. `most` turns. If there is none (or a limit came first) the answer is
    /// that of a short search by iterations.
    pub(super) fn look_for_mate(
        &mut self,
        most: u32,
        task: &Task<G>,
        report: &mut dyn FnMut(&Info<G::Action>),
    ) -> Vec<Line<G::Action>> {
        let depth = task.limits.depth.unwrap_or(MAX_DEPTH).clamp(0, MAX_DEPTH);
        let longest = (depth as Ply).min(MAX_PLY);
        let question = Question { attacker: self.game.player(), longest };
        // Lets `poll` obey time and `stop` at once.
        self.root_depth = MAX_DEPTH;
        for turns in 1..=most.min(longest as u32) {
            if self.wins(question, turns, 0) && !self.stopped {
                let lines = vec![self.proven_line(question, turns)];
                report(&self.info(&lines));
                return lines;
            }
            if self.stopped {
                break;
            }
        }
        let interrupted = self.stopped;
        self.stopped = false;
        if interrupted { vec![self.unsearched_line()] } else { self.iterate(task, report) }
    }

    /// Whether the attacker can force a win that takes at most `turns` more of his turns, counted as
    /// mate distances are: one more if the loser makes the last action.
    fn wins(&mut self, question: Question, turns: u32, ply: Ply) -> bool {
        self.poll();
        if self.stopped {
            return false;
        }
        if ply > 0
            && let Some(outcome) = self.game.outcome()
        {
            return outcome == Outcome::Win(question.attacker);
        }
        if turns == 0 || ply >= question.longest || self.is_third_occurrence() {
            return false;
        }
        let key = self.game.table_key() ^ splitmix64(u64::from(turns) << 8 | 1).1;
        let entry = self.table.probe(key);
        if let Some(entry) = entry.filter(|_| ply > 0) {
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

    /// The first action that wins for an attacker, or that escapes for a defender.
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
        let attacking = self.game.player() == question.attacker;
        let undo = self.make(action, ply);
        let turn_over = self.game.turn_start();
        let left = turns - u32::from(attacking && turn_over);
        let won = self.wins(question, left, ply + 1);
        self.unmake(undo);
        won
    }

    /// The attacker's winning actions against the defences that last longest.
    fn proven_line(&mut self, question: Question, turns: u32) -> Line<G::Action> {
        let mut line = Vec::new();
        let mut undos = Vec::new();
        let mut left = turns;
        while self.game.outcome().is_none() && !self.stopped {
            let ply = line.len();
            let attacking = self.game.player() == question.attacker;
            let Some(action) = self.proven_action(question, left, ply, attacking) else { break };
            undos.push(self.make(action, ply));
            line.push(action);
            left -= u32::from(attacking && self.game.turn_start());
        }
        undos.into_iter().rev().for_each(|undo| self.unmake(undo));
        let depth = line.len() as Depth;
        self.complete(&mut line);
        Line { score: Score::win_in(turns), depth, seldepth: line.len(), actions: line }
    }

    fn proven_action(
        &mut self,
        question: Question,
        turns: u32,
        ply: Ply,
        attacking: bool,
    ) -> Option<G::Action> {
        if attacking {
            return self.deciding_action(question, turns, ply, true);
        }
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
