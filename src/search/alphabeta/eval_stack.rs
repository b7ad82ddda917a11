//! Static evaluations along the line. They show whether the mover's position is improving, and how
//! the last action changed it.

use crate::game::{Player, Score};
use crate::search::{MAX_PLY, Ply};

/// The trend of the evaluations at a node.
pub(super) struct EvalTrend {
    /// Whether the mover's evaluation rose since his last action, one or two plies before. True if unknown.
    pub improving: bool,
    /// The player who acted last, and by how many centipawns the action raised the evaluation for that player, if
    /// known.
    pub eval_diff: Option<(Player, i32)>,
}

/// A static evaluation with its player.
#[derive(Clone, Copy)]
struct StackEntry {
    player: Player,
    by_root_player: bool,
    value: Score,
}

/// The static evaluation of each node on the line for its mover, if it has one.
pub(super) struct EvalStack {
    values: Vec<Option<StackEntry>>,
}

impl EvalStack {
    pub fn new() -> Self {
        Self { values: vec![None; MAX_PLY + 2] }
    }

    /// Notes the evaluation of the node at `ply` for its mover. `by_root_player`: the mover is the
    /// root player.
    #[inline(always)]
    pub fn note(
        &mut self,
        ply: Ply,
        player: Player,
        by_root_player: bool,
        value: Option<Score>,
    ) -> EvalTrend {
        self.values[ply] = value.map(|value| StackEntry { player, by_root_player, value });
        let Some(value) = value else { return EvalTrend { improving: true, eval_diff: None } };
        let at = |back: usize| ply.checked_sub(back).and_then(|ply| self.values[ply]);
        let own = |back| at(back).filter(|before| before.player == player);
        let improving = own(1).or_else(|| own(2)).is_none_or(|before| value > before.value);
        let eval_diff = at(1).map(|before| {
            let after = if before.by_root_player == by_root_player { value } else { -value };
            (before.player, after.raw() - before.value.raw())
        });
        EvalTrend { improving, eval_diff }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_action_changes_is_told_for_who_made_it() {
        let mut eval_stack = EvalStack::new();
        let mut note = |ply, player, value| {
            let value = Some(Score::cp(value));
            let trend = eval_stack.note(ply, player, player == Player::ONE, value);
            (trend.improving, trend.eval_diff)
        };
        assert_eq!(note(0, Player::ONE, 10), (true, None));
        assert_eq!(note(1, Player::TWO, -30), (true, Some((Player::ONE, 20))));
        assert_eq!(note(2, Player::ONE, 5), (false, Some((Player::TWO, 25))));
        assert_eq!(note(3, Player::ONE, 45), (true, Some((Player::ONE, 40))), "twice in a row");
    }

    #[test]
    fn nothing_is_told_of_a_position_without_a_value() {
        let mut eval_stack = EvalStack::new();
        eval_stack.note(0, Player::ONE, true, Some(Score::cp(10)));
        assert_eq!(eval_stack.note(1, Player::TWO, false, None).eval_diff, None);
        let trend = eval_stack.note(2, Player::ONE, true, Some(Score::cp(30)));
        assert!(trend.improving && trend.eval_diff.is_none());
    }
}
