//! Actions that the opponent does not see, and the replies that guess them.
//!
//! In the determinizations (`pimc.rs`) the opponent never acts on what he cannot know. So an action
//! that is easy to guess has no disadvantage there. The loss to replies that guess it is a matrix
//! game of its own. The mover chooses among unseen actions, and the opponent among replies or no
//! reply. The opponent uses his belief. With some probability he guesses the mover's position and
//! knows the mixed strategy. Then a fixed habit meets its best reply.
//!
//! The opponent's side of the solution (`regret_matching.rs`) gives the expected loss of each action. The mover's
//! side, with values from shallow searches, gives the probability of each action. One action is drawn. It is played
//! unless a deeper search finds another one clearly better.
//!
//! All actions are weighed this way, because visible ones are not safe either. Experiments:
//! `scripts/laboratory/hidden.md`.

use crate::game::PayoffMatrix;
use crate::search::Tunables;
use crate::search::hidden::regret_matching::MixedStrategy;

/// The matrix game of unseen actions.
pub(in crate::search) struct UnseenActions {
    payoff_matrix: PayoffMatrix,
    params: Tunables,
}

impl UnseenActions {
    pub fn new(payoff_matrix: PayoffMatrix, params: Tunables) -> Self {
        Self { payoff_matrix, params }
    }

    /// Numbers of the actions that the opponent does not see.
    pub fn unseen(&self) -> impl Iterator<Item = usize> {
        let is_unseen = self.payoff_matrix.is_unseen.iter().enumerate();
        is_unseen.filter(|(_, is_unseen)| **is_unseen).map(|(index, _)| index)
    }

    /// Expected loss of each action to replies, in centipawns.
    pub fn losses(&self) -> Vec<i32> {
        let mixed_strategy = self.mixed_strategy(self.unseen().map(|action| (action, 0)));
        let replies = mixed_strategy.map_or_else(Vec::new, |mixed_strategy| mixed_strategy.columns);
        let loss = |losses: &Vec<i32>| {
            let losses = losses.iter().zip(&replies);
            losses.map(|(loss, share)| f64::from(*loss) * share).sum::<f64>() as i32
        };
        self.payoff_matrix.losses.iter().map(loss).collect()
    }

    /// The mixed strategy of these actions, each with its value in centipawns. `None` without actions.
    pub fn mixed_strategy(
        &self,
        actions: impl Iterator<Item = (usize, i32)>,
    ) -> Option<MixedStrategy> {
        let rows: Vec<Vec<f64>> =
            actions.map(|(action, value)| self.payoffs(action, value)).collect();
        (!rows.is_empty()).then(|| MixedStrategy::of(&rows))
    }

    /// The mover's payoff for each reply and for no reply, if he plays an action with this value.
    /// Constant parts count for the opponent's choice. They are included so that the game is
    /// zero-sum.
    fn payoffs(&self, action: usize, value: i32) -> Vec<f64> {
        let guessed = f64::from(self.params.unseen_guessed()) / 100.0;
        let idle = f64::from(self.params.unseen_idle());
        let known = guessed * f64::from(value);
        let payoff = |(loss, believed): (&i32, &i32)| {
            idle + known - guessed * f64::from(*loss) - (1.0 - guessed) * f64::from(*believed)
        };
        let PayoffMatrix { losses, believed, .. } = &self.payoff_matrix;
        losses[action].iter().zip(believed).map(payoff).chain([known]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two hiding places, each with a reply that hits it. The third action is visible and leaves
    /// the mover in the first place.
    fn unseen_actions(believed: [i32; 2]) -> UnseenActions {
        let losses = vec![vec![250, 0], vec![0, 250], vec![250, 0]];
        let is_unseen = vec![true, true, false];
        let payoff_matrix = PayoffMatrix { losses, is_unseen, believed: believed.to_vec() };
        UnseenActions::new(payoff_matrix, Tunables::DEFAULT)
    }

    #[test]
    fn the_place_that_the_other_side_thinks_of_is_shunned() {
        let losses = unseen_actions([200, 60]).losses();
        assert!(losses[0] > 220 && losses[1] < 30, "{losses:?}");
        assert_eq!(losses[2], losses[0]);
    }

    #[test]
    fn neither_place_is_always_chosen() {
        let unseen_actions = unseen_actions([120, 100]);
        let rows =
            |values: [i32; 2]| unseen_actions.mixed_strategy((0..).zip(values)).unwrap().rows;
        let alike = rows([0, 0]);
        assert!(0.2 < alike[0] && alike[0] < 0.5, "{alike:?}");
        // The value of the place itself counts too. If it exceeds the possible loss, it alone
        // decides.
        assert!(rows([0, -300])[0] > 0.95);
    }
}
