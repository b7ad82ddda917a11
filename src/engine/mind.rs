//! What players know: views and records for a referee, and honest play where the engine itself was told more
//! than the mover may know.

use super::error::EngineError;
use super::host::Desk;
use super::host::Host;
use super::position::{Position, Start};
use super::record::Record;
use super::report::tokens;
use super::watch::Watch;
use crate::game::{Played, Player};
use crate::games::Playable;

impl<G: Playable> Desk<G> {
    /// Follows a position in which parts may be hidden; `None` if it is not meant to have any.
    pub(super) fn follow(&self, position: &Position) -> Option<Result<Watch<G>, EngineError>> {
        Watch::follow(self.rules, position, self.watch.iter().chain(&self.minds))
    }

    /// What one player knows, where the engine was told no more.
    pub(super) fn watched(&self) -> Option<Watch<G>> {
        self.partial().cloned()
    }

    /// What the mover knows, if not everything. That of a full record is reduced to what he has been told.
    pub(super) fn mind(&mut self) -> Option<Watch<G>> {
        if let Some(watch) = self.watched() {
            return Some(watch);
        }
        let mover = self.mover();
        let knowledge = self.state().knowledge(mover)?;
        if knowledge.is_complete() || self.outcome().is_some() {
            return None;
        }
        let position = self.record_for(mover);
        let followed = self.follow(&position).and_then(Result::ok);
        // Every record can be followed; were it not so, the present would have to do.
        let watch = followed.unwrap_or_else(|| Watch::new(&position, knowledge));
        self.minds.retain(|mind| mind.viewer() != mover);
        self.minds.push(watch.clone());
        Some(watch)
    }

    /// The position with its past, where the engine knows all that matters of it.
    pub(super) fn known(&self) -> Result<Played<G>, EngineError> {
        match self.partial() {
            None => Ok(self.record.played.clone()),
            Some(watch) => watch.known().ok_or_else(|| {
                let viewer = watch.viewer().number();
                EngineError::new(format!("player {viewer} does not know the whole position"))
            }),
        }
    }

    /// What a player knows of the present position.
    pub(super) fn seen_by(&self, number: usize) -> Result<String, EngineError> {
        self.player(number)?;
        let player = Player::new(number - 1);
        if let Some(watch) = self.partial() {
            return if watch.viewer() == player { Ok(self.fen()) } else { Err(not_seen(number)) };
        }
        let knowledge = self.state().knowledge(player);
        Ok(knowledge.map_or_else(|| self.state().fen(), |knowledge| knowledge.fen()))
    }

    /// What follows `position` in the command that tells a player all that he may know; after the end
    /// that is everything.
    pub(super) fn told_to(&self, number: usize) -> Result<Position, EngineError> {
        self.player(number)?;
        let player = Player::new(number - 1);
        if let Some(watch) = self.partial() {
            return if watch.viewer() == player {
                Ok(watch.record())
            } else {
                Err(not_seen(number))
            };
        }
        Ok(self.record_for(player))
    }

    /// See [`Desk::told_to`], where the full record is known.
    fn record_for(&self, player: Player) -> Position {
        let Record { start, first, actions, .. } = &self.record;
        let is_over = self.outcome().is_some();
        let seen = first.tokens_seen(actions, (!is_over).then_some(player));
        let moves = seen.unwrap_or_else(|| tokens(first, actions, false));
        let start = match (start, first.start_seen(actions, player)) {
            (Start::Fen(_) | Start::Foreign(..), Some(fen)) if !is_over => Start::Fen(fen),
            _ => start.clone(),
        };
        Position { view: Some(player.number()), start, moves }
    }
}

fn not_seen(number: usize) -> EngineError {
    EngineError::new(format!("what player {number} knows is not known here"))
}
