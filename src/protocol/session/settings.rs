//! The effects of options.

use super::Session;
use crate::engine::{EngineError, quote};
use crate::protocol::options::{EvalKind, OptionId};
use std::path::Path;

impl Session {
    pub(super) fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), EngineError> {
        let before = self.options.clone();
        let id = self.options.set(name, value)?;
        log::info!("option {}", quote(&format!("{name} = {}", value.unwrap_or_default())));
        let result = self.apply(id);
        if result.is_err() {
            self.options = before;
        }
        result
    }

    /// Applies a changed option at once.
    fn apply(&mut self, id: OptionId) -> Result<(), EngineError> {
        match id {
            OptionId::Hash => self.engine.set_hash(self.options.hash),
            OptionId::Threads => self.engine.set_threads(self.options.threads),
            OptionId::ClearHash => {
                self.engine.clear();
                Ok(())
            }
            OptionId::Variant => {
                self.refused = false;
                if self.options.variant != self.engine.variant() {
                    self.options.eval_file.clear();
                }
                self.game = self.options.variant.new_game();
                self.engine.set_variant(self.options.variant)
            }
            OptionId::Evaluation => {
                self.engine.use_hand_made_eval(self.options.evaluation == EvalKind::Hand);
                Ok(())
            }
            OptionId::EvalFile => {
                let path = Some(Path::new(&self.options.eval_file));
                self.engine.load_network(path.filter(|path| !path.as_os_str().is_empty()))
            }
            OptionId::DebugLogFile => {
                self.output.log_to(&self.options.debug_log_file).map_err(EngineError::new)
            }
            // The next `go` reads all others.
            _ => Ok(()),
        }
    }
}
