//! What every game provides, independent of any one game: the rules as traits, players, outcomes, scores, Zobrist
//! keys, the game record and perft. This module knows neither search nor protocol. It holds no judgement of
//! positions: evaluations live in `search` and in the `eval` of each game.
//!
//! What only some games have is a capability ([`Capabilities`]): hidden information, deployment, places of several
//! players, formats of other programs.
//!
//! The unit of play is the *action* (one ply). A turn is one or more actions of one player. Only the game knows where
//! a turn begins ([`Game::turn_start`]): it must not be inferred from the player.

mod beliefs;
mod capabilities;
mod distance;
mod elimination;
mod endings;
mod error;
mod knowledge;
mod learnable;
mod outcome;
mod perft;
mod played;
mod rng;
mod rulebook;
mod score;
mod settings;
pub mod simd;
mod switch;
pub mod text;
mod turn;
pub mod zobrist;

pub use beliefs::{Beliefs, Glyph, HiddenPiece};
pub use capabilities::{
    Capabilities, Deployment, ForeignFormat, ForeignPosition, GameQuery, Hidden, split_token,
};
pub use distance::Distance;
pub(crate) use elimination::ranking_key;
pub use elimination::{PlayerElimination, ranking};
#[cfg(test)]
pub use endings::check_clock;
pub use endings::{Endings, Material};
pub use error::{ActionError, FenError};
pub use knowledge::{ExpectedGain, Knowledge, PayoffMatrix, sample, sample_numbers};
pub use learnable::{Learnable, MoveNumbers, Planes, Told};
pub use outcome::{Outcome, Player};
pub use perft::{Aborted, perft};
pub use played::{Played, PlayedUndo};
pub use rng::{Rng, in_proportion};
pub use rulebook::Rulebook;
pub use score::Score;
pub use settings::Settings;
pub use switch::{Reach, Refusal, Switch, SwitchKind, SwitchTable, SwitchValue, start_of};
pub use turn::{AnyOrder, TurnDue, read_turn};

use std::fmt;
use std::hash::Hash;

/// The characters that a diagram may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// ASCII only.
    Ascii,
    /// ASCII, arrows and lines.
    Unicode,
}

/// One ply in four bytes, so that one transposition table serves every game.
pub trait Action: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The action as a table stores it. It is never 0, which means "no action" in a table.
    fn bits(self) -> u32;
    /// The inverse of [`Action::bits`]. Any number may come in: [`Game::is_legal`] checks what a table returns before
    /// it is made.
    fn from_bits(bits: u32) -> Self;
}

/// The rules of one game, without search, text or options.
///
/// Two states are equal only if every field is equal, caches included. Tests thus see what [`Game::unmake`] forgets.
pub trait Game: Clone + PartialEq + Send + Sync + 'static {
    /// One action.
    type Action: Action;
    /// What [`Game::unmake`] needs to take an action back. A game that copies faster than it undoes sets `Undo =
    /// Self`.
    type Undo: Clone + Send + Sync;
    /// The number of players, 2 to 4.
    const PLAYERS: usize;

    /// The player to move. The same player may move again after an action.
    fn player(&self) -> Player;
    /// Whether a turn begins here.
    fn turn_start(&self) -> bool;
    /// How the game ended, or `None` while it goes on. It ignores repetition, because only the [`Played`] record
    /// knows the past.
    fn outcome(&self) -> Option<Outcome>;
    /// The outcome of a repetition: a draw in most games, a count of markers in some.
    fn repetition_outcome(&self) -> Outcome;
    /// Whether no position before `action` can occur again after it, or such a repetition no longer counts.
    fn clears_history(&self, action: Self::Action) -> bool;
    /// Zobrist key of the board and the side to move, without counters. [`Game::make`] updates it.
    fn key(&self) -> u64;
    /// The key under which a table stores a search result. It differs from [`Game::key`] where counters that the key
    /// leaves out begin to matter.
    fn table_key(&self) -> u64 {
        self.key()
    }
    /// A cheap guess at [`Game::table_key`] after `action`, so that its cache line can be prefetched while the action
    /// is made. A wrong guess costs only time.
    fn key_after(&self, _action: Self::Action) -> u64 {
        self.key()
    }
    /// Appends every legal action to `out`. It appends none when the game is over.
    fn actions(&self, out: &mut Vec<Self::Action>);
    /// Whether `action`, which may be any bit pattern, is legal here.
    fn is_legal(&self, action: Self::Action) -> bool;
    /// The number of legal actions. It does not list them where that can be avoided.
    fn count_actions(&self) -> u64;
    /// Carries out a legal action.
    fn make(&mut self, action: Self::Action) -> Self::Undo;
    /// Like [`Game::make`], when the game cannot end with this action and the action is not taken back.
    #[inline(always)]
    fn make_midway(&mut self, action: Self::Action) {
        self.make(action);
    }
    /// Takes back the last action, which returned `undo`.
    fn unmake(&mut self, undo: Self::Undo);
}

/// Whether the turn of `player` goes on in a state that one of its actions has reached.
pub fn turn_goes_on<G: Game>(state: &G, player: Player) -> bool {
    state.player() == player && !state.turn_start()
}

/// A game as text: positions, actions, diagrams.
pub trait Notation: Game {
    /// What distinguishes the variants of one type at run time; `()` if there is only one.
    type Rules: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    /// The names of the players, in the order of their seats.
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
    /// The whole state as text. [`Notation::from_fen`] reads the same state from it.
    fn fen(&self) -> String;
    /// The legal action that `token` names here.
    ///
    /// # Errors
    /// Tells an unreadable token from an illegal action, and says why it is illegal.
    fn parse_action(&self, token: &str) -> Result<Self::Action, ActionError>;
    /// Why the game is over, in a few words; `None` while it goes on. It is computed from the position on demand, so
    /// that playing and searching need not carry it. A repetition is reported by the record ([`Played::reason`]).
    fn reason(&self) -> Option<&'static str>;
    /// The token of a legal action.
    fn action_token(&self, action: Self::Action) -> String;
    /// The board for a person to read, on several lines, without FEN and key. Each rank is a line that begins with
    /// its number. The last line has the letters of the files.
    fn diagram(&self, charset: Charset) -> String;
    /// The owner of the piece that a sign of the diagram stands for.
    fn owner(sign: char) -> Option<Player>;
    /// What a legal action does here beyond what its token says, such as the sums of an attack, in one sentence. It
    /// holds only what all players are told of the action, in a game with hidden parts too.
    fn tell(&self, _action: Self::Action) -> Option<String> {
        None
    }
    /// What a legal action is about, for puzzles: captures and other events of the rules, in a word or two each.
    fn themes(&self, _action: Self::Action) -> Vec<&'static str> {
        Vec::new()
    }
    /// What legal actions of one turn, made from here one after the other, do: what they take, win, cut off and
    /// threaten, in sentences. These follow from the rules and hold no opinion. They may speak of everything in the
    /// state, so in a game with hidden parts [`Knowledge::effects`] decides what a player is told.
    fn effects(&self, turn: &[Self::Action]) -> Vec<String> {
        let mut state = self.clone();
        let mut told = Vec::new();
        for action in turn {
            told.extend(state.tell(*action));
            state.make(*action);
        }
        told
    }
    /// What is still open in the turn of the player to move. Empty where every turn is one action.
    fn due(&self) -> Vec<TurnDue> {
        Vec::new()
    }
}
