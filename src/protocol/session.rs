//! The session: owns all state, obeys commands in order, and never waits for a search.
//!
//! While a search or tool runs, `stop`, `ponderhit`, `isready`, `quit` and `debug` act at once, and so
//! does a `query` before which nothing waits. All else waits in `pending` until the work is done; if
//! the search would never end by itself, a waiting `position`, `go` or new game stops it.

use super::answer::{Answer, Debt};
use super::command::{Command, Dialect, Go, Position, Query};
use super::error::{CommandError, ParseError, quote};
use super::grammar::parse;
use super::help::help;
use super::host::{Engine, Order, Tool, engine};
use super::options::{DECLARATIONS, OptionId, Options};
use super::output::Output;
use super::report::Format;
use super::tools::Bench;
use crate::games::Variant;
use crate::search::{Control, Field, Style, TranspositionTable};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};
use std::thread::JoinHandle;
use std::time::Duration;

/// What the session hears of.
pub enum Event {
    /// A line of input, with its end.
    Line(Vec<u8>),
    /// No more input will come.
    EndOfInput,
    /// The running search is over; its last lines are still to be written. The session writes them, so
    /// that whatever a client sends when it has read them finds no search running any more.
    Answer(Answer),
    /// The running tool is over, and all of its output is written.
    Finished,
}

/// What runs beside the session.
struct Work {
    control: Arc<Control>,
    /// The thread of a tool; a search has threads of its own.
    tool: Option<JoinHandle<()>>,
    /// Ends only when it is told to.
    unbounded: bool,
    /// The same for the time after a `ponderhit`.
    unbounded_after_hit: bool,
    /// Depends on a clock, which nobody reads any more after the end of the input.
    on_clock: bool,
}

/// A command that waits for its turn.
struct Waiting {
    command: Command,
    /// A `stop` came after it: what it starts is to end at once.
    stopped: bool,
    /// A `ponderhit` came after it.
    ponderhit: bool,
}

/// See the module.
pub struct Session {
    output: Arc<Output>,
    events: Sender<Event>,
    options: Options,
    engine: Box<dyn Engine>,
    table: Option<Arc<TranspositionTable>>,
    work: Option<Work>,
    pending: VecDeque<Waiting>,
    /// The last `position` was refused: there is nothing that may be searched.
    refused: bool,
    debug: bool,
    input_ended: bool,
    quitting: bool,
}

impl Session {
    /// A session that writes to `output`; `events` is the sending end of the queue that
    /// [`Session::run`] reads.
    pub fn new(output: Arc<Output>, events: Sender<Event>) -> Self {
        Self {
            output,
            events,
            options: Options::default(),
            engine: engine(Variant::ALL[0]),
            table: None,
            work: None,
            pending: VecDeque::new(),
            refused: false,
            debug: false,
            input_ended: false,
            quitting: false,
        }
    }

    /// Obeys until `quit` or the end of the input.
    pub fn run(mut self, queue: &Receiver<Event>) {
        while let Ok(event) = queue.recv() {
            match event {
                // Nothing that comes after a `quit` counts, even if a search is still to end.
                Event::Line(_) if self.quitting => {}
                Event::Line(line) => self.hear(&line),
                Event::EndOfInput => self.end_input(),
                Event::Answer(answer) => {
                    self.work = None;
                    self.output.line(answer);
                }
                Event::Finished => self.end_tool(),
            }
            self.catch_up();
            if self.work.is_none() && (self.quitting || self.input_ended) {
                return;
            }
        }
    }

    fn hear(&mut self, line: &[u8]) {
        self.output.log_input(line);
        match parse(line) {
            Ok(None) => {}
            Ok(Some(command)) => self.take(command),
            Err(error) => self.refuse_line(&error),
        }
    }

    fn refuse_line(&self, error: &ParseError) {
        self.output.error(error);
        if error.in_query {
            self.output.line("response error");
        }
    }

    fn end_input(&mut self) {
        self.input_ended = true;
        self.stop_if(|work| work.unbounded || work.on_clock);
    }

    fn stop_if(&self, condition: impl Fn(&Work) -> bool) {
        if let Some(work) = self.work.as_ref().filter(|work| condition(work)) {
            work.control.stop();
        }
    }

    /// Obeys at once what may not wait, and lets the rest wait its turn.
    fn take(&mut self, command: Command) {
        let searching = self.work.as_ref().is_some_and(|work| work.tool.is_none());
        match command {
            Command::Stop => {
                self.stop_if(|_| true);
                // Clients write ahead: what they sent before the `stop` may still be waiting.
                self.pending.iter_mut().for_each(|waiting| waiting.stopped = true);
            }
            Command::Quit => {
                self.quitting = true;
                self.pending.clear();
                self.stop_if(|_| true);
            }
            Command::PonderHit => self.ponderhit(),
            Command::IsReady if searching => self.output.line("readyok"),
            Command::Debug(on) => self.debug = on,
            Command::Query(query) if searching && self.pending.is_empty() => self.query(&query),
            command => {
                self.pending.push_back(Waiting { command, stopped: false, ponderhit: false });
                self.stop_for_waiting();
            }
        }
    }

    /// Meant for the `go ponder` sent last, which may still be waiting.
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

    /// Stops an endless search for which something waits that needs its end; a `wait` before it says
    /// that it is not to.
    fn stop_for_waiting(&self) {
        let commands = self.pending.iter().map(|waiting| &waiting.command);
        let mut waiting = commands.take_while(|command| **command != Command::Wait);
        let needs_end = |command: &Command| {
            matches!(command, Command::Position(_) | Command::Go(_) | Command::NewGame(_))
        };
        if waiting.any(needs_end) {
            self.stop_if(|work| work.unbounded);
        }
    }

    /// Obeys waiting commands as long as nothing runs.
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

    fn obey(&mut self, command: Command) {
        let result = match command {
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::NewGame(_) => self.new_game(),
            Command::Position(position) => self.set_position(&position),
            Command::Go(go) => {
                self.go(go);
                Ok(())
            }
            Command::Move(tokens) => self.engine.play(&tokens),
            Command::Undo => self.engine.undo(),
            Command::Bench { variant, depth } => self.bench(variant.as_deref(), depth),
            command => {
                self.answer(command);
                Ok(())
            }
        };
        if let Err(error) = result {
            self.output.error(error);
        }
    }

    /// Obeys a command that cannot be refused.
    fn answer(&mut self, command: Command) {
        match command {
            Command::Handshake(dialect) => self.handshake(dialect),
            Command::IsReady => self.ready(),
            Command::Perft(depth) => self.start_tool(self.engine.perft(depth)),
            Command::Query(query) => self.query(&query),
            Command::Display => self.output.line(self.engine.display()),
            Command::Eval => self.output.line(self.engine.evaluation()),
            Command::Moves => self.output.line(self.engine.moves()),
            Command::GenFens { count, seed } => self.start_tool(self.engine.genfens(count, seed)),
            Command::Help => self.output.line(help()),
            _ => {}
        }
    }

    /// Every `isready` has its `readyok`, also where memory for the table is short.
    fn ready(&mut self) {
        if let Err(error) = self.prepare() {
            self.output.error(error);
        }
        self.output.line("readyok");
    }

    fn set_position(&mut self, position: &Position) -> Result<(), CommandError> {
        let result = self.engine.set_position(position);
        self.refused = result.is_err();
        result?;
        self.prepare()
    }

    fn handshake(&self, dialect: Dialect) {
        let version = env!("CARGO_PKG_VERSION");
        let mut text = format!("id name Strategos {version}\nid author the Strategos developers\n");
        for declaration in DECLARATIONS {
            text.push_str(&format!("{declaration}\n"));
        }
        text.push_str(match dialect {
            Dialect::Uci => "uciok",
            Dialect::Ugi => "ugiok",
        });
        self.output.line(text);
    }

    /// Allocates what a search needs, so that `go` need not.
    fn prepare(&mut self) -> Result<(), CommandError> {
        self.engine.set_threads(self.options.spin(OptionId::Threads) as usize)?;
        if self.table.is_none() {
            self.allocate(self.options.spin(OptionId::Hash) as usize)?;
        }
        Ok(())
    }

    fn allocate(&mut self, mebibytes: usize) -> Result<(), CommandError> {
        let table = TranspositionTable::new(mebibytes)
            .map_err(|error| CommandError::new(error.to_string()))?;
        self.table = Some(Arc::new(table));
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), CommandError> {
        let before = self.options.clone();
        let id = self.options.set(name, value)?;
        let result = self.apply(id, &before);
        if result.is_err() {
            self.options = before;
        }
        result
    }

    /// Carries out what a changed option means.
    fn apply(&mut self, id: OptionId, before: &Options) -> Result<(), CommandError> {
        match id {
            OptionId::Hash => self.resize_hash(before),
            OptionId::Threads => {
                self.engine.set_threads(self.options.spin(OptionId::Threads) as usize)
            }
            OptionId::ClearHash => {
                self.clear();
                Ok(())
            }
            OptionId::Variant => {
                let name = self.options.text(OptionId::Variant);
                let variant = Variant::from_name(name)
                    .ok_or_else(|| CommandError::new(format!("unknown variant ({name})")))?;
                self.engine = engine(variant);
                self.refused = false;
                // Keys of one game mean nothing in another.
                self.clear();
                self.prepare()
            }
            OptionId::DebugLogFile => self
                .output
                .log_to(self.options.text(OptionId::DebugLogFile))
                .map_err(CommandError::new),
            _ => Ok(()),
        }
    }

    /// The old table goes first, so that the two need not fit in memory together.
    fn resize_hash(&mut self, before: &Options) -> Result<(), CommandError> {
        let [old, new] = [before, &self.options].map(|options| options.spin(OptionId::Hash));
        if old == new {
            return Ok(());
        }
        self.table = None;
        self.allocate(new as usize).inspect_err(|_| {
            if let Err(error) = self.allocate(old as usize) {
                self.output.error(error);
            }
        })
    }

    fn clear(&self) {
        if let Some(table) = &self.table {
            table.clear();
        }
        self.engine.clear();
    }

    fn new_game(&mut self) -> Result<(), CommandError> {
        self.engine.new_game();
        self.refused = false;
        self.prepare()?;
        self.clear();
        Ok(())
    }

    fn query(&self, query: &Query) {
        match self.engine.answer(query) {
            Ok(answer) => self.output.line(format!("response {answer}").trim_end()),
            Err(error) => {
                self.output.error(error);
                self.output.line("response error");
            }
        }
    }

    fn go(&mut self, go: Go) {
        let debt = Debt::new(self.events.clone());
        for fault in &go.faults {
            self.output.error(fault);
        }
        let obstacle = match self.prepare() {
            Err(error) => Some(error),
            Ok(()) => self.obstacle(),
        };
        let Some(table) = self.table.as_ref().filter(|_| obstacle.is_none()) else {
            if let Some(error) = obstacle {
                self.output.error(error);
            }
            return debt.pay_at_once(&self.output, &Answer::nothing_searched());
        };
        let on_clock = go.time.iter().any(Option::is_some);
        let unbounded_after_hit = go.is_unbounded();
        let unbounded = unbounded_after_hit || go.ponder;
        let control = Arc::new(Control::new(go.ponder));
        let order = Order {
            overhead: Duration::from_millis(self.options.spin(OptionId::MoveOverhead)),
            style: Style {
                multipv: self.options.spin(OptionId::MultiPv) as usize,
                skill: self.options.spin(OptionId::SkillLevel) as u32,
                seed: self.options.spin(OptionId::Seed),
                field: Field::from_name(self.options.text(OptionId::MultiplayerSearch))
                    .unwrap_or_default(),
            },
            format: Format {
                by_action: self.options.text(OptionId::TurnMode) == "action",
                wdl: self.options.check(OptionId::ShowWdl),
                ponder: self.options.check(OptionId::Ponder),
            },
            full_information: self.options.check(OptionId::FullInformation),
            samples: self.options.spin(OptionId::Samples) as usize,
            control: Arc::clone(&control),
            table: Arc::clone(table),
            output: Arc::clone(&self.output),
            debt,
            go,
        };
        self.work = Some(Work { control, tool: None, unbounded, unbounded_after_hit, on_clock });
        self.engine.go(order);
    }

    /// Why the present position must not be searched.
    fn obstacle(&self) -> Option<CommandError> {
        if self.refused {
            return Some(CommandError::new("no search: the last position was refused (go)"));
        }
        let [mover, viewer] = self.engine.bystander()?;
        Some(CommandError::new(format!(
            "no search: this is the view of player {viewer}, and player {mover} is to move (go)"
        )))
    }

    fn bench(&mut self, variant: Option<&str>, depth: Option<u32>) -> Result<(), CommandError> {
        let variant = match variant {
            None => None,
            Some(name) => Some(
                Variant::from_name(name)
                    .ok_or_else(|| CommandError::new(format!("unknown variant ({name})")))?,
            ),
        };
        let mebibytes = self.options.spin(OptionId::Hash) as usize;
        let threads = self.options.spin(OptionId::Threads) as usize;
        let bench = Bench { variant, depth, mebibytes, threads };
        self.start_tool(Box::new(move |output, stop| bench.run(output, stop)));
        Ok(())
    }

    fn start_tool(&mut self, tool: Tool) {
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

    /// Nothing of a tool outlives it: a session ends without threads.
    fn end_tool(&mut self) {
        if let Some(thread) = self.work.take().and_then(|work| work.tool) {
            let _ = thread.join();
        }
    }
}
