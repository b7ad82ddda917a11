//! A position as one player knows it: what `position view N` sets up in games with hidden parts.

use super::command::{Position, Start};
use super::error::CommandError;
use crate::game::{Knowledge, Outcome, Player};
use crate::games::Playable;

/// What one player knows, and the record that he was given.
pub struct Watch<G> {
    /// Start and tokens as they came.
    position: Position,
    pub knowledge: Box<dyn Knowledge<G>>,
    /// The record was a full one, so that nothing is hidden from the engine.
    pub is_full: bool,
}

impl<G> Clone for Watch<G> {
    fn clone(&self) -> Self {
        let knowledge = self.knowledge.boxed();
        Self { position: self.position.clone(), knowledge, is_full: self.is_full }
    }
}

impl<G: Playable> Watch<G> {
    /// Follows `position`, which may have hidden parts; `None` if it is not meant to have any.
    pub fn follow(rules: G::Rules, position: &Position) -> Option<Result<Self, CommandError>> {
        let viewer = position.view.map(|number| Player::new(number - 1));
        let knowledge = match (&position.start, viewer) {
            (Start::StartPos, Some(viewer)) => Ok(G::start(rules).knowledge(viewer)?),
            (Start::Deploy, Some(viewer)) => Ok(G::deploy(rules)?.knowledge(viewer)?),
            (Start::Fen(fen), _) if viewer.is_some() || fen.contains('?') => {
                G::knowledge_from_fen(rules, fen, viewer)?
            }
            _ => return None,
        };
        Some(knowledge.map_err(CommandError::from).and_then(|knowledge| {
            let start = Position { moves: Vec::new(), ..position.clone() };
            let mut watch = Self { position: start, knowledge, is_full: false };
            watch.observe(&position.moves).map(|()| watch)
        }))
    }

    /// What `viewer` knows of a game whose full record he was given.
    pub fn of_full(state: &G, position: &Position) -> Option<Self> {
        let viewer = Player::new(position.view? - 1);
        let knowledge = state.knowledge(viewer)?;
        Some(Self { position: position.clone(), knowledge, is_full: true })
    }

    /// Takes in more tokens; some may have been taken in when one is refused.
    pub fn observe(&mut self, tokens: &[String]) -> Result<(), CommandError> {
        for token in tokens {
            let number = self.position.moves.len() + 1;
            for part in token.split(',') {
                self.knowledge
                    .observe(part)
                    .map_err(|error| CommandError::in_list(error, part, token, number))?;
            }
            self.position.moves.push(token.clone());
        }
        Ok(())
    }

    /// The record without its last token, `None` if there is none.
    pub fn shortened(&self) -> Option<Position> {
        let (_, moves) = self.position.moves.split_last()?;
        Some(Position { moves: moves.to_vec(), ..self.position.clone() })
    }

    pub fn viewer(&self) -> Player {
        self.knowledge.viewer()
    }

    pub fn outcome(&self) -> Option<Outcome> {
        self.knowledge.outcome()
    }

    /// What follows `position` in the command that gives this knowledge.
    pub fn record(&self) -> String {
        let view = Some(self.viewer().number());
        Position { view, ..self.position.clone() }.to_string()
    }
}
