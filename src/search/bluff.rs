//! Actions that the other side does not see, and what it may do without seeing them.
//!
//! In the worlds that are searched (`worlds.rs`) nobody acts on what he cannot know, so that nothing there speaks
//! against an action that is easily guessed. What the mover would lose to replies is a matrix game of its own: he
//! chooses among his unseen actions and the other side among its replies, which it may also leave. It goes by what it
//! believes of him; as far as it guesses how his pieces stand it knows how he mixes, and there the best reply to what he
//! always does is the one that he must fear.
//!
//! The replies of its solution (`mixture.rs`) say what each action is expected to lose. The solution with what
//! shallow searches make of the actions says how often each should be played, and one of them is drawn by that; it is
//! played unless a deeper search finds another one clearly better.
//!
//! All actions are weighed so, for others are not safe either. What was tried is in `scripts/laboratory/hidden.md`.

use super::Tunables;
use super::mixture::Mixture;
use crate::game::Secrets;

/// See the module.
pub(super) struct Bluff {
    secrets: Secrets,
    margins: Tunables,
}

impl Bluff {
    pub fn new(secrets: Secrets, margins: Tunables) -> Self {
        Self { secrets, margins }
    }

    /// The actions that the other side does not see.
    pub fn unseen(&self) -> impl Iterator<Item = usize> {
        let is_unseen = self.secrets.is_unseen.iter().enumerate();
        is_unseen.filter(|(_, is_unseen)| **is_unseen).map(|(index, _)| index)
    }

    /// What each action is expected to lose to replies, in centipawns.
    pub fn losses(&self) -> Vec<i32> {
        let mixture = self.mixture(self.unseen().map(|action| (action, 0)));
        let replies = mixture.map_or_else(Vec::new, |mixture| mixture.columns);
        let loss = |losses: &Vec<i32>| {
            let losses = losses.iter().zip(&replies);
            losses.map(|(loss, share)| f64::from(*loss) * share).sum::<f64>() as i32
        };
        self.secrets.losses.iter().map(loss).collect()
    }

    /// The mixture of these actions, which are worth so many centipawns by themselves; `None` without any.
    pub fn mixture(&self, actions: impl Iterator<Item = (usize, i32)>) -> Option<Mixture> {
        let rows: Vec<Vec<f64>> =
            actions.map(|(action, value)| self.payoffs(action, value)).collect();
        (!rows.is_empty()).then(|| Mixture::of(&rows))
    }

    /// What the mover has of each reply, and of none, if he plays an action that is worth `value` by itself. What
    /// does not depend on the action is there for the other side's choice, so that the game is one of zero sum.
    fn payoffs(&self, action: usize, value: i32) -> Vec<f64> {
        let guessed = f64::from(self.margins.bluff_guessed()) / 100.0;
        let idle = f64::from(self.margins.bluff_idle());
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
    fn bluff(believed: [i32; 2]) -> Bluff {
        let losses = vec![vec![250, 0], vec![0, 250], vec![250, 0]];
        let is_unseen = vec![true, true, false];
        let secrets = Secrets { losses, is_unseen, believed: believed.to_vec() };
        Bluff::new(secrets, Tunables::DEFAULT)
    }

    #[test]
    fn the_place_that_the_other_side_thinks_of_is_shunned() {
        let losses = bluff([200, 60]).losses();
        assert!(losses[0] > 220 && losses[1] < 30, "{losses:?}");
        assert_eq!(losses[2], losses[0]);
    }

    #[test]
    fn neither_place_is_always_chosen() {
        let bluff = bluff([120, 100]);
        let rows = |values: [i32; 2]| bluff.mixture((0..).zip(values)).unwrap().rows;
        let alike = rows([0, 0]);
        assert!(0.2 < alike[0] && alike[0] < 0.5, "{alike:?}");
        // What a place is worth by itself counts, too, and where it is worth more than is at stake, alone.
        assert!(rows([0, -300])[0] > 0.95);
    }
}
