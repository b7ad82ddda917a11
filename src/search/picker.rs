//! Hands out the actions of a node one at a time, the most promising first, in stages: the table's
//! action before anything is generated, then noisy actions, then quiet ones (the killers perhaps before the
//! others are generated), and last the noisy ones that probably lose something. Without quiet actions, those
//! that win nothing are left out.

use super::heuristics::Before;
use super::worker::Worker;
use super::{Ply, Searchable};
use crate::game::Action;

/// What the value of a killer is raised by, or lowered where it has been handed out already.
const KILLER_VALUE: i32 = 1 << 20;
/// Stands for a position in the list while there is none.
const NOT_GENERATED: usize = usize::MAX;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Table,
    Noisy,
    Killers,
    Quiet,
    Losing,
    Done,
}

/// Where in the worker's list the actions of one node stand.
pub struct Picker<G: Searchable> {
    stage: Stage,
    table_action: Option<G::Action>,
    /// The actions from here to the end of the worker's list are yet to come.
    next: usize,
    first: usize,
    /// The losing actions stand from `first` to here.
    losing: usize,
    before: Before,
    ply: Ply,
    /// The killers handed out before quiet actions were generated, in games where that is done.
    killers: [Option<G::Action>; 2],
    with_quiet: bool,
    /// A noisy action that wins less than this, in centipawns, comes last, or not at all.
    least: i32,
}

impl<G: Searchable> Picker<G> {
    /// All actions of the node at `ply`; `table_action` must be legal.
    pub fn new(worker: &Worker<G>, table_action: Option<G::Action>, ply: Ply) -> Self {
        let first = worker.actions.len();
        Self {
            stage: Stage::Table,
            table_action,
            next: first,
            first,
            losing: first,
            before: worker.before(ply),
            ply,
            killers: [None; 2],
            with_quiet: true,
            least: 0,
        }
    }

    /// Only the noisy actions of the node at `ply` that win at least `least` centipawns.
    pub fn noisy(worker: &Worker<G>, ply: Ply, least: i32) -> Self {
        Self { with_quiet: false, least, ..Self::new(worker, None, ply) }
    }

    /// The slots of the two actions before this node.
    pub fn before(&self) -> Before {
        self.before
    }

    /// Where in the worker's list the actions handed out so far stand, the table's one perhaps apart.
    pub fn tried(&self) -> std::ops::Range<usize> {
        if self.next == NOT_GENERATED { 0..0 } else { self.first..self.next }
    }

    /// The next action and whether it is noisy and no loss.
    #[inline]
    pub fn next(&mut self, worker: &mut Worker<G>) -> Option<(G::Action, bool)> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Noisy;
                    // The table's action often refutes at once: nothing is generated before the second pick.
                    self.next = NOT_GENERATED;
                    if let Some(action) = self.table_action {
                        return Some((action, worker.game.is_noisy(action)));
                    }
                }
                Stage::Noisy | Stage::Quiet => match self.best_left(worker) {
                    Some(action) if self.is_handed_out(action) => {}
                    Some(action)
                        if self.stage == Stage::Noisy && !worker.game.wins(action, self.least) =>
                    {
                        worker.actions.swap(self.losing, self.next - 1);
                        self.losing += 1;
                    }
                    Some(action) => return Some((action, self.stage == Stage::Noisy)),
                    None if self.stage == Stage::Noisy && self.with_quiet => {
                        self.stage = Stage::Killers;
                    }
                    None if self.with_quiet => {
                        self.stage = Stage::Losing;
                        self.next = self.first;
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Killers => match self.next_killer(worker) {
                    Some(killer) => return Some((killer, false)),
                    None => {
                        self.stage = Stage::Quiet;
                        self.generate_quiet(worker);
                    }
                },
                Stage::Losing if self.next < self.losing => {
                    self.next += 1;
                    return Some((worker.actions[self.next - 1], false));
                }
                Stage::Losing => self.stage = Stage::Done,
                Stage::Done => return None,
            }
        }
    }

    fn generate_noisy(&mut self, worker: &mut Worker<G>) {
        self.next = self.first;
        let Worker { game, actions, values, .. } = worker;
        if self.with_quiet {
            game.noisy(actions);
        } else {
            game.noisy_winning(self.least, actions);
        }
        values.extend(actions[self.first..].iter().map(|action| game.gain(*action)));
    }

    /// Whether the action has come before its stage.
    #[inline(always)]
    fn is_handed_out(&self, action: G::Action) -> bool {
        let action = Some(action);
        action == self.table_action || self.killers.contains(&action)
    }

    /// A killer often refutes before quiet actions have to be generated.
    fn next_killer(&mut self, worker: &mut Worker<G>) -> Option<G::Action> {
        if !G::KILLERS_FIRST {
            return None;
        }
        for (index, bits) in worker.heuristics.killers(self.ply).into_iter().enumerate() {
            let killer = worker
                .legal_action(bits)
                .filter(|killer| !self.is_handed_out(*killer) && !worker.game.is_noisy(*killer));
            if let Some(killer) = killer {
                self.killers[index] = Some(killer);
                worker.actions.push(killer);
                worker.values.push(KILLER_VALUE);
                self.next = worker.actions.len();
                return Some(killer);
            }
        }
        None
    }

    fn generate_quiet(&mut self, worker: &mut Worker<G>) {
        let Worker { game, actions, values, heuristics, .. } = worker;
        let from = actions.len();
        self.next = from;
        game.quiet(actions);
        let history = heuristics.history(game.player(), self.before);
        let killers = heuristics.killers(self.ply);
        let raise = if G::KILLERS_FIRST { -KILLER_VALUE } else { KILLER_VALUE };
        values.extend(actions[from..].iter().map(|action| {
            let is_killer = killers.contains(&action.bits());
            history.value(game.slot(*action)) + raise * i32::from(is_killer)
        }));
    }

    /// Takes the best of the actions that are left, by selection: most nodes need only a few.
    #[inline]
    fn best_left(&mut self, worker: &mut Worker<G>) -> Option<G::Action> {
        if self.next == NOT_GENERATED {
            self.generate_noisy(worker);
        }
        let end = worker.actions.len();
        if self.next >= end {
            return None;
        }
        let (actions, values) = (&mut worker.actions[self.next..], &mut worker.values[self.next..]);
        // Two passes, for the first is done with several values at a time.
        let highest = values.iter().fold(i32::MIN, |highest, value| highest.max(*value));
        let best = values.iter().position(|value| *value == highest).unwrap_or(0);
        values.swap(0, best);
        actions.swap(0, best);
        self.next += 1;
        Some(actions[0])
    }

    /// Gives the worker's list back as it was before this node.
    pub fn finish(self, worker: &mut Worker<G>) {
        worker.actions.truncate(self.first);
        worker.values.truncate(self.first);
    }
}
