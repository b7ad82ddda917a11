//! The value of a new position after captures: a greedy playout of noisy actions.

use crate::search::payoffs::{WinProbabilities, win_probabilities};
use crate::search::searchable::Searchable;
use crate::search::{PlayerModel, Ply, Walker};

/// Noisy actions of the positions on the line, one list after the other.
pub(in crate::search) struct CapturePlayout<G: Searchable> {
    actions: Vec<(i32, G::Action)>,
    listed: Vec<G::Action>,
}

impl<G: Searchable> CapturePlayout<G> {
    pub fn new() -> Self {
        Self { actions: Vec::with_capacity(256), listed: Vec::with_capacity(256) }
    }

    /// Shares of all players if each mover takes the largest gain or stands pat, for at most `plies` plies from the
    /// node at `ply`. Not counted as nodes.
    pub fn shares<S: PlayerModel<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
        ply: Ply,
        plies: i32,
    ) -> WinProbabilities {
        if let Some(outcome) = walker.game().outcome() {
            return win_probabilities::of_payoffs(walker.parts(ply, outcome));
        }
        let mut best = walker.expected_shares(ply);
        if plies == 0 || !walker.game().has_noisy() {
            return best;
        }
        let seat = walker.game().player().index();
        let mut is_free = walker.game().may_stand_pat();
        let first = self.list(walker);
        let width = G::PROFILE.params.mcts_playout_width() as usize;
        for index in first..self.actions.len().min(first + width) {
            let made = walker.make_to_evaluate(self.actions[index].1);
            let found = self.shares(walker, ply, plies - 1);
            walker.unmake(made);
            if !is_free || found[seat] > best[seat] {
                (best, is_free) = (found, true);
            }
        }
        self.actions.truncate(first);
        best
    }

    /// Appends the noisy actions that gain something, the largest gain first; all of them if the mover is compelled
    /// to act. Returns the index of the first.
    fn list<S: PlayerModel<G>>(&mut self, walker: &Walker<G, S>) -> usize {
        let (game, first) = (walker.game(), self.actions.len());
        self.listed.clear();
        game.noisy(&mut self.listed);
        let is_free = game.may_stand_pat();
        let valued = self.listed.iter().map(|action| (game.gain(*action), *action));
        self.actions.extend(valued.filter(|(gain, _)| !is_free || *gain > 0));
        self.actions[first..].sort_by_key(|(gain, _)| std::cmp::Reverse(*gain));
        first
    }
}
