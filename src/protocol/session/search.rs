//! Searches and tools: how they are started.

use super::{Event, Session, Work};
use crate::games::Variant;
use crate::protocol::answer::{Answer, Debt};
use crate::protocol::command::{self, Go};
use crate::protocol::error::CommandError;
use crate::protocol::host::{Order, Tool};
use crate::protocol::options::TurnMode;
use crate::protocol::report::Format;
use crate::protocol::tools::Bench;
use crate::search::{Control, Style, TranspositionTable};
use std::sync::Arc;
use std::time::Duration;

impl Session {
    /// Starts a search, or answers at once where none may be.
    pub(super) fn go(&mut self, go: Go) {
        let debt = Debt::new(self.events.clone());
        for fault in &go.faults {
            self.output.error(fault);
        }
        let table = match self.searchable() {
            Ok(table) => table,
            Err(error) => {
                self.output.error(error);
                return debt.pay_at_once(&self.output, &Answer::nothing_searched());
            }
        };
        let unbounded_after_hit = go.is_unbounded();
        let control = Arc::new(Control::new(go.ponder));
        self.work = Some(Work {
            control: Arc::clone(&control),
            tool: None,
            unbounded: unbounded_after_hit || go.ponder,
            unbounded_after_hit,
            on_clock: go.is_on_clock(),
        });
        self.engine.go(Order {
            overhead: Duration::from_millis(self.options.move_overhead_ms),
            style: self.style(),
            format: self.format(),
            full_information: self.options.full_information,
            samples: self.options.samples,
            control,
            table,
            output: Arc::clone(&self.output),
            debt,
            go,
        });
    }

    /// The table for a search of the present position, unless it must not be searched.
    fn searchable(&mut self) -> Result<Arc<TranspositionTable>, CommandError> {
        self.prepare()?;
        if self.refused {
            return Err(CommandError::new("no search: the last position was refused (go)"));
        }
        if let Some([mover, viewer]) = self.engine.bystander() {
            return Err(CommandError::new(format!(
                "no search: this is the view of player {viewer}, and player {mover} is to move (go)"
            )));
        }
        let no_table = || CommandError::new("no search: there is no table (go)");
        self.table.clone().ok_or_else(no_table)
    }

    fn style(&self) -> Style {
        Style {
            multipv: self.options.multipv,
            skill: self.options.skill_level,
            seed: self.options.seed,
            field: self.options.multiplayer_search,
        }
    }

    fn format(&self) -> Format {
        Format {
            by_action: self.options.turn_mode == TurnMode::Action,
            wdl: self.options.show_wdl,
            ponder: self.options.ponder,
        }
    }

    pub(super) fn bench(&mut self, bench: &command::Bench) -> Result<(), CommandError> {
        let known = |name: &String| {
            let unknown = || CommandError::unknown("variant", name, Variant::NAMES.iter().copied());
            Variant::from_name(name).ok_or_else(unknown)
        };
        let variant = bench.variant.as_ref().map(known).transpose()?;
        let (mebibytes, threads) = (self.options.hash, self.options.threads);
        let bench = Bench { variant, depth: bench.depth, mebibytes, threads };
        self.start_tool(Box::new(move |output, stop| bench.run(output, stop)));
        Ok(())
    }

    pub(super) fn start_tool(&mut self, tool: Tool) {
        let control = Arc::new(Control::new(false));
        let (output, events) = (Arc::clone(&self.output), self.events.clone());
        let watched = Arc::clone(&control);
        let spawned = std::thread::Builder::new().name("tool".to_string()).spawn(move || {
            tool(&output, watched.stop_flag());
            let _ = events.send(Event::Finished);
        });
        match spawned {
            Ok(thread) => {
                self.work = Some(Work {
                    control,
                    tool: Some(thread),
                    unbounded: false,
                    unbounded_after_hit: false,
                    on_clock: false,
                });
            }
            Err(error) => self.output.error(format_args!("no thread for this command: {error}")),
        }
    }
}
