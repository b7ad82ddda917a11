//! Options that concern an engine alone, applied to it at once.

use super::options::{EvalKind, OptionId, Options};
use crate::engine::{Engine, EngineError};
use crate::search::TableListener;
use std::path::Path;

impl Options {
    /// Applies the present value of an option to `engine`, if the option concerns an engine and nothing else. Returns
    /// whether it does. It does not if a search reads it (see [`Go::request`](super::Go::request)), or if it concerns
    /// the game or the output. `tables` hears of endgame tables.
    ///
    /// # Errors
    /// If the system refuses memory or threads, or a network file is wrong. The engine keeps its old setting.
    pub fn apply(
        &self,
        id: OptionId,
        engine: &mut Engine,
        tables: TableListener,
    ) -> Result<bool, EngineError> {
        match id {
            OptionId::Hash => engine.set_hash(self.hash)?,
            OptionId::Threads => engine.set_threads(self.threads)?,
            OptionId::ClearHash => engine.clear(),
            OptionId::Evaluation => engine.use_hand_made_eval(self.evaluation == EvalKind::Hand),
            OptionId::EvalFile => {
                let path = Some(Path::new(&self.eval_file));
                engine.load_network(path.filter(|path| !path.as_os_str().is_empty()))?;
            }
            OptionId::TablePath => engine.set_table_path(&self.table_path, tables),
            _ => return Ok(false),
        }
        Ok(true)
    }
}
