//! Alpha-beta: principal variation search over single actions.
//!
//! - `node.rs`: the search of a node, in numbered steps; `root.rs`: the root;
//! - `picker.rs`, `history.rs`: move ordering; `pruning.rs`, `singular.rs`: pruning, reductions, extensions;
//! - `eval_stack.rs`, `correction.rs`: static evaluations along the line, and their correction.

mod correction;
mod eval_stack;
mod history;
mod node;
mod picker;
mod pruning;
mod root;
mod singular;

use super::MAX_PLY;
use super::deepening::deepen;
use super::oracle::{NoOracle, Oracle};
use super::searchable::Searchable;
use super::shared::captures::{AllNoisy, Captures};
use super::shared::lists::ActionLists;
use super::shared::quiescence::Quiescence;
use super::strategy::{Report, Strategy};
use super::{Depth, Line, PlayerModel, Task, TwoPlayer, Walker};
use correction::Correction;
use eval_stack::EvalStack;
use history::Heuristics;
use pruning::Reductions;
use std::marker::PhantomData;
use std::sync::Arc;

/// Principal variation search. `S` is the player model, `C` selects captures for quiescence search, `O` is the
/// oracle.
pub struct AlphaBeta<G: Searchable, S = TwoPlayer, C = AllNoisy, O = NoOracle> {
    history: Heuristics<G>,
    correction: Correction<G>,
    eval_stack: EvalStack,
    /// By ply: bits of the action that a singular search excludes, 0 for none.
    excluded: Vec<u32>,
    /// By ply: the reduction of the action being searched, in plies.
    reduced: Vec<Depth>,
    reductions: Reductions,
    lists: ActionLists<G::Action>,
    quiescence: Quiescence<G, C>,
    types: PhantomData<(S, O)>,
}

impl<G: Searchable, S, C, O> AlphaBeta<G, S, C, O> {
    /// Prepares for another search.
    fn begin(&mut self) {
        self.history.new_search();
        self.reductions.renew(&G::PROFILE.params);
        self.excluded.fill(0);
        self.lists.clear();
        self.quiescence.clear();
    }
}

impl<G: Searchable, S: PlayerModel<G>, C: Captures<G>, O: Oracle<G>> Strategy<G>
    for AlphaBeta<G, S, C, O>
{
    type Players = S;
    type Shared = ();

    fn new(_: Arc<()>) -> Self {
        Self {
            history: Heuristics::new(),
            correction: Correction::new(),
            eval_stack: EvalStack::new(),
            excluded: vec![0; MAX_PLY + 2],
            reduced: vec![0; MAX_PLY + 2],
            reductions: Reductions::new(&G::PROFILE.params),
            lists: ActionLists::new(),
            quiescence: Quiescence::new(),
            types: PhantomData,
        }
    }

    fn forget(&mut self) {
        self.history.clear();
        self.correction.clear();
    }

    fn run(
        &mut self,
        walker: &mut Walker<G, S>,
        task: &Task<G>,
        report: Report<'_, G>,
    ) -> Vec<Line<G::Action>> {
        self.begin();
        walker.oracle = O::probe;
        deepen(self, walker, task, report)
    }
}
