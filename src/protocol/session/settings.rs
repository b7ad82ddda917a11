//! What the options do when they are set, and the memory that they ask for.

use super::Session;
use crate::protocol::error::CommandError;
use crate::protocol::host::engine;
use crate::protocol::options::{OptionId, Options};
use crate::search::TranspositionTable;
use std::sync::Arc;

impl Session {
    pub(super) fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), CommandError> {
        let before = self.options.clone();
        let id = self.options.set(name, value)?;
        let result = self.apply(id, &before);
        if result.is_err() {
            self.options = before;
        }
        result
    }

    /// Carries out what a changed option means at once.
    fn apply(&mut self, id: OptionId, before: &Options) -> Result<(), CommandError> {
        match id {
            OptionId::Hash => self.resize_hash(before),
            OptionId::Threads => self.engine.set_threads(self.options.threads),
            OptionId::ClearHash => {
                self.clear();
                Ok(())
            }
            OptionId::Variant => {
                self.engine = engine(self.options.variant);
                self.refused = false;
                // Keys of one game mean nothing in another.
                self.clear();
                self.prepare()
            }
            OptionId::DebugLogFile => {
                self.output.log_to(&self.options.debug_log_file).map_err(CommandError::new)
            }
            // The next `go` reads these.
            OptionId::MultiPv
            | OptionId::Ponder
            | OptionId::MoveOverhead
            | OptionId::ShowWdl
            | OptionId::SkillLevel
            | OptionId::Seed
            | OptionId::MultiplayerSearch
            | OptionId::TurnMode
            | OptionId::Samples
            | OptionId::FullInformation => Ok(()),
        }
    }

    /// Allocates what a search needs, so that `go` need not.
    pub(super) fn prepare(&mut self) -> Result<(), CommandError> {
        self.engine.set_threads(self.options.threads)?;
        if self.table.is_none() {
            self.allocate(self.options.hash)?;
        }
        Ok(())
    }

    fn allocate(&mut self, mebibytes: usize) -> Result<(), CommandError> {
        let table = TranspositionTable::new(mebibytes)
            .map_err(|error| CommandError::new(error.to_string()))?;
        self.table = Some(Arc::new(table));
        Ok(())
    }

    /// The old table goes first, so that the two need not fit in memory together.
    fn resize_hash(&mut self, before: &Options) -> Result<(), CommandError> {
        let [old, new] = [before.hash, self.options.hash];
        if old == new {
            return Ok(());
        }
        self.table = None;
        self.allocate(new).inspect_err(|_| {
            if let Err(error) = self.allocate(old) {
                self.output.error(error);
            }
        })
    }

    pub(super) fn clear(&self) {
        if let Some(table) = &self.table {
            table.clear();
        }
        self.engine.clear();
    }
}
