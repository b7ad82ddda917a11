//! What one player knows of a game in which not everything is seen.

use super::{ActionError, Charset, Game, Outcome, Player, Sign, Unseen};

/// A position as one player knows it, built from the record that he was shown. It is no state of the
/// game: parts of it are open, and it follows the game by what is told to the player.
pub trait Knowledge<G: Game>: Send + Sync {
    /// A copy.
    fn boxed(&self) -> Box<dyn Knowledge<G>>;
    /// The player whose knowledge this is.
    fn viewer(&self) -> Player;
    /// Whose action is next.
    fn player(&self) -> Player;
    /// Whether a turn begins here.
    fn turn_start(&self) -> bool;
    /// How the game ended, as far as the player can tell: repetition he cannot.
    fn outcome(&self) -> Option<Outcome>;
    /// Why it ended, see [`super::Notation::reason`].
    fn reason(&self) -> Option<&'static str>;
    /// The tokens that may come next: his own legal actions, or all that he may be shown of another's.
    fn tokens(&self) -> Vec<String>;
    /// Whether the viewer sees everything that decides which actions are legal next.
    fn foresees(&self) -> bool;
    /// Takes in the next token: one action, or what is shown instead of a whole turn.
    ///
    /// # Errors
    /// As for [`super::Notation::parse_action`], and where what is told contradicts what he knows; nothing
    /// has changed then.
    fn observe(&mut self, token: &str) -> Result<(), ActionError>;
    /// The FEN with the parts that he does not know left open.
    fn fen(&self) -> String;
    /// A number that differs where his knowledge of the position differs.
    fn key(&self) -> u64;
    /// The board as a person reads it.
    fn diagram(&self, charset: Charset) -> String;
    /// The state, if what is left open makes no difference to what he may do until the end of his turn.
    fn state(&self) -> Option<G>;
    /// Whether nothing is hidden from him.
    fn is_complete(&self) -> bool;
    /// A full state that agrees with what he knows, one of those that he takes to be about equally likely.
    /// The same number gives the same state, and numbers that follow one another give different ones as far
    /// as there are any.
    fn sample(&mut self, number: u64) -> G;
    /// Whether that state agrees with what he knows. That of the game does, and so does every sample.
    fn admits(&self, state: &G) -> bool;
    /// What is on the board in a state that he imagines, and is not seen by him.
    fn unseen(&self, imagined: &G) -> Vec<Unseen>;
    /// What he sees on the squares, rank by rank from the first.
    fn signs(&self, charset: Charset) -> Vec<Vec<Sign>>;
    /// What each of his own `actions` wins at once, where that depends on what he does not see; `None` where it
    /// does not. `samples` are states that he imagines.
    fn prospects(&mut self, actions: &[G::Action], samples: &[G]) -> Vec<Option<Prospect>>;
    /// What the other side may do against those of his own `actions` that it does not see, if there are any.
    fn secrets(&mut self, actions: &[G::Action]) -> Option<Secrets>;
}

/// Replies to actions that the other side cannot tell apart, in centipawns for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secrets {
    /// For each action what each reply wins from it.
    pub losses: Vec<Vec<i32>>,
    /// For each action whether the other side cannot tell it from the others of these.
    pub is_unseen: Vec<bool>,
    /// For each reply what the other side expects of it beforehand.
    pub believed: Vec<i32>,
}

/// What an action is expected to win at once, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// On the average over all that the player believes, what it tells him included.
    pub believed: i32,
    /// On the average over the states that he imagines.
    pub imagined: i32,
}
