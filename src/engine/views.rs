//! Views and records of players, for referees and for honest play: a search uses only the mover's knowledge.

use super::error::EngineError;
use super::game_state::GameState;
use super::player_view::PlayerView;
use super::position::{Position, Start};
use super::typed_game::TypedGame;
use crate::game::Player;
use crate::games::Playable;
use std::sync::{MutexGuard, PoisonError};

impl<G: Playable> TypedGame<G> {
    fn cached_views(&self) -> MutexGuard<'_, Vec<PlayerView<G>>> {
        self.views.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Follows a position that may have hidden parts; `None` if it cannot have any.
    pub fn follow(&self, position: &Position) -> Option<Result<PlayerView<G>, EngineError>> {
        let views = self.cached_views();
        PlayerView::follow(self.rules, position, self.partial.iter().chain(&*views))
    }

    /// A player's view, if it is not complete. If only one view is known, that view.
    pub fn view_of(&self, player: Player) -> Option<PlayerView<G>> {
        if let Some(view) = &self.partial {
            return Some(view.clone());
        }
        let knowledge = self.state().knowledge(player)?;
        if knowledge.is_complete() || self.outcome().is_some() {
            return None;
        }
        let position = self.record_for(player);
        let followed = self.follow(&position).and_then(Result::ok);
        // Every record should be followable. If one is not, use the present knowledge.
        let view = followed.unwrap_or_else(|| PlayerView::new(position, knowledge));
        let mut views = self.cached_views();
        views.retain(|view| view.viewer() != player);
        views.push(view.clone());
        Some(view)
    }

    /// The player whose belief is shown: the viewer, or else the player to move.
    pub fn believing(&self) -> Player {
        self.viewer.unwrap_or(self.player())
    }

    /// That player's view, if it is not complete and the game is not over.
    ///
    /// # Errors
    /// If the variant hides nothing.
    pub fn believer(&self) -> Result<Option<PlayerView<G>>, EngineError> {
        if G::CAPABILITIES.hidden.is_none() {
            let variant = self.variant();
            return Err(EngineError::new(format!("nothing is hidden in {variant} (belief)")));
        }
        if self.outcome().is_some() {
            return Ok(None);
        }
        Ok(self.view_of(self.believing()))
    }

    /// The player with this number, whose knowledge is asked for.
    ///
    /// # Errors
    /// If there is no such player, or if only the view of another player is known.
    pub fn seat(&self, number: usize) -> Result<Player, EngineError> {
        self.check_player(number)?;
        let player = Player::new(number - 1);
        match &self.partial {
            Some(view) if view.viewer() != player => {
                Err(EngineError::new(format!("what player {number} knows is not known here")))
            }
            _ => Ok(player),
        }
    }

    /// The record that a player may know, if the full record is known. After the end this is the full record.
    pub fn record_for(&self, player: Player) -> Position {
        let (first, actions) = (self.record.first(), self.record.actions());
        let is_over = self.outcome().is_some();
        let seen = first.tokens_seen(actions, (!is_over).then_some(player));
        let moves = seen.unwrap_or_else(|| self.record.turns());
        let start = match (self.record.start(), first.start_seen(actions, player)) {
            (Start::Fen(_) | Start::Foreign(..), Some(fen)) if !is_over => Start::Fen(fen),
            (start, _) => start.clone(),
        };
        Position { view: Some(player.number()), start, moves }
    }
}
