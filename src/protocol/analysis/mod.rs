//! `strategos analysis`: a server that analyses many positions at a time, of any variants. Requests
//! and answers are JSON objects, one per line. `protocol.md` specifies them.
//!
//! One thread reads: it parses lines, executes actions and queues requests. There is one worker for
//! each parallel search. A worker takes the most urgent job from the queue, searches it with an
//! [`Engine`](crate::engine::Engine) of its variant, and answers. While the queue is full, the
//! reader waits.
//!
//! Requests about rules and actions are answered by the reader itself.
//!
//! - `json.rs`: reads a line; `request.rs`: which kind of request it is; `fields.rs`: keys and their values;
//! - `search_request.rs`, `rule_request.rs`, `turns.rs`: the keys of a request;
//! - `queue.rs`: waiting and running jobs; `worker.rs`: searches; `search_run.rs`: the events of
//!   one search;
//! - `rules.rs`: answers requests about rules;
//! - `answer.rs`, `rule_answer.rs`: output lines;
//! - `schema.json`: requests and answers as a JSON Schema; `schema.rs` makes it from their types in tests.

mod answer;
mod fields;
mod json;
mod queue;
mod request;
mod rule_answer;
mod rule_request;
mod rules;
#[cfg(test)]
mod schema;
mod search_request;
mod search_run;
mod turns;
mod worker;

use super::output::Output;
use crate::engine::EngineError;
use crate::game::text::without_mark;
use crate::games::Variant;
use crate::search::{STACK_BYTES, TranspositionTable};
use answer::{Done, RequestError, say};
use queue::Queue;
use request::{Id, Message, ServerAction};
use rule_request::RuleRequest;
use rules::RuleDesk;
use std::io::{BufRead, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use worker::{Worker, unsearched};

/// Requests and answers as a JSON Schema.
#[cfg(feature = "cli")]
pub const SCHEMA: &str = include_str!("schema.json");

/// Settings of a server.
#[derive(Clone, Copy, Debug)]
pub struct ServerSettings {
    /// Number of parallel searches.
    pub parallel: usize,
    /// Memory for all searches, in MiB. Each search gets an equal part.
    pub mebibytes: usize,
    /// Number of threads for each search.
    pub threads: usize,
    /// Interval of partial results for requests that name none; `None`: no partial results.
    pub report_every: Option<Duration>,
}

/// Answers the requests in `input` until it ends and all are answered.
///
/// # Errors
/// If there is less than 1 MiB for each search, or if the system refuses memory or threads. In this
/// case no request has been answered.
pub fn serve(
    input: impl BufRead,
    output: &Output,
    settings: &ServerSettings,
) -> Result<(), EngineError> {
    let ServerSettings { parallel, mebibytes, .. } = *settings;
    if mebibytes < parallel {
        let reason = format!("{mebibytes} MiB are too few for {parallel} searches at a time");
        return Err(EngineError::new(reason));
    }
    let queue = Queue::new();
    let clearings = AtomicU64::new(0);
    let mut workers = Vec::new();
    for _ in 0..parallel {
        let table = TranspositionTable::new(mebibytes / parallel)
            .map_err(|error| EngineError::new(error.to_string()))?;
        workers.push(Worker::new(&queue, output, &clearings, Arc::new(table), settings));
    }
    let desk = RuleDesk::default();
    let mut reader = LineReader { queue: &queue, output, clearings: &clearings, desk };
    std::thread::scope(|scope| {
        let started = workers.into_iter().try_for_each(|worker| {
            let thread = std::thread::Builder::new().name("worker".to_string());
            // A worker leads its searches in its own thread, so it needs their stack size.
            let thread = thread.stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, move || worker.run()).map(drop)
        });
        if started.is_ok() {
            reader.read(input);
        }
        // Otherwise the workers that have started would wait forever.
        queue.end();
        started.map_err(|error| EngineError::new(format!("{parallel} workers: {error}")))
    })
}

/// The reader of the input.
struct LineReader<'a> {
    queue: &'a Queue,
    output: &'a Output,
    /// Number of `clear_cache` actions so far.
    clearings: &'a AtomicU64,
    desk: RuleDesk,
}

impl LineReader<'_> {
    fn read(&mut self, mut input: impl BufRead) {
        let mut line = Vec::new();
        for number in 1.. {
            line.clear();
            if let Err(error) = read_line(&mut input, &mut line) {
                log::warn!("stdin: {error}");
            }
            if line.is_empty() {
                return;
            }
            let text = if number == 1 { without_mark(&line) } else { &line };
            // An internal error must affect only this line.
            if catch_unwind(AssertUnwindSafe(|| self.take(text, number))).is_err() {
                say(self.output, &RequestError::internal(None).at(number));
            }
        }
    }

    fn take(&mut self, line: &[u8], number: usize) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        match request::read(line) {
            Ok(Message::Search(request)) => self.queue.push(request),
            Ok(Message::Rules(request)) => self.tell_rules(&request),
            Ok(Message::Act(id, action)) => self.act(&id, &action),
            Err(fault) => say(self.output, &fault.at(number)),
        }
    }

    /// Answers a request about rules.
    fn tell_rules(&mut self, request: &RuleRequest) {
        let answer = catch_unwind(AssertUnwindSafe(|| self.desk.answer(request)));
        match answer {
            Ok(Ok(answer)) => say(self.output, &answer),
            Ok(Err(fault)) => say(self.output, &fault),
            Err(_) => {
                // After a panic its games may be inconsistent.
                self.desk = RuleDesk::default();
                say(self.output, &RequestError::internal(Some(request.id.clone())));
            }
        }
    }

    fn act(&self, id: &Id, action: &ServerAction) {
        let mut done = Done::new(id, action);
        match action {
            ServerAction::Terminate { target } => self.terminate(done, Some(target)),
            ServerAction::TerminateAll => self.terminate(done, None),
            ServerAction::ClearCache => {
                self.clearings.fetch_add(1, Ordering::Relaxed);
                say(self.output, &done);
            }
            ServerAction::QueryVersion => {
                done.version = Some(env!("CARGO_PKG_VERSION"));
                say(self.output, &done);
            }
            ServerAction::QueryVariants => {
                done.variants = Some(Variant::names());
                say(self.output, &done);
            }
        }
    }

    /// Terminates the searches with this id, or all. Running searches are answered by their
    /// workers, waiting ones here.
    fn terminate(&self, mut done: Done<'_>, target: Option<&Id>) {
        let ended = self.queue.terminate(target);
        done.searches =
            Some(ended.running + ended.waiting.iter().map(|job| job.turns().len()).sum::<usize>());
        say(self.output, &done);
        for job in &ended.waiting {
            unsearched(job, self.output);
        }
    }
}

/// Appends the next line with its line end. Appends nothing at the end of the input or after a read
/// error.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<()> {
    loop {
        match input.read_until(b'\n', line) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(_) => return Ok(()),
        }
    }
}
