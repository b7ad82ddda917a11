//! Views and records of players, for referees and for honest play: the search uses only the mover's
//! knowledge. Also beliefs about hidden parts.

use super::error::EngineError;
use super::player_view::PlayerView;
use super::position::{Position, Start};
use super::record::Record;
use super::report::tokens;
use super::variant_engine::GameEngine;
use super::variant_engine::VariantEngine;
use crate::game::{Beliefs, Charset, Played, Player};
use crate::games::Playable;
use crate::search::sample_numbers;

/// Sampled states of a belief: as many as a belief about submarines keeps.
const BELIEVED_STATES: usize = 512;

impl<G: Playable> GameEngine<G> {
    /// Follows a position that may have hidden parts; `None` if it cannot have any.
    pub(super) fn follow(&self, position: &Position) -> Option<Result<PlayerView<G>, EngineError>> {
        PlayerView::follow(self.rules, position, self.view.iter().chain(&self.views))
    }

    /// The view of one player, if the engine knows only this view.
    pub(super) fn partial_view(&self) -> Option<PlayerView<G>> {
        self.partial().cloned()
    }

    /// The mover's view, if it is not complete. A full record is reduced to what the mover was
    /// told.
    pub(super) fn mover_view(&mut self) -> Option<PlayerView<G>> {
        self.view_of(self.mover())
    }

    /// A player's view, if it is not complete. If the engine knows only one view, that view.
    fn view_of(&mut self, player: Player) -> Option<PlayerView<G>> {
        if let Some(view) = self.partial_view() {
            return Some(view);
        }
        let knowledge = self.state().knowledge(player)?;
        if knowledge.is_complete() || self.outcome().is_some() {
            return None;
        }
        let position = self.record_for(player);
        let followed = self.follow(&position).and_then(Result::ok);
        // Every record should be followable. If one is not, use the present knowledge.
        let view = followed.unwrap_or_else(|| PlayerView::new(&position, knowledge));
        self.views.retain(|view| view.viewer() != player);
        self.views.push(view.clone());
        Some(view)
    }

    /// The player whose belief is shown: the viewer, or else the player to move.
    fn believing(&self) -> Player {
        self.viewer.unwrap_or(self.mover())
    }

    /// That player's view, if it is not complete and the game is not over.
    fn believer(&mut self) -> Result<Option<PlayerView<G>>, EngineError> {
        if G::CAPABILITIES.hidden.is_none() {
            let variant = self.variant.name();
            return Err(EngineError::new(format!("nothing is hidden in {variant} (belief)")));
        }
        if self.outcome().is_some() {
            return Ok(None);
        }
        Ok(self.view_of(self.believing()))
    }

    /// See [`Engine::beliefs`](super::Engine::beliefs).
    pub(super) fn believed(&mut self, seed: u64) -> Result<Beliefs, EngineError> {
        let mut beliefs = Beliefs::default();
        if let Some(PlayerView { mut knowledge, .. }) = self.believer()? {
            for number in sample_numbers(seed, BELIEVED_STATES) {
                let state = knowledge.sample(number);
                beliefs.add(knowledge.hidden_pieces(&state));
            }
        }
        Ok(beliefs)
    }

    /// See [`Engine::belief_diagram`](super::Engine::belief_diagram).
    pub(super) fn draw_belief(
        &mut self,
        seed: u64,
        charset: Charset,
    ) -> Result<String, EngineError> {
        let beliefs = self.believed(seed)?;
        let knowledge = match self.partial() {
            Some(view) => Some(view.knowledge.boxed()),
            None => self.state().knowledge(self.believing()),
        };
        let signs = knowledge.map(|knowledge| knowledge.glyphs(charset)).unwrap_or_default();
        let number = self.believing().number();
        let caption = format!(
            "What player {number} does not see: the likeliest piece on each square, in per cent of \
             {BELIEVED_STATES} imagined positions"
        );
        Ok(format!("\n{}\n{caption}", beliefs.diagram(&signs)))
    }

    /// The position with its history, if the engine knows everything that matters.
    pub(super) fn known(&self) -> Result<Played<G>, EngineError> {
        match self.partial() {
            None => Ok(self.record.played.clone()),
            Some(view) => view.known().ok_or_else(|| {
                let viewer = view.viewer().number();
                EngineError::new(format!("player {viewer} does not know the whole position"))
            }),
        }
    }

    /// The FEN as a player knows it.
    pub(super) fn seen_by(&self, number: usize) -> Result<String, EngineError> {
        self.player(number)?;
        let player = Player::new(number - 1);
        if let Some(view) = self.partial() {
            return if view.viewer() == player { Ok(self.fen()) } else { Err(not_seen(number)) };
        }
        let knowledge = self.state().knowledge(player);
        Ok(knowledge.map_or_else(|| self.state().fen(), |knowledge| knowledge.fen()))
    }

    /// The record that a player may know. After the end this is the full record.
    pub(super) fn told_to(&self, number: usize) -> Result<Position, EngineError> {
        self.player(number)?;
        let player = Player::new(number - 1);
        if let Some(view) = self.partial() {
            return if view.viewer() == player { Ok(view.record()) } else { Err(not_seen(number)) };
        }
        Ok(self.record_for(player))
    }

    /// See [`Engine::is_open`](super::Engine::is_open).
    pub(super) fn sees_all(&self) -> bool {
        let mut players = (0..G::PLAYERS).map(Player::new);
        match self.partial() {
            Some(view) => view.knowledge.is_complete(),
            None => players.all(|player| {
                self.state().knowledge(player).is_none_or(|knowledge| knowledge.is_complete())
            }),
        }
    }

    /// See [`Engine::is_told_all`](super::Engine::is_told_all).
    pub(super) fn has_told_all(&self, player: Player) -> bool {
        if let Some(view) = self.partial() {
            return view.viewer() == player;
        }
        if self.player(player.number()).is_err() {
            return false;
        }
        let Record { start, first, actions, .. } = &self.record;
        let Some(at_first) = first.knowledge(player) else { return true };
        let told = self.record_for(player);
        let knows_start = told.start == *start || at_first.is_complete();
        knows_start && first.tokens_seen(actions, None).is_none_or(|all| told.moves == all)
    }

    /// The player's record, if the full record is known.
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
