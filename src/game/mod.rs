//! What every game gives, and nothing of any one game: the rules as traits, players, outcomes, scores,
//! Zobrist keys, the game's record and perft. Nothing here knows of search or of the protocol, and nothing
//! here is an opinion: what positions are worth is said in `search/mind.rs` and in each game's `eval`.
//!
//! What only some games have is a capability of theirs ([`Capabilities`]): hidden parts, deployments, places
//! of several players, formats of other programs.
//!
//! The unit of play is the *action* (one ply). A turn is one or more actions of one player, and only
//! the game knows where one begins ([`Game::turn_start`]): nothing may infer it from the player.

mod beliefs;
mod capabilities;
mod error;
mod knowledge;
mod outcome;
mod perft;
mod played;
mod rng;
mod rulebook;
mod score;
mod seats;
pub mod simd;
pub mod text;
pub mod zobrist;

pub use beliefs::{Beliefs, Sign, Unseen};
pub use capabilities::{
    Capabilities, Deployment, ForeignFormat, ForeignPosition, Hidden, OwnQuery, split_token,
};
pub use error::{ActionError, FenError};
pub use knowledge::{Knowledge, Prospect, Secrets};
pub use outcome::{Outcome, Player};
pub use perft::{Aborted, perft};
pub use played::Played;
pub use rng::Rng;
pub use rulebook::Rulebook;
pub use score::Score;
pub(crate) use seats::worth;
pub use seats::{Seats, ranking};

use std::fmt;

/// The characters that a diagram may be drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// Nothing but ASCII.
    Ascii,
    /// Arrows and lines too.
    Unicode,
}

/// One ply in four bytes, so that one transposition table serves every game.
pub trait Action: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The action as a table stores it; never 0, which means "no action" there.
    fn bits(self) -> u32;
    /// The inverse of [`Action::bits`]. Any number may come in: what a table returns is tested with
    /// [`Game::is_legal`] before it is made.
    fn from_bits(bits: u32) -> Self;
}

/// The rules of one game, and nothing of search, text or options.
///
/// Two states are equal only if every field is, caches included, so that tests see what
/// [`Game::unmake`] forgets.
pub trait Game: Clone + PartialEq + Send + Sync + 'static {
    /// One action.
    type Action: Action;
    /// What [`Game::unmake`] needs to take an action back. A game that copies faster than it undoes
    /// sets `Undo = Self`.
    type Undo: Send;
    /// How many players the game seats, 2 to 4.
    const PLAYERS: usize;

    /// Whose action is next; after an action it may be the same player again.
    fn player(&self) -> Player;
    /// Whether a turn begins here.
    fn turn_start(&self) -> bool;
    /// How the game ended, or `None` while it goes on. Repetition is not looked at: only the
    /// [`Played`] record knows the past.
    fn outcome(&self) -> Option<Outcome>;
    /// What a repetition ends in here: a draw in most games, a count of markers in some.
    fn stalled(&self) -> Outcome;
    /// Whether no position before `action` can occur again after it (or may no longer be counted).
    fn clears_history(&self, action: Self::Action) -> bool;
    /// Zobrist key of the board and the side to move, without counters; kept up by [`Game::make`].
    fn key(&self) -> u64;
    /// The key under which a search result may be stored. Differs from [`Game::key`] where counters
    /// that the key leaves out begin to matter.
    fn table_key(&self) -> u64 {
        self.key()
    }
    /// What [`Game::table_key`] will probably be after `action`, worked out in a few instructions, so
    /// that its memory can be on the way while the action is made. A wrong guess costs only time.
    fn key_after(&self, _action: Self::Action) -> u64 {
        self.key()
    }
    /// Appends every legal action to `out`; none when the game is over.
    fn actions(&self, out: &mut Vec<Self::Action>);
    /// Whether `action`, which may be any bit pattern, is legal here.
    fn is_legal(&self, action: Self::Action) -> bool;
    /// The number of legal actions, without listing them where that can be avoided.
    fn count_actions(&self) -> u64;
    /// Carries out a legal action.
    fn make(&mut self, action: Self::Action) -> Self::Undo;
    /// The same where the game is known to go on after it, which then need not be found out, and where it is not taken back.
    #[inline(always)]
    fn make_midway(&mut self, action: Self::Action) {
        self.make(action);
    }
    /// Takes back the action that returned `undo`, which must be the last one made.
    fn unmake(&mut self, undo: Self::Undo);
}

/// Whether the turn of `mover` goes on in a state that one of its actions has reached.
pub fn turn_goes_on<G: Game>(state: &G, mover: Player) -> bool {
    state.player() == mover && !state.turn_start()
}

/// A game as text: positions, actions, diagrams.
pub trait Notation: Game {
    /// What tells variants of one type apart at run time; `()` where the type says it all.
    type Rules: Copy + Send + Sync + 'static;

    /// What the players are called, in the order of their seats.
    const SIDES: &'static [&'static str];
    /// FENs that `bench` searches.
    const BENCH: &'static [&'static str];
    /// The depth in actions to which `bench` searches each of them.
    const BENCH_DEPTH: u32;

    /// The fixed starting position.
    fn start(rules: Self::Rules) -> Self;
    /// Reads a FEN.
    ///
    /// # Errors
    /// Names the field, the token and what was expected, for every state that the rules refuse.
    fn from_fen(rules: Self::Rules, fen: &str) -> Result<Self, FenError>;
    /// The whole state as text; [`Notation::from_fen`] gives the same state back.
    fn fen(&self) -> String;
    /// The legal action that `token` names here.
    ///
    /// # Errors
    /// Tells an unreadable token from an illegal action, and says why it is illegal.
    fn parse_action(&self, token: &str) -> Result<Self::Action, ActionError>;
    /// Why the game is over here, in a few words of its own; `None` while it goes on. Worked out from the
    /// position when it is asked for, so that playing and searching need not carry it. Repetition is the
    /// record's affair ([`Played::reason`]).
    fn reason(&self) -> Option<&'static str>;
    /// The token of a legal action.
    fn action_token(&self, action: Self::Action) -> String;
    /// The board as a person reads it, several lines, without FEN and key: a line for each rank that begins with
    /// the rank, and below them one with the letters of the files.
    fn diagram(&self, charset: Charset) -> String;
    /// Whose piece a sign of the diagram is.
    fn owner(sign: char) -> Option<Player>;
}
