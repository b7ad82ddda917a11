//! What people are told about turns of several actions: what is still open in one, and actions in any order.

use super::{ActionError, Notation, turn_goes_on};
use serde::Serialize;

/// What the player to move still has to do, or may still do, before the turn ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TurnDue {
    /// How often.
    pub count: u32,
    /// The name of the action, or of the thing that it takes: `move`, `marker to pay`, `infantry`.
    pub what: &'static str,
    /// The same name in the plural.
    #[serde(skip)]
    pub plural: &'static str,
    /// Whether the turn cannot end before.
    pub must: bool,
}

impl TurnDue {
    /// What has to be done before the turn can end; `None` if it is nothing.
    pub fn must(count: u32, what: &'static str, plural: &'static str) -> Option<Self> {
        (count > 0).then_some(Self { count, what, plural, must: true })
    }

    /// What can still be done in the turn; `None` if it is nothing.
    pub fn may(count: u32, what: &'static str, plural: &'static str) -> Option<Self> {
        (count > 0).then_some(Self { count, what, plural, must: false })
    }
}

/// Actions that make up one set, such as the drops of a deployment. The rules fix their order only so that each set is
/// listed once. A person may name them in any order.
pub trait AnyOrder<G: Notation>: Sync {
    /// The place of an action of such a set in the order of the rules; `None` for any other token.
    fn place(&self, state: &G, token: &str) -> Option<u32>;

    /// Carries out such an action, although others come before it. The state is fit to be shown, but play cannot go
    /// on from it.
    ///
    /// # Errors
    /// Says why no complete set can have this action together with those carried out before.
    fn carry_out(&self, state: &mut G, token: &str) -> Result<(), ActionError>;
}

/// The actions that the tokens of one turn name, or of a part of one.
///
/// # Errors
/// As for [`Notation::parse_action`], and if the turn ends before the last token.
pub fn read_turn<G: Notation>(state: &G, tokens: &[&str]) -> Result<Vec<G::Action>, ActionError> {
    let mover = state.player();
    let mut now = state.clone();
    let mut actions = Vec::new();
    for token in tokens {
        if !actions.is_empty() && !turn_goes_on(&now, mover) {
            return Err(ActionError::beyond_turn(token));
        }
        let action = now.parse_action(token)?;
        now.make(action);
        actions.push(action);
    }
    Ok(actions)
}
