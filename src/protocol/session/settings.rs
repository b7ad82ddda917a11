//! The effects of options.

use super::Session;
use crate::engine::{EngineError, quote};
#[cfg(feature = "variants")]
use crate::games::Variant;
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
            OptionId::VariantPath => self.load_variants(),
            OptionId::DebugLogFile => {
                self.output.log_to(&self.options.debug_log_file).map_err(EngineError::new)
            }
            // The next `go` reads all others.
            _ => Ok(()),
        }
    }
}

impl Session {
    /// Loads the files that `VariantPath` names. Says what is wrong with them, one error a fault.
    #[cfg(feature = "variants")]
    fn load_variants(&self) -> Result<(), EngineError> {
        use crate::variants::load_all;

        let loaded = load_all(&self.options.variant_path).map_err(|mut faults| {
            let last = faults.pop().map_or(String::new(), |fault| fault.to_string());
            faults.iter().for_each(|fault| self.output.error(fault));
            EngineError(last)
        })?;
        if !loaded.is_empty() {
            let names: Vec<&str> = loaded.iter().map(Variant::name).collect();
            self.output.line(format_args!("info string variants: {}", names.join(" ")));
        }
        Ok(())
    }

    /// Refuses them: this build cannot read them.
    #[cfg(not(feature = "variants"))]
    fn load_variants(&self) -> Result<(), EngineError> {
        match self.options.variant_path.as_str() {
            "" => Ok(()),
            path => {
                let text = format!("{path}: this build of the engine reads no files of variants");
                Err(EngineError::new(text))
            }
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
