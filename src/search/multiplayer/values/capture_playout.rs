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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Notation, Player, PlayerElimination, Rng, ranking};
    use crate::games::pacru::{Azacru, Meeting, Pacru, Shacru};
    use crate::search::{Evaluator, MOST_PLAYERS, MultiPlayer, MultiPlayerEvaluator};
    use std::cmp::Reverse;

    const PLIES: i32 = 4;

    /// The shares of the wins as the position stands.
    fn stand<G: Searchable + PlayerElimination>(game: &G) -> WinProbabilities {
        let is_in = |seat: &usize| !game.is_out(Player::new(*seat));
        let seats: Vec<usize> = (0..G::PLAYERS).filter(is_in).collect();
        let others = (seats.len() as f32 - 1.0).max(1.0);
        let values = G::Evaluator::new(game).values(game);
        let mut shares = [0.0; MOST_PLAYERS];
        for seat in seats {
            let odds = (values[seat].raw() as f32 / 100.0).exp() / others;
            shares[seat] = odds / (1.0 + odds);
        }
        let sum: f32 = shares.iter().sum();
        shares.map(|share| share / sum)
    }

    /// The same as [`CapturePlayout::shares`], written down without a walker.
    fn plain<G: Searchable + PlayerElimination>(game: &G, plies: i32) -> WinProbabilities {
        if let Some(outcome) = game.outcome() {
            let places = ranking(game, &[], outcome);
            let winners = places.iter().filter(|place| **place == 1).count() as f32;
            let share = |seat: usize| places.get(seat).map_or(0.0, |place| (*place == 1).into());
            return std::array::from_fn(|seat| share(seat) / winners);
        }
        let mut best = stand(game);
        if plies == 0 {
            return best;
        }
        let must_act = !game.may_stand_pat();
        let mut noisy = Vec::new();
        game.noisy(&mut noisy);
        noisy.retain(|action| must_act || game.gain(*action) > 0);
        noisy.sort_by_key(|action| Reverse(game.gain(*action)));
        noisy.truncate(G::PROFILE.params.mcts_playout_width() as usize);
        for (number, action) in noisy.into_iter().enumerate() {
            let mut child = game.clone();
            child.make(action);
            let found = plain(&child, plies - 1);
            let seat = game.player().index();
            if found[seat] > best[seat] || must_act && number == 0 {
                best = found;
            }
        }
        best
    }

    /// Compares both at positions of random games in which no player has left. Returns how often the playout changed
    /// the value.
    fn compare<G: Searchable + Notation + PlayerElimination>(rules: G::Rules) -> usize
    where
        G::Evaluator: MultiPlayerEvaluator<G>,
    {
        let (mut rng, mut changed) = (Rng::new(17), 0);
        for _ in 0..10 {
            let mut game = G::start(rules);
            for _ in 0..600 {
                let mut actions = Vec::new();
                game.actions(&mut actions);
                let has_left = (0..G::PLAYERS).any(|seat| game.is_out(Player::new(seat)));
                if actions.is_empty() || has_left {
                    break;
                }
                game.make(actions[rng.below(actions.len())]);
                if game.outcome().is_none() && rng.below(4) == 0 {
                    changed += usize::from(is_changed(&game));
                }
            }
        }
        changed
    }

    /// Compares both in one position. Returns whether the playout changed the value.
    fn is_changed<G: Searchable + Notation + PlayerElimination>(game: &G) -> bool
    where
        G::Evaluator: MultiPlayerEvaluator<G>,
    {
        let mut walker: Walker<G, MultiPlayer> = Walker::new(game.clone());
        let found = CapturePlayout::new().shares(&mut walker, 0, PLIES);
        let expected = plain(game, PLIES);
        for (one, other) in found.iter().zip(expected) {
            assert!((one - other).abs() < 1e-4, "{found:?}, {expected:?} in {}", game.fen());
        }
        expected != stand(game)
    }

    #[test]
    fn captures_are_played_out_as_written_down() {
        let changed = compare::<Pacru<3>>(Meeting::Tournament);
        assert!(changed > 10, "{changed}");
        compare::<Azacru<3>>(());
        compare::<Shacru<4>>(());
    }
}
