//! Counts the nodes of one thread and polls the limits.

use crate::search::Searchable;
use crate::search::time::counter::Counter;
use crate::search::time::jitter::Jitter;
use crate::search::time::pace::hard_limit;
use crate::search::{Control, Depth, Task};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Nodes between two polls of the clock.
const POLL_EVERY_NODES: u64 = 512;
/// Most first iterations take a few hundred nodes. A first iteration with more nodes than this may
/// be stopped.
const FIRST_NODES: u64 = 10_000;
/// Node limit of `go mate` for a move if there is no mate: about a fifth of a second.
const NODES_WITHOUT_MATE: u64 = 50_000;

/// Counters and limits of one thread.
pub struct Meter {
    /// Actions made.
    pub nodes: u64,
    /// Positions whose value an oracle or a table knew.
    pub hits: u64,
    /// Whether the search must end. Values found from now on are meaningless.
    pub stopped: bool,
    /// Depth of the present iteration, in actions.
    pub iteration: Depth,
    next_poll: u64,
    node_limit: u64,
    /// Largest number of nodes of this thread for a part of the search, see [`Meter::cap`].
    cap: u64,
    hard_limit: Option<Duration>,
    jitter: Jitter,
    control: Arc<Control>,
    /// Counters of all threads of the search. The counter of this thread has the index `id`.
    counters: Arc<[Counter]>,
    id: usize,
}

impl Meter {
    pub(in crate::search) fn new() -> Self {
        Self {
            nodes: 0,
            hits: 0,
            stopped: false,
            iteration: 0,
            next_poll: 0,
            node_limit: u64::MAX,
            cap: u64::MAX,
            hard_limit: None,
            jitter: Jitter::default(),
            control: Arc::new(Control::new(false)),
            counters: Arc::from([]),
            id: 0,
        }
    }

    /// Prepares for `task` as its thread `id`. Thread 0 checks the limits.
    pub(in crate::search) fn set_up<G: Searchable>(&mut self, task: &Task<G>, id: usize) {
        self.control = Arc::clone(&task.control);
        self.counters = Arc::clone(&task.counters);
        self.id = id;
        (self.nodes, self.hits, self.stopped) = (0, 0, false);
        let for_short_search = task.limits.mate.map(|_| NODES_WITHOUT_MATE);
        let node_limit = task.limits.nodes.into_iter().chain(for_short_search).min();
        (self.node_limit, self.cap) = (node_limit.unwrap_or(u64::MAX), u64::MAX);
        self.jitter.begin();
        let reserve = self.reserve();
        self.hard_limit = hard_limit(&task.limits, reserve, &G::PROFILE.params).filter(|_| id == 0);
        self.next_poll = self.until_look_up(0);
    }

    /// Allows all threads together `nodes` more nodes. A stopped search goes on if limits and
    /// signals permit.
    pub(in crate::search) fn allow(&mut self, nodes: u64) {
        self.node_limit = nodes;
        self.look_up();
    }

    /// Stops the search after this many nodes of this thread, until [`Meter::lift_cap`].
    pub(in crate::search) fn cap(&mut self, nodes: u64) {
        self.cap = nodes;
        self.look_up();
    }

    /// Lifts the cap. Returns whether only the cap had stopped the search. Then the search may go
    /// on.
    pub(in crate::search) fn lift_cap(&mut self) -> bool {
        let was_stopped = self.stopped;
        self.cap = u64::MAX;
        if was_stopped {
            self.look_up();
        }
        was_stopped && !self.stopped
    }

    /// The number of the thread; thread 0 decides the result.
    pub(in crate::search) fn id(&self) -> usize {
        self.id
    }

    /// Time to keep back from the clock because of scheduling delays.
    pub(in crate::search) fn reserve(&self) -> Duration {
        self.jitter.reserve()
    }

    /// Time since the search began.
    pub(in crate::search) fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    /// Time spent on the clock; `None` while the clock does not run.
    pub(in crate::search) fn clock_elapsed(&self) -> Option<Duration> {
        (!self.control.is_pondering()).then(|| self.control.clock_elapsed())
    }

    /// Nodes and hits of all threads.
    pub(in crate::search) fn totals(&self) -> [u64; 2] {
        self.publish();
        let sum = |count: fn(&Counter) -> &AtomicU64| {
            self.counters.iter().map(|counter| count(counter).load(Ordering::Relaxed)).sum()
        };
        [sum(|counter| &counter.nodes), sum(|counter| &counter.hits)]
    }

    fn publish(&self) {
        if let Some(counter) = self.counters.get(self.id) {
            counter.nodes.store(self.nodes, Ordering::Relaxed);
            counter.hits.store(self.hits, Ordering::Relaxed);
        }
    }

    /// Polls the limits every few hundred nodes. The first iteration ignores time, `stop` and the
    /// nodes of other threads until there is a searched line. After [`FIRST_NODES`] nodes it no
    /// longer ignores them.
    #[inline(always)]
    pub(in crate::search) fn poll(&mut self) {
        if self.nodes >= self.next_poll {
            self.look_up();
        }
    }

    /// Polls the limits now. For threads that wait without making nodes.
    #[cold]
    pub(in crate::search) fn look_up(&mut self) {
        self.publish();
        let all = if self.node_limit == u64::MAX { 0 } else { self.totals()[0] };
        self.next_poll = self.nodes + self.until_look_up(all);
        let out_of_time = self.look_at_clock();
        let is_enough = |nodes| self.id == 0 && nodes >= self.node_limit;
        self.stopped = is_enough(self.nodes)
            || self.nodes >= self.cap
            || (self.iteration > 1 || self.nodes > FIRST_NODES)
                && (self.control.is_stopped() || out_of_time || is_enough(all));
    }

    /// Number of nodes until the next poll, if all threads have made `all` nodes. Near the limit
    /// the polls are more frequent, so that one thread stops exactly at the limit and several
    /// threads near it.
    fn until_look_up(&self, all: u64) -> u64 {
        let threads = self.counters.len().max(1) as u64;
        let left = self.node_limit.saturating_sub(all) / threads;
        left.min(self.cap.saturating_sub(self.nodes)).min(POLL_EVERY_NODES)
    }

    /// Whether the time is up. Does not read the clock if there is no time limit.
    fn look_at_clock(&mut self) -> bool {
        let Some(limit) = self.hard_limit else { return false };
        let Some(spent) = self.clock_elapsed() else { return false };
        self.jitter.look(spent);
        spent >= limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Thread `id` of two threads with a common limit of 100,000 nodes.
    fn one_of_two(counters: &Arc<[Counter]>, id: usize) -> Meter {
        let counters = Arc::clone(counters);
        Meter { counters, id, node_limit: 100_000, iteration: 2, ..Meter::new() }
    }

    #[test]
    fn threads_share_the_limit_of_nodes() {
        let counters: Arc<[Counter]> = (0..2).map(|_| Counter::default()).collect();
        let [mut leader, mut helper] = [0, 1].map(|id| one_of_two(&counters, id));
        let mut rounds: u64 = 0;
        while !leader.stopped {
            for meter in [&mut leader, &mut helper] {
                meter.nodes += 1;
                meter.poll();
            }
            rounds += 1;
        }
        assert!((50_000..50_000 + POLL_EVERY_NODES).contains(&rounds), "{rounds} rounds");
        assert!(!helper.stopped, "the leader sees to the limits");
    }

    /// Makes nodes until the search is stopped. Returns their number.
    fn until_stopped(meter: &mut Meter) -> u64 {
        while !meter.stopped {
            meter.nodes += 1;
            meter.poll();
        }
        meter.nodes
    }

    #[test]
    fn a_search_goes_on_after_its_cap_but_not_after_its_limit() {
        let counters: Arc<[Counter]> = Arc::new([Counter::default()]);
        let mut meter = Meter { counters, node_limit: 5_000, ..Meter::new() };
        meter.cap(1_234);
        assert_eq!(until_stopped(&mut meter), 1_234);
        assert!(meter.lift_cap() && !meter.stopped);
        assert!(!meter.lift_cap(), "it was not stopped");
        meter.cap(7_000);
        assert_eq!(until_stopped(&mut meter), 5_000);
        assert!(!meter.lift_cap() && meter.stopped);
        meter.allow(6_000);
        assert_eq!(until_stopped(&mut meter), 6_000);
        meter.iteration = 2;
        meter.control.stop();
        meter.allow(u64::MAX);
        assert!(meter.stopped, "it is told to");
    }

    #[test]
    fn the_first_iteration_does_not_suffer_from_the_others() {
        let counters: Arc<[Counter]> = (0..2).map(|_| Counter::default()).collect();
        let [mut leader, mut helper] = [0, 1].map(|id| one_of_two(&counters, id));
        helper.nodes = 100_000;
        helper.publish();
        (leader.iteration, leader.nodes) = (1, 1_000);
        leader.look_up();
        assert!(!leader.stopped);
        leader.iteration = 2;
        leader.poll();
        assert!(leader.stopped);
    }
}
