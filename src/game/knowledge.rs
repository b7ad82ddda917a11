//! The knowledge of one player in a game with hidden information.

use super::zobrist::splitmix64;
use super::{ActionError, Charset, Game, Glyph, HiddenPiece, Outcome, Player};

/// A position as one player knows it, built from the record that the player was shown.
///
/// It is not a state of the game, because parts of it are unknown. It advances by what the player is told.
pub trait Knowledge<G: Game>: Send + Sync {
    /// A boxed copy.
    fn boxed(&self) -> Box<dyn Knowledge<G>>;
    /// The player whose knowledge this is.
    fn viewer(&self) -> Player;
    /// The player to move.
    fn player(&self) -> Player;
    /// Whether a turn begins here.
    fn turn_start(&self) -> bool;
    /// Whether the player to move sets up pieces before the game proper.
    fn is_deploying(&self) -> bool {
        false
    }
    /// How the game ended, as far as the player can tell. The player cannot see a repetition.
    fn outcome(&self) -> Option<Outcome>;
    /// Why it ended, see [`super::Notation::reason`].
    fn reason(&self) -> Option<&'static str>;
    /// The tokens that may come next: the player's own legal actions, or what the player may be shown of another's.
    fn tokens(&self) -> Vec<String>;
    /// Whether the viewer sees everything that decides which actions are legal next.
    fn knows_legal_actions(&self) -> bool;
    /// Takes in the next token: one action, or what is shown instead of a whole turn.
    ///
    /// # Errors
    /// As for [`super::Notation::parse_action`], and where the token contradicts what the player knows. The knowledge
    /// is then unchanged.
    fn observe(&mut self, token: &str) -> Result<(), ActionError>;
    /// What a turn does, as far as the player can know before it is made: see [`super::Notation::effects`]. `turn` has
    /// the tokens of its actions.
    ///
    /// # Errors
    /// As for [`super::Notation::parse_action`].
    fn effects(&self, turn: &[&str]) -> Result<Vec<String>, ActionError>;
    /// The FEN, in which the parts that the player does not know are left open.
    fn fen(&self) -> String;
    /// A hash of the knowledge: it differs where the knowledge differs.
    fn key(&self) -> u64;
    /// The board as a person reads it.
    fn diagram(&self, charset: Charset) -> String;
    /// The state, if the unknown parts do not change what the player may do until the end of the turn.
    fn state(&self) -> Option<G>;
    /// The report that the viewer must give about another player's attack, which is the next token.
    ///
    /// # Errors
    /// If the attack cannot come next, or is none that is answered by a report.
    fn report(&self, attack: &str) -> Result<String, ActionError> {
        Err(ActionError::illegal(attack, "nothing in this game is answered by a report"))
    }
    /// Whether nothing is hidden from the player.
    fn is_complete(&self) -> bool;
    /// A determinization: a full state that agrees with the knowledge. All samples are about equally likely. The same
    /// number gives the same state. Consecutive numbers give different states as long as there are any.
    fn sample(&mut self, number: u64) -> G;
    /// Whether `state` agrees with the knowledge. The true state does, and so does every sample.
    fn admits(&self, state: &G) -> bool;
    /// The pieces of an imagined state that the player does not see.
    fn hidden_pieces(&self, imagined: &G) -> Vec<HiddenPiece>;
    /// What the player sees on the squares, rank by rank from rank 1.
    fn glyphs(&self, charset: Charset) -> Vec<Vec<Glyph>>;
    /// What each of the player's own `actions` wins at once, where that depends on hidden information; `None` where
    /// it does not. `samples` are determinizations.
    fn expected_gains(&mut self, actions: &[G::Action], samples: &[G])
    -> Vec<Option<ExpectedGain>>;
    /// The opponent's replies to those of the player's own `actions` that the opponent does not see, if there are
    /// any.
    fn payoff_matrix(&mut self, actions: &[G::Action]) -> Option<PayoffMatrix>;
}

/// Replies to actions that the opponent cannot tell apart, in centipawns for the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayoffMatrix {
    /// For each action, what each reply wins from it.
    pub losses: Vec<Vec<i32>>,
    /// For each action, whether the opponent cannot tell it from the other unseen actions.
    pub is_unseen: Vec<bool>,
    /// For each reply, what the opponent expects to win before the action.
    pub believed: Vec<i32>,
}

/// What an action is expected to win at once, in centipawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpectedGain {
    /// The average over everything that the player believes, including what the action reveals.
    pub by_belief: i32,
    /// The average over the determinizations.
    pub by_samples: i32,
}

/// Samples `count` states from the player's belief.
pub fn sample<G: Game>(knowledge: &mut dyn Knowledge<G>, seed: u64, count: usize) -> Vec<G> {
    sample_numbers(seed, count).map(|number| knowledge.sample(number)).collect()
}

/// The seeds of `count` samples, at least one.
pub fn sample_numbers(seed: u64, count: usize) -> impl Iterator<Item = u64> {
    // Consecutive seeds must not share samples.
    let first = splitmix64(seed).1;
    (0..count.max(1) as u64).map(move |index| first.wrapping_add(index))
}
