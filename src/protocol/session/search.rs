//! Starts searches and tools.

use super::{Session, Work};
use crate::engine::EngineError;
use crate::host::HAS_THREADS;
use crate::protocol::answer::GoAnswer;
use crate::protocol::bench::Bench;
use crate::protocol::command::{self, Go};
use crate::protocol::error::variant_of;
use crate::protocol::event::Event;
use crate::protocol::options::EvalKind;
use crate::protocol::pending_answer::PendingAnswer;
use crate::protocol::report::{Format, Printer};
use crate::protocol::show::{self, BackgroundTool};
use crate::search::Control;
use std::sync::Arc;

impl Session {
    /// Starts a search, or answers at once if nothing can be searched.
    pub(super) fn go(&mut self, go: Go) {
        log::info!("search: {go}, player {} to move", self.game.player().number());
        let pending = PendingAnswer::new(self.events.clone());
        for fault in &go.faults {
            self.output.error(fault);
        }
        let unbounded_after_hit = go.is_unbounded();
        let control = Arc::new(Control::new(go.ponder));
        let work = Work {
            control: Arc::clone(&control),
            tool: None,
            unbounded: unbounded_after_hit || go.ponder,
            unbounded_after_hit,
            on_clock: go.is_on_clock(),
        };
        if let Err(error) = self.has_board("search", "go") {
            self.output.error(error);
            return pending.pay_at_once(&self.output, &GoAnswer::nothing_searched());
        }
        if let Some(answer) = self.book_answer(&go) {
            return pending.pay_at_once(&self.output, &answer);
        }
        self.tell_evaluation();
        let request = go.request(&self.options, self.game.player());
        let printer = Printer { format: self.format(), output: Arc::clone(&self.output), pending };
        let printer = Arc::new(printer);
        let listener = Arc::clone(&printer);
        let listener = Box::new(move |event| listener.print(event));
        self.work = Some(work);
        if let Err(error) = self.engine.start(&*self.game, &request, control, listener) {
            self.output.error(error);
            printer.pending.pay(GoAnswer::nothing_searched());
        }
    }

    /// Says what values the positions of a variant that is not built in, before its first search.
    fn tell_evaluation(&mut self) {
        let variant = self.engine.variant();
        if variant.origin().is_some() && self.told_evaluation.replace(variant) != Some(variant) {
            let parent = variant.parent();
            let evaluation = match self.options.evaluation {
                EvalKind::Hand => "by hand".to_string(),
                EvalKind::Network if self.options.eval_file.is_empty() => variant.evaluation(),
                EvalKind::Network => "by the network of EvalFile".to_string(),
            };
            self.output.line(format_args!(
                "info string {variant} is evaluated {evaluation}; its levels are those of {parent}, \
                 not measured"
            ));
        }
    }

    /// An error if the position is invalid because the last `position` was refused.
    fn has_board(&self, what: &str, command: &str) -> Result<(), EngineError> {
        let text = || format!("no {what}: the last position was refused ({command})");
        if self.refused { Err(EngineError::new(text())) } else { Ok(()) }
    }

    fn format(&self) -> Format {
        Format { wdl: self.options.show_wdl, ponder: self.options.ponder }
    }

    pub(super) fn perft(&mut self, depth: u32) -> Result<(), EngineError> {
        self.has_board("count", "perft")?;
        self.start_tool(show::perft(self.game.perft(depth)));
        Ok(())
    }

    pub(super) fn bench(&mut self, bench: &command::BenchArguments) -> Result<(), EngineError> {
        let variant = bench.variant.as_deref().map(variant_of).transpose()?;
        let (mebibytes, threads) = (self.options.hash, self.options.threads);
        let bench = Bench { variant, depth: bench.depth, mebibytes, threads };
        self.start_tool(Box::new(move |output, stop| bench.run(output, stop)));
        Ok(())
    }

    pub(super) fn start_tool(&mut self, tool: BackgroundTool) {
        let control = Arc::new(Control::new(false));
        if !HAS_THREADS {
            return tool(&self.output, control.stop_flag());
        }
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
