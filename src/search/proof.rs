//! `go mate N`: is there a forced win in at most N turns of the mover? A depth-first AND/OR search
//! over turns, without pruning by guess, so that its answer is a proof either way (repetitions across
//! the table's entries apart).

use super::mind::Mind;
use super::strategy::Report;
use super::table::{Bound, Entry};
use super::walker::Made;
use super::{Depth, Line, MAX_DEPTH, MAX_PLY, Ply, Sides, Task, Walker};
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

/// The prover of one thread.
pub(super) struct Proof<G: Mind> {
    /// The actions of all nodes on the present line, one after the other.
    actions: Vec<G::Action>,
}

impl<G: Mind> Proof<G> {
    pub fn new() -> Self {
        Self { actions: Vec::new() }
    }

    /// Looks for a win in 1, 2, .. `most` turns. If there is none (or a limit comes first) the answer is
    /// that of `short_search` before it.
    pub fn run<S: Sides<G>>(
        &mut self,
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
        let lines = short_search(walker, &mut |info| iterations.push(info.clone()));
        let depth = task.limits.depth.unwrap_or(MAX_DEPTH).clamp(0, MAX_DEPTH);
        let longest = (depth as Ply).min(MAX_PLY);
        let limited = task.limits.depth.is_some();
        let question = Question { attacker: walker.game().player(), longest, limited };
        self.actions.clear();
        // Lets `poll` obey time and `stop` at once.
        walker.meter.iteration = MAX_DEPTH;
        for turns in 1..=most.min(longest as u32) {
            if walker.meter.stopped {
                break;
            }
            if let Some(action) = self.deciding_action(walker, question, turns, 0, true)
                && !walker.meter.stopped
            {
                let lines = vec![self.proven_line(walker, question, turns, action)];
                report(&walker.info(&lines));
                return lines;
            }
        }
        iterations.iter().for_each(report);
        lines
    }

    /// Below the root: whether the attacker can force a win that takes at most `turns` more of his
    /// turns, counted as mate distances are: one more if the loser makes the last action.
    fn wins<S: Sides<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
        question: Question,
        turns: u32,
        ply: Ply,
    ) -> bool {
        walker.meter.poll();
        if walker.meter.stopped {
            return false;
        }
        if let Some(outcome) = walker.game().outcome() {
            return outcome == Outcome::Win(question.attacker);
        }
        if turns == 0 || ply >= question.longest || walker.is_third_occurrence() {
            return false;
        }
        let key = walker.game().table_key() ^ question.salt(turns, ply);
        if let Some(entry) = walker.table.probe(key) {
            return entry.score.is_win();
        }
        let attacking = walker.game().player() == question.attacker;
        let deciding = self.deciding_action(walker, question, turns, ply, attacking);
        if walker.meter.stopped {
            return false;
        }
        let won = deciding.is_some() == attacking;
        let score = if won { Score::win_in(turns) } else { Score::DRAW };
        let action = deciding.map_or(0, |action| action.bits());
        let depth = Depth::from(u8::MAX);
        let bound = Bound::Exact;
        walker.table.store(key, Entry { action, score, depth, bound, evaluation: None });
        won
    }

    /// The first action that wins for an attacker, or that escapes for a defender. At the root the
    /// answer is not stored, for it may be about some of the actions only.
    fn deciding_action<S: Sides<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
        question: Question,
        turns: u32,
        ply: Ply,
        attacking: bool,
    ) -> Option<G::Action> {
        let first = self.actions.len();
        if ply == 0 {
            self.actions.extend_from_slice(&walker.root_choice());
        } else {
            walker.game().noisy(&mut self.actions);
            walker.game().quiet(&mut self.actions);
        }
        let mut deciding = None;
        for index in first..self.actions.len() {
            let action = self.actions[index];
            let won = self.wins_after(walker, question, turns, ply, action);
            if walker.meter.stopped || won == attacking {
                deciding = Some(action);
                break;
            }
        }
        self.actions.truncate(first);
        deciding
    }

    fn wins_after<S: Sides<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
        question: Question,
        turns: u32,
        ply: Ply,
        action: G::Action,
    ) -> bool {
        let (made, left) = make_counting(walker, question, turns, ply, action);
        let won = self.wins(walker, question, left, ply + 1);
        walker.unmake(made);
        won
    }

    /// The attacker's winning actions, `first` to begin with, against the defences that last longest;
    /// only the beginning of it if the search is stopped.
    fn proven_line<S: Sides<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
        question: Question,
        turns: u32,
        first: G::Action,
    ) -> Line<G::Action> {
        let mut line = Vec::new();
        let mut all_made = Vec::new();
        let mut left = turns;
        let mut next = Some(first);
        while let Some(action) = next {
            let made;
            (made, left) = make_counting(walker, question, left, line.len(), action);
            all_made.push(made);
            line.push(action);
            next = self.proven_action(walker, question, left, line.len());
        }
        all_made.into_iter().rev().for_each(|made| walker.unmake(made));
        let depth = line.len() as Depth;
        walker.complete(&mut line);
        Line { score: Score::win_in(turns), depth, seldepth: line.len(), actions: line }
    }

    fn proven_action<S: Sides<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
        question: Question,
        turns: u32,
        ply: Ply,
    ) -> Option<G::Action> {
        walker.meter.poll();
        if walker.meter.stopped || walker.game().outcome().is_some() || ply >= question.longest {
            return None;
        }
        let action = if walker.game().player() == question.attacker {
            self.deciding_action(walker, question, turns, ply, true)
        } else {
            self.lasting_defence(walker, question, turns, ply)
        };
        action.filter(|_| !walker.meter.stopped)
    }

    fn lasting_defence<S: Sides<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
        question: Question,
        turns: u32,
        ply: Ply,
    ) -> Option<G::Action> {
        let mut defences = Vec::new();
        walker.game().actions(&mut defences);
        let lasting = defences.iter().copied().find(|action| {
            turns > 1 && !self.wins_after(walker, question, turns - 1, ply, *action)
        });
        lasting.or(defences.first().copied())
    }
}

/// Makes `action`; also returns how many of his `turns` the attacker then has left.
fn make_counting<G: Mind, S: Sides<G>>(
    walker: &mut Walker<G, S>,
    question: Question,
    turns: u32,
    ply: Ply,
    action: G::Action,
) -> (Made<G>, u32) {
    let attacking = walker.game().player() == question.attacker;
    let made = walker.make(action, ply);
    (made, turns - u32::from(attacking && walker.game().turn_start()))
}
