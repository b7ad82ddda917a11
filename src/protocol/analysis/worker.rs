//! Searches the jobs of the queue, one after the other.

use super::ServerSettings;
use super::answer::{AnalysisAnswer, PlayedLine, RequestError, TableAnswer, TableMove, say};
use super::queue::{CancelToken, Job, Queue};
use super::search_request::AnalysisRequest;
use super::search_run::SearchRun;
use crate::engine::{self, Engine, EngineError, GameState, Position};
use crate::games::Variant;
use crate::protocol::options::{EvalKind, Options};
use crate::protocol::output::Output;
use crate::protocol::show::result;
use crate::search::{TableNotice, TranspositionTable};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A worker: one search at a time, of any variant.
pub struct Worker<'a> {
    queue: &'a Queue,
    output: &'a Output,
    /// Number of `clear_cache` actions so far.
    clearings: &'a AtomicU64,
    /// The value of `clearings` when this worker last forgot everything.
    cleared: u64,
    /// The table, shared by its engines. Only one of them searches at a time.
    table: Arc<TranspositionTable>,
    /// An engine for each variant that has been requested.
    players: Vec<WarmEngine>,
    /// The variant whose positions are in the table.
    last: Option<Variant>,
    threads: usize,
    /// Interval of partial results for requests that have none of their own.
    report_every: Option<Duration>,
}

/// An engine with its present evaluation settings, and the game that it was last asked about. Most requests go on
/// with that game.
struct WarmEngine {
    engine: Engine,
    game: Box<dyn GameState>,
    by_hand: bool,
    /// Path of the network file; empty for the built-in network.
    file: String,
    /// Folders of endgame tables.
    tables: String,
    /// What is wrong with them, for the next answer.
    table_faults: Arc<Mutex<Vec<String>>>,
}

fn lock(faults: &Mutex<Vec<String>>) -> MutexGuard<'_, Vec<String>> {
    faults.lock().unwrap_or_else(PoisonError::into_inner)
}

impl WarmEngine {
    /// Applies the options of the request for evaluation and tables. Only changed options cost time.
    fn use_options_of(&mut self, request: &AnalysisRequest) -> Result<(), EngineError> {
        let Options { evaluation, eval_file, table_path, .. } = &request.options;
        let by_hand = *evaluation == EvalKind::Hand;
        if self.by_hand != by_hand {
            self.engine.use_hand_made_eval(by_hand);
            self.by_hand = by_hand;
        }
        if self.file != *eval_file {
            let path = Some(Path::new(eval_file)).filter(|path| !path.as_os_str().is_empty());
            self.engine.load_network(path)?;
            self.file.clone_from(eval_file);
        }
        if self.tables != *table_path {
            let faults = Arc::clone(&self.table_faults);
            let listener = Arc::new(move |notice: TableNotice<'_>| match notice {
                TableNotice::Opened(line) => log::info!("{line}"),
                TableNotice::Fault(line) => lock(&faults).push(line.to_string()),
            });
            self.engine.set_table_path(table_path, listener);
            self.tables.clone_from(table_path);
        }
        Ok(())
    }
}

impl<'a> Worker<'a> {
    /// A worker whose searches use this table.
    pub fn new(
        queue: &'a Queue,
        output: &'a Output,
        clearings: &'a AtomicU64,
        table: Arc<TranspositionTable>,
        settings: &ServerSettings,
    ) -> Self {
        let ServerSettings { threads, report_every, .. } = *settings;
        let (cleared, players, last) = (0, Vec::new(), None);
        Self { queue, output, clearings, cleared, table, players, last, threads, report_every }
    }

    /// Runs jobs until the queue ends.
    pub fn run(mut self) {
        while let Some((job, cancel_token)) = self.queue.next() {
            // The answer is the last step of a job, so that no job is answered twice.
            let work = || self.work(&job, &cancel_token);
            if let Err(fault) = catch_unwind(AssertUnwindSafe(work))
                .unwrap_or_else(|_| Err(RequestError::internal(Some(job.request.id.clone()))))
            {
                // After a panic the engines and the table may be inconsistent, so they are
                // discarded.
                if fault.is_internal() {
                    self.forget();
                }
                self.queue.done(&cancel_token);
                say(self.output, &fault.in_turn(job.turn));
            }
            self.queue.done(&cancel_token);
        }
    }

    fn forget(&mut self) {
        self.players.clear();
        self.table.clear();
        self.last = None;
    }

    fn work(&mut self, job: &Job, cancel_token: &CancelToken) -> Result<(), RequestError> {
        let clearings = self.clearings.load(Ordering::Relaxed);
        if self.cleared != clearings {
            self.forget();
            self.cleared = clearings;
        }
        if job.is_list() { self.part(job, cancel_token) } else { self.answer(job, cancel_token) }
    }

    /// Queues the turns of a request one by one, if all of its moves are legal.
    fn part(&mut self, job: &Job, cancel_token: &CancelToken) -> Result<(), RequestError> {
        let request = &*job.request;
        let placed = self.player(request.variant).game.set_position(&request.position);
        placed.map_err(|error| fault(request, error, Some("position")))?;
        self.queue
            .part(job.turns(), cancel_token)
            .iter()
            .for_each(|turn| unsearched(turn, self.output));
        Ok(())
    }

    fn player(&mut self, variant: Variant) -> &mut WarmEngine {
        let found = self.players.iter().position(|player| player.engine.variant() == variant);
        let index = found.unwrap_or_else(|| {
            let engine = Engine::sharing(Arc::clone(&self.table), variant, self.threads);
            let game = variant.new_game();
            let [file, tables] = [String::new(), String::new()];
            let table_faults = Arc::default();
            let by_hand = false;
            self.players.push(WarmEngine { engine, game, by_hand, file, tables, table_faults });
            self.players.len() - 1
        });
        &mut self.players[index]
    }

    fn answer(&mut self, job: &Job, cancel_token: &CancelToken) -> Result<(), RequestError> {
        let request = &*job.request;
        // Only a search with `movetime` may use results of earlier searches. The results of all
        // other searches must not depend on them.
        let from_nothing = request.go.movetime.is_none() || self.last != Some(request.variant);
        self.last = Some(request.variant);
        let output = self.output;
        let every = request.report_every.unwrap_or(self.report_every);
        let player = self.player(request.variant);
        player.use_options_of(request).map_err(|error| fault(request, error, Some("options")))?;
        let WarmEngine { engine, game, table_faults, .. } = player;
        let mut answer = place(&mut **game, job)?;
        let outcome = game.outcome().map(|_| result(&**game));
        let wanted = wanted(request, &**game, from_nothing)
            .map_err(|error| fault(request, error, Some("avoidMoves")))?;
        let run = SearchRun::new();
        cancel_token.hold(run.control());
        let tell = |info| {
            let key = answer.key.clone();
            let answer = AnalysisAnswer::new(&request.id, answer.turn, answer.player).with(info);
            say(output, &AnalysisAnswer { is_final: false, key, ..answer });
        };
        let field = if game.bystander().is_some() { "position" } else { "searchmoves" };
        let (end, last) = run
            .run(engine, &**game, &wanted, every, tell)
            .map_err(|error| fault(request, error, Some(field)))?;
        let end = end.map_err(|_| RequestError::internal(Some(request.id.clone())))?;
        if let Some(info) = last {
            answer = answer.with(info);
        }
        answer.bestmove = match end {
            engine::Answer::Move(best, _) => Some(best),
            engine::Answer::Deployment(..) if !request.avoided.is_empty() => {
                let error = "a deployment is planned as a whole";
                return Err(fault(request, error, Some("avoidMoves")));
            }
            engine::Answer::Deployment(best, tokens) => {
                answer.lines = vec![PlayedLine::deployment(tokens)];
                Some(best)
            }
            engine::Answer::Nothing | engine::Answer::Over(..) => None,
        };
        answer.result = outcome;
        if request.tables {
            let asked = ask_tables(engine, &**game);
            answer.tables = Some(asked.map_err(|error| fault(request, error, Some("tables")))?);
        }
        answer.warn(std::mem::take(&mut *lock(table_faults)));
        answer.terminated = self.queue.done(cancel_token);
        say(output, &answer);
        Ok(())
    }
}

/// What the engine is asked for.
fn wanted(
    request: &AnalysisRequest,
    game: &dyn GameState,
    from_nothing: bool,
) -> Result<engine::Request, EngineError> {
    let mut wanted = request.go.clone().request(&request.options, game.player());
    wanted.from_nothing = from_nothing;
    if !request.avoided.is_empty() && game.outcome().is_none() && game.bystander().is_none() {
        wanted.searchmoves = all_but(game, &request.avoided)?;
    }
    Ok(wanted)
}

/// The legal actions but these.
///
/// # Errors
/// If a token is not a legal action, or no action is left.
fn all_but(game: &dyn GameState, avoided: &[String]) -> Result<Vec<String>, EngineError> {
    let legal = game.legal_moves();
    if let Some(token) = avoided.iter().find(|token| !legal.contains(token)) {
        // It says why the token is illegal.
        game.boxed().choose(token)?;
        return Err(EngineError::new(format!(
            "expected one action, as legalmoves has it ({token})"
        )));
    }
    let left: Vec<String> = legal.into_iter().filter(|token| !avoided.contains(token)).collect();
    if left.is_empty() {
        return Err(EngineError::new("no legal action is left"));
    }
    Ok(left)
}

fn ask_tables(engine: &Engine, game: &dyn GameState) -> Result<TableAnswer, EngineError> {
    let result = engine.table_result(game)?.into();
    let moves = engine.table_moves(game)?.into_iter();
    let moves = moves.map(|(token, known)| TableMove { token, result: known.into() }).collect();
    Ok(TableAnswer { result, moves })
}

fn fault(request: &AnalysisRequest, error: impl ToString, field: Option<&str>) -> RequestError {
    RequestError::of(Some(request.id.clone()), error, field)
}

/// Sets up the position of a job. Returns an answer without search results.
fn place<'a>(game: &mut dyn GameState, job: &'a Job) -> Result<AnalysisAnswer<'a>, RequestError> {
    let request = &*job.request;
    let turn = job.turn.unwrap_or(request.position.moves.len());
    let placed = if turn == request.position.moves.len() {
        game.set_position(&request.position)
    } else {
        let moves = request.position.moves[..turn].to_vec();
        game.set_position(&Position { moves, ..request.position.clone() })
    };
    placed.map_err(|error| fault(request, error, Some("position")))?;
    let warning = game.remark_on(&request.position.start);
    let player = game.player().number();
    let key = Some(player).filter(|_| request.key).and_then(|player| game.key_for(player).ok());
    let key = key.map(|key| format!("{key:016x}"));
    Ok(AnalysisAnswer { warning, key, ..AnalysisAnswer::new(&request.id, turn, player) })
}

/// Answers a job that was terminated before its search began.
pub fn unsearched(job: &Job, output: &Output) {
    let mut game = job.request.variant.new_game();
    if let Err(fault) = place(&mut *game, job) {
        return say(output, &fault.in_turn(job.turn));
    }
    for turn in job.turns() {
        match place(&mut *game, &turn) {
            Ok(answer) => say(output, &AnalysisAnswer { terminated: true, ..answer }),
            Err(fault) => say(output, &fault.in_turn(turn.turn)),
        }
    }
}
