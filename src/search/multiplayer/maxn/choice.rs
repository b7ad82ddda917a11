//! The state of a max^n node while its actions are searched: the best share so far, and what is proven.

use super::value::Value;

/// The choice of the player to move.
pub(super) struct NodeChoice<A> {
    /// Seat of the player to move.
    seat: usize,
    root_player: usize,
    /// At the root a proven win is preferred among equal shares.
    is_root: bool,
    /// The share that the mover is guaranteed, in units.
    pub best: Option<(Value, A)>,
    /// The player with a proven win after the last action.
    pub assured: i32,
    /// Whether all actions so far are proven wins of that player.
    winner: Option<usize>,
    /// Whether that player wins by all actions so far.
    is_complete: bool,
}

impl<A: Copy> NodeChoice<A> {
    /// The choice of the player in `seat`.
    pub fn new(seat: usize, root_player: usize) -> Self {
        let (is_root, is_complete) = (false, true);
        Self { seat, root_player, is_root, best: None, assured: 0, winner: None, is_complete }
    }

    /// The choice of the root player at the root.
    pub fn at_root(root_player: usize) -> Self {
        Self { is_root: true, ..Self::new(root_player, root_player) }
    }

    /// Adds the value of an action. Returns whether it is the best so far.
    pub fn add(&mut self, value: Value, action: A) -> bool {
        let winner = value.win.map(|win| win.seat);
        self.is_complete &= winner.is_some() && (self.best.is_none() || winner == self.winner);
        self.winner = winner;
        let rank = |value: &Value| {
            let is_certain = self.is_root && value.is_won_by(self.seat);
            (value.shares[self.seat], is_certain, value.rank(self.seat, self.root_player))
        };
        let is_better = self.best.is_none_or(|(best, _)| rank(&value) > rank(&best));
        if is_better {
            self.best = Some((value, action));
            self.assured = self.assured.max(value.shares[self.seat]);
        }
        is_better
    }

    /// Skips an action that is probably not the mover's choice. The action may still guarantee the
    /// mover `assured`.
    pub fn leave_out(&mut self, assured: i32) {
        self.is_complete = false;
        self.assured = self.assured.max(assured);
    }

    /// Whether the mover has a proven win, so that no action can be better.
    pub fn is_won(&self) -> bool {
        self.best.is_some_and(|(best, _)| best.is_won_by(self.seat))
    }

    /// The best value after all actions. A win of another player is proven only if every action
    /// leads to it.
    pub fn value(&self) -> Option<Value> {
        let (best, _) = self.best?;
        let is_proven = self.is_won() || self.is_complete;
        Some(Value { win: best.win.filter(|_| is_proven), ..best })
    }
}

#[cfg(test)]
mod tests {
    use super::super::value::Win;
    use super::*;
    use crate::search::payoffs::WHOLE;

    fn won_by(seat: usize) -> Value {
        let mut parts = [0; 4];
        parts[seat] = WHOLE;
        Value::of_payoffs(parts, Some(Win { seat, turns: 1 }))
    }

    #[test]
    fn a_win_is_proven_by_one_action_and_a_loss_by_all() {
        let mut choice = NodeChoice::new(0, 0);
        choice.add(won_by(1), 'a');
        assert_eq!(choice.value(), Some(won_by(1)));
        choice.add(won_by(2), 'b');
        assert!(choice.value().is_some_and(|value| value.win.is_none()));
        choice.add(won_by(0), 'c');
        assert!(choice.is_won() && choice.value() == Some(won_by(0)));
    }

    #[test]
    fn what_is_left_out_might_have_helped() {
        let mut choice = NodeChoice::new(0, 0);
        choice.add(won_by(1), 'a');
        choice.leave_out(7);
        assert!(choice.value().is_some_and(|value| value.win.is_none()));
        assert_eq!(choice.assured, 7);
    }
}
