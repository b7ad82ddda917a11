//! Priors: the probability of each action to be the best, before it is tried.

use super::arena::Edge;
use crate::game::Action;
use crate::game::simd::SimdTask;
use crate::search::multiplayer::values::ProgressiveHistory;
use crate::search::searchable::Searchable;

/// Asks the policy network for logits, if the game has one.
pub(super) struct PolicyLogits<'a, G: Searchable> {
    pub game: &'a G,
    pub actions: &'a [G::Action],
    pub logits: &'a mut Vec<f32>,
}

impl<G: Searchable> SimdTask for PolicyLogits<'_, G> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.game.policy_logits(self.actions, self.logits);
    }
}

/// Computes the logit of each action from policy, progressive history and immediate gain.
pub(super) struct PriorLogits<'a, G: Searchable> {
    pub game: &'a G,
    pub progressive: &'a ProgressiveHistory,
    pub actions: &'a [G::Action],
    /// Logits of the policy network; empty without one.
    pub logits: &'a [f32],
    pub edges: &'a mut Vec<Edge>,
}

impl<G: Searchable> SimdTask for PriorLogits<'_, G> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let params = G::PROFILE.params;
        let seat = self.game.player().index();
        let part = params.mcts_policy_weight() as f32 / 100.0;
        for (index, action) in self.actions.iter().enumerate() {
            let slot = self.game.slot(*action);
            let logit = match self.logits.get(index) {
                Some(logit) => part * logit + self.progressive.history(seat, slot, &params),
                None => self.progressive.logit(seat, slot, self.game.gain(*action), &params),
            };
            self.edges.push(Edge::new(action.bits(), logit));
        }
    }
}

/// Softmax: turns logits into priors that add up to 1, highest first.
pub(super) fn rank(edges: &mut [Edge]) {
    let highest = edges.iter().fold(f32::NEG_INFINITY, |highest, edge| highest.max(edge.prior));
    let mut sum = 0.0;
    for edge in edges.iter_mut() {
        edge.prior = (edge.prior - highest).exp();
        sum += edge.prior;
    }
    for edge in edges.iter_mut() {
        edge.prior /= sum;
    }
    edges.sort_by(|one, other| other.prior.total_cmp(&one.prior));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_comes_first_and_all_add_up() {
        let logits = [0.0, -1.5, 2.0, 0.0];
        let mut edges: Vec<Edge> =
            (0..).zip(logits).map(|(action, logit)| Edge::new(action, logit)).collect();
        rank(&mut edges);
        assert_eq!(edges.iter().map(|edge| edge.action).collect::<Vec<_>>(), [2, 0, 3, 1]);
        assert!((edges.iter().map(|edge| edge.prior).sum::<f32>() - 1.0).abs() < 1e-5);
        assert!((edges[0].prior / edges[1].prior - 2f32.exp()).abs() < 1e-3);
    }
}
