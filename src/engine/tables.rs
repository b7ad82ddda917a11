//! The endgame tables of an engine.

use super::{Engine, EngineError, GameState};
use crate::game::Distance;
use crate::games::{Playable, Variant};
use crate::search::{EndgameTables, TableListener, TableNotice};
use std::sync::Arc;

/// Where an engine looks for tables, and who hears of it.
#[derive(Clone)]
pub(crate) struct TablePath {
    pub folders: String,
    pub listener: TableListener,
}

impl TablePath {
    /// Opens the tables of a variant; `None` if there are none.
    #[cfg(feature = "tables")]
    pub fn open<G: Playable>(
        &self,
        variant: Variant,
        rules: G::Rules,
    ) -> Option<Arc<dyn EndgameTables<G>>> {
        let Some(tables_of) = variant.tables_of() else {
            let parent = variant.parent();
            let fault = format!("the endgame tables of {parent} do not fit the rules of {variant}");
            (self.listener)(TableNotice::Fault(&fault));
            return None;
        };
        crate::tablebase::open(tables_of, rules, &self.folders, &self.listener)
    }

    /// Refuses them: this build cannot read them.
    #[cfg(not(feature = "tables"))]
    pub fn open<G: Playable>(&self, _: Variant, _: G::Rules) -> Option<Arc<dyn EndgameTables<G>>> {
        let fault = format!("{}: this build of the engine reads no endgame tables", self.folders);
        (self.listener)(TableNotice::Fault(&fault));
        None
    }
}

impl Engine {
    /// Uses the endgame tables in these folders, separated by `:`, on Windows by `;`. An empty text means none. Forgets
    /// the results of earlier searches. The folders stay when the variant changes. Without readable tables the engine
    /// plays on without them.
    ///
    /// For decompressed blocks the engine takes up to 64 MiB.
    pub fn set_table_path(&mut self, folders: &str, listener: TableListener) {
        self.stop();
        let path = TablePath { folders: folders.to_string(), listener };
        self.table_path = (!folders.is_empty()).then_some(path);
        self.searcher.open_tables(self.table_path.as_ref());
        self.clear();
    }

    /// The exact result for the player to move, from endgame tables, with the plies to the end of the game; `None` if
    /// no table holds the position. When the game is over, the distance is 0.
    ///
    /// # Errors
    /// If the game is of another variant, or something on its board is hidden from the viewer.
    pub fn table_result(&self, game: &dyn GameState) -> Result<Option<Distance>, EngineError> {
        self.searcher.table_result(game)
    }

    /// What [`Engine::table_moves`] finds, in one line: `e3d4 win 23, e3f4 draw`.
    ///
    /// # Errors
    /// As [`Engine::table_result`].
    pub fn table_moves_line(&self, game: &dyn GameState) -> Result<String, EngineError> {
        let moves = self.table_moves(game)?.into_iter();
        let moves = moves.map(|(token, known)| format!("{token} {}", distance_text(known)));
        Ok(moves.collect::<Vec<_>>().join(", "))
    }

    /// The legal actions and their exact results for the player to move, best first, as [`Engine::table_result`] counts
    /// them: a win in one ply is `Win(1)`. Actions whose result is not known come last.
    ///
    /// # Errors
    /// As [`Engine::table_result`].
    pub fn table_moves(
        &self,
        game: &dyn GameState,
    ) -> Result<Vec<(String, Option<Distance>)>, EngineError> {
        self.searcher.table_moves(game)
    }
}

/// A result from tables as queries give it.
pub(crate) fn distance_text(known: Option<Distance>) -> String {
    known.map_or_else(|| "unknown".to_string(), |result| result.to_string())
}
