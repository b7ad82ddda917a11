//! The search threads. They live as long as the pool, so that a `go` only has to wake them. Waking
//! still takes as long as hundreds of nodes. So a caller with many short searches may lead them in
//! its own thread ([`Lead::Caller`]).

use crate::search::search_thread::SearchThread;
use crate::search::searchable::Searchable;
use crate::search::time::counter::Counter;
use crate::search::{Line, SearchEvent, Task};
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// Stack size: deep lines need more than the default of two megabytes.
pub const STACK_BYTES: usize = 64 << 20;

enum ThreadJob<G: Searchable> {
    /// For the first thread: lead a search. The channels belong to the helper threads.
    Lead(Arc<Task<G>>, Vec<Sender<AnyJob>>),
    /// For a helper thread with this number: help, and send the line that it found.
    Help(Arc<Task<G>>, usize, Sender<Line<G::Action>>),
    /// Forget the results of earlier searches, then drop the channel.
    Clear(Sender<()>),
}

/// A type-erased [`ThreadJob`]. All games use channels of one type, which saves a copy of their code for each game.
type AnyJob = Box<dyn Any + Send>;

/// The thread that leads the searches of a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lead {
    /// A thread of the pool; [`Pool::go`] returns at once. WebAssembly refuses it.
    #[cfg_attr(not(target_family = "wasm"), default)]
    Pool,
    /// The caller of [`Pool::go`], which returns when the search is over. It needs [`STACK_BYTES`] of stack. This is
    /// the default on WebAssembly.
    #[cfg_attr(target_family = "wasm", default)]
    Caller,
}

/// A thread of a pool has panicked. Nothing is searched any more until there is a new pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreadDied;

impl fmt::Display for ThreadDied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a search thread has broken down")
    }
}

impl std::error::Error for ThreadDied {}

/// Marks a pool as dead if the thread panics while this value lives, before the task and its
/// reporter are dropped.
struct DeathMark<'a>(&'a AtomicBool);

impl Drop for DeathMark<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Release);
        }
    }
}

/// The search threads of one game.
pub struct Pool<G: Searchable> {
    /// The leader's state, if the caller leads.
    own: Option<Mutex<Box<SearchThread<G>>>>,
    /// Channels of the other threads. The leader's channel is first, if the leader is a thread of
    /// the pool.
    jobs: Vec<Sender<AnyJob>>,
    threads: Vec<JoinHandle<()>>,
    /// Number of searches so far.
    searches: AtomicU64,
    /// Whether a thread has panicked.
    is_dead: Arc<AtomicBool>,
    game: PhantomData<fn(G)>,
}

impl<G: Searchable> Pool<G> {
    /// Starts `count` threads; the caller may count as one of them. `state` is any state of the
    /// game.
    ///
    /// # Errors
    /// The system's error if it refuses a thread. Threads that have already started end.
    pub fn new(count: usize, lead: Lead, state: &G) -> std::io::Result<Self> {
        let shared = Arc::default();
        let own = (lead == Lead::Caller)
            .then(|| Mutex::new(Box::new(SearchThread::new(state.clone(), Arc::clone(&shared)))));
        let first = usize::from(own.is_some());
        let (jobs, threads, searches) = (Vec::new(), Vec::new(), AtomicU64::new(0));
        let is_dead = Arc::<AtomicBool>::default();
        let mut pool =
            Self { own, jobs, threads, searches, is_dead: Arc::clone(&is_dead), game: PhantomData };
        for id in first..count.max(1) {
            let (sender, receiver) = channel();
            let (state, shared) = (state.clone(), Arc::clone(&shared));
            let is_dead = Arc::clone(&is_dead);
            let thread = std::thread::Builder::new()
                .name(format!("search-{id}"))
                .stack_size(STACK_BYTES)
                .spawn(move || serve(SearchThread::new(state, shared), &receiver, &is_dead))?;
            pool.jobs.push(sender);
            pool.threads.push(thread);
        }
        Ok(pool)
    }

    /// Number of threads.
    pub fn len(&self) -> usize {
        self.jobs.len() + usize::from(self.own.is_some())
    }

    /// Tests whether all threads work.
    ///
    /// # Errors
    /// If a thread has panicked.
    pub fn check(&self) -> Result<(), ThreadDied> {
        if self.is_dead.load(Ordering::Acquire) { Err(ThreadDied) } else { Ok(()) }
    }

    /// Never true: a pool has at least one thread.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Makes every thread forget the results of earlier searches, and waits for it.
    pub fn clear(&self) {
        if let Some(own) = &self.own {
            own.lock().unwrap_or_else(PoisonError::into_inner).forget();
        }
        let (sender, receiver) = channel::<()>();
        for jobs in &self.jobs {
            // A thread may have ended after a panic. Then it has nothing to forget.
            let _ = jobs.send(Box::new(ThreadJob::<G>::Clear(sender.clone())));
        }
        drop(sender);
        while receiver.recv().is_ok() {}
    }

    /// Starts a search. Returns at once or when the search is over, see [`Lead`]. The task's
    /// reporter receives the events.
    ///
    /// # Errors
    /// If a thread has panicked. Then the reporter is dropped.
    pub fn go(&self, mut task: Task<G>) -> Result<(), ThreadDied> {
        self.check()?;
        task.counters = (0..self.len()).map(|_| Counter::default()).collect();
        task.number = self.searches.fetch_add(1, Ordering::Relaxed) + 1;
        if task.strength_limit.is_some() {
            task.table.new_search_apart();
        } else if task.from_nothing {
            task.table.new_search_from_nothing();
        } else {
            task.table.new_search();
        }
        // Several threads would exceed the strength limit.
        let is_weak = task.strength_limit.is_some();
        let others = |jobs: &[Sender<AnyJob>]| if is_weak { Vec::new() } else { jobs.to_vec() };
        let task = Arc::new(task);
        match &self.own {
            Some(own) => {
                let mut own = own.lock().unwrap_or_else(PoisonError::into_inner);
                let _mark = DeathMark(&self.is_dead);
                lead(&mut own, &task, &others(&self.jobs));
                Ok(())
            }
            None => {
                let job = ThreadJob::Lead(task, others(&self.jobs[1..]));
                self.jobs[0].send(Box::new(job)).map_err(|_| ThreadDied)
            }
        }
    }
}

impl<G: Searchable> Drop for Pool<G> {
    fn drop(&mut self) {
        self.jobs.clear();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

/// Main loop of a thread: jobs until the pool is dropped.
fn serve<G: Searchable>(
    mut worker: SearchThread<G>,
    jobs: &Receiver<AnyJob>,
    is_dead: &AtomicBool,
) {
    while let Ok(job) = jobs.recv() {
        // A pool sends only jobs of its own game.
        let Ok(job) = job.downcast::<ThreadJob<G>>() else { continue };
        match *job {
            ThreadJob::Lead(task, helpers) => {
                let _mark = DeathMark(is_dead);
                lead(&mut worker, &task, &helpers);
            }
            ThreadJob::Help(task, id, found) => {
                let _mark = DeathMark(is_dead);
                let best = worker.search(&task, id, &mut |_| {}).swap_remove(0);
                // The leader waits for this result before it ends the search.
                let _ = found.send(best);
            }
            ThreadJob::Clear(_done) => worker.forget(),
        }
    }
}

/// The search of the first thread: it wakes the helpers, reports, and chooses the result.
fn lead<G: Searchable>(
    worker: &mut SearchThread<G>,
    task: &Arc<Task<G>>,
    helpers: &[Sender<AnyJob>],
) {
    if let Some(outcome) = task.root.outcome() {
        hold(task);
        return (task.reporter)(SearchEvent::GameOver(outcome));
    }
    if task.root_actions.is_empty() {
        hold(task);
        return (task.reporter)(SearchEvent::NoAction);
    }
    if let Some(plan) = &task.plan {
        hold(task);
        return (task.reporter)(SearchEvent::Planned(plan.clone()));
    }
    let (sender, found) = channel();
    for (index, jobs) in helpers.iter().enumerate() {
        let job = ThreadJob::Help(Arc::clone(task), index + 1, sender.clone());
        let _ = jobs.send(Box::new(job));
    }
    drop(sender);
    let mut reported = None;
    let mut lines = worker.search(task, 0, &mut |info| {
        reported = Some((info.nodes, info.lines[0].actions.first().copied()));
        (task.reporter)(SearchEvent::Info(info.clone()));
    });
    hold(task);
    task.control.stop();
    let helpers_best = found.iter().max_by_key(|line| (line.depth, line.score));
    if let Some(better) = helpers_best.filter(|line| is_better(line, &lines)) {
        lines = vec![better];
    }
    let info = worker.walker.info(&lines);
    if reported != Some((info.nodes, lines[0].actions.first().copied())) {
        (task.reporter)(SearchEvent::Info(info));
    }
    (task.reporter)(SearchEvent::Best(lines.swap_remove(0)));
}

/// Waits for the `stop` or `ponderhit` that must precede the answer.
fn hold<G: Searchable>(task: &Task<G>) {
    if task.limits.infinite {
        task.control.wait(false);
    } else if task.control.is_pondering() {
        task.control.wait(true);
    }
}

/// Whether a helper's line replaces the leader's. With MultiPV the leader's lines are used.
fn is_better<A>(line: &Line<A>, own: &[Line<A>]) -> bool {
    own.len() == 1 && line.depth > own[0].depth && line.score >= own[0].score
}
