//! A player's view: a position as one player knows it. `position view N` sets it up.

use super::error::EngineError;
use super::position::{Position, Start};
use super::record::Record;
use crate::game::text::{as_choice, in_usual_case};
use crate::game::{ActionError, Knowledge, Outcome, Played, Player};
use crate::games::Playable;
use std::sync::Arc;

/// Tokens between two checkpoints. An undo follows fewer tokens than this again.
const CHECKPOINT_TOKENS: usize = 16;

/// The knowledge of one player, with the record from which it follows.
pub struct PlayerView<G: Playable> {
    /// Start and tokens as given.
    position: Position,
    now: Known<G>,
    /// What was known after every [`CHECKPOINT_TOKENS`]th token, from the start on.
    checkpoints: Vec<Arc<Known<G>>>,
}

/// What a player knows at one moment.
struct Known<G: Playable> {
    knowledge: Box<dyn Knowledge<G>>,
    /// The game since nothing has been hidden from the player any more.
    open: Option<Played<G>>,
}

impl<G: Playable> Clone for Known<G> {
    fn clone(&self) -> Self {
        Self { knowledge: self.knowledge.boxed(), open: self.open.clone() }
    }
}

impl<G: Playable> Clone for PlayerView<G> {
    fn clone(&self) -> Self {
        let Self { position, now, checkpoints } = self;
        Self { position: position.clone(), now: now.clone(), checkpoints: checkpoints.clone() }
    }
}

impl<G: Playable> Known<G> {
    fn new(knowledge: Box<dyn Knowledge<G>>) -> Self {
        let mut known = Self { knowledge, open: None };
        known.look_up();
        known
    }

    /// Follows one token, which is the `number`th of a list.
    fn observe(&mut self, token: &str, number: usize) -> Result<(), EngineError> {
        let mover = self.knowledge.player();
        for (index, part) in token.split(',').enumerate() {
            let goes_on = self.knowledge.player() == mover && !self.knowledge.turn_start();
            let taken = match index > 0 && !goes_on {
                true => Err(ActionError::beyond_turn(part)),
                false => self.take_in(part),
            };
            taken.map_err(|error| EngineError::in_list(error, part, token, number))?;
        }
        Ok(())
    }

    fn take_in(&mut self, part: &str) -> Result<(), ActionError> {
        let open = self.open.as_ref();
        let action = open.and_then(|played| played.state().parse_action(part).ok());
        self.knowledge.observe(part)?;
        match (&mut self.open, action) {
            (Some(played), Some(action)) => played.play(action),
            _ => self.look_up(),
        }
        Ok(())
    }

    /// Switches to the open game if nothing is hidden any more.
    fn look_up(&mut self) {
        let state = self.knowledge.is_complete().then(|| self.knowledge.state()).flatten();
        self.open = state.map(Played::new);
    }
}

impl<G: Playable> PlayerView<G> {
    /// The knowledge at `position`, whose tokens are known to lead to it. Undoing ends here.
    pub fn new(position: Position, knowledge: Box<dyn Knowledge<G>>) -> Self {
        Self { position, now: Known::new(knowledge), checkpoints: Vec::new() }
    }

    /// Follows `position`, which may have hidden parts. `None` if it cannot have any. If it
    /// continues one of `others`, only the new tokens are followed.
    pub fn follow<'a>(
        rules: G::Rules,
        position: &Position,
        mut others: impl Iterator<Item = &'a Self>,
    ) -> Option<Result<Self, EngineError>> {
        if let Some(known) = others.find(|known| known.leads_to(position)) {
            let mut view = known.clone();
            let new = &position.moves[view.position.moves.len()..];
            return Some(view.observe(new).map(|()| view));
        }
        let viewer = position.view.map(|number| Player::new(number - 1));
        let knowledge = match (&position.start, viewer) {
            (Start::StartPos, Some(viewer)) => Ok(G::knowledge_at_start(rules, viewer)?),
            (Start::Deploy, Some(viewer)) => Ok(G::deploy(rules)?.knowledge(viewer)?),
            (Start::Fen(fen), _) if viewer.is_some() || fen.contains('?') => {
                G::knowledge_from_fen(rules, fen, viewer)?
            }
            _ => return None,
        };
        Some(knowledge.map_err(EngineError::from).and_then(|knowledge| {
            let start = Position { moves: Vec::new(), ..position.clone() };
            let mut view = Self::new(start, knowledge);
            view.checkpoints.push(Arc::new(view.now.clone()));
            view.observe(&position.moves).map(|()| view)
        }))
    }

    fn leads_to(&self, position: &Position) -> bool {
        let known = &self.position;
        known.view == position.view
            && known.start == position.start
            && position.moves.starts_with(&known.moves)
    }

    /// Follows more tokens.
    ///
    /// # Errors
    /// Names the invalid token. The view is then as before.
    pub fn observe(&mut self, tokens: &[String]) -> Result<(), EngineError> {
        let before = self.now.clone();
        let (moves, checkpoints) = (self.position.moves.len(), self.checkpoints.len());
        for token in tokens {
            let token = in_usual_case(token);
            if let Err(error) = self.now.observe(&token, self.position.moves.len() + 1) {
                self.now = before;
                self.position.moves.truncate(moves);
                self.checkpoints.truncate(checkpoints);
                return Err(error);
            }
            self.position.moves.push(token.into_owned());
            if self.position.moves.len() == self.checkpoints.len() * CHECKPOINT_TOKENS {
                self.checkpoints.push(Arc::new(self.now.clone()));
            }
        }
        Ok(())
    }

    /// Takes back the last token; `None` if there is none.
    pub fn undo(&mut self) -> Option<Result<(), EngineError>> {
        let length = self.position.moves.len().checked_sub(1)?;
        self.checkpoints.truncate(length / CHECKPOINT_TOKENS + 1);
        let known = self.checkpoints.last()?;
        let followed = (self.checkpoints.len() - 1) * CHECKPOINT_TOKENS;
        self.now = (**known).clone();
        self.position.moves.truncate(length);
        let mut tokens = self.position.moves.iter().enumerate().skip(followed);
        Some(tokens.try_for_each(|(index, token)| self.now.observe(token, index + 1)))
    }

    /// The state, if no hidden part matters. An end by repetition is left to the referee.
    pub fn known(&self) -> Option<Played<G>> {
        let open = self.now.open.as_ref();
        let goes_on = open.filter(|played| played.outcome() == played.state().outcome());
        goes_on.cloned().or_else(|| self.knowledge().state().map(Played::new))
    }

    /// What the player knows.
    pub fn knowledge(&self) -> &dyn Knowledge<G> {
        &*self.now.knowledge
    }

    /// What the player knows, to draw samples from it.
    pub fn into_knowledge(self) -> Box<dyn Knowledge<G>> {
        self.now.knowledge
    }

    pub fn viewer(&self) -> Player {
        self.knowledge().viewer()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.knowledge().outcome()
    }

    /// The position that gives this knowledge, as an argument of the command `position`.
    pub fn record(&self) -> Position {
        let view = Some(self.viewer().number());
        Position { view, ..self.position.clone() }
    }
}

/// Whether the player to move can choose this token, or the viewer can see it from another player. Only the viewer's
/// knowledge decides.
pub fn allows<G: Playable>(knowledge: &dyn Knowledge<G>, token: &str) -> bool {
    let is_own = knowledge.player() == knowledge.viewer();
    let open = knowledge.state().filter(|_| is_own || knowledge.is_complete());
    match open {
        Some(state) => Record::after(Played::new(state)).choose(token, 1).is_ok(),
        None if !token.contains(',') => {
            knowledge.tokens().contains(&in_usual_case(token).into_owned())
        }
        None => {
            as_choice(token).is_ok() && {
                let mut known = Known { knowledge: knowledge.boxed(), open: None };
                known.observe(&in_usual_case(token), 1).is_ok()
            }
        }
    }
}
