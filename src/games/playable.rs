//! A game with all that the engine needs, and what generic code asks of it: each question has an answer in every
//! game, be it that the game has no such thing.

use crate::game::{
    ActionError, Capabilities, FenError, ForeignPosition, Knowledge, Notation, Outcome, Player,
    Rulebook, Score, split_token, turn_goes_on,
};
use crate::search::{Evaluator, Inputs, Searchable};

/// All that a game needs to be played by the engine. A game says what it has beyond that by its
/// [`Playable::CAPABILITIES`], and overrides nothing else.
pub trait Playable: Notation + Searchable + Inputs + Rulebook {
    /// What it has that others have not.
    const CAPABILITIES: Capabilities<Self> = Capabilities::NONE;

    /// The start of the deployment phase; `None` in a game without one.
    fn deploy(rules: Self::Rules) -> Option<Self> {
        Self::CAPABILITIES.deployment.map(|deployment| deployment.start(rules))
    }

    /// The rest of the deployment of the player to move, which follows from `seed`; `None` outside of a
    /// deployment phase.
    fn plan(&self, seed: u64) -> Option<Vec<Self::Action>> {
        Self::CAPABILITIES.deployment?.plan(self, seed)
    }

    /// The tokens of single actions that a token of several, played here, is made of.
    fn split_token(&self, token: &str) -> Vec<String> {
        match Self::CAPABILITIES.deployment {
            Some(deployment) => deployment.split_token(self, token),
            None => split_token(token),
        }
    }

    /// The action that `part` names, within a token that began in a turn of `mover`. A token holds at most one turn.
    ///
    /// # Errors
    /// As [`Notation::parse_action`], and if the turn has ended before the action.
    fn parse_in_turn(
        &self,
        part: &str,
        mover: Player,
        is_first: bool,
    ) -> Result<Self::Action, ActionError> {
        match self.parse_action(part) {
            Err(error @ ActionError::Unreadable { .. }) => Err(error),
            _ if !is_first && !turn_goes_on(self, mover) => Err(ActionError::beyond_turn(part)),
            read => read,
        }
    }

    /// Reads a position in another program's notation, by the name of the format; `None` if the game has no format of
    /// that name.
    ///
    /// # Errors
    /// As [`Notation::from_fen`].
    fn from_format(name: &str, text: &str) -> Option<Result<ForeignPosition<Self>, FenError>> {
        let format = Self::CAPABILITIES.formats.iter().find(|format| format.name == name)?;
        Some((format.read)(text))
    }

    /// Answers a query that only this game has; `None` if it has no query of that name.
    ///
    /// # Errors
    /// Says what is wrong with the arguments.
    fn own_query(&self, name: &str, arguments: &[&str]) -> Option<Result<String, String>> {
        let query = Self::CAPABILITIES.queries.iter().find(|query| query.name == name)?;
        Some((query.answer)(self, arguments))
    }

    /// What `player` knows of this state; `None` in a game without hidden parts.
    fn knowledge(&self, player: Player) -> Option<Box<dyn Knowledge<Self>>> {
        Some(Self::CAPABILITIES.hidden?.knowledge(self, player))
    }

    /// What `player` knows when a game begins with [`Notation::start`]; `None` in a game without hidden parts.
    fn knowledge_at_start(rules: Self::Rules, player: Player) -> Option<Box<dyn Knowledge<Self>>> {
        Some(Self::CAPABILITIES.hidden?.knowledge_at_start(rules, player))
    }

    /// Reads the FEN of what `player` knows, or, without one, of what the player knows whose own parts it
    /// shows; `None` in a game without hidden parts.
    fn knowledge_from_fen(
        rules: Self::Rules,
        fen: &str,
        player: Option<Player>,
    ) -> Option<Result<Box<dyn Knowledge<Self>>, FenError>> {
        Some(Self::CAPABILITIES.hidden?.knowledge_from_fen(rules, fen, player))
    }

    /// The tokens of actions made from here, one a turn, as `player` is shown them, or in full (with all
    /// that players are told) without one; `None` in a game without hidden parts.
    fn tokens_seen(&self, actions: &[Self::Action], player: Option<Player>) -> Option<Vec<String>> {
        Some(Self::CAPABILITIES.hidden?.tokens_seen(self, actions, player))
    }

    /// The FEN that [`Playable::tokens_seen`] goes on from where a game began with the FEN of this state;
    /// `None` if it is that one.
    fn start_seen(&self, actions: &[Self::Action], player: Player) -> Option<String> {
        Self::CAPABILITIES.hidden?.start_seen(self, actions, player)
    }

    /// Marks hidden parts as imagined.
    fn mask_hidden(&mut self) {
        if let Some(hidden) = Self::CAPABILITIES.hidden {
            hidden.mask_hidden(self);
        }
    }

    /// The place of each player, from 1, in a game that began here and ended so.
    fn ranking(&self, actions: &[Self::Action], outcome: Outcome) -> Vec<usize> {
        if let Some(ranking) = Self::CAPABILITIES.ranking {
            return ranking(self, actions, outcome);
        }
        let place = |seat| match outcome {
            Outcome::Win(winner) if winner != Player::new(seat) => 2,
            _ => 1,
        };
        (0..Self::PLAYERS).map(place).collect()
    }

    /// The static value for the player to move, worked out from nothing.
    fn evaluate(&self) -> Score {
        Self::Evaluator::new(self).value(self)
    }

    /// What makes up [`Playable::evaluate`], see [`Evaluator::terms`].
    fn terms(&self) -> Vec<(&'static str, Vec<i32>)> {
        Self::Evaluator::terms(self)
    }

    /// Expected win, draw and loss of the mover in per mille, adding up to 1000, for a score that is not proven.
    fn win_draw_loss(score: Score) -> [u32; 3] {
        Self::PROFILE.wdl.of(score)
    }
}
