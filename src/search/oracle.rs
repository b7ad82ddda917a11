//! Exact knowledge of positions without search. Alpha-beta asks at every node: an oracle, which is a part of the
//! program, and endgame tables, which are read while it runs.

use super::{Searchable, Task};
use crate::game::{Distance, Game, Outcome, Played, Score};
use std::sync::Arc;

/// Exact knowledge of some positions of a two-player game.
pub trait Oracle<G: Game>: Send + 'static {
    /// The exact value of the position for the player to move, if it is known: a proven win or loss with its distance
    /// from this position, or a draw. Called while the game goes on, in nearly every node.
    fn probe(game: &G) -> Option<Score>;
}

/// An oracle that knows nothing.
pub struct NoOracle;

impl<G: Game> Oracle<G> for NoOracle {
    #[inline(always)]
    fn probe(_: &G) -> Option<Score> {
        None
    }
}

/// Endgame tables of a two-player game in which a turn is one action. All threads of a search share them.
///
/// Tables know the draw clock, but not the history of a position.
pub trait EndgameTables<G: Game>: Send + Sync {
    /// The value of an unfinished position for the player to move; `None` if no table holds it. Proven scores are
    /// exact. A result whose distance depends on the draw clock is better or worse than any evaluation.
    fn probe(&self, game: &G) -> Option<Score>;
    /// The result of an unfinished position for the player to move, with the plies to the end; `None` if no table
    /// holds it.
    fn result(&self, game: &G) -> Option<Distance>;
    /// The greatest number of pieces of a position that they hold, see [`Searchable::piece_count`].
    fn most_pieces(&self) -> u32;
    /// What positions they hold, such as `9 classes of up to 4 pieces`.
    fn contents(&self) -> String;
}

/// Endgame tables as a search asks them: most positions have too many pieces, and cost only their count.
pub(super) struct TableProbe<G: Game> {
    tables: Arc<dyn EndgameTables<G>>,
    most_pieces: u32,
}

impl<G: Game> Clone for TableProbe<G> {
    fn clone(&self) -> Self {
        Self { tables: Arc::clone(&self.tables), most_pieces: self.most_pieces }
    }
}

impl<G: Searchable> TableProbe<G> {
    fn new(tables: &Arc<dyn EndgameTables<G>>) -> Self {
        Self { tables: Arc::clone(tables), most_pieces: tables.most_pieces() }
    }

    /// As [`EndgameTables::probe`].
    #[inline(always)]
    pub fn probe(&self, game: &G) -> Option<Score> {
        if game.piece_count() > self.most_pieces { None } else { self.tables.probe(game) }
    }
}

/// A line about endgame tables, for the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableNotice<'a> {
    /// What tables were opened.
    Opened(&'a str),
    /// A folder or a file that is not used, and why.
    Fault(&'a str),
}

/// Receives notices when tables are opened, and when a search finds a damaged block.
pub type TableListener = Arc<dyn Fn(TableNotice<'_>) + Send + Sync>;

/// What endgame tables say about the root.
#[derive(Clone, Copy)]
pub(super) struct KnownRoot {
    /// The value.
    pub value: Score,
    /// Actions whose value was looked up.
    pub hits: u64,
}

impl<G: Searchable> Task<G> {
    /// Lets the search ask endgame tables, unless its strength is limited.
    ///
    /// If the tables know the values of all root actions, only the best ones are searched, unless several lines are
    /// wanted. Actions that keep a draw are searched without tables: the opponent may err. Of several actions that win
    /// or lose at the same distance one is enough.
    pub fn with_tables(mut self, tables: &Arc<dyn EndgameTables<G>>) -> Self {
        if self.strength_limit.is_some() {
            return self;
        }
        self.tables = Some(TableProbe::new(tables));
        if self.options.multipv > 1 {
            return self;
        }
        let values = |action| value_of_action(&self.root, action, &**tables);
        let known: Option<Vec<Score>> = self.root_actions.iter().copied().map(values).collect();
        let known = known.unwrap_or_default();
        let Some(best) = known.iter().copied().max() else { return self };
        let mut values = known.iter();
        self.root_actions.retain(|_| values.next() == Some(&best));
        if is_drawn(best) {
            self.tables = None;
        } else {
            self.root_actions.truncate(1);
        }
        self.known_root = Some(KnownRoot { value: best, hits: known.len() as u64 });
        self
    }
}

/// Whether a value from tables is a draw under the rules.
fn is_drawn(value: Score) -> bool {
    value.raw().abs() <= 1
}

/// The value of a root action for its player, if tables know it.
fn value_of_action<G: Searchable>(
    root: &Played<G>,
    action: G::Action,
    tables: &dyn EndgameTables<G>,
) -> Option<Score> {
    let player = root.state().player();
    let mut after = root.clone();
    after.play(action);
    if let Some(outcome) = after.outcome() {
        return Some(match outcome {
            Outcome::Win(winner) if winner == player => Score::win_in(1),
            Outcome::Win(_) => Score::loss_in(1),
            Outcome::Draw => Score::DRAW,
        });
    }
    let value = -tables.probe(after.state())?;
    // This turn counts as one more turn of the winner.
    Some(if value.is_win() { value.later(1) } else { value })
}
