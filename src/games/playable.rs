//! The interface of a game to the rest of the engine. Generic code asks its questions here, and every game has an
//! answer, including "not in this game".

use crate::game::{
    ActionError, Capabilities, FenError, ForeignPosition, Knowledge, Learnable, Notation, Outcome,
    Player, Rulebook, Score, split_token, turn_goes_on,
};
use crate::search::{EvalSource, Evaluator, NetworkSupport, Searchable};

/// Everything that the engine needs to play a game. A game lists its optional features in [`Playable::CAPABILITIES`]
/// and overrides nothing else.
pub trait Playable: Notation + Learnable + Searchable + Rulebook {
    /// The optional features of the game.
    const CAPABILITIES: Capabilities<Self> = Capabilities::NONE;

    /// The start of the deployment phase; `None` in a game without one.
    fn deploy(rules: Self::Rules) -> Option<Self> {
        Self::CAPABILITIES.deployment.map(|deployment| deployment.start(rules))
    }

    /// The rest of the deployment of the player to move, which follows from `seed`; `None` outside of a deployment
    /// phase.
    fn plan(&self, seed: u64) -> Option<Vec<Self::Action>> {
        Self::CAPABILITIES.deployment?.plan(self, seed)
    }

    /// Splits a token of several actions, played here, into the tokens of single actions.
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
    fn from_format(
        rules: Self::Rules,
        name: &str,
        text: &str,
    ) -> Option<Result<ForeignPosition<Self>, FenError>> {
        let format = Self::CAPABILITIES.formats.iter().find(|format| format.name == name)?;
        Some((format.read)(rules, text))
    }

    /// Answers a query that only this game has; `None` if it has no query of that name.
    ///
    /// # Errors
    /// Says what is wrong with the arguments.
    fn game_query(&self, name: &str, arguments: &[&str]) -> Option<Result<String, String>> {
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

    /// Reads the FEN of what `player` knows; `None` in a game without hidden parts. Without a `player`, the FEN
    /// belongs to the player whose own pieces it shows.
    fn knowledge_from_fen(
        rules: Self::Rules,
        fen: &str,
        player: Option<Player>,
    ) -> Option<Result<Box<dyn Knowledge<Self>>, FenError>> {
        Some(Self::CAPABILITIES.hidden?.knowledge_from_fen(rules, fen, player))
    }

    /// The tokens of the actions made from here, one for each turn, as `player` is shown them; `None` in a game
    /// without hidden parts. Without a `player` the tokens are complete and include all that the players are told.
    fn tokens_seen(&self, actions: &[Self::Action], player: Option<Player>) -> Option<Vec<String>> {
        Some(Self::CAPABILITIES.hidden?.tokens_seen(self, actions, player))
    }

    /// The FEN from which the tokens of [`Playable::tokens_seen`] continue, when a game began with this state. `None`
    /// if it is the FEN of this state.
    fn start_seen(&self, actions: &[Self::Action], player: Player) -> Option<String> {
        Self::CAPABILITIES.hidden?.start_seen(self, actions, player)
    }

    /// Marks the state as a determinization, see [`Hidden::mask_hidden`](crate::game::Hidden::mask_hidden).
    fn mask_hidden(&mut self) {
        if let Some(hidden) = Self::CAPABILITIES.hidden {
            hidden.mask_hidden(self);
        }
    }

    /// The place of each player, from 1, in a game that began here and ended with `outcome`.
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

    /// The evaluation network; `None` in a game without one.
    fn network() -> Option<&'static dyn NetworkSupport<Self>> {
        Self::Evaluator::NETWORK
    }

    /// The static value for the player to move, computed from scratch.
    fn evaluate(&self) -> Score {
        Self::Evaluator::values_of(&EvalSource::BuiltIn, self)[self.player().index()]
    }

    /// The terms that make up [`Playable::evaluate`], see [`Evaluator::terms`].
    fn terms(&self) -> Vec<(&'static str, Vec<i32>)> {
        Self::Evaluator::terms(self)
    }

    /// Expected win, draw and loss of the mover for a score that is not proven, in per mille. They add up to 1000. A
    /// variant that is not built in has those of its parent, see [`Variant::win_draw_loss`](super::Variant).
    fn win_draw_loss(score: Score) -> [u32; 3] {
        Self::PROFILE.wdl.of(score)
    }
}
