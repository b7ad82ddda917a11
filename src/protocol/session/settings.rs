//! The effects of options.

use super::Session;
use crate::engine::{EngineError, quote};
use crate::protocol::options::OptionId;
use crate::search::TableNotice;
use std::sync::Arc;

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
        let output = Arc::clone(&self.output);
        let listener = Arc::new(move |notice: TableNotice<'_>| match notice {
            TableNotice::Opened(line) => output.line(format_args!("info string {line}")),
            TableNotice::Fault(line) => output.warning(line),
        });
        if self.options.apply(id, &mut self.engine, listener)? {
            return Ok(());
        }
        match id {
            OptionId::Variant => {
                let variant = self.options.variant;
                let is_new = variant != self.engine.variant();
                self.engine.set_variant(variant)?;
                if is_new {
                    self.options.eval_file.clear();
                }
                self.refused = false;
                self.game = variant.new_game();
                Ok(())
            }
            OptionId::BookFile => self.open_book(),
            OptionId::DebugLogFile => {
                self.output.log_to(&self.options.debug_log_file).map_err(EngineError::new)
            }
            // The next `go` reads all others.
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::protocol::output::Output;
    use std::sync::mpsc::channel;

    #[test]
    fn a_refused_variant_changes_neither_options_nor_game() {
        let (events, _queue) = channel();
        let mut session = Session::new(Arc::new(Output::new(std::io::sink())), events);
        session.engine = Engine::without_memory(session.options.variant);
        session.options.eval_file = "own.net".to_string();
        let token = session.game.legal_moves()[0].clone();
        session.game.choose(&token).unwrap();
        session.refused = true;
        let (options, fen) = (session.options.clone(), session.game.fen());
        let error = session.set_option("UCI_Variant", Some("pacru")).unwrap_err().to_string();
        assert!(error.starts_with("cannot change to pacru: a table of "), "{error}");
        assert_eq!(session.options, options);
        assert_eq!((session.game.fen(), session.refused), (fen, true));
        assert_eq!(
            (session.game.variant(), session.engine.variant()),
            (options.variant, options.variant)
        );
    }
}
