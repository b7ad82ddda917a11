//! Max^n to a fixed depth (Luckhardt and Irani, "An algorithmic solution of n-person games", 1986): each player
//! maximises his own share.
//!
//! - `value.rs`: the value of a position for all players, and its table entry;
//! - `choice.rs`: the state of a node; `window.rs`: what earlier movers are guaranteed, for pruning;
//! - `node.rs`: the search of a node; `root.rs`: the root.

mod choice;
mod node;
mod root;
mod value;
mod window;

use crate::search::deepening::deepen;
use crate::search::multiplayer::values::{CapturePlayout, ProgressiveHistory};
use crate::search::searchable::Searchable;
use crate::search::shared::lists::ActionLists;
use crate::search::strategy::{Report, Strategy};
use crate::search::{Line, PlayerModel, Task, Walker};
use std::marker::PhantomData;
use std::sync::Arc;

/// Max^n search. `S` is the player model.
pub struct MaxN<G: Searchable, S> {
    lists: ActionLists<G::Action>,
    /// By node of the line: actions that were skipped because they seem not to matter.
    doubtful: Vec<G::Action>,
    /// By node of the line: slots of actions, and the mover's share after each.
    found: Vec<(usize, f32)>,
    progressive: ProgressiveHistory,
    quiet: CapturePlayout<G>,
    players: PhantomData<S>,
}

impl<G: Searchable, S: PlayerModel<G>> Strategy<G> for MaxN<G, S> {
    type Players = S;
    type Shared = ();

    fn new(_: Arc<()>) -> Self {
        Self {
            lists: ActionLists::new(),
            doubtful: Vec::with_capacity(4096),
            found: Vec::with_capacity(4096),
            progressive: ProgressiveHistory::new(G::SLOTS, G::PLAYERS),
            quiet: CapturePlayout::new(),
            players: PhantomData,
        }
    }

    fn forget(&mut self) {
        self.progressive.clear();
    }

    fn run(
        &mut self,
        walker: &mut Walker<G, S>,
        task: &Task<G>,
        report: Report<'_, G>,
    ) -> Vec<Line<G::Action>> {
        self.lists.clear();
        self.doubtful.clear();
        self.found.clear();
        deepen(self, walker, task, report)
    }
}
