//! Hands out the actions of a node one at a time, the most promising first, in stages: the table's
//! action before anything is generated, then noisy actions, then quiet ones.

use super::heuristics::Before;
use super::worker::Worker;
use super::{Ply, Searchable};

const KILLER_VALUE: i32 = 1 << 20;
/// Stands for a position in the list while there is none.
const NOT_GENERATED: usize = usize::MAX;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Table,
    Noisy,
    Quiet,
    Done,
}

/// Where in the worker's list the actions of one node stand.
pub struct Picker<G: Searchable> {
    stage: Stage,
    table_action: Option<G::Action>,
    /// The actions from here to the end of the worker's list are yet to come.
    next: usize,
    first: usize,
    before: Before,
    ply: Ply,
    with_quiet: bool,
}

impl<G: Searchable> Picker<G> {
    /// For the node at `ply`; `table_action` must be legal. Without `with_quiet` only noisy actions
    /// are handed out.
    pub fn new(
        worker: &Worker<G>,
        table_action: Option<G::Action>,
        ply: Ply,
        with_quiet: bool,
    ) -> Self {
        let first = worker.actions.len();
        let before = worker.before(ply);
        Self { stage: Stage::Table, table_action, next: first, first, before, ply, with_quiet }
    }

    /// The slots of the two actions before this node.
    pub fn before(&self) -> Before {
        self.before
    }

    /// Where in the worker's list the actions handed out so far stand, the table's one perhaps apart.
    pub fn tried(&self) -> std::ops::Range<usize> {
        if self.next == NOT_GENERATED { 0..0 } else { self.first..self.next }
    }

    /// The next action and whether it is noisy.
    #[inline]
    pub fn next(&mut self, worker: &mut Worker<G>) -> Option<(G::Action, bool)> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.enter(Stage::Noisy, worker);
                    if let Some(action) = self.table_action {
                        return Some((action, worker.game.is_noisy(action)));
                    }
                }
                Stage::Noisy | Stage::Quiet => match self.best_left(worker) {
                    Some(action) if Some(action) == self.table_action => {}
                    Some(action) => return Some((action, self.stage == Stage::Noisy)),
                    None if self.stage == Stage::Noisy && self.with_quiet => {
                        self.enter(Stage::Quiet, worker);
                    }
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    fn enter(&mut self, stage: Stage, worker: &mut Worker<G>) {
        self.stage = stage;
        if stage == Stage::Noisy {
            // The table's action often refutes at once: nothing is generated before the second pick.
            self.next = NOT_GENERATED;
        } else {
            self.generate_quiet(worker);
        }
    }

    fn generate_noisy(&mut self, worker: &mut Worker<G>) {
        self.next = self.first;
        worker.game.noisy(&mut worker.actions);
        for index in self.first..worker.actions.len() {
            worker.values.push(worker.game.gain(worker.actions[index]));
        }
    }

    fn generate_quiet(&mut self, worker: &mut Worker<G>) {
        let from = worker.actions.len();
        self.next = from;
        worker.game.quiet(&mut worker.actions);
        let player = worker.game.player();
        for index in from..worker.actions.len() {
            let action = worker.actions[index];
            let slot = worker.game.slot(action);
            let mut value = worker.heuristics.history(player, slot, self.before);
            if worker.heuristics.is_killer(self.ply, crate::game::Action::bits(action)) {
                value += KILLER_VALUE;
            }
            worker.values.push(value);
        }
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
        let values = &worker.values[self.next..end];
        let mut best = 0;
        for index in 1..values.len() {
            if values[index] > values[best] {
                best = index;
            }
        }
        worker.values.swap(self.next, self.next + best);
        worker.actions.swap(self.next, self.next + best);
        self.next += 1;
        Some(worker.actions[self.next - 1])
    }

    /// Gives the worker's list back as it was before this node.
    pub fn finish(self, worker: &mut Worker<G>) {
        worker.actions.truncate(self.first);
        worker.values.truncate(self.first);
    }
}
