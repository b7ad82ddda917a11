//! What every game gives, and nothing of any one game: the traits, players, outcomes, scores,
//! Zobrist keys, the game's record and perft. Nothing here knows of search or of the protocol.
//!
//! The unit of play is the *action* (one ply). A turn is one or more actions of one player, and only
//! the game knows where one begins ([`Game::turn_start`]): nothing may infer it from the player.

mod chance;
mod error;
mod knowledge;
mod outcome;
mod perft;
mod played;
mod rulebook;
mod score;
pub mod text;
pub mod zobrist;

pub use chance::Chance;
pub use error::{ActionError, FenError};
pub use knowledge::Knowledge;
pub use outcome::{Outcome, Player};
pub use perft::{Aborted, perft};
pub use played::Played;
pub use rulebook::Rulebook;
pub use score::Score;

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

/// The rules of one game, and nothing of search, text or options. States are equal if all of them is, caches
/// included: what an action leaves behind when it is taken back is a difference.
pub trait Game: Clone + PartialEq + Send + Sync + 'static {
    /// One action.
    type Action: Action;
    /// What [`Game::unmake`] needs to take an action back. A game that copies faster than it undoes
    /// sets `Undo = Self`.
    type Undo;
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
    /// Takes back the action that returned `undo`, which must be the last one made.
    fn unmake(&mut self, undo: Self::Undo);

    /// Whether the player has left a game that goes on without him.
    fn is_out(&self, _player: Player) -> bool {
        false
    }
    /// The players who leave the game by `action`, which leads to `after`, in the order in which they
    /// leave. Called where a game is played, not in search.
    fn leavers(&self, _action: Self::Action, _after: &Self) -> Vec<Player> {
        Vec::new()
    }
    /// What ranks the players who neither won nor left when the game ended like this; the higher the
    /// better, and equal ones share a place.
    fn standing(&self, _player: Player, _outcome: Outcome) -> u32 {
        0
    }
}

/// What an engine thinks of the actions of a game: opinion, not rules.
pub trait Tactics: Game {
    /// The most actions of a turn (8 at most) in games where that is so many that the search had better
    /// choose among whole turns, built by what [`Evaluate::prospects`] promises.
    const TURN_SEARCH: Option<u32> = None;
    /// After so many actions quiescence takes the static value, in games in which all sides may have so much to
    /// take at once that trying every order of it would never end.
    const LONGEST_QUIESCENCE: usize = usize::MAX;
    /// After so many actions quiescence follows only the likeliest capture of each position, for the same reason.
    const FULL_QUIESCENCE: usize = usize::MAX;
    /// Whether the search tries killers before it generates quiet actions, which pays where these are many.
    const KILLERS_FIRST: bool = false;
    /// Size of a history table: one more than the greatest [`Tactics::slot`].
    const SLOTS: usize;
    /// The entry of a history table that `action` belongs to, below [`Tactics::SLOTS`].
    fn slot(&self, action: Self::Action) -> usize;
    /// What `action` wins at once, in centipawns, to order noisy actions. Need not be exact.
    fn gain(&self, action: Self::Action) -> i32;
    /// Whether `action`, which is legal, is one of [`Tactics::noisy`].
    fn is_noisy(&self, action: Self::Action) -> bool;
    /// What a legal noisy action wins if all that can be taken back at once is taken back, in centipawns;
    /// beyond all values where that is not known. Quiescence leaves out what wins nothing, and the search
    /// tries losses last.
    fn exchange(&self, _action: Self::Action) -> i32 {
        i32::MAX
    }
    /// Whether [`Tactics::exchange`] comes to at least `least`, which may cost less to find out.
    fn wins(&self, action: Self::Action, least: i32) -> bool {
        self.exchange(action) >= least
    }
    /// Whether [`Tactics::noisy`] might find anything; `false` only if it would not.
    fn has_noisy(&self) -> bool {
        true
    }
    /// Appends the legal actions that quiescence looks at. With [`Tactics::quiet`] they are all
    /// legal actions, each once. Called only while the game goes on.
    fn noisy(&self, out: &mut Vec<Self::Action>);
    /// The same, but what wins less than `least` centipawns may be left out.
    fn noisy_winning(&self, least: i32, out: &mut Vec<Self::Action>) {
        let _ = least;
        self.noisy(out);
    }
    /// Appends the legal actions that are not noisy. Called only while the game goes on.
    fn quiet(&self, out: &mut Vec<Self::Action>);
    /// Whether the mover may be trusted to have something at least as good as his static evaluation:
    /// false where he is compelled to act. There [`Tactics::noisy`] finds at least one action, but few:
    /// quiescence follows them all.
    fn may_stand_pat(&self) -> bool;
    /// Whether exactly one action is legal, so that looking deeper costs no choice. Games in which
    /// that hardly occurs need not look.
    fn is_forced(&self) -> bool {
        false
    }
    /// Whether the mover has no choice, or hardly any action saves him from a loss, as in chess in check: looking
    /// deeper costs little.
    fn is_cornered(&self) -> bool {
        self.is_forced()
    }
    /// The rest of the deployment of the player to move, from a whole one that holds what he has placed
    /// already and follows from `seed`; `None` outside of a deployment phase.
    fn plan(&self, _seed: u64) -> Option<Vec<Self::Action>> {
        None
    }
    /// The action that ends the turn and does nothing else, where it is legal.
    fn end_of_turn(&self) -> Option<Self::Action> {
        None
    }
    /// Told that parts of the position are only imagined: from here on no action is legal that makes use of
    /// what its player does not see.
    fn blindfold(&mut self) {}
    /// Passes the turn for null-move pruning, or returns `None` where a pass proves nothing.
    fn pass(&mut self) -> Option<Self::Undo> {
        None
    }
}

/// A static evaluation, from the mover's view.
pub trait Evaluate: Game {
    /// The value for the player to move while the game goes on; never a won or lost score.
    fn evaluate(&self) -> Score;
    /// The least and the most that [`Evaluate::evaluate`] may come to, as far as that is found out at little
    /// cost. Outside of its window the search is content with it (lazy evaluation).
    fn range(&self) -> [Score; 2] {
        [-Score::INFINITE, Score::INFINITE]
    }
    /// The same for any player.
    fn evaluate_for(&self, player: Player) -> Score {
        let value = self.evaluate();
        if player == self.player() { value } else { -value }
    }
    /// What the position is worth to the mover if his turn goes on, and if it ended here.
    fn prospects(&self) -> [Score; 2] {
        [self.evaluate(); 2]
    }
    /// The terms of [`Evaluate::evaluate`], for people: name, value of each player's part in
    /// centipawns from that player's own view, in the order of seats.
    fn terms(&self) -> Vec<(&'static str, Vec<i32>)>;
    /// Expected win, draw and loss of the mover in per mille, adding up to 1000, for a score that
    /// is not a proven win.
    fn win_draw_loss(score: Score) -> [u32; 3];
}

/// A game as text: positions, actions, diagrams.
pub trait Notation: Game {
    /// What tells variants of one type apart at run time; `()` where the type says it all.
    type Rules: Copy + Send + Sync + 'static;

    /// FENs that `bench` searches.
    const BENCH: &'static [&'static str];
    /// The depth in actions to which `bench` searches each of them.
    const BENCH_DEPTH: u32;

    /// The fixed starting position.
    fn start(rules: Self::Rules) -> Self;
    /// The start of the hidden deployment phase, for games that have one.
    fn deploy(_rules: Self::Rules) -> Option<Self> {
        None
    }
    /// Reads a FEN.
    ///
    /// # Errors
    /// Names the field, the token and what was expected, for every state that the rules refuse.
    fn from_fen(rules: Self::Rules, fen: &str) -> Result<Self, FenError>;
    /// Reads a position in another program's notation, by the name of the format; `None` if the game
    /// has no format of that name.
    ///
    /// # Errors
    /// As [`Notation::from_fen`].
    fn from_format(
        _rules: Self::Rules,
        _format: &str,
        _text: &str,
    ) -> Option<Result<Self, FenError>> {
        None
    }
    /// The whole state as text; [`Notation::from_fen`] gives the same state back.
    fn fen(&self) -> String;
    /// The legal action that `token` names here.
    ///
    /// # Errors
    /// Tells an unreadable token from an illegal action, and says why it is illegal.
    fn parse_action(&self, token: &str) -> Result<Self::Action, ActionError>;
    /// The tokens of single actions that a token of several, played here, is made of.
    fn split_token(&self, token: &str) -> Vec<String> {
        token.split(',').map(str::to_string).collect()
    }
    /// The token of a legal action.
    fn action_token(&self, action: Self::Action) -> String;
    /// The board as a person reads it, several lines, without FEN and key.
    fn diagram(&self, charset: Charset) -> String;
    /// What `player` knows of this state; `None` in a game without hidden parts.
    fn knowledge(&self, _player: Player) -> Option<Box<dyn Knowledge<Self>>> {
        None
    }
    /// What `player` knows when a game begins with [`Notation::start`], which everybody knows in full; `None`
    /// in a game without hidden parts.
    fn knowledge_at_start(rules: Self::Rules, player: Player) -> Option<Box<dyn Knowledge<Self>>> {
        Self::start(rules).knowledge(player)
    }
    /// Reads the FEN of what `player` knows, or, without one, of what the player knows whose own parts it
    /// shows; `None` in a game without hidden parts.
    fn knowledge_from_fen(
        _rules: Self::Rules,
        _fen: &str,
        _player: Option<Player>,
    ) -> Option<Result<Box<dyn Knowledge<Self>>, FenError>> {
        None
    }
    /// The tokens of actions made from here, one a turn, as `player` is shown them, or in full (with all
    /// that players are told) without one; `None` in a game without hidden parts.
    fn tokens_seen(
        &self,
        _actions: &[Self::Action],
        _player: Option<Player>,
    ) -> Option<Vec<String>> {
        None
    }
    /// The FEN that [`Notation::tokens_seen`] goes on from where a game began with the FEN of this state;
    /// `None` if it is that one.
    fn start_seen(&self, _actions: &[Self::Action], player: Player) -> Option<String> {
        self.knowledge(player).map(|knowledge| knowledge.fen())
    }
    /// Answers a query that only this game has; `None` if it has no query of that name.
    ///
    /// # Errors
    /// Says what is wrong with the arguments.
    fn own_query(&self, _name: &str, _arguments: &[&str]) -> Option<Result<String, String>> {
        None
    }
}
