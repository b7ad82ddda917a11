//! `strategos analysis`: a server for programs that want many positions of any variants analysed at a time. Requests
//! and answers are JSON objects, one a line; `protocol.md` has them all.
//!
//! One thread reads: it understands lines, obeys actions and queues requests. As many workers as searches may run at
//! a time take from the queue what is most urgent, search it with an [`Engine`](crate::engine::Engine) of its
//! variant, and answer. When the queue is full nothing is read until there is room.
//!
//! `json.rs` reads a line, `request.rs` what may stand in it, `queue.rs` has what waits and what runs, `worker.rs`
//! the searches, `search_run.rs` what is heard of one, `answer.rs` what is written.

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
use answer::{Done, Fault, say};
use queue::Queue;
use request::{Action, Id, Message};
use std::io::{BufRead, ErrorKind};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use worker::{Worker, unsearched};

/// What a server is started with.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How many searches run at a time.
    pub parallel: usize,
    /// The memory that they share in equal parts, in MiB.
    pub mebibytes: usize,
    /// Threads of each search.
    pub threads: usize,
}

/// Answers the requests in `input` until it ends and all are answered.
///
/// # Errors
/// If there is not a MiB for each search, or the system refuses memory or threads; nothing has been answered then.
pub fn serve(input: impl BufRead, output: &Output, settings: &Settings) -> Result<(), EngineError> {
    let Settings { parallel, mebibytes, threads } = *settings;
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
    let reader = Reader { queue: &queue, output, clearings: &clearings };
    std::thread::scope(|scope| {
        let started = workers.into_iter().try_for_each(|worker| {
            let thread = std::thread::Builder::new().name("worker".to_string());
            // A worker leads the searches of its engines.
            let thread = thread.stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, move || worker.run()).map(drop)
        });
        if started.is_ok() {
            reader.read(input);
        }
        // Without it those that have been started would wait for ever.
        queue.end();
        started.map_err(|error| EngineError::new(format!("{parallel} workers: {error}")))
    })
}

/// The one who reads.
struct Reader<'a> {
    queue: &'a Queue,
    output: &'a Output,
    /// How often workers were to forget all.
    clearings: &'a AtomicU64,
}

impl Reader<'_> {
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
            // A fault of the server's own must not cost more than this line.
            if catch_unwind(AssertUnwindSafe(|| self.take(text, number))).is_err() {
                say(self.output, &Fault::internal(None).at(number));
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

    fn act(&self, id: &Id, action: &Action) {
        let mut done = Done::new(id, action);
        match action {
            Action::Terminate(target) => self.terminate(done, Some(target)),
            Action::TerminateAll => self.terminate(done, None),
            Action::ClearCache => {
                self.clearings.fetch_add(1, Ordering::Relaxed);
                say(self.output, &done);
            }
            Action::QueryVersion => {
                done.version = Some(env!("CARGO_PKG_VERSION"));
                say(self.output, &done);
            }
            Action::QueryVariants => {
                done.variants = Some(Variant::NAMES);
                say(self.output, &done);
            }
        }
    }

    /// Ends what bears this id, or all. What runs is answered by its worker, what waits here and now.
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

/// Appends the next line, with its end; nothing at the end of the input, and where it cannot be read any more.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<()> {
    loop {
        match input.read_until(b'\n', line) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
            Ok(_) => return Ok(()),
        }
    }
}
