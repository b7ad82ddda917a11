//! A game as the session knows it: where it began and what was played.

use super::error::EngineError;
use super::position::Start;
use crate::game::text::in_usual_case;
use crate::game::{ActionError, Game, Played};
use crate::games::Playable;

/// The longest action sequence that one `position` or `move` may build up.
const MOST_ACTIONS: usize = 1_000_000;

/// A first position and what was played from it.
#[derive(Clone)]
pub struct Record<G: Game> {
    pub start: Start,
    pub first: G,
    pub actions: Vec<G::Action>,
    /// The tokens of the `position` command as they came, to recognise a longer list.
    pub words: Vec<String>,
    pub played: Played<G>,
}

impl<G: Playable> Record<G> {
    /// A game of which nothing has been played.
    pub fn new(start: Start, first: G) -> Self {
        let played = Played::new(first.clone());
        Self { start, first, actions: Vec::new(), words: Vec::new(), played }
    }

    /// A record of which only the present matters.
    pub fn after(played: Played<G>) -> Self {
        let first = played.state().clone();
        Self { start: Start::StartPos, first, actions: Vec::new(), words: Vec::new(), played }
    }

    /// Plays the actions of one token, the `number`th of its list.
    pub fn play(&mut self, token: &str, number: usize) -> Result<(), EngineError> {
        let usual = in_usual_case(token);
        for part in &self.played.state().split_token(&usual) {
            let fault = |reason: String| EngineError::in_list(reason, part, &usual, number);
            if self.actions.len() >= MOST_ACTIONS {
                return Err(fault(format!("more than {MOST_ACTIONS} actions")));
            }
            if self.played.state().outcome().is_none() && self.played.outcome().is_some() {
                return Err(fault(format!("illegal move {part}: the game is over by repetition")));
            }
            let parsed = self.played.state().parse_action(part);
            let action = parsed.map_err(|error| fault(as_given(error, token).to_string()))?;
            self.played.play(action);
            self.actions.push(action);
        }
        Ok(())
    }
}

/// An error that shows what it cannot read in the case in which it came.
fn as_given(error: ActionError, token: &str) -> ActionError {
    match error {
        ActionError::Unreadable { token: part, expected } => {
            let mut parts = token.split(',');
            let given = parts.find(|given| given.eq_ignore_ascii_case(&part));
            ActionError::unreadable(given.unwrap_or(&part), expected)
        }
        illegal => illegal,
    }
}
