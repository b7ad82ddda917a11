//! The work queue of the root, shared by the threads of a search. The first thread leads: it
//! publishes a job, works on items itself, and continues when all items are done. The other threads
//! work on items until the search ends.

use super::TurnDepth;
use super::root_window::{RootWindow, SearchWindow, TurnResult};
use super::turn::{BeamLevel, Candidate, Turn};
use crate::game::{Action, Score};
use crate::search::threads::lock::lock;
use crate::search::time::meter::Meter;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

/// Poll interval of a waiting thread.
const PATIENCE: Duration = Duration::from_millis(1);
/// Number of spins before a waiting thread sleeps, about a millisecond, if every thread has a core.
/// A woken thread often shares a core with its waker, so sleeping costs more.
const LOOKS: u32 = 30_000;

/// A job.
pub(super) enum RootJob<A> {
    /// Extend all partial turns of a beam; an item is one partial turn.
    List(BeamLevel<A>),
    /// Search these root turns; an item is one turn.
    Search(Vec<Turn<A>>, TurnDepth),
}

/// An item of a job, for a helper thread.
pub(super) struct WorkItem<A> {
    pub job: Arc<RootJob<A>>,
    pub index: usize,
    pub window: SearchWindow,
    /// Number of the job. A result that arrives after the end of its job is dropped.
    serial: u64,
}

/// The work queue.
pub struct WorkQueue<A> {
    work: Mutex<QueueState<A>>,
    changed: Condvar,
    /// Number of changes that a waiting thread should notice.
    changes: AtomicU64,
    /// Cores of the machine.
    processors: usize,
}

/// The present job.
struct QueueState<A> {
    /// Number of the present search, 0 for none.
    search: u64,
    /// Number of spins before a waiting thread sleeps.
    looks: u32,
    job: Option<Arc<RootJob<A>>>,
    serial: u64,
    /// Unassigned items, the next one last.
    left: Vec<usize>,
    /// Items under way.
    pending: usize,
    /// Turns listed by helper threads: whole and partial ones.
    listed: [Vec<Candidate<A>>; 2],
    /// Results and windows of the root turns, while they are searched.
    root_window: Option<RootWindow<A>>,
}

impl<A> Default for WorkQueue<A> {
    fn default() -> Self {
        let work = QueueState {
            search: 0,
            looks: 0,
            job: None,
            serial: 0,
            left: Vec::new(),
            pending: 0,
            listed: [Vec::new(), Vec::new()],
            root_window: None,
        };
        Self {
            work: Mutex::new(work),
            changed: Condvar::new(),
            changes: AtomicU64::new(0),
            processors: available_parallelism().map_or(1, NonZero::get),
        }
    }
}

impl<A: Action> WorkQueue<A> {
    /// Locks the state. A panicked thread leaves it consistent.
    fn work(&self) -> MutexGuard<'_, QueueState<A>> {
        lock(&self.work)
    }

    /// Opens the queue for the search with this number (not 0) by this many threads.
    pub(super) fn open(&self, search: u64, threads: usize) {
        let mut work = self.work();
        work.search = search;
        work.looks = if threads <= self.processors { LOOKS } else { 0 };
        work.give_out(None, 0, None);
    }

    /// Ends the search: helper threads stop, and late results are dropped.
    pub(super) fn close(&self) {
        self.open(0, 0);
        self.wake();
    }

    /// Publishes the partial turns of a beam.
    pub(super) fn list(&self, level: BeamLevel<A>) {
        let items = level.beam.len();
        self.work().give_out(Some(RootJob::List(level)), items, None);
        self.wake();
    }

    /// Publishes the root turns. Without a `guess` of the first turn's score, the other turns wait
    /// for this score.
    pub(super) fn search_turns(
        &self,
        turns: Vec<Turn<A>>,
        turn_depth: TurnDepth,
        guess: Option<Score>,
    ) {
        let items = turns.len();
        self.work().give_out(
            Some(RootJob::Search(turns, turn_depth)),
            items,
            Some(RootWindow::new(guess)),
        );
        self.wake();
    }

    /// The leader's next item. Waits while helpers may still add or return an item. `None` if the
    /// job is done or the search is stopped.
    pub(super) fn next(&self, meter: &mut Meter) -> Option<(usize, SearchWindow)> {
        let mut work = self.work();
        while !meter.stopped {
            let item = work.take();
            if item.is_some() || work.pending == 0 {
                return item;
            }
            work = self.wait(work);
            meter.look_up();
        }
        None
    }

    /// Waits for a helper's next item of search `search`. `None` when the search is over. `is_over`
    /// also reports this, because the search may end before the helper comes.
    pub(super) fn join(&self, search: u64, is_over: impl Fn() -> bool) -> Option<WorkItem<A>> {
        let mut was_open = false;
        let mut work = self.work();
        loop {
            let is_open = work.search == search;
            if is_over() || was_open && !is_open {
                return None;
            }
            was_open |= is_open;
            if is_open
                && let Some(job) = work.job.clone()
                && let Some((index, window)) = work.take()
            {
                return Some(WorkItem { job, index, window, serial: work.serial });
            }
            work = self.wait(work);
        }
    }

    /// Waits for a change, at most [`PATIENCE`].
    fn wait<'a>(&'a self, work: MutexGuard<'a, QueueState<A>>) -> MutexGuard<'a, QueueState<A>> {
        let seen = self.changes.load(Ordering::Relaxed);
        let is_new = || self.changes.load(Ordering::Relaxed) != seen;
        let looks = work.looks;
        drop(work);
        for _ in 0..looks {
            if is_new() {
                return self.work();
            }
            std::hint::spin_loop();
        }
        let work = self.work();
        if is_new() {
            return work;
        }
        let woken = self.changed.wait_timeout(work, PATIENCE);
        woken.unwrap_or_else(PoisonError::into_inner).0
    }

    /// Wakes all waiting threads.
    fn wake(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Notes that the leader has listed the turns after a partial turn.
    pub(super) fn listed(&self) {
        self.work().pending -= 1;
    }

    /// Notes that the leader has searched a root turn.
    pub(super) fn searched(&self, index: usize, window: SearchWindow, found: TurnResult<A>) {
        self.change(self.work(), |work| work.note(index, window, found));
    }

    /// Delivers the complete and partial turns after a partial turn, from a helper. Moves them out
    /// of `found`.
    pub(super) fn bring_listed(&self, item: &WorkItem<A>, found: [&mut Vec<Candidate<A>>; 2]) {
        self.bring(item, |work| {
            work.pending -= 1;
            for (all, found) in work.listed.iter_mut().zip(found) {
                all.append(found);
            }
        });
    }

    /// Delivers the result of a root turn from a helper.
    pub(super) fn bring_searched(&self, item: &WorkItem<A>, found: TurnResult<A>) {
        self.bring(item, |work| work.note(item.index, item.window, found));
    }

    /// Returns an item of a helper that was stopped before it finished the item.
    pub(super) fn bring_back(&self, item: &WorkItem<A>) {
        self.bring(item, |work| {
            work.pending -= 1;
            work.left.push(item.index);
        });
    }

    fn bring(&self, item: &WorkItem<A>, bring: impl FnOnce(&mut QueueState<A>)) {
        let work = self.work();
        if work.serial == item.serial {
            self.change(work, bring);
        }
    }

    /// Changes the state. Wakes waiting threads if an item can be started or no item is under way.
    fn change(
        &self,
        mut work: MutexGuard<'_, QueueState<A>>,
        change: impl FnOnce(&mut QueueState<A>),
    ) {
        let was_idle = work.is_idle();
        change(&mut work);
        if was_idle && !work.is_idle() || work.pending == 0 {
            drop(work);
            self.wake();
        }
    }

    /// The turns listed by helpers: complete and partial ones.
    pub(super) fn all_listed(&self) -> [Vec<Candidate<A>>; 2] {
        std::mem::take(&mut self.work().listed)
    }

    /// Results of all root turns.
    pub(super) fn finish_search(&self) -> Option<RootWindow<A>> {
        self.work().root_window.take()
    }
}

impl<A> QueueState<A> {
    fn give_out(
        &mut self,
        job: Option<RootJob<A>>,
        items: usize,
        root_window: Option<RootWindow<A>>,
    ) {
        self.job = job.map(Arc::new);
        self.root_window = root_window;
        self.serial += 1;
        self.pending = 0;
        self.left.clear();
        self.left.extend((0..items).rev());
        self.listed.iter_mut().for_each(Vec::clear);
    }

    /// The item that can be started now, if any.
    fn ready(&self) -> Option<(usize, SearchWindow)> {
        let index = *self.left.last()?;
        let window = match &self.root_window {
            Some(root_window) => root_window.window(index)?,
            None => SearchWindow::open(),
        };
        Some((index, window))
    }

    /// Whether no item can be started now.
    fn is_idle(&self) -> bool {
        self.ready().is_none()
    }

    fn take(&mut self) -> Option<(usize, SearchWindow)> {
        let item = self.ready()?;
        self.left.pop();
        self.pending += 1;
        Some(item)
    }

    fn note(&mut self, index: usize, window: SearchWindow, found: TurnResult<A>) {
        self.pending -= 1;
        if let Some(root_window) = &mut self.root_window {
            root_window.note(index, window, found, &mut self.left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::root_window::TurnResult;
    use super::*;
    use std::sync::atomic::{AtomicBool, Ordering};

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    struct Step(u32);

    impl Action for Step {
        fn bits(self) -> u32 {
            self.0
        }

        fn from_bits(bits: u32) -> Self {
            Self(bits)
        }
    }

    const DEPTH: TurnDepth = TurnDepth { turns: 2, width: 1 };

    /// A queue with a search of this many root turns. The guess for the first one is 0.
    fn racing(turns: usize) -> WorkQueue<Step> {
        let queue = WorkQueue::default();
        queue.open(7, 2);
        queue.search_turns(vec![Turn::EMPTY; turns], DEPTH, Some(Score::DRAW));
        queue
    }

    fn found(score: i32) -> TurnResult<Step> {
        TurnResult { score: Score::cp(score), seldepth: 0, pv: Vec::new() }
    }

    fn next(queue: &WorkQueue<Step>) -> Option<usize> {
        queue.next(&mut Meter::new()).map(|(index, _)| index)
    }

    fn join(queue: &WorkQueue<Step>) -> WorkItem<Step> {
        queue.join(7, || false).unwrap()
    }

    #[test]
    fn who_comes_too_late_or_to_another_search_goes_home() {
        let queue = racing(2);
        assert!(queue.join(8, || true).is_none());
        queue.close();
        assert!(queue.join(7, || true).is_none());
        assert_eq!(next(&queue), None);
    }

    #[test]
    fn helpers_leave_when_their_search_is_closed() {
        let queue = racing(1);
        assert_eq!(next(&queue), Some(0));
        let has_come = AtomicBool::new(false);
        let look = || {
            has_come.store(true, Ordering::SeqCst);
            false
        };
        std::thread::scope(|scope| {
            let helper = scope.spawn(|| queue.join(7, look).is_none());
            while !has_come.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
            // The lock is held until the thread waits.
            queue.close();
            assert!(helper.join().unwrap());
        });
    }

    #[test]
    fn what_a_helper_brings_back_is_done_by_the_leader() {
        let queue = racing(3);
        assert_eq!(next(&queue), Some(0));
        let item = join(&queue);
        queue.bring_back(&item);
        assert_eq!(next(&queue), Some(item.index));
    }

    #[test]
    fn what_comes_after_the_end_of_a_job_is_not_taken() {
        let queue = racing(2);
        let late = join(&queue);
        queue.search_turns(vec![Turn::EMPTY; 2], DEPTH, None);
        queue.bring_searched(&late, found(50));
        queue.bring_back(&late);
        assert_eq!(next(&queue), Some(0));
        assert!(queue.finish_search().unwrap().best.is_none());
    }

    #[test]
    fn the_leader_waits_for_the_last_helper() {
        let queue = racing(2);
        let (index, window) = queue.next(&mut Meter::new()).unwrap();
        let item = join(&queue);
        queue.searched(index, window, found(5));
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| next(&queue));
            queue.bring_searched(&item, found(-5));
            assert_eq!(waits.join().unwrap(), None);
        });
        assert_eq!(queue.finish_search().unwrap().found.len(), 2);
    }
}
