//! A game being played: position, history, record, views and queries. It has no threads and no table, and knows no
//! search.

use super::error::EngineError;
use super::position::{Position, Start};
use super::record::PlayedAction;
use crate::game::{Aborted, Beliefs, Charset, Outcome, Player, TurnDue};
use crate::games::Variant;
use std::any::Any;
use std::sync::atomic::AtomicBool;

/// Counts actions and reports the count of each root action. Polls the stop flag.
pub type Perft =
    Box<dyn FnOnce(&AtomicBool, &mut dyn FnMut(&str, u64)) -> Result<u64, Aborted> + Send>;

/// Actions of a turn that were named in any order, and the turn after them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnDraft {
    /// The tokens in the order in which they can be played.
    pub tokens: Vec<String>,
    /// What is still open in the turn, as in [`GameState::due`].
    pub due: Vec<TurnDue>,
    /// The board as text, for people.
    pub diagram: String,
}

/// A turn as its player and the others are told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToldTurn {
    /// The token in the record of its player, without a report.
    pub token: String,
    /// The token in the records of the others. Hidden parts are `?`, and `=?` stands for a report that a defender must
    /// give. Of a deployment, this is the token that is shown when all have deployed.
    pub shown: String,
}

/// A game of any variant, from its start to the present position. [`Variant::new_game`] begins one. An
/// [`Engine`](super::Engine) searches it.
///
/// A game may be known in full, or only as far as one player knows it (see [`GameState::set_position`]). Playing and
/// undoing cost the same at every length of the game.
pub trait GameState: Send + Sync {
    /// A boxed copy.
    fn boxed(&self) -> Box<dyn GameState>;

    /// For the search of this game, which knows its type.
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;

    /// The variant.
    fn variant(&self) -> Variant;

    /// Goes to a position.
    ///
    /// # Errors
    /// Names the invalid field of a FEN or the invalid token, and says why. The old position stays.
    fn set_position(&mut self, position: &Position) -> Result<(), EngineError>;

    /// A remark if this program reads a position differently from the program that wrote it; `None` if it does not.
    fn remark_on(&self, start: &Start) -> Option<String>;

    /// Makes moves from the present position. Each token is one or more actions of one turn, joined by commas. Tokens
    /// may contain reports, as in a record.
    ///
    /// # Errors
    /// Names the invalid token and says why. The old position stays.
    fn play(&mut self, tokens: &[String]) -> Result<(), EngineError>;

    /// Plays one token, like [`GameState::play`]. Returns its actions in the order in which they were made.
    /// [`GameState::undo`] takes each of them back.
    ///
    /// # Errors
    /// As [`GameState::play`], and in a view of one player.
    fn play_by_action(&mut self, token: &str) -> Result<Vec<PlayedAction>, EngineError>;

    /// Makes a move that a player has chosen. Like [`GameState::play`], but refuses tokens that only a record may
    /// contain, such as the report of an attack. So a player cannot try moves to learn what is hidden.
    ///
    /// # Errors
    /// As [`GameState::play`].
    fn choose(&mut self, token: &str) -> Result<(), EngineError>;

    /// Takes back the last action. In a view of one player, takes back the last token.
    ///
    /// # Errors
    /// If there is no action to take back.
    fn undo(&mut self) -> Result<(), EngineError>;

    /// The player whose action is next.
    fn player(&self) -> Player;

    /// Whether a turn begins here. If not, the player is in the middle of one.
    fn turn_start(&self) -> bool;

    /// Whether the player to move sets up pieces before the game proper.
    fn is_deploying(&self) -> bool;

    /// Numbers of the player to move and of the viewer, if the position is a view of another player than the one to
    /// move. Such a position cannot be searched.
    fn bystander(&self) -> Option<[usize; 2]>;

    /// The outcome, by the rules or by repetition; `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Why the game is over, in a few words: `both arsenals destroyed`, `third occurrence`. `None` before the end.
    fn reason(&self) -> Option<&'static str>;

    /// The place of each player, from 1; `None` while the game goes on.
    fn ranking(&self) -> Option<Vec<usize>>;

    /// What is still open in the turn of the player to move: what must be done before the turn can end, then what may
    /// be done. Empty where every turn is one action, and in the view of another player.
    fn due(&self) -> Vec<TurnDue>;

    /// The turn under way after more actions of a set that people may name in any order, such as the drops of a
    /// deployment.
    ///
    /// # Errors
    /// If a token is no such action, or cannot be part of the set.
    fn draft(&self, tokens: &[String], charset: Charset) -> Result<TurnDraft, EngineError>;

    /// The tokens of all legal actions, sorted. Empty when the game is over.
    fn legal_moves(&self) -> Vec<String>;

    /// Whether a token, of one or more actions of one turn, can be chosen. In a view, only the knowledge of the viewer
    /// decides.
    fn is_legal(&self, token: &str) -> bool;

    /// What the actions of a legal token are about, for puzzles: captures and other events of the rules, in a word or
    /// two each.
    ///
    /// # Errors
    /// If the token is not legal, or the position is not fully known.
    fn themes(&self, token: &str) -> Result<Vec<&'static str>, EngineError>;

    /// The position as FEN. In a view, only what the viewer knows.
    fn fen(&self) -> String;

    /// Zobrist key of the position.
    fn key(&self) -> u64;

    /// Zobrist key of what the player with this number, from 1, knows of the position. Two positions that the player
    /// cannot tell apart have the same.
    ///
    /// # Errors
    /// As [`GameState::view`].
    fn key_for(&self, player: usize) -> Result<u64, EngineError>;

    /// The board as text, for people.
    fn diagram(&self, charset: Charset) -> String;

    /// The game as far as it is known here: start and moves, one token per turn.
    fn position(&self) -> Position;

    /// The FEN of the position as the player with this number, from 1, knows it.
    ///
    /// # Errors
    /// If there is no such player, or if only the view of another player is known here.
    fn view(&self, player: usize) -> Result<String, EngineError>;

    /// The part of the game record that the player with this number, from 1, may know. As text it is an argument of
    /// the command `position`.
    ///
    /// # Errors
    /// As [`GameState::view`].
    fn record(&self, player: usize) -> Result<Position, EngineError>;

    /// The report with which the player who is not to move must answer an attack that comes next, as `=1c`. In a
    /// view this is the viewer, and the viewer's own pieces decide.
    ///
    /// # Errors
    /// If the token is no such attack, or the viewer is to move.
    fn report(&self, attack: &str) -> Result<String, EngineError>;

    /// A whole turn that the player to move can choose, as this player and the others are told of it.
    ///
    /// # Errors
    /// If the token cannot be chosen or is not a whole turn, or if the position is a view of another player.
    fn turn_told(&self, token: &str) -> Result<ToldTurn, EngineError>;

    /// Whether nothing of the position is hidden from any player.
    fn is_open(&self) -> bool;

    /// Whether a player has been told everything that is known here of the game.
    fn is_told_all(&self, player: Player) -> bool;

    /// Probability of each hidden piece on each square, in the belief of the viewer, or else of the mover. It rests on
    /// that player's record alone, from 512 sampled states, which are fixed by `seed`. Empty if nothing is hidden any
    /// more.
    ///
    /// # Errors
    /// If the variant hides nothing.
    fn beliefs(&self, seed: u64) -> Result<Beliefs, EngineError>;

    /// The beliefs as a text diagram of the board, for people.
    ///
    /// # Errors
    /// As [`GameState::beliefs`].
    fn belief_diagram(&self, seed: u64, charset: Charset) -> Result<String, EngineError>;

    /// The answer to a query that only this game has; `None` if there is no such query.
    ///
    /// # Errors
    /// Says what is wrong with the arguments. Also if something on the board is hidden from the viewer.
    fn game_query(&self, name: &str, words: &[&str]) -> Result<Option<String>, EngineError>;

    /// What turns do that follow each other from here, in sentences for people: what they take, win, cut off and
    /// threaten, and how the game ends. A token holds one turn or a part of one. In a view, only the knowledge of the
    /// viewer decides.
    ///
    /// # Errors
    /// Names the token that cannot be chosen, and says why.
    fn effects(&self, turns: &[String]) -> Result<Vec<Vec<String>>, EngineError>;

    /// Counts the action sequences of length `depth` from the present position. The result can run in any thread.
    ///
    /// # Errors
    /// If the position is not fully known.
    fn perft(&self, depth: u32) -> Result<Perft, EngineError>;
}

impl Clone for Box<dyn GameState> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}
