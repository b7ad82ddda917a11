//! The engine as a library: one variant with a position, its rules and its search. For programs
//! that play or analyse without the text protocol.
//!
//! A whole game of Pacru, the engine against itself:
//!
//! ```
//! use strategos::engine::{Engine, Request};
//! use strategos::games::Variant;
//!
//! let mut engine = Engine::new(Variant::Pacru)?;
//! while engine.outcome().is_none() {
//!     let best = engine.search(&Request::to_nodes(200))?.best()?.unwrap_or_default();
//!     engine.choose(&best)?;
//! }
//! println!("{} after {:?}", engine.fen(), engine.outcome());
//! # Ok::<(), strategos::engine::EngineError>(())
//! ```
//!
//! - `variant_engine.rs`: from one type for all variants to the generic code of a game;
//! - `record.rs`: a game record; `player_view.rs`, `views.rs`: what players know;
//! - `launch.rs`: starts searches; `report.rs`, `search.rs`: their results;
//! - `openings.rs`: varied openings; `eval_settings.rs`: which evaluation is used.

mod error;
mod eval_settings;
mod launch;
mod openings;
mod player_view;
mod position;
mod record;
mod report;
mod search;
mod variant_engine;
mod views;

pub use error::{EngineError, quote};
pub use launch::Request;
pub(crate) use openings::random_opening;
pub use position::{Position, Start};
pub use report::{Answer, Info, Line, Listener};
pub use search::{Search, StopHandle};
pub use variant_engine::{Evaluation, Openings, Perft};

use crate::game::{Beliefs, Charset, Outcome, Player};
use crate::games::Variant;
use crate::search::{Control, Lead, StrengthLimit, TranspositionTable, Tunables};
use std::ops::RangeInclusive;
use std::sync::Arc;
use variant_engine::{VariantEngine, variant_engine};

/// Default size of the transposition table, in MiB.
const HASH_MIB: usize = 16;
/// Valid sizes of the transposition table, in MiB.
const HASH_SIZES_MIB: RangeInclusive<usize> = 1..=65_536;
/// Valid numbers of search threads.
const THREADS: RangeInclusive<usize> = 1..=256;

/// An engine that plays one variant.
pub struct Engine {
    variant: Variant,
    inner: Box<dyn VariantEngine>,
    table: Option<Arc<TranspositionTable>>,
    mebibytes: usize,
    threads: usize,
    lead: Lead,
}

impl Engine {
    /// An engine at the start of `variant`, ready to search on one thread with a table of 16 MiB.
    ///
    /// # Errors
    /// If the system refuses the memory or the thread.
    pub fn new(variant: Variant) -> Result<Self, EngineError> {
        let mut engine = Self::idle(variant);
        engine.prepare()?;
        Ok(engine)
    }

    /// An engine without threads and table. [`Engine::prepare`] creates them.
    pub fn idle(variant: Variant) -> Self {
        let inner = variant_engine(variant);
        Self { variant, inner, table: None, mebibytes: HASH_MIB, threads: 1, lead: Lead::Pool }
    }

    /// An engine that shares its table with others. Only one of them may search at a time. Table
    /// entries of another variant are invalid, see [`Request::from_nothing`]. The caller leads its
    /// searches (see [`Lead`]), so [`Engine::start`] returns when a search is over.
    pub(crate) fn sharing(
        table: Arc<TranspositionTable>,
        variant: Variant,
        threads: usize,
    ) -> Self {
        let mebibytes = table.mebibytes();
        let inner = variant_engine(variant);
        Self { variant, inner, table: Some(table), mebibytes, threads, lead: Lead::Caller }
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Switches to the start of another variant. Forgets the results of earlier searches.
    ///
    /// # Errors
    /// As [`Engine::new`].
    pub fn set_variant(&mut self, variant: Variant) -> Result<(), EngineError> {
        log::info!("variant {}", variant.name());
        let mut eval_settings = std::mem::take(self.inner.eval_settings());
        if variant != self.variant {
            // A network belongs to one game.
            eval_settings.drop_file();
        }
        (self.variant, self.inner) = (variant, variant_engine(variant));
        *self.inner.eval_settings() = eval_settings;
        // Table entries of one game are invalid in another.
        self.clear();
        self.prepare()
    }

    /// Changes the size of the transposition table, from 1 to 65536 MiB, and clears it.
    ///
    /// # Errors
    /// If the size is out of range, or if the system refuses the memory. Then the engine allocates
    /// a table of the old size again, if it can.
    pub fn set_hash(&mut self, mebibytes: usize) -> Result<(), EngineError> {
        check_range("MiB", &HASH_SIZES_MIB, mebibytes)?;
        if mebibytes == self.mebibytes && self.table.is_some() {
            return Ok(());
        }
        // The old table is dropped first, so that both need not fit into memory.
        self.table = None;
        let before = std::mem::replace(&mut self.mebibytes, mebibytes);
        self.allocate().inspect_err(|_| {
            self.mebibytes = before;
            if let Err(error) = self.allocate() {
                log::error!("the old table cannot be had again: {error}");
            }
        })
    }

    /// Changes the number of search threads, from 1 to 256. Replaces threads that have panicked.
    ///
    /// # Errors
    /// If the number is out of range, or if the system refuses a thread. The old threads stay.
    pub fn set_threads(&mut self, count: usize) -> Result<(), EngineError> {
        check_range("threads", &THREADS, count)?;
        self.inner.set_threads(count, self.lead)?;
        self.threads = count;
        Ok(())
    }

    /// Allocates everything that a search needs, so that it starts at once.
    ///
    /// # Errors
    /// If the system refuses the memory or a thread. Also if a search thread has panicked, see
    /// [`Engine::set_threads`].
    pub fn prepare(&mut self) -> Result<(), EngineError> {
        self.inner.check_threads()?;
        self.inner.set_threads(self.threads, self.lead)?;
        if self.table.is_none() { self.allocate() } else { Ok(()) }
    }

    fn allocate(&mut self) -> Result<(), EngineError> {
        let table = TranspositionTable::new(self.mebibytes)
            .map_err(|error| EngineError::new(error.to_string()))?;
        log::info!("a table of {} MiB", self.mebibytes);
        self.table = Some(Arc::new(table));
        Ok(())
    }

    /// Forgets the results of earlier searches.
    pub fn clear(&self) {
        log::debug!("forgets what was searched");
        if let Some(table) = &self.table {
            table.clear();
        }
        self.inner.clear();
    }

    /// Goes to the start of a game. Forgets the results of earlier searches.
    ///
    /// # Errors
    /// As [`Engine::new`].
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.inner.new_game();
        self.prepare()?;
        self.clear();
        Ok(())
    }

    /// Goes to a position.
    ///
    /// # Errors
    /// Names the invalid field of a FEN or the invalid token, and says why. The old position stays.
    pub fn set_position(&mut self, position: &Position) -> Result<(), EngineError> {
        self.inner.set_position(position)
    }

    /// A remark if the engine reads a position differently from the program that wrote it; `None` if
    /// it does not.
    pub fn remark_on(&self, start: &Start) -> Option<String> {
        self.inner.remark_on(start)
    }

    /// Makes moves from the present position. Each token is one or more actions of one turn, joined
    /// by commas. Tokens may contain reports, as in a record.
    ///
    /// # Errors
    /// Names the invalid token and says why. The old position stays.
    pub fn play(&mut self, tokens: &[String]) -> Result<(), EngineError> {
        self.inner.play(tokens)
    }

    /// Makes a move that a player has chosen. Like [`Engine::play`], but refuses tokens that only a
    /// record may contain, such as the report of an attack. So a player cannot try moves to learn
    /// what is hidden.
    ///
    /// # Errors
    /// As [`Engine::play`].
    pub fn choose(&mut self, token: &str) -> Result<(), EngineError> {
        self.inner.choose(token)
    }

    /// Takes back the last action.
    ///
    /// # Errors
    /// If there is no action to take back.
    pub fn undo(&mut self) -> Result<(), EngineError> {
        self.inner.undo()
    }

    /// Number of players of the variant.
    pub fn players(&self) -> usize {
        self.inner.players()
    }

    /// The player whose action is next.
    pub fn player(&self) -> Player {
        self.inner.mover()
    }

    /// Whether a turn begins here. If not, the player is in the middle of one.
    pub fn turn_start(&self) -> bool {
        self.inner.turn_start()
    }

    /// Numbers of the player to move and of the viewer, if the position is a view of another player
    /// than the one to move. Such a position cannot be searched.
    pub fn bystander(&self) -> Option<[usize; 2]> {
        self.inner.bystander()
    }

    /// The outcome, by the rules or by repetition; `None` while the game goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        self.inner.outcome()
    }

    /// Why the game is over, in a few words: `both arsenals destroyed`, `third occurrence`. `None`
    /// before the end.
    pub fn reason(&self) -> Option<&'static str> {
        self.inner.reason()
    }

    /// The place of each player, from 1; `None` while the game goes on.
    pub fn ranking(&self) -> Option<Vec<usize>> {
        self.inner.ranking()
    }

    /// The tokens of all legal actions, sorted. Empty when the game is over.
    pub fn legal_moves(&self) -> Vec<String> {
        self.inner.legal_tokens()
    }

    /// Whether a token, of one or more actions of one turn, can be chosen. In a view, only the
    /// knowledge of the viewer decides.
    pub fn is_legal(&self, token: &str) -> bool {
        self.inner.is_legal(token)
    }

    /// The position as FEN. In a view, only what the viewer knows.
    pub fn fen(&self) -> String {
        self.inner.fen()
    }

    /// The FEN of the variant's start.
    pub fn start_fen(&self) -> String {
        self.inner.start_fen()
    }

    /// Zobrist key of the position.
    pub fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The board as text, for people.
    pub fn diagram(&self, charset: Charset) -> String {
        self.inner.diagram(charset)
    }

    /// The FEN of the position as the player with this number, from 1, knows it.
    ///
    /// # Errors
    /// If there is no such player, or if the engine itself knows only the view of another player.
    pub fn view(&self, player: usize) -> Result<String, EngineError> {
        self.inner.view_of(player)
    }

    /// The part of the game record that the player with this number, from 1, may know. As text it
    /// is an argument of the command `position`.
    ///
    /// # Errors
    /// As [`Engine::view`].
    pub fn record(&self, player: usize) -> Result<Position, EngineError> {
        self.inner.record_of(player)
    }

    /// Whether nothing of the position is hidden from any player.
    pub fn is_open(&self) -> bool {
        self.inner.is_open()
    }

    /// Whether a player has been told everything that this engine knows of the game.
    pub fn is_told_all(&self, player: Player) -> bool {
        self.inner.is_told_all(player)
    }

    /// The game as far as the engine knows it: start and moves, one token per turn.
    pub fn game(&self) -> Position {
        self.inner.game()
    }

    /// Probability of each hidden piece on each square, in the belief of the viewer, or else of the
    /// mover. It rests on that player's record alone, from 512 sampled states, which are fixed by
    /// `seed`. Empty if nothing is hidden any more.
    ///
    /// # Errors
    /// If the variant hides nothing.
    pub fn beliefs(&mut self, seed: u64) -> Result<Beliefs, EngineError> {
        self.inner.beliefs(seed)
    }

    /// The beliefs as a text diagram of the board, for people.
    ///
    /// # Errors
    /// As [`Engine::beliefs`].
    pub fn belief_diagram(&mut self, seed: u64, charset: Charset) -> Result<String, EngineError> {
        self.inner.belief_diagram(seed, charset)
    }

    /// The features of the hand-made evaluation.
    ///
    /// # Errors
    /// If the position is not fully known.
    pub fn features(&self) -> Result<Vec<i32>, EngineError> {
        self.inner.features()
    }

    /// The answer to a query that only this game has; `None` if there is no such query.
    ///
    /// # Errors
    /// Says what is wrong with the arguments.
    pub fn game_query(&self, name: &str, words: &[&str]) -> Result<Option<String>, EngineError> {
        self.inner.game_query(name, words)
    }

    /// The static evaluation. Meaningless when the game is over.
    ///
    /// # Errors
    /// If the position is not fully known.
    pub fn evaluation(&self) -> Result<Evaluation, EngineError> {
        self.inner.evaluation()
    }

    /// The positions of `bench`, and their search depth in actions.
    pub fn bench(&self) -> (&'static [&'static str], u32) {
        self.inner.bench()
    }

    /// The search parameters of this game.
    pub fn tunables(&self) -> Tunables {
        self.inner.tunables()
    }

    /// The strength levels: Elo with its limits, weakest first. The engine interpolates between two
    /// levels.
    pub fn levels(&self) -> Vec<(i32, StrengthLimit)> {
        self.inner.levels()
    }

    /// Counts the action sequences of length `depth` from the present position. The result can run
    /// in any thread.
    ///
    /// # Errors
    /// If the position is not fully known.
    pub fn perft(&self, depth: u32) -> Result<Perft, EngineError> {
        self.inner.perft(depth)
    }

    /// Finds `count` varied, balanced openings. The result can run in any thread.
    pub fn openings(&self, count: u32, seed: u64) -> Openings {
        self.inner.openings(count, seed)
    }

    /// The table for a search of the present position.
    pub(crate) fn searchable(&mut self) -> Result<Arc<TranspositionTable>, EngineError> {
        self.prepare()?;
        if let Some([mover, viewer]) = self.bystander() {
            return Err(EngineError::new(format!(
                "no search: this is the view of player {viewer}, and player {mover} is to move (go)"
            )));
        }
        let no_table = || EngineError::new("no search: there is no table (go)");
        self.table.clone().ok_or_else(no_table)
    }

    /// Starts a search and returns at once. `listener` receives its events, and `control` stops it.
    /// Only one search may run at a time.
    ///
    /// # Errors
    /// If the present position is a view of another player than the mover, the request is invalid,
    /// memory is short, or a search thread has panicked. Then the listener is dropped.
    pub fn start(
        &mut self,
        request: &Request,
        control: Arc<Control>,
        listener: Box<dyn Listener>,
    ) -> Result<(), EngineError> {
        request.check()?;
        let table = self.searchable()?;
        self.inner.start(request, control, table, listener)
    }

    /// A search of the present position, as an iterator of infos.
    ///
    /// # Errors
    /// As [`Engine::start`], and if a token of `searchmoves` is not legal.
    pub fn search(&mut self, request: &Request) -> Result<Search<'_>, EngineError> {
        Search::start(self, request)
    }
}

fn check_range(what: &str, range: &RangeInclusive<usize>, value: usize) -> Result<(), EngineError> {
    let (least, most) = (range.start(), range.end());
    match range.contains(&value) {
        true => Ok(()),
        false => Err(EngineError::new(format!("expected {least} to {most} {what} ({value})"))),
    }
}
