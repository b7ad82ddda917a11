//! Alpha-beta over single actions: `alphabeta.rs` the tree in numbered steps, `root.rs` its root, `picker.rs` and
//! `history.rs` in what order actions are tried, `pruning.rs` what is left out.

mod alphabeta;
mod correction;
mod history;
mod picker;
mod pruning;
mod root;
mod singular;
mod statics;

use super::MAX_PLY;
use super::captures::{AllNoisy, Captures};
use super::deepening::deepen;
use super::lists::ActionLists;
use super::mind::Mind;
use super::oracle::{NoOracle, Oracle};
use super::quiescence::Quiescence;
use super::strategy::{Report, Strategy};
use super::{Depth, Duel, Line, Sides, Task, Walker};
use correction::Correction;
use history::Heuristics;
use pruning::Reductions;
use statics::Statics;
use std::marker::PhantomData;
use std::sync::Arc;

/// Principal variation search. `S` says who is with whom, `C` which captures are worth a look, `O` what is known
/// without search.
pub struct Tree<G: Mind, S = Duel, C = AllNoisy, O = NoOracle> {
    history: Heuristics<G>,
    correction: Correction<G>,
    statics: Statics,
    /// By ply: the bits of the action that the search of the node leaves out, 0 for none.
    excluded: Vec<u32>,
    /// By ply: by how many plies the action from there is reduced at present.
    reduced: Vec<Depth>,
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
        self.excluded.fill(0);
        self.lists.clear();
        self.quiescence.clear();
    }
}

impl<G: Mind, S: Sides<G>, C: Captures<G>, O: Oracle<G>> Strategy<G> for Tree<G, S, C, O> {
    type Sides = S;
    type Shared = ();

    fn new(_: Arc<()>) -> Self {
        Self {
            history: Heuristics::new(),
            correction: Correction::new(),
            statics: Statics::new(),
            excluded: vec![0; MAX_PLY + 2],
            reduced: vec![0; MAX_PLY + 2],
            reductions: Reductions::new(&G::PROFILE.margins),
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
