//! Alpha-beta over single actions: `alphabeta.rs` the tree in numbered steps, `root.rs` its root, `picker.rs` and
//! `history.rs` in what order actions are tried, `pruning.rs` what is left out.

mod alphabeta;
mod history;
mod picker;
mod pruning;
mod root;

use super::captures::{AllNoisy, Captures};
use super::deepening::deepen;
use super::lists::ActionLists;
use super::mind::Mind;
use super::oracle::{NoOracle, Oracle};
use super::quiescence::Quiescence;
use super::strategy::{Report, Strategy};
use super::worlds::Probe;
use super::{Depth, Duel, Line, Sides, Task, Walker};
use crate::game::Score;
use history::Heuristics;
use pruning::Reductions;
use std::marker::PhantomData;

/// Principal variation search. `S` says who is with whom, `C` which captures are worth a look, `O` what is known
/// without search.
pub struct Tree<G: Mind, S = Duel, C = AllNoisy, O = NoOracle> {
    history: Heuristics<G>,
    reductions: Reductions,
    lists: ActionLists<G::Action>,
    quiescence: Quiescence<G, C>,
    types: PhantomData<(S, O)>,
}

impl<G: Mind, S, C, O> Tree<G, S, C, O> {
    /// Makes ready for another search.
    fn begin(&mut self) {
        self.history.new_search();
        self.reductions.renew(&G::PROFILE.margins);
        self.lists.clear();
        self.quiescence.clear();
    }
}

impl<G: Mind, S: Sides<G>, C: Captures<G>, O: Oracle<G>> Strategy<G> for Tree<G, S, C, O> {
    type Sides = S;

    fn new() -> Self {
        Self {
            history: Heuristics::new(),
            reductions: Reductions::new(&G::PROFILE.margins),
            lists: ActionLists::new(),
            quiescence: Quiescence::new(),
            types: PhantomData,
        }
    }

    fn forget(&mut self) {
        self.history.clear();
    }

    fn run(
        &mut self,
        walker: &mut Walker<G, S>,
        task: &Task<G>,
        report: Report<'_, G>,
    ) -> Vec<Line<G::Action>> {
        self.begin();
        deepen(self, walker, task, report)
    }
}

impl<G: Mind, S: Sides<G>, C: Captures<G>, O: Oracle<G>> Probe<G> for Tree<G, S, C, O> {
    fn begin(&mut self) {
        Self::begin(self);
    }

    fn value_of_child<const PV: bool>(
        &mut self,
        walker: &mut Walker<G, S>,
        same: bool,
        depth: Depth,
        alpha: Score,
        beta: Score,
    ) -> Score {
        self.child::<PV>(walker, same, depth, alpha, beta, 1, !PV)
    }

    fn reduction_at_root(
        &self,
        walker: &Walker<G, S>,
        depth: Depth,
        number: usize,
        noisy: bool,
    ) -> Depth {
        self.root_reduction(walker, depth, number, noisy)
    }
}
