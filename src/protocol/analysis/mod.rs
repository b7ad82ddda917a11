//! `strategos analysis`: a server that analyses many positions at a time, of any variants. Requests
//! and answers are JSON objects, one per line. `protocol.md` specifies them.
//!
//! One thread reads: it parses lines, executes actions and queues requests. There is one worker for
//! each parallel search. A worker takes the most urgent job from the queue, searches it with an
//! [`Engine`](crate::engine::Engine) of its variant, and answers. While the queue is full, the
//! reader waits.
//!
//! - `json.rs`: reads a line; `request.rs`: the keys of a request;
//! - `queue.rs`: waiting and running jobs; `worker.rs`: searches; `search_run.rs`: the events of
//!   one search;
//! - `answer.rs`: output lines.

mod answer;
mod json;
mod queue;
mod request;
mod search_run;
mod worker;

use super::output::Output;
use crate::engine::EngineError;
use crate::game::text::without_mark;
use crate::games::Variant;
use crate::search::{STACK_BYTES, TranspositionTable};
use answer::{Done, RequestError, say};
use queue::Queue;
use request::{Id, Message, ServerAction};
use std::io::{BufRead, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use worker::{Worker, unsearched};

/// Settings of a server.
#[derive(Clone, Copy, Debug)]
pub struct ServerSettings {
    /// Number of parallel searches.
    pub parallel: usize,
    /// Memory for all searches, in MiB. Each search gets an equal part.
    pub mebibytes: usize,
    /// Number of threads for each search.
    pub threads: usize,
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
    let ServerSettings { parallel, mebibytes, threads } = *settings;
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
        workers.push(Worker::new(&queue, output, &clearings, Arc::new(table), threads));
    }
    let reader = LineReader { queue: &queue, output, clearings: &clearings };
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
}

impl LineReader<'_> {
    fn read(&self, mut input: impl BufRead) {
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

    fn take(&self, line: &[u8], number: usize) {
        if line.iter().all(u8::is_ascii_whitespace) {
            return;
        }
        match request::read(line) {
            Ok(Message::Search(request)) => self.queue.push(request),
            Ok(Message::Act(id, action)) => self.act(&id, &action),
            Err(fault) => say(self.output, &fault.at(number)),
        }
    }

    fn act(&self, id: &Id, action: &ServerAction) {
        let mut done = Done::new(id, action);
        match action {
            ServerAction::Terminate(target) => self.terminate(done, Some(target)),
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
                done.variants = Some(Variant::NAMES);
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
