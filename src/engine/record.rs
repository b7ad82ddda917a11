//! A full game record: start and actions.

use super::error::EngineError;
use super::position::Start;
use crate::game::text::{as_choice, in_usual_case};
use crate::game::{ActionError, Game, Played};
use crate::games::Playable;

/// Largest number of actions in a record.
const MOST_ACTIONS: usize = 1_000_000;

/// A first position and the actions played from it.
#[derive(Clone)]
pub struct Record<G: Game> {
    pub start: Start,
    pub first: G,
    pub actions: Vec<G::Action>,
    /// Tokens of the `position` command as given, to recognise a longer list.
    pub words: Vec<String>,
    pub played: Played<G>,
}

impl<G: Playable> Record<G> {
    /// A game without moves.
    pub fn new(start: Start, first: G) -> Self {
        let played = Played::new(first.clone());
        Self { start, first, actions: Vec::new(), words: Vec::new(), played }
    }

    /// A record that begins at this position.
    pub fn after(played: Played<G>) -> Self {
        let first = played.state().clone();
        Self { start: Start::StartPos, first, actions: Vec::new(), words: Vec::new(), played }
    }

    /// Plays the actions of one token as a player chooses them. `number` is its place in the list.
    pub fn choose(&mut self, token: &str, number: usize) -> Result<(), EngineError> {
        as_choice(token).map_err(|error| EngineError::in_list(error, token, token, number))?;
        self.play(token, number)
    }

    /// Plays the actions of one token, which belong to one turn. `number` is its place in the list.
    pub fn play(&mut self, token: &str, number: usize) -> Result<(), EngineError> {
        let usual = in_usual_case(token);
        let mover = self.played.state().player();
        for (index, part) in self.played.state().split_token(&usual).iter().enumerate() {
            let fault = |reason: String| EngineError::in_list(reason, part, &usual, number);
            if self.actions.len() >= MOST_ACTIONS {
                return Err(fault(format!("more than {MOST_ACTIONS} actions")));
            }
            if index == 0
                && self.played.state().outcome().is_none()
                && self.played.outcome().is_some()
            {
                return Err(fault(format!("illegal move {part}: the game is over by repetition")));
            }
            let parsed = self.played.state().parse_in_turn(part, mover, index == 0);
            let action = parsed.map_err(|error| fault(as_given(error, token).to_string()))?;
            self.played.play(action);
            self.actions.push(action);
        }
        Ok(())
    }
}

/// Restores the case of the user's input in an error message.
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
