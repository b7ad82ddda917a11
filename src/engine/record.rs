//! A full game record: start, actions, and the tokens that stand for them.

use super::error::EngineError;
use super::position::Start;
use super::report::tokens;
use crate::game::text::{as_choice, in_usual_case};
use crate::game::{ActionError, Game, Played, PlayedUndo};
use crate::games::Playable;

/// Largest number of actions in a record.
const MAX_ACTIONS: usize = 1_000_000;

/// A first position and the actions played from it. Playing and undoing take the same time at every length.
#[derive(Clone)]
pub struct Record<G: Game> {
    start: Start,
    first: G,
    actions: Vec<G::Action>,
    /// What takes back each action.
    undos: Vec<PlayedUndo<G>>,
    /// The tokens as given.
    tokens: Vec<GivenToken>,
    played: Played<G>,
}

/// An action that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedAction {
    /// The action as a full record writes it.
    pub token: String,
    /// What it did beyond what the token says, such as the sums of an attack, in a sentence. It holds only what all
    /// players are told, in a game with hidden parts too.
    pub told: Option<String>,
}

/// A token as it was given, which is one action or more.
#[derive(Clone)]
struct GivenToken {
    text: String,
    /// Number of actions in the record after this token.
    end: usize,
}

impl<G: Playable> Record<G> {
    /// A game without moves.
    pub fn new(start: Start, first: G) -> Self {
        Self { start, ..Self::after(Played::new(first)) }
    }

    /// A record that begins at this position.
    pub fn after(played: Played<G>) -> Self {
        let first = played.state().clone();
        let (actions, undos, tokens) = (Vec::new(), Vec::new(), Vec::new());
        Self { start: Start::StartPos, first, actions, undos, tokens, played }
    }

    /// How the first position was given.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The first position.
    pub fn first(&self) -> &G {
        &self.first
    }

    /// The actions from the first position on.
    pub fn actions(&self) -> &[G::Action] {
        &self.actions
    }

    /// The present position with its history.
    pub fn played(&self) -> &Played<G> {
        &self.played
    }

    /// The tokens as given.
    pub fn tokens(&self) -> impl Iterator<Item = &String> {
        self.tokens.iter().map(|token| &token.text)
    }

    /// The moves, one token for each turn.
    pub fn turns(&self) -> Vec<String> {
        tokens(&self.first, &self.actions, false)
    }

    /// Goes to the position after `moves`. Undoes and plays only what differs from the present record.
    ///
    /// # Errors
    /// Names the invalid token. The record is then as before.
    pub fn go_to(&mut self, moves: &[String]) -> Result<(), EngineError> {
        let is_same = |(token, text): &(&GivenToken, &String)| token.text == **text;
        let kept = self.tokens.iter().zip(moves).take_while(is_same).count();
        let dropped = self.split_off(kept);
        self.extend(&moves[kept..], kept).inspect_err(|_| self.restore(dropped))
    }

    /// Plays more tokens.
    ///
    /// # Errors
    /// Names the invalid token. The record is then as before.
    pub fn play(&mut self, tokens: &[String]) -> Result<(), EngineError> {
        self.extend(tokens, 0)
    }

    /// Plays one token, and keeps a token for each of its actions. Returns these tokens.
    ///
    /// # Errors
    /// As [`Record::play`].
    pub fn play_by_action(&mut self, token: &str) -> Result<Vec<PlayedAction>, EngineError> {
        let length = self.actions.len();
        if let Err(error) = self.play_token(token, 1) {
            self.shorten(length);
            return Err(error);
        }
        Ok(self.name_actions())
    }

    /// Plays the actions of one token as a player chooses them. `number` is its place in a list.
    ///
    /// # Errors
    /// As [`Record::play`], and for what only a record may contain.
    pub fn choose(&mut self, token: &str, number: usize) -> Result<(), EngineError> {
        as_choice(token).map_err(|error| EngineError::in_list(error, token, token, number))?;
        self.extend(&[token.to_string()], number - 1)
    }

    /// Plays legal actions.
    pub fn follow(&mut self, actions: &[G::Action]) {
        actions.iter().for_each(|action| self.make(*action));
        self.name_actions();
    }

    /// Takes back the last action; `None` if there is none.
    pub fn undo(&mut self) -> Option<()> {
        let undo = self.undos.pop()?;
        self.actions.pop();
        self.played.unmake(undo);
        if self.tokens.pop_if(|token| token.end > self.actions.len()).is_some() {
            self.name_actions();
        }
        Some(())
    }

    /// Gives the actions after the last token a token each.
    fn name_actions(&mut self) -> Vec<PlayedAction> {
        let end = self.tokens.last().map_or(0, |token| token.end);
        let actions = self.actions[end..].to_vec();
        self.shorten(end);
        let mut named = Vec::new();
        for action in actions {
            let state = self.played.state();
            let (token, told) = (state.action_token(action), state.tell(action));
            self.make(action);
            self.tokens.push(GivenToken { text: token.clone(), end: self.actions.len() });
            named.push(PlayedAction { token, told });
        }
        named
    }

    /// Plays tokens. The first of them is the one after the `before`th of the list.
    fn extend(&mut self, tokens: &[String], before: usize) -> Result<(), EngineError> {
        let (length, count) = (self.actions.len(), self.tokens.len());
        for (index, text) in tokens.iter().enumerate() {
            if let Err(error) = self.play_token(text, before + index + 1) {
                self.shorten(length);
                self.tokens.truncate(count);
                return Err(error);
            }
            self.tokens.push(GivenToken { text: text.clone(), end: self.actions.len() });
        }
        Ok(())
    }

    /// Takes back all but the first `kept` tokens. Returns what [`Record::restore`] needs.
    fn split_off(&mut self, kept: usize) -> (Vec<G::Action>, Vec<GivenToken>) {
        let tokens = self.tokens.split_off(kept);
        let end = self.tokens.last().map_or(0, |token| token.end);
        let actions = self.actions[end..].to_vec();
        self.shorten(end);
        (actions, tokens)
    }

    /// Plays again what was split off.
    fn restore(&mut self, (actions, tokens): (Vec<G::Action>, Vec<GivenToken>)) {
        actions.into_iter().for_each(|action| self.make(action));
        self.tokens.extend(tokens);
    }

    /// Takes back all but the first `length` actions.
    fn shorten(&mut self, length: usize) {
        self.actions.truncate(length);
        while self.undos.len() > length {
            self.undos.pop().into_iter().for_each(|undo| self.played.unmake(undo));
        }
    }

    fn make(&mut self, action: G::Action) {
        self.undos.push(self.played.make(action));
        self.actions.push(action);
    }

    /// Plays the actions of one token, which belong to one turn. On an error some of them may have been played.
    fn play_token(&mut self, token: &str, number: usize) -> Result<(), EngineError> {
        let usual = in_usual_case(token);
        let mover = self.played.state().player();
        for (index, part) in self.played.state().split_token(&usual).iter().enumerate() {
            let fault = |reason: String| EngineError::in_list(reason, part, &usual, number);
            if self.actions.len() >= MAX_ACTIONS {
                return Err(fault(format!("more than {MAX_ACTIONS} actions")));
            }
            if index == 0
                && self.played.state().outcome().is_none()
                && self.played.outcome().is_some()
            {
                return Err(fault(format!("illegal move {part}: the game is over by repetition")));
            }
            let parsed = self.played.state().parse_in_turn(part, mover, index == 0);
            let action = parsed.map_err(|error| fault(as_given(error, token).to_string()))?;
            self.make(action);
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
