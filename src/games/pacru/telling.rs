//! What is still open in a turn, and markers given up in any order, for people.

use super::board::Field;
use super::{Cru, Family, TurnStage};
use crate::game::{ActionError, AnyOrder, TurnDue};

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// What is still open in the turn of the player to move.
    pub(super) fn due_in_turn(&self) -> Vec<TurnDue> {
        let due = match self.stage {
            _ if self.outcome.is_some() => None,
            TurnStage::Turn | TurnStage::LastRound(_) => None,
            TurnStage::Bonus { .. } => {
                TurnDue::must(1, "bonus marker to place", "bonus markers to place")
            }
            TurnStage::Payment { left, .. } => {
                TurnDue::must(left.into(), "marker to pay", "markers to pay")
            }
        };
        due.into_iter().collect()
    }
}

/// The markers that a rotation costs.
pub(super) struct Payments;

fn paid(token: &str) -> Option<Field> {
    Field::parse(token.strip_prefix('x')?.as_bytes())
}

impl<F: Family, const PLAYERS: usize> AnyOrder<Cru<F, PLAYERS>> for Payments
where
    Cru<F, PLAYERS>: crate::game::Notation,
{
    fn place(&self, state: &Cru<F, PLAYERS>, token: &str) -> Option<u32> {
        let is_paying = matches!(state.stage, TurnStage::Payment { .. });
        paid(token).filter(|_| is_paying).map(|field| field.index() as u32)
    }

    fn carry_out(&self, state: &mut Cru<F, PLAYERS>, token: &str) -> Result<(), ActionError> {
        let illegal = |reason: String| Err(ActionError::illegal(token, reason));
        let (Some(field), TurnStage::Payment { .. }) = (paid(token), state.stage) else {
            return illegal("no marker is to be given up".to_string());
        };
        if !state.free_markers().has(field) {
            let name = field.name();
            return illegal(format!("no free marker of the side to move is on {name}"));
        }
        state.make_payment(field);
        Ok(())
    }
}
