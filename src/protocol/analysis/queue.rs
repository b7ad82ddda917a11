//! The queue: waiting jobs, the most urgent first, and the jobs that workers are running.

use super::request::Id;
use super::search_request::AnalysisRequest;
use crate::search::Control;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Largest number of waiting searches. Beyond it the reader waits.
pub const MOST_WAITING: usize = 10_000;
/// Largest total size of waiting requests, in bytes. Beyond it the reader waits. A list of short
/// tokens takes about ten times the memory of its text.
const MOST_BYTES: usize = 8 << 20;

/// A request, or one of its turns.
pub struct Job {
    pub request: Arc<AnalysisRequest>,
    /// Number of tokens before the position. `None` if the request has no list of turns or is not
    /// yet split.
    pub turn: Option<usize>,
    /// Number of the request, and number of the turn in its list.
    number: (u64, usize),
    /// The job's part of the waiting bytes.
    bytes: usize,
}

impl Job {
    /// Whether the job stands for a list of turns, which are still to be queued one by one.
    pub fn is_list(&self) -> bool {
        self.turn.is_none() && self.request.turns.is_some()
    }

    /// The searches of this job.
    pub fn turns(&self) -> Vec<Self> {
        let turns = self.request.turns.iter().flatten().filter(|_| self.is_list());
        let parts: Vec<Self> =
            turns.enumerate().map(|(index, turn)| self.part(index, *turn)).collect();
        if parts.is_empty() { vec![self.part(self.number.1, self.turn)] } else { parts }
    }

    fn part(&self, index: usize, turn: impl Into<Option<usize>>) -> Self {
        let count = self.request.turns.as_ref().map_or(1, Vec::len);
        Self {
            request: Arc::clone(&self.request),
            turn: turn.into(),
            number: (self.number.0, index),
            bytes: self.request.bytes / count + 1,
        }
    }

    /// The order of jobs: a greater value is searched sooner.
    fn urgency(&self) -> (i64, Reverse<(u64, usize)>) {
        let index = self.turn.map(|_| self.number.1);
        (self.request.priority.of(index), Reverse(self.number))
    }
}

impl Ord for Job {
    fn cmp(&self, other: &Self) -> Ordering {
        self.urgency().cmp(&other.urgency())
    }
}

impl PartialOrd for Job {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Job {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Job {}

/// Cancels a search that is running or about to run.
#[derive(Default)]
pub struct CancelToken(Mutex<CancelState>);

#[derive(Default)]
struct CancelState {
    is_cancelled: bool,
    search: Option<Arc<Control>>,
}

impl CancelToken {
    fn cancel(&self) {
        let mut state = lock(&self.0);
        state.is_cancelled = true;
        if let Some(search) = &state.search {
            search.stop();
        }
    }

    /// Attaches the token to a search. If it is already cancelled, the search is stopped.
    pub fn hold(&self, search: Arc<Control>) {
        let mut state = lock(&self.0);
        if state.is_cancelled {
            search.stop();
        }
        state.search = Some(search);
    }

    /// Whether the search was cancelled.
    pub fn is_cancelled(&self) -> bool {
        lock(&self.0).is_cancelled
    }
}

/// A job that a worker is running.
struct Running {
    request: Arc<AnalysisRequest>,
    cancel_token: Arc<CancelToken>,
}

#[derive(Default)]
struct State {
    waiting: BinaryHeap<Job>,
    running: Vec<Running>,
    /// Total bytes of the waiting jobs.
    bytes: usize,
    /// Number of the next request.
    next: u64,
    /// Whether the input has ended.
    has_ended: bool,
}

impl State {
    fn is_full(&self) -> bool {
        self.waiting.len() >= MOST_WAITING || self.bytes >= MOST_BYTES
    }

    /// Whether to wake the reader that waits for room. Waking a thread takes as long as a short
    /// search. So the reader is woken only when the queue is at most half full.
    fn is_roomy(&self) -> bool {
        self.waiting.len() <= MOST_WAITING / 2 && self.bytes <= MOST_BYTES / 2
    }

    fn add(&mut self, job: Job) {
        self.bytes += job.bytes;
        self.waiting.push(job);
    }
}

/// The searches that a termination found.
pub struct Ended {
    /// Jobs that had not started. They never will.
    pub waiting: Vec<Job>,
    /// Number of running searches, which end soon.
    pub running: usize,
}

/// See the module.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    /// Signals waiting workers: there may be a job, or there will be no more.
    news: Condvar,
    /// Signals the reader: there may be room.
    room: Condvar,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Queue {
    /// An empty queue.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a request. Waits for room first.
    pub fn push(&self, request: Box<AnalysisRequest>) {
        let state = lock(&self.state);
        let mut state = self
            .room
            .wait_while(state, |state| state.is_full())
            .unwrap_or_else(PoisonError::into_inner);
        let bytes = request.bytes;
        let job = Job { request: Arc::from(request), turn: None, number: (state.next, 0), bytes };
        state.next += 1;
        state.add(job);
        self.news.notify_one();
    }

    /// Marks the end of the input.
    pub fn end(&self) {
        lock(&self.state).has_ended = true;
        self.news.notify_all();
    }

    /// Waits for the most urgent job. Returns `None` when all jobs are done and the input has
    /// ended. The job counts as running until [`Queue::done`].
    pub fn next(&self) -> Option<(Job, Arc<CancelToken>)> {
        let mut state = lock(&self.state);
        loop {
            if let Some(job) = state.waiting.pop() {
                state.bytes -= job.bytes;
                let cancel_token = Arc::<CancelToken>::default();
                let (request, held) = (Arc::clone(&job.request), Arc::clone(&cancel_token));
                state.running.push(Running { request, cancel_token: held });
                if state.is_roomy() {
                    self.room.notify_one();
                }
                return Some((job, cancel_token));
            }
            // A running job may still add the turns of its list.
            if state.has_ended && state.running.is_empty() {
                return None;
            }
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Queues the turns of a running job, even if the queue is full. If the job was cancelled,
    /// returns the turns instead.
    pub fn part(&self, jobs: Vec<Job>, cancel_token: &CancelToken) -> Vec<Job> {
        let mut state = lock(&self.state);
        if cancel_token.is_cancelled() {
            return jobs;
        }
        jobs.into_iter().for_each(|job| state.add(job));
        self.news.notify_all();
        Vec::new()
    }

    /// Removes the job with this token from the running jobs. Returns whether it was cancelled.
    /// Call this before the answer is written: a client that has read the answer can no longer
    /// terminate the search.
    pub fn done(&self, cancel_token: &CancelToken) -> bool {
        let mut state = lock(&self.state);
        state.running.retain(|running| !std::ptr::eq(&*running.cancel_token, cancel_token));
        if state.has_ended && state.running.is_empty() {
            self.news.notify_all();
        }
        cancel_token.is_cancelled()
    }

    /// Terminates all jobs with this id, or all jobs.
    pub fn terminate(&self, target: Option<&Id>) -> Ended {
        let is_meant = |request: &AnalysisRequest| target.is_none_or(|id| request.id == *id);
        let mut state = lock(&self.state);
        let jobs = std::mem::take(&mut state.waiting).into_sorted_vec().into_iter().rev();
        let (ended, kept): (Vec<Job>, Vec<Job>) = jobs.partition(|job| is_meant(&job.request));
        state.waiting = kept.into();
        state.bytes -= ended.iter().map(|job| job.bytes).sum::<usize>();
        let running = state.running.iter().filter(|running| is_meant(&running.request));
        let running = running.inspect(|running| running.cancel_token.cancel()).count();
        self.room.notify_one();
        Ended { waiting: ended, running }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::panic)]
mod tests {
    use super::*;
    use crate::protocol::analysis::request::{Message, read};

    fn request(id: usize, more: &str) -> Box<AnalysisRequest> {
        let line = format!("{{\"id\": {id}, \"variant\": \"pacru\", \"depth\": 1{more}}}");
        match read(line.as_bytes()) {
            Ok(Message::Search(request)) => request,
            _ => panic!("{line}"),
        }
    }

    /// Ids and turns of all waiting jobs, the most urgent first. Marks each as done at once.
    fn drain(queue: &Queue) -> Vec<(String, Option<usize>)> {
        queue.end();
        let all = std::iter::from_fn(|| {
            let (job, cancel_token) = queue.next()?;
            queue.done(&cancel_token);
            Some((serde_json::to_string(&job.request.id).unwrap(), job.turn))
        });
        all.collect()
    }

    #[test]
    fn nothing_more_is_taken_in_while_it_is_full() {
        let queue = Queue::new();
        (0..MOST_WAITING).for_each(|id| queue.push(request(id, "")));
        assert!(lock(&queue.state).is_full());
        std::thread::scope(|scope| {
            let pusher = scope.spawn(|| queue.push(request(MOST_WAITING, "")));
            for _ in 0..MOST_WAITING / 2 {
                let (_, cancel_token) = queue.next().unwrap();
                queue.done(&cancel_token);
            }
            pusher.join().unwrap();
        });
        assert_eq!(drain(&queue).len(), MOST_WAITING / 2 + 1);
        assert_eq!(lock(&queue.state).bytes, 0);
    }

    #[test]
    fn long_requests_fill_it_sooner() {
        let queue = Queue::new();
        let long = format!(", \"searchmoves\": [\"{}\"]", "x".repeat(MOST_BYTES / 2));
        queue.push(request(0, &long));
        assert!(!lock(&queue.state).is_full());
        queue.push(request(1, &long));
        assert!(lock(&queue.state).is_full());
        assert_eq!(queue.terminate(None).waiting.len(), 2);
        assert!(!lock(&queue.state).is_full());
    }

    #[test]
    fn the_turns_of_a_request_come_before_later_requests_and_after_more_urgent_ones() {
        let queue = Queue::new();
        let moves = ", \"position\": \"startpos moves a b c\", \"analyseTurns\": [3, 1]";
        queue.push(request(0, moves));
        let (job, cancel_token) = queue.next().unwrap();
        assert!(job.is_list());
        queue.push(request(1, ""));
        queue.push(request(2, ", \"priority\": 1"));
        assert!(queue.part(job.turns(), &cancel_token).is_empty());
        queue.done(&cancel_token);
        let expected = [("2", None), ("0", Some(3)), ("0", Some(1)), ("1", None)];
        assert_eq!(drain(&queue), expected.map(|(id, turn)| (id.to_string(), turn)));
        assert_eq!(lock(&queue.state).bytes, 0);
    }

    #[test]
    fn each_turn_may_have_a_priority_of_its_own() {
        let queue = Queue::new();
        let moves = ", \"position\": \"startpos moves a b c\", \"analyseTurns\": [3, 1, 2]";
        queue.push(request(1, ""));
        queue.push(request(0, &format!("{moves}, \"priorities\": [-1, 4, 2]")));
        let (job, cancel_token) = queue.next().unwrap();
        assert!(job.is_list(), "a list is as urgent as its most urgent turn");
        queue.push(request(2, ", \"priority\": 3"));
        assert!(queue.part(job.turns(), &cancel_token).is_empty());
        queue.done(&cancel_token);
        let expected = [("0", Some(1)), ("2", None), ("0", Some(2)), ("1", None), ("0", Some(3))];
        assert_eq!(drain(&queue), expected.map(|(id, turn)| (id.to_string(), turn)));
    }

    #[test]
    fn what_is_terminated_while_it_is_looked_at_does_not_come_back() {
        let queue = Queue::new();
        queue.push(request(0, ", \"analyseTurns\": [0]"));
        let (job, cancel_token) = queue.next().unwrap();
        assert_eq!(queue.terminate(Some(&job.request.id)).running, 1);
        assert_eq!(queue.part(job.turns(), &cancel_token).len(), 1);
        queue.done(&cancel_token);
        assert!(drain(&queue).is_empty());
    }
}
