//! Runs the searches that a table asks for, each engine in a thread of its own.

use super::log_tables;
use crate::engine::{Answer, Engine, EngineError, GameState, Info, Request, StopHandle};
use crate::games::Variant;
use crate::protocol::parse_position;
use crate::search::{Clock, Limits, SearchOptions};
use crate::table::{
    ClockLimits, EngineSeat, Purpose, PvLine, ScoreText, SearchLimits, SearchRequest, Seat,
    TableEvent,
};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The least time between two reports of a search.
const REPORT_EVERY: Duration = Duration::from_millis(100);
/// Kept back from every clock: the time that an answer needs to reach the table.
const OVERHEAD: Duration = Duration::from_millis(20);

/// Receives the events of all searches, in their threads.
pub type Reporter = Arc<dyn Fn(TableEvent) + Send + Sync>;

/// The engines of a table. Each runs one search after the other.
pub struct SearchThreads {
    workers: HashMap<EngineSlot, EngineThread>,
    report: Reporter,
    run: SearchRunner,
    /// Folders with endgame tables; empty for none.
    tables: String,
}

/// Runs one search with the engine of a thread.
type SearchRunner = fn(
    &mut Option<Warm>,
    &SearchRequest,
    &str,
    (&Mutex<Signals>, &Reporter),
) -> Result<TableEvent, EngineError>;

/// Which engine runs a search.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum EngineSlot {
    /// That of the player with this number.
    Player(usize),
    /// The one for hints.
    Adviser,
    /// One of those for analyses.
    Analyst(usize),
}

/// The thread of an engine. It ends when its jobs can come no more.
struct EngineThread {
    jobs: Sender<SearchRequest>,
    signals: Arc<Mutex<Signals>>,
}

/// Which searches of a worker wait or run, and which of them are to end.
#[derive(Default)]
struct Signals {
    waiting: Vec<u64>,
    stopped: Vec<u64>,
    running: Option<(u64, StopHandle)>,
}

fn lock(signals: &Mutex<Signals>) -> MutexGuard<'_, Signals> {
    signals.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SearchThreads {
    /// No engines yet. `report` is told what searches find.
    pub fn new(report: Reporter) -> Self {
        Self { workers: HashMap::new(), report, run, tables: String::new() }
    }

    /// Gives the engines the endgame tables in these folders; none if the text is empty.
    pub fn with_tables(self, tables: &str) -> Self {
        Self { tables: tables.to_string(), ..self }
    }

    /// Starts a search. It is reported as failed if the system refuses a thread.
    pub fn start(&mut self, request: SearchRequest) {
        let slot = self.slot(&request);
        let search = request.search;
        let failed = |reason: String| TableEvent::Failed { search, reason };
        if !self.workers.contains_key(&slot) {
            match EngineThread::spawn(Arc::clone(&self.report), self.run, self.tables.clone()) {
                Ok(worker) => drop(self.workers.insert(slot, worker)),
                Err(error) => return (self.report)(failed(error.to_string())),
            }
        }
        let Some(worker) = self.workers.get(&slot) else { return };
        lock(&worker.signals).waiting.push(search);
        if worker.jobs.send(request).is_err() {
            self.workers.remove(&slot);
            (self.report)(failed("its thread has died".to_string()));
        }
    }

    /// The engine for a search: for an analysis one that is idle.
    fn slot(&self, request: &SearchRequest) -> EngineSlot {
        match request.purpose {
            Purpose::Move => EngineSlot::Player(request.player),
            Purpose::Hint => EngineSlot::Adviser,
            Purpose::Analysis => {
                let is_busy = |index: &usize| {
                    let worker = self.workers.get(&EngineSlot::Analyst(*index));
                    worker.is_some_and(|worker| lock(&worker.signals).goes_on())
                };
                EngineSlot::Analyst((0..).find(|index| !is_busy(index)).unwrap_or(0))
            }
        }
    }

    /// Ends a search soon.
    pub fn stop(&self, search: u64) {
        for worker in self.workers.values() {
            lock(&worker.signals).stop(search);
        }
    }

    /// Ends all searches.
    pub fn stop_all(&self) {
        for worker in self.workers.values() {
            let mut signals = lock(&worker.signals);
            let mut all = signals.waiting.clone();
            all.extend(signals.running.as_ref().map(|(search, _)| *search));
            all.into_iter().for_each(|search| signals.stop(search));
        }
    }
}

impl Signals {
    fn stop(&mut self, search: u64) {
        match &self.running {
            Some((running, handle)) if *running == search => handle.stop(),
            _ if self.waiting.contains(&search) => self.stopped.push(search),
            _ => {}
        }
    }

    /// Whether a search waits or runs that is not to end.
    fn goes_on(&self) -> bool {
        self.running.is_some() || self.waiting.iter().any(|search| !self.stopped.contains(search))
    }

    /// Notes that a search has begun. It ends at once if it was stopped before.
    fn begin(&mut self, search: u64, handle: StopHandle) {
        self.waiting.retain(|waiting| *waiting != search);
        if self.stopped.contains(&search) {
            self.stopped.retain(|stopped| *stopped != search);
            handle.stop();
        }
        self.running = Some((search, handle));
    }

    fn end(&mut self, search: u64) {
        self.waiting.retain(|waiting| *waiting != search);
        self.running.take_if(|(running, _)| *running == search);
    }
}

impl EngineThread {
    fn spawn(report: Reporter, run: SearchRunner, tables: String) -> std::io::Result<Self> {
        let (jobs, queue) = channel::<SearchRequest>();
        let signals = Arc::<Mutex<Signals>>::default();
        let shared = Arc::clone(&signals);
        let thread = std::thread::Builder::new().name("table engine".to_string());
        thread.spawn(move || {
            let mut player = None;
            for request in queue {
                let search = request.search;
                let work =
                    AssertUnwindSafe(|| run(&mut player, &request, &tables, (&shared, &report)));
                let done = catch_unwind(work).unwrap_or_else(|_| {
                    // The engine may be inconsistent: the next search begins with a new one.
                    player = None;
                    Err(EngineError::new("an internal error has ended the search"))
                });
                lock(&shared).end(search);
                report(done.unwrap_or_else(|error| TableEvent::Failed { search, reason: error.0 }));
            }
        })?;
        Ok(Self { jobs, signals })
    }
}

/// An engine, and the settings that it has.
struct Warm {
    engine: Engine,
    game: Box<dyn GameState>,
    seat: EngineSeat,
}

/// The engine's seat of a request.
fn engine_seat(request: &SearchRequest) -> EngineSeat {
    match &request.seat {
        Seat::Engine(seat) => seat.clone(),
        _ => EngineSeat::default(),
    }
}

/// The engine for a request: the same as before, unless another variant is played. `tables` are folders with endgame
/// tables.
fn warm<'a>(
    player: &'a mut Option<Warm>,
    request: &SearchRequest,
    tables: &str,
) -> Result<&'a mut Warm, EngineError> {
    let unknown = || EngineError::new(format!("unknown variant ({})", request.variant));
    let variant = Variant::from_name(&request.variant).ok_or_else(unknown)?;
    let seat = engine_seat(request);
    if player.as_ref().is_none_or(|warm| warm.engine.variant() != variant) {
        let (mut engine, game) = (Engine::idle(variant), variant.new_game());
        if !tables.is_empty() {
            engine.set_table_path(tables, Arc::new(log_tables));
        }
        *player = Some(Warm { engine, game, seat: EngineSeat::default() });
    }
    let Some(warm) = player else { return Err(unknown()) };
    warm.engine.set_hash(seat.hash)?;
    warm.engine.set_threads(seat.threads)?;
    if warm.seat.evalfile != seat.evalfile {
        let path = Some(Path::new(&seat.evalfile)).filter(|path| !path.as_os_str().is_empty());
        warm.engine.load_network(path)?;
    }
    warm.seat = seat;
    Ok(warm)
}

/// Runs one search.
fn run(
    player: &mut Option<Warm>,
    request: &SearchRequest,
    tables: &str,
    (signals, report): (&Mutex<Signals>, &Reporter),
) -> Result<TableEvent, EngineError> {
    let Warm { engine, game, .. } = warm(player, request, tables)?;
    let position = parse_position(request.position.as_bytes())
        .map_err(|error| EngineError(error.to_string()))?;
    game.set_position(&position)?;
    let mut search = engine.search(&**game, &engine_request(request))?;
    lock(signals).begin(request.search, search.stop_handle());
    let mut told = Instant::now();
    let mut best = None;
    for info in search.by_ref() {
        let lines = lines(&info?);
        // The first lines of an analysis are wanted at once.
        if best.is_none() || told.elapsed() >= REPORT_EVERY {
            told = Instant::now();
            report(TableEvent::Thought { search: request.search, lines: lines.clone() });
        }
        best = Some(lines);
    }
    let (answer, _) = search.finish()?;
    if let Some(lines) = best.clone() {
        report(TableEvent::Thought { search: request.search, lines });
    }
    let token = match answer {
        Answer::Move(token, _) | Answer::Deployment(token, _) => token,
        Answer::Nothing | Answer::Over(..) => String::new(),
    };
    let line = best.and_then(|lines| lines.into_iter().next());
    Ok(TableEvent::Found { search: request.search, token, line })
}

fn lines(info: &Info) -> Vec<PvLine> {
    let lines = info.lines.iter().zip(1..);
    let line = |(line, multipv): (&crate::engine::Line, usize)| PvLine {
        multipv,
        depth: line.depth,
        score: match line.score.mate_turns() {
            Some(turns) => ScoreText::Mate(turns),
            None => ScoreText::Cp(line.score.raw()),
        },
        nodes: info.nodes,
        time: info.time.as_millis() as u64,
        shares: line.shares.clone(),
        pv: line.pv.clone(),
    };
    lines.map(line).collect()
}

/// The search in the terms of the engine.
fn engine_request(request: &SearchRequest) -> Request {
    let options = SearchOptions {
        multipv: request.multipv,
        elo: engine_seat(request).level.elo(),
        seed: request.seed,
        ..SearchOptions::default()
    };
    let limits = limits(&request.limits, request.player);
    Request { options, from_nothing: request.fresh, ..Request::with(limits) }
}

fn limits(limits: &SearchLimits, player: usize) -> Limits {
    let SearchLimits { movetime, nodes, depth, clock } = limits;
    let is_endless = *limits == SearchLimits::default();
    Limits {
        depth: depth.map(|depth| depth as i32),
        nodes: *nodes,
        movetime: movetime.map(Duration::from_millis),
        clock: clock.as_ref().map(|clock| clock_of(clock, player)),
        infinite: is_endless,
        overhead: OVERHEAD,
        ..Limits::default()
    }
}

fn clock_of(clock: &ClockLimits, player: usize) -> Clock {
    let of_player =
        |times: &[u64]| Duration::from_millis(times.get(player - 1).copied().unwrap_or_default());
    Clock {
        time: of_player(&clock.times),
        increment: of_player(&clock.increments),
        turns_to_go: clock.movestogo,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::table::{HostRequest, Order, Table, TableOutput, TableState, ViewerMessage};
    use std::sync::mpsc::Receiver;

    /// Panics in the first search, and finds the move a3b4@b6 in every later one.
    fn run_badly(
        _: &mut Option<Warm>,
        request: &SearchRequest,
        _: &str,
        (signals, _): (&Mutex<Signals>, &Reporter),
    ) -> Result<TableEvent, EngineError> {
        if request.search == 1 {
            // The signals are poisoned, too.
            let _signals = lock(signals);
            panic!("an injected failure");
        }
        let token = "a3b4@b6".to_string();
        Ok(TableEvent::Found { search: request.search, token, line: None })
    }

    struct Host {
        table: Table,
        searches: SearchThreads,
        events: Receiver<TableEvent>,
        state: TableState,
        notices: Vec<String>,
    }

    impl Host {
        /// A table of Pacru at which both players are engines.
        fn new() -> Self {
            let (sender, events) = channel();
            let report = Arc::new(move |event| drop(sender.send(event)));
            let searches = SearchThreads { run: run_badly, ..SearchThreads::new(report) };
            let table = Table::new(Variant::PACRU, 0).unwrap();
            let state = TableState::default();
            Self { table, searches, events, state, notices: Vec::new() }
        }

        fn obey(&mut self, order: Order) {
            self.table.obey("me", order, 0).unwrap();
            self.heed();
        }

        /// Waits for an event of a search.
        fn wait(&mut self) -> TableEvent {
            let event = self.events.recv_timeout(Duration::from_secs(60)).unwrap();
            self.table.take_in(event.clone(), 0).unwrap();
            self.heed();
            event
        }

        fn heed(&mut self) {
            for output in self.table.outputs() {
                match output {
                    TableOutput::ToHost(HostRequest::Search(request)) => {
                        self.searches.start(*request);
                    }
                    TableOutput::ToViewer { message: ViewerMessage::State(state), .. } => {
                        self.state = *state;
                    }
                    TableOutput::ToViewer { message: ViewerMessage::Notice { text }, .. } => {
                        self.notices.push(text);
                    }
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn a_search_that_panics_is_told_and_the_game_goes_on() {
        let mut host = Host::new();
        let seats = vec![Seat::Engine(EngineSeat::default()), Seat::person()];
        let (variant, start, clock, open) = ("pacru".to_string(), None, None, false);
        host.obey(Order::New { variant, start, seats, clock, open });
        assert!(host.state.thinking);
        let failed = host.wait();
        assert!(matches!(&failed, TableEvent::Failed { search: 1, .. }), "{failed:?}");
        let said = "The engine does not play, and the game rests: an internal error";
        assert!(host.notices.iter().any(|text| text.starts_with(said)), "{:?}", host.notices);
        assert!(host.state.paused && !host.state.thinking);
        // The same thread serves the next search.
        host.obey(Order::Go { engine: EngineSeat::default() });
        assert!(matches!(host.wait(), TableEvent::Found { search: 2.., .. }));
        assert_eq!((host.state.player, host.state.paused), (2, false));
        assert_eq!(host.searches.workers.len(), 1);
    }
}
