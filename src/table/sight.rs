//! What each screen may see. While something is hidden, only this module decides it.

use super::cursor::Cursor;
use super::message::{NodeState, Note};
use super::tree::ROOT;
use super::{Table, TableTurn, Viewer};
use crate::engine::{EngineError, GameState};
use crate::game::Player;
use crate::game::text::as_choice;

/// The token of a turn that is hidden from a player.
const HIDDEN_TURN: &str = "?";

/// What a screen may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// Everything.
    All,
    /// What the player with this index knows.
    Player(usize),
    /// Nothing of the board.
    Curtain,
}

/// A turn that a player knows of, and the node after it.
pub struct KnownTurn {
    pub state: NodeState,
    pub end: usize,
}

impl Table {
    /// The indices of the players for whom people at this screen play.
    pub(super) fn persons_at(&self, screen: &str) -> Vec<usize> {
        let seats = self.game.seats.iter().enumerate();
        seats.filter(|(_, seat)| seat.is_at(screen)).map(|(index, _)| index).collect()
    }

    /// What this screen may see.
    pub(super) fn sight(&self, screen: &str) -> Visibility {
        if !self.is_guarded || self.game.seats.iter().all(super::Seat::is_engine) {
            return Visibility::All;
        }
        match self.persons_at(screen)[..] {
            [] => Visibility::Curtain,
            [person] => Visibility::Player(person),
            _ => self
                .at_screen
                .get(screen)
                .map_or(Visibility::Curtain, |index| Visibility::Player(*index)),
        }
    }

    /// Whether a person plays for the player with this index, and his screen shows him nothing.
    pub(super) fn is_behind_curtain(&self, player: usize) -> bool {
        match &self.game.seats[player] {
            super::Seat::Person { screen, .. } => {
                !matches!(self.sight(screen), Visibility::All)
                    && self.sight(screen) != Visibility::Player(player)
            }
            _ => false,
        }
    }

    /// The position that a viewer looks at.
    pub(super) fn cursor<'a>(&'a self, viewer: &'a Viewer) -> &'a Cursor {
        viewer.place.as_ref().unwrap_or(&self.game.live)
    }

    /// Whether orders about the game may come from this screen: people sit there, or at no screen that anyone looks
    /// at.
    pub(super) fn may_command(&self, screen: &str) -> bool {
        let is_watched =
            |screen: &String| self.viewers.values().any(|viewer| viewer.screen == *screen);
        !self.persons_at(screen).is_empty()
            || !self.game.seats.iter().any(|seat| match seat {
                super::Seat::Person { screen, .. } => is_watched(screen),
                _ => false,
            })
    }

    /// Whether all people at this screen have been told everything that was played.
    pub(super) fn is_told_all(&self, screen: &str) -> bool {
        let persons = self.persons_at(screen);
        let is_told = |player: &usize| self.game.now().is_told_all(Player::new(*player));
        !persons.is_empty() && persons.iter().all(is_told)
    }

    /// Whether a move of this viewer is a variation and not a move of the game.
    pub(super) fn is_variation(&self, viewer: &Viewer) -> bool {
        viewer.place.is_some() || self.game.is_over()
    }

    /// Whether this viewer can play on the board that he sees.
    pub(super) fn may_play(&self, viewer: &Viewer) -> bool {
        if self.cursor(viewer).game().outcome().is_some() {
            return false;
        }
        if self.is_variation(viewer) {
            return !self.is_guarded;
        }
        let mover = self.game.mover().index();
        self.game.seats[mover].is_at(&viewer.screen) && !self.is_behind_curtain(mover)
    }

    /// The screen that alone sees a variation of this viewer; `None` if everyone sees it.
    pub(super) fn owner(&self, viewer: &Viewer) -> Option<String> {
        let is_elsewhere = |seat: &super::Seat| !seat.is_at(&viewer.screen) && !seat.is_engine();
        let has_others = self.game.seats.iter().any(is_elsewhere);
        (has_others && !self.game.is_over()).then(|| viewer.screen.clone())
    }

    /// Whether this screen sees a node of the tree.
    pub(super) fn is_visible(&self, node: usize, screen: &str) -> bool {
        self.game.tree.get(node).is_some_and(|node| node.is_seen_at(screen))
    }

    /// The position of a cursor as the player with this index knows it.
    ///
    /// # Errors
    /// None for positions of this game.
    pub(super) fn known_to(
        &self,
        cursor: &Cursor,
        player: usize,
    ) -> Result<Box<dyn GameState>, EngineError> {
        let mut known = self.game.variant().new_game();
        known.set_position(&cursor.game().record(player + 1)?)?;
        Ok(known)
    }

    /// What a screen may know of the position of a cursor, as the command `position` reads it; `None` behind a
    /// curtain.
    pub(super) fn told(&self, cursor: &Cursor, sight: Visibility) -> Option<String> {
        let position = match sight {
            Visibility::Curtain => return None,
            Visibility::All => cursor.game().position(),
            Visibility::Player(player) => cursor.game().record(player + 1).ok()?,
        };
        Some(position.to_string())
    }

    /// Checks that the player to move may choose this token in the game. Only his own knowledge decides.
    ///
    /// # Errors
    /// Says why not.
    pub(super) fn check_choice(&self, token: &str) -> Result<(), EngineError> {
        as_choice(token).map_err(|error| EngineError::new(error.to_string()))?;
        if !self.is_guarded {
            return Ok(());
        }
        let mut known = self.known_to(&self.game.live, self.game.mover().index())?;
        if known.is_legal(token) {
            return Ok(());
        }
        known.choose(token)?;
        Err(EngineError::new(format!("{token} cannot be played here")))
    }

    /// The turns that the player with this index knows of, as his record has them. A turn of another player that is
    /// not finished is not among them.
    pub(super) fn known_turns(&self, player: usize) -> Vec<KnownTurn> {
        let tokens = self.game.now().record(player + 1).map(|record| record.moves);
        let mut turns = self.game.turns();
        if self.game.is_midway() && self.game.mover().index() != player {
            turns.pop();
        }
        let turns = tokens.unwrap_or_default().into_iter().zip(turns).enumerate();
        let known = turns.map(|(index, (token, turn))| KnownTurn {
            state: NodeState {
                id: index + 1,
                parent: index,
                // Of a turn that is hidden from the player nothing is told.
                told: if token == HIDDEN_TURN { Vec::new() } else { turn.told },
                token,
                player: turn.player,
                turn: true,
                round: turn.round,
                note: Note::default(),
                comment: String::new(),
                mark: String::new(),
                private: false,
            },
            end: turn.last,
        });
        known.collect()
    }

    /// The turns that a screen with this sight knows of.
    pub(super) fn turns_seen(&self, sight: Visibility) -> Vec<TableTurn> {
        let turn = |player, token, told| TableTurn { player, token, told, is_finished: true };
        let mut turns: Vec<TableTurn> = match sight {
            Visibility::Curtain => Vec::new(),
            Visibility::All => {
                let turns = self.game.turns().into_iter();
                turns.map(|known| turn(known.player, known.token, known.told)).collect()
            }
            Visibility::Player(player) => {
                let known = self.known_turns(player).into_iter().map(|known| known.state);
                known.map(|known| turn(known.player, known.token, known.told)).collect()
            }
        };
        // A player knows of no other player's turn that goes on.
        let mover = Visibility::Player(self.game.mover().index());
        if self.game.is_midway() && (sight == Visibility::All || sight == mover) {
            turns.last_mut().into_iter().for_each(|last| last.is_finished = false);
        }
        turns
    }

    /// The place of a viewer in a list of the turns that he knows of: after how many of them he looks.
    pub(super) fn place_among(&self, turns: &[KnownTurn], viewer: &Viewer) -> usize {
        viewer.place.as_ref().map_or(turns.len(), |place| {
            let before = turns.iter().position(|turn| turn.end == place.node());
            before.map_or(0, |index| index + 1)
        })
    }

    /// The node that a viewer means by a number; `None` if he sees no such node.
    pub(super) fn node_meant(&self, viewer: &Viewer, number: usize) -> Option<usize> {
        match self.sight(&viewer.screen) {
            Visibility::Curtain => None,
            Visibility::All => self.is_visible(number, &viewer.screen).then_some(number),
            Visibility::Player(_) if number == ROOT => Some(ROOT),
            Visibility::Player(player) => {
                let turns = self.known_turns(player);
                let is_last = number == turns.len();
                let meant = turns.get(number - 1)?;
                Some(if is_last { self.game.live.node() } else { meant.end })
            }
        }
    }
}
