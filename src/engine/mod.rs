//! The engine as a library: games of any variant, and searches of them. For programs that play or analyse without the
//! text protocol.
//!
//! A whole game of Pacru, the engine against itself:
//!
//! ```
//! use strategos::engine::{Engine, Request};
//! use strategos::games::Variant;
//!
//! let mut game = Variant::PACRU.new_game();
//! let mut engine = Engine::new(Variant::PACRU)?;
//! while game.outcome().is_none() {
//!     let best = engine.search(&*game, &Request::to_nodes(200))?.best()?.unwrap_or_default();
//!     game.choose(&best)?;
//! }
//! println!("{} after {:?}", game.fen(), game.outcome());
//! # Ok::<(), strategos::engine::EngineError>(())
//! ```
//!
//! A game knows no search. It can be cloned and sent to another thread:
//! - `game_state.rs`: a game of any variant; `typed_game.rs`: the same by the rules of its type; `new_game.rs`: from
//!   a variant to its type;
//! - `record.rs`: a full game record; `player_view.rs`, `views.rs`: what players know; `told.rs`: what players tell
//!   each other.
//!
//! An engine searches games:
//! - `request.rs`: what to search for; `search.rs`: a running search; `report.rs`: what it reports;
//! - `searcher.rs`: the search threads of one variant;
//! - `eval_settings.rs`: which evaluation is used; `tables.rs`: endgame tables; `openings.rs`: varied openings.

mod closest;
mod effects;
mod error;
mod eval_settings;
mod game_state;
mod new_game;
mod openings;
mod player_view;
mod position;
mod record;
mod report;
mod request;
mod search;
mod searcher;
mod tables;
mod told;
mod typed_game;
mod views;

pub(crate) use closest::closest;
pub use effects::effects_line;
pub use error::{EngineError, quote};
pub use game_state::{GameState, Perft, ToldTurn, TurnDraft};
pub(crate) use openings::random_opening;
pub use openings::{Openings, openings};
pub(crate) use player_view::PlayerView;
pub use position::{Position, Start};
pub use record::PlayedAction;
pub(crate) use record::Record;
pub use report::{Answer, Info, Line, Listener, SearchEvent};
pub use request::Request;
pub use search::{Search, StopHandle};
pub use searcher::{Evaluation, StaticValues};
pub(crate) use tables::{TablePath, distance_text};
pub(crate) use typed_game::TypedGame;

use crate::games::Variant;
use crate::search::{Control, Lead, TranspositionTable};
use eval_settings::EvalSettings;
use searcher::{Searcher, searcher};
use std::ops::RangeInclusive;
use std::sync::{Arc, Weak};

/// Default size of the transposition table, in MiB.
const HASH_MIB: usize = 16;
/// Valid sizes of the transposition table, in MiB.
pub(crate) const HASH_SIZES_MIB: RangeInclusive<usize> = 1..=65_536;
/// Valid numbers of search threads.
pub(crate) const THREADS: RangeInclusive<usize> = 1..=256;

/// An engine that searches games of one variant: threads, table and settings. The games are not its own.
///
/// A change of its settings stops the search that runs, and waits for its end.
pub struct Engine {
    variant: Variant,
    searcher: Box<dyn Searcher>,
    table: Option<Arc<TranspositionTable>>,
    mebibytes: usize,
    threads: usize,
    lead: Lead,
    table_path: Option<TablePath>,
    /// The signals of the last search.
    control: Weak<Control>,
}

impl Engine {
    /// An engine for `variant`, ready to search on one thread with a table of 16 MiB.
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
        Self {
            variant,
            searcher: searcher(variant),
            table: None,
            mebibytes: HASH_MIB,
            threads: 1,
            lead: Lead::default(),
            table_path: None,
            control: Weak::new(),
        }
    }

    /// An engine that shares its table with others. Only one of them may search at a time. Table
    /// entries of another variant are invalid, see [`Request::from_nothing`]. The caller leads its
    /// searches (see [`Lead`]), so [`Engine::start`] returns when a search is over.
    pub(crate) fn sharing(
        table: Arc<TranspositionTable>,
        variant: Variant,
        threads: usize,
    ) -> Self {
        let mut engine = Self::idle(variant);
        (engine.mebibytes, engine.threads) = (table.mebibytes(), threads);
        (engine.table, engine.lead) = (Some(table), Lead::Caller);
        engine
    }

    /// An idle engine whose system refuses the memory of its table.
    #[cfg(test)]
    pub(crate) fn without_memory(variant: Variant) -> Self {
        let mut engine = Self::idle(variant);
        engine.mebibytes = 1 << 40;
        engine
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Switches to another variant. Forgets the results of earlier searches.
    ///
    /// # Errors
    /// As [`Engine::new`]. Then the engine keeps its variant and its network.
    pub fn set_variant(&mut self, variant: Variant) -> Result<(), EngineError> {
        log::info!("variant {}", variant.name());
        self.stop();
        let (before, own_settings) = (self.variant, self.searcher.eval_settings().clone());
        let mut eval_settings = own_settings.clone();
        if variant != before {
            // A network belongs to one game.
            eval_settings.drop_file();
        }
        self.replace_searcher(variant, eval_settings);
        // Table entries of one game are invalid in another.
        self.clear();
        self.prepare().map_err(|error| {
            self.replace_searcher(before, own_settings);
            if let Err(error) = self.prepare() {
                log::error!("{before} cannot be searched again: {error}");
            }
            EngineError::new(format!("cannot change to {variant}: {error}"))
        })
    }

    /// A searcher of `variant` instead of the old one, whose threads end first. So both need not fit into memory.
    fn replace_searcher(&mut self, variant: Variant, eval_settings: EvalSettings) {
        (self.variant, self.searcher) = (variant, searcher(variant));
        *self.searcher.eval_settings() = eval_settings;
        self.searcher.open_tables(self.table_path.as_ref());
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
        self.stop();
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
        self.stop();
        self.searcher.set_threads(count, self.lead)?;
        self.threads = count;
        Ok(())
    }

    /// Allocates everything that a search needs, so that it starts at once.
    ///
    /// # Errors
    /// If the system refuses the memory or a thread. Also if a search thread has panicked, see
    /// [`Engine::set_threads`].
    pub fn prepare(&mut self) -> Result<(), EngineError> {
        self.searcher.check_threads()?;
        self.searcher.set_threads(self.threads, self.lead)?;
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
        self.stop();
        if let Some(table) = &self.table {
            table.clear();
        }
        self.searcher.clear();
    }

    /// Stops the search that runs, if there is one.
    fn stop(&self) {
        if let Some(control) = self.control.upgrade() {
            control.stop();
        }
    }

    /// The features of the hand-made evaluation.
    ///
    /// # Errors
    /// If the game is of another variant, or something on its board is hidden from the viewer.
    pub fn features(&self, game: &dyn GameState) -> Result<Vec<i32>, EngineError> {
        self.searcher.features(game)
    }

    /// The static evaluation. Meaningless when the game is over.
    ///
    /// # Errors
    /// As [`Engine::features`].
    pub fn evaluation(&self, game: &dyn GameState) -> Result<Evaluation, EngineError> {
        self.searcher.evaluation(game)
    }

    /// What the network and the hand-made evaluation say of a position, whichever of them is in use. Meaningless when
    /// the game is over.
    ///
    /// # Errors
    /// As [`Engine::features`].
    pub fn static_values(&self, game: &dyn GameState) -> Result<StaticValues, EngineError> {
        self.searcher.static_values(game)
    }

    /// Starts a search of the present position of a game and returns at once; on WebAssembly, when it is over.
    /// `listener` receives its events, and `control` stops it. If another search still runs, this one begins after it.
    ///
    /// # Errors
    /// If the game is of another variant, its position is a view of another player than the mover, the
    /// request is invalid, memory is short, or a search thread has panicked. Then the listener is dropped.
    pub fn start(
        &mut self,
        game: &dyn GameState,
        request: &Request,
        control: Arc<Control>,
        listener: Listener,
    ) -> Result<(), EngineError> {
        request.check()?;
        self.prepare()?;
        if let Some([mover, viewer]) = game.bystander() {
            return Err(EngineError::new(format!(
                "no search: this is the view of player {viewer}, and player {mover} is to move (go)"
            )));
        }
        let no_table = || EngineError::new("no search: there is no table (go)");
        let table = self.table.clone().ok_or_else(no_table)?;
        self.control = Arc::downgrade(&control);
        self.searcher.start(game, request, control, table, listener)
    }

    /// A search of the present position of a game, as an iterator of infos. The game may change meanwhile.
    ///
    /// # Errors
    /// As [`Engine::start`], and if a token of `searchmoves` is not legal.
    pub fn search(
        &mut self,
        game: &dyn GameState,
        request: &Request,
    ) -> Result<Search, EngineError> {
        Search::start(self, game, request)
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}

fn check_range(what: &str, range: &RangeInclusive<usize>, value: usize) -> Result<(), EngineError> {
    let (least, most) = (range.start(), range.end());
    match range.contains(&value) {
        true => Ok(()),
        false => Err(EngineError::new(format!("expected {least} to {most} {what} ({value})"))),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::search::EvalSource;
    use std::path::Path;

    #[test]
    fn a_refused_change_of_the_variant_changes_nothing() {
        let mut engine = Engine::without_memory(Variant::PACRU);
        let network =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/pacru/eval/networks/pacru.net");
        engine.load_network(Some(&network)).unwrap();
        let error = engine.set_variant(Variant::PACIFIC_A).unwrap_err().to_string();
        assert!(error.starts_with("cannot change to pacific-a: a table of "), "{error}");
        assert_eq!(engine.variant(), Variant::PACRU);
        assert!(matches!(engine.searcher.eval_settings().eval_source(), EvalSource::File(_)));
        engine.mebibytes = 1;
        let game = Variant::PACRU.new_game();
        assert!(engine.search(&*game, &Request::to_depth(1)).unwrap().best().unwrap().is_some());
        engine.set_variant(Variant::PACIFIC_A).unwrap();
        assert!(matches!(engine.searcher.eval_settings().eval_source(), EvalSource::BuiltIn));
    }
}
