//! The session owns all state, executes commands in order, and never waits for a search.
//!
//! While a search or tool runs, some commands act at once, as the table of commands says. All others wait in
//! `pending` until it is done. A waiting `position`, `go` or new game stops a search that would never end by itself.
//!
//! This file holds the queue and the running work. `obey.rs`: what each command does; `settings.rs`: options;
//! `query.rs`: answers to queries; `search.rs`: searches and tools; `book.rs`: moves of an opening book.

mod book;
mod obey;
mod query;
mod search;
mod settings;

use super::command::{Command, When, parse};
use super::error::ParseError;
use super::event::Event;
use super::options::Options;
use super::output::Output;
use crate::book::OwnBook;
use crate::engine::{Engine, GameState, quote};
use crate::games::Variant;
use crate::search::Control;
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread::JoinHandle;

/// The search or tool that runs beside the session.
struct Work {
    control: Arc<Control>,
    /// The thread of a tool; `None` for a search.
    tool: Option<JoinHandle<()>>,
    /// Whether only `stop` ends it.
    unbounded: bool,
    /// Whether only `stop` ends it after a `ponderhit`.
    unbounded_after_hit: bool,
    /// Whether it depends on a clock. At the end of the input it is stopped, because no client
    /// keeps the clock.
    on_clock: bool,
}

/// A command that waits.
struct Waiting {
    command: Command,
    /// Whether a `stop` came after it. Then the work that it starts ends at once.
    stopped: bool,
    /// Whether a `ponderhit` came after it.
    ponderhit: bool,
}

/// See the module.
pub struct Session {
    output: Arc<Output>,
    events: Sender<Event>,
    options: Options,
    engine: Engine,
    game: Box<dyn GameState>,
    work: Option<Work>,
    pending: VecDeque<Waiting>,
    /// Whether the last `position` was refused, and no later command has set a position.
    refused: bool,
    /// The book that `Book File` names.
    book: Option<OwnBook>,
    /// The variant whose evaluation was reported last.
    told_evaluation: Option<Variant>,
    /// Whether it was reported that this book is of another variant.
    told_foreign: bool,
    debug: bool,
    input_ended: bool,
    quitting: bool,
}

impl Session {
    /// A session that writes to `output`. `events` is the sender of the queue that [`Session::run`] reads.
    pub fn new(output: Arc<Output>, events: Sender<Event>) -> Self {
        let options = Options::default();
        Self {
            output,
            events,
            engine: Engine::idle(options.variant),
            game: options.variant.new_game(),
            options,
            work: None,
            pending: VecDeque::new(),
            refused: false,
            book: None,
            told_evaluation: None,
            told_foreign: false,
            debug: false,
            input_ended: false,
            quitting: false,
        }
    }

    /// Executes commands until `quit` or the end of the input.
    pub fn run(mut self, queue: &Receiver<Event>) {
        while let Ok(event) = queue.recv() {
            self.handle(event);
            if self.is_over() {
                return;
            }
        }
    }

    /// Executes the commands in the queue, without waiting for others. Returns whether the session goes on. For hosts
    /// that call the engine for each command.
    pub fn run_queued(&mut self, queue: &Receiver<Event>) -> bool {
        while !self.is_over()
            && let Ok(event) = queue.try_recv()
        {
            self.handle(event);
        }
        !self.is_over()
    }

    fn is_over(&self) -> bool {
        self.work.is_none() && (self.quitting || self.input_ended)
    }

    fn handle(&mut self, event: Event) {
        match event {
            // Input after a `quit` is ignored, even while a search still ends.
            Event::Line(_) | Event::Argument(_) if self.quitting => {}
            Event::Line(line) => {
                if let Some(command) = self.hear(&line) {
                    self.take(command);
                }
            }
            Event::Argument(line) => {
                if let Some(command) = self.hear(line.as_bytes()) {
                    self.wait_for_turn(command);
                }
            }
            Event::EndOfInput => self.end_input(),
            Event::Answer(answer) => {
                self.work = None;
                log::info!("answer: {}", answer.last_line());
                self.output.line(answer);
            }
            Event::Finished => self.end_tool(),
        }
        self.catch_up();
    }

    /// Parses a line and reports its errors.
    fn hear(&self, line: &[u8]) -> Option<Command> {
        self.output.log_input(line);
        parse(line).unwrap_or_else(|error| {
            self.refuse_line(&error);
            None
        })
    }

    fn refuse_line(&self, error: &ParseError) {
        self.output.error(error);
        if error.in_query {
            self.output.line("response error");
        }
    }

    fn end_input(&mut self) {
        log::info!("the input has ended");
        self.input_ended = true;
        self.stop_if(|work| work.unbounded || work.on_clock);
    }

    fn stop_if(&self, condition: impl Fn(&Work) -> bool) {
        if let Some(work) = self.work.as_ref().filter(|work| condition(work)) {
            work.control.stop();
        }
    }

    /// Executes a command at once, or queues it.
    fn take(&mut self, command: Command) {
        let searching = self.work.as_ref().is_some_and(|work| work.tool.is_none());
        let at_once = match command.when() {
            When::InTurn => false,
            When::AtOnce => true,
            When::UnlessHeldBack => {
                !self.pending.iter().any(|waiting| waiting.command == Command::Wait)
            }
            When::DuringSearch => searching,
            When::DuringSearchIfNext => searching && self.pending.is_empty(),
        };
        if at_once {
            self.obey(command);
        } else {
            if self.work.is_some() {
                log::debug!("waits: {}", quote(&command.to_string()));
            }
            self.wait_for_turn(command);
        }
    }

    fn wait_for_turn(&mut self, command: Command) {
        self.pending.push_back(Waiting { command, stopped: false, ponderhit: false });
        self.stop_for_waiting();
    }

    /// Stops the running work. Also marks all queued work to be stopped when it starts, because
    /// clients may send ahead.
    fn stop(&mut self) {
        log::info!("stops what runs and what waits");
        self.stop_if(|_| true);
        self.pending.iter_mut().for_each(|waiting| waiting.stopped = true);
    }

    fn quit(&mut self) {
        log::info!("quits");
        self.quitting = true;
        self.pending.clear();
        self.stop_if(|_| true);
    }

    /// Applies a `ponderhit` to the last `go ponder`, which may still be queued.
    fn ponderhit(&mut self) {
        let ponders = |command: &Command| matches!(command, Command::Go(go) if go.ponder);
        let mut waiting = self.pending.iter_mut().rev();
        match waiting.find(|waiting| ponders(&waiting.command)) {
            Some(waiting) => waiting.ponderhit = true,
            None => self.ponderhit_now(),
        }
    }

    fn ponderhit_now(&mut self) {
        if let Some(work) = &mut self.work {
            work.control.ponderhit();
            work.unbounded = work.unbounded_after_hit;
        }
    }

    /// Stops an endless search if a queued command needs its end, unless a `wait` stands before that command.
    fn stop_for_waiting(&self) {
        let commands = self.pending.iter().map(|waiting| &waiting.command);
        let mut waiting = commands.take_while(|command| **command != Command::Wait);
        let needs_end = |command: &Command| {
            matches!(command, Command::Position(_) | Command::Go(_) | Command::NewGame)
        };
        if waiting.any(needs_end) {
            self.stop_if(|work| work.unbounded);
        }
    }

    /// Executes queued commands while nothing runs.
    fn catch_up(&mut self) {
        while self.work.is_none() {
            let Some(Waiting { command, stopped, ponderhit }) = self.pending.pop_front() else {
                return;
            };
            if self.debug {
                self.output.line(format_args!("info string now: {}", quote(&command.to_string())));
            }
            self.obey(command);
            if self.work.is_some() {
                if ponderhit {
                    self.ponderhit_now();
                }
                if stopped {
                    self.stop_if(|_| true);
                }
                if self.input_ended {
                    self.stop_if(|work| work.unbounded || work.on_clock);
                }
                self.stop_for_waiting();
            }
        }
    }

    /// Waits for the thread of a tool, so that no thread outlives the session.
    fn end_tool(&mut self) {
        if let Some(thread) = self.work.take().and_then(|work| work.tool) {
            let _ = thread.join();
        }
    }
}
