//! What events from the host do.

use super::clock::Millis;
use super::message::{HostRequest, PvLine, TableOutput, ViewerMessage};
use super::order::TableEvent;
use super::{Table, files, to};
use crate::engine::EngineError;

impl Table {
    /// Takes in an event.
    pub(super) fn happen(&mut self, event: TableEvent, now: Millis) -> Result<(), EngineError> {
        match event {
            TableEvent::Tick {} => Ok(()),
            TableEvent::Thought { search, lines } => {
                self.pass_on(search, &lines);
                Ok(())
            }
            TableEvent::Found { search, token, line } => self.find(search, &token, line, now),
            TableEvent::Failed { search, reason } => {
                self.fail(search, &reason);
                Ok(())
            }
            TableEvent::Snapshot {} => {
                let text = self.snapshot();
                self.outputs.push(TableOutput::ToHost(HostRequest::Snapshot { text }));
                Ok(())
            }
            TableEvent::Restore { text } => {
                let game = files::restored(&text)?;
                self.begin(game);
                Ok(())
            }
        }
    }

    /// A search has ended. One that the table no longer waits for counts for nothing.
    fn find(
        &mut self,
        search: u64,
        token: &str,
        line: Option<PvLine>,
        now: Millis,
    ) -> Result<(), EngineError> {
        if let Some(hint) = self.searches.take_hint(search) {
            if self.is_current(&hint) && !token.is_empty() {
                let message = ViewerMessage::Hint { token: token.to_string(), line };
                self.outputs.push(to(&hint.viewer, message));
            }
            return Ok(());
        }
        if self.searches.end_analysis(search) || !self.searches.take_moving(search) {
            return Ok(());
        }
        let note = line.map(|line| line.note()).unwrap_or_default();
        let played = match token {
            "" => Err(EngineError::new("there is no move")),
            token => self.check_choice(token).and_then(|()| self.game.play(token, note, now)),
        };
        self.outputs.push(TableOutput::ToHost(HostRequest::Changed {}));
        if let Err(error) = &played {
            // Nothing of the error is told to viewers: it may speak of what is hidden.
            self.game.paused = true;
            self.notify("The move of the player to move was refused, and the game rests.");
            log::warn!("refused: {error}");
        }
        played
    }

    /// A search could not be run.
    fn fail(&mut self, search: u64, reason: &str) {
        log::warn!("search {search}: {reason}");
        if let Some(hint) = self.searches.take_hint(search) {
            let text = "the engine has no advice".to_string();
            self.outputs.push(to(&hint.viewer, ViewerMessage::Error { text }));
        } else if self.searches.end_analysis(search) {
            self.notify("The analysis has ended: the engine failed.");
        } else if self.searches.take_moving(search) {
            self.game.paused = true;
            let reason = if self.is_guarded { String::new() } else { format!(": {reason}") };
            self.notify(&format!("The engine does not play, and the game rests{reason}"));
        }
    }
}
