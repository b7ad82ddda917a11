//! The root of max^n: searches the root actions of an iteration, one line of MultiPV after the other.

use super::MaxN;
use super::choice::NodeChoice;
use super::node::known_best;
use super::value::{Found, Value};
use super::window::PruningWindow;
use crate::game::Score;
use crate::search::deepening::{Iterate, one_by_one};
use crate::search::line::best_first;
use crate::search::multiplayer::values::score_of;
use crate::search::searchable::Searchable;
use crate::search::{Depth, Line, MAX_PLY, PlayerModel, Walker};

impl<G: Searchable, S: PlayerModel<G>> Iterate<G, S> for MaxN<G, S> {
    fn iteration(
        &mut self,
        walker: &mut Walker<G, S>,
        depth: Depth,
        count: usize,
        lines: &mut Vec<Line<G::Action>>,
    ) -> bool {
        one_by_one(walker, depth, count, lines, |walker, first, _| {
            self.search_root(walker, depth, first);
        })
    }
}

impl<G: Searchable, S: PlayerModel<G>> MaxN<G, S> {
    /// Searches the root actions from `first` on. Moves the best one to `first`.
    fn search_root(&mut self, walker: &mut Walker<G, S>, depth: Depth, first: usize) {
        let root_player = walker.root_player().index();
        let mut choice = NodeChoice::at_root(root_player);
        let mut best = first;
        for index in first..walker.root.len() {
            let action = walker.root[index].action;
            walker.root[index].score = -Score::INFINITE;
            if choice.is_won() {
                continue;
            }
            let window = PruningWindow::default().and(root_player, choice.assured);
            let found = self.child(walker, action, depth, window, index - first + 1, 0);
            if walker.meter.stopped {
                break;
            }
            let is_better =
                |choice: &NodeChoice<_>| choice.best.is_some_and(|(_, one)| one == action);
            self.weigh(walker, &mut choice, action, found, 0);
            if let Found::Exact(value) = found {
                walker.root[index].score = score(walker, &value);
            }
            if is_better(&choice) {
                best = index;
                walker.note_root_pv(index);
                if walker.root[index].score.is_proven() {
                    follow_proof(walker, index);
                }
                walker.note_root_rank(index);
            }
        }
        self.learn(root_player, 0);
        // Scores are rounded, so a better action may have an equal score.
        walker.root[first..=best].rotate_right(1);
        if !walker.meter.stopped {
            best_first(&mut walker.root[first + 1..], |root| root.score);
        }
    }
}

/// Extends the line of a proven root action with table actions to the end of the game. The search
/// does not go beyond a proven table entry, so its line may be short.
fn follow_proof<G: Searchable, S: PlayerModel<G>>(walker: &mut Walker<G, S>, index: usize) {
    let mut line = std::mem::take(&mut walker.root[index].pv);
    let mut made = Vec::with_capacity(line.len() + 8);
    while walker.outcome(made.len()).is_none() && made.len() < MAX_PLY {
        if made.len() == line.len() {
            match known_best(walker, made.len()) {
                Some(action) => line.push(action),
                None => break,
            }
        }
        made.push(walker.make_uncounted(line[made.len()], made.len()));
    }
    made.into_iter().rev().for_each(|made| walker.unmake(made));
    walker.root[index].pv = line;
}

/// The score of the root player's share.
fn score<G: Searchable, S: PlayerModel<G>>(walker: &Walker<G, S>, value: &Value) -> Score {
    let root_player = walker.root_player().index();
    match value.win {
        Some(win) if win.seat == root_player => Score::win_in(win.turns),
        Some(win) if !S::MANY => Score::loss_in(win.turns),
        _ => score_of(walker, value.share(root_player)),
    }
}
