//! Actions that the other side does not see, and what it may do without seeing them.
//!
//! In the determinizations that are searched (`pimc.rs`) nobody acts on what he cannot know, so that nothing there speaks
//! against an action that is easily guessed. What the mover would lose to replies is a matrix game of its own: he
//! chooses among his unseen actions and the other side among its replies, which it may also leave. It goes by what it
//! believes of him; as far as it guesses how his pieces stand it knows how he mixes, and there the best reply to what he
//! always does is the one that he must fear.
//!
//! The replies of its solution (`regret_matching.rs`) say what each action is expected to lose. The solution with what
//! shallow searches make of the actions says how often each should be played, and one of them is drawn by that; it is
//! played unless a deeper search finds another one clearly better.
//!
//! All actions are weighed so, for others are not safe either. What was tried is in `scripts/laboratory/hidden.md`.

use crate::game::Secrets;
use crate::search::Tunables;
use crate::search::hidden::regret_matching::MixedStrategy;

/// See the module.
pub(in crate::search) struct UnseenActions {
    secrets: Secrets,
    params: Tunables,
}

impl UnseenActions {
    pub fn new(secrets: Secrets, params: Tunables) -> Self {
        Self { secrets, params }
    }

    /// The actions that the other side does not see.
    pub fn unseen(&self) -> impl Iterator<Item = usize> {
        let is_unseen = self.secrets.is_unseen.iter().enumerate();
        is_unseen.filter(|(_, is_unseen)| **is_unseen).map(|(index, _)| index)
    }

    /// What each action is expected to lose to replies, in centipawns.
    pub fn losses(&self) -> Vec<i32> {
        let mixed_strategy = self.mixed_strategy(self.unseen().map(|action| (action, 0)));
        let replies = mixed_strategy.map_or_else(Vec::new, |mixed_strategy| mixed_strategy.columns);
        let loss = |losses: &Vec<i32>| {
            let losses = losses.iter().zip(&replies);
            losses.map(|(loss, share)| f64::from(*loss) * share).sum::<f64>() as i32
        };
        self.secrets.losses.iter().map(loss).collect()
    }

    /// The mixed strategy of these actions, which are worth so many centipawns by themselves; `None` without any.
    pub fn mixed_strategy(
        &self,
        actions: impl Iterator<Item = (usize, i32)>,
    ) -> Option<MixedStrategy> {
        let rows: Vec<Vec<f64>> =
            actions.map(|(action, value)| self.payoffs(action, value)).collect();
        (!rows.is_empty()).then(|| MixedStrategy::of(&rows))
    }

    /// What the mover has of each reply, and of none, if he plays an action that is worth `value` by itself. What
    /// does not depend on the action is there for the other side's choice, so that the game is one of zero sum.
    fn payoffs(&self, action: usize, value: i32) -> Vec<f64> {
        let guessed = f64::from(self.params.unseen_guessed()) / 100.0;
        let idle = f64::from(self.params.unseen_idle());
        let known = guessed * f64::from(value);
        let payoff = |(loss, believed): (&i32, &i32)| {
            idle + known - guessed * f64::from(*loss) - (1.0 - guessed) * f64::from(*believed)
        };
        let Secrets { losses, believed, .. } = &self.secrets;
        losses[action].iter().zip(believed).map(payoff).chain([known]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two hiding places, each with a reply that hits it, and a third action, which the other side sees and which
    /// leaves the mover in the first.
    fn unseen_actions(believed: [i32; 2]) -> UnseenActions {
        let losses = vec![vec![250, 0], vec![0, 250], vec![250, 0]];
        let is_unseen = vec![true, true, false];
        let secrets = Secrets { losses, is_unseen, believed: believed.to_vec() };
        UnseenActions::new(secrets, Tunables::DEFAULT)
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
        // What a place is worth by itself counts, too, and where it is worth more than is at stake, alone.
        assert!(rows([0, -300])[0] > 0.95);
    }
}
