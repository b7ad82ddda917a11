//! What waits for a worker, the most urgent first, and what the workers are at.

use super::request::{Id, Request};
use crate::search::Control;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// So many searches may wait before no more requests are taken in.
pub const MOST_WAITING: usize = 10_000;
/// So many bytes of requests may wait before no more are taken in. A list of short tokens takes some ten times the
/// memory of its text.
const MOST_BYTES: usize = 8 << 20;

/// A request, or one of its turns.
pub struct Job {
    pub request: Arc<Request>,
    /// After how many tokens, where the request names turns and has been looked at.
    pub turn: Option<usize>,
    /// The number of the request, and that of the turn in its list.
    number: (u64, usize),
    /// Its part of the bytes that wait.
    bytes: usize,
}

impl Job {
    /// Whether it stands for several turns, which are to be queued each by itself.
    pub fn is_list(&self) -> bool {
        self.turn.is_none() && self.request.turns.is_some()
    }

    /// The searches that it stands for.
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

    /// The greater, the sooner.
    fn urgency(&self) -> (i64, Reverse<(u64, usize)>) {
        (self.request.priority, Reverse(self.number))
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

/// Ends a search that runs, or will.
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

    /// Makes it the cancel_token of a search that has been started.
    pub fn hold(&self, search: Arc<Control>) {
        let mut state = lock(&self.0);
        if state.is_cancelled {
            search.stop();
        }
        state.search = Some(search);
    }

    /// Whether the search was told to end.
    pub fn is_cancelled(&self) -> bool {
        lock(&self.0).is_cancelled
    }
}

/// What a worker is at.
struct Running {
    request: Arc<Request>,
    cancel_token: Arc<CancelToken>,
}

#[derive(Default)]
struct State {
    waiting: BinaryHeap<Job>,
    running: Vec<Running>,
    /// Of all that waits.
    bytes: usize,
    /// The number of the next request.
    next: u64,
    /// No more requests will come.
    has_ended: bool,
}

impl State {
    fn is_full(&self) -> bool {
        self.waiting.len() >= MOST_WAITING || self.bytes >= MOST_BYTES
    }

    /// Whether it is worth waking who waits for room. One who were woken for every place would have filled it before
    /// the next one was free, and to wake a thread takes as long as a short search.
    fn is_roomy(&self) -> bool {
        self.waiting.len() <= MOST_WAITING / 2 && self.bytes <= MOST_BYTES / 2
    }

    fn add(&mut self, job: Job) {
        self.bytes += job.bytes;
        self.waiting.push(job);
    }
}

/// What a termination found.
pub struct Ended {
    /// What had not been begun, and never will.
    pub waiting: Vec<Job>,
    /// How many ran; they end soon.
    pub running: usize,
}

/// See the module.
#[derive(Default)]
pub struct Queue {
    state: Mutex<State>,
    /// There may be something for a worker, or nothing any more.
    news: Condvar,
    /// There may be room.
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

    /// Adds a request, as soon as there is room.
    pub fn push(&self, request: Box<Request>) {
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

    /// No more requests will come.
    pub fn end(&self) {
        lock(&self.state).has_ended = true;
        self.news.notify_all();
    }

    /// Waits for the most urgent job; `None` when all are done and no more will come. It counts as running
    /// until [`Queue::done`].
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
            // What runs may still turn out to be many.
            if state.has_ended && state.running.is_empty() {
                return None;
            }
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Queues jobs that one that runs turned out to be, even where there is no room; unless it was terminated,
    /// then they are handed back.
    pub fn part(&self, jobs: Vec<Job>, cancel_token: &CancelToken) -> Vec<Job> {
        let mut state = lock(&self.state);
        if cancel_token.is_cancelled() {
            return jobs;
        }
        jobs.into_iter().for_each(|job| state.add(job));
        self.news.notify_all();
        Vec::new()
    }

    /// The job with that cancel_token no longer runs; says whether it was told to end. To be called before it is answered:
    /// who has read the answer cannot end it any more.
    pub fn done(&self, cancel_token: &CancelToken) -> bool {
        let mut state = lock(&self.state);
        state.running.retain(|running| !std::ptr::eq(&*running.cancel_token, cancel_token));
        if state.has_ended && state.running.is_empty() {
            self.news.notify_all();
        }
        cancel_token.is_cancelled()
    }

    /// Ends all that bears this id, or everything.
    pub fn terminate(&self, target: Option<&Id>) -> Ended {
        let is_meant = |request: &Request| target.is_none_or(|id| request.id == *id);
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

    fn request(id: usize, more: &str) -> Box<Request> {
        let line = format!("{{\"id\": {id}, \"variant\": \"pacru\", \"depth\": 1{more}}}");
        match read(line.as_bytes()) {
            Ok(Message::Search(request)) => request,
            _ => panic!("{line}"),
        }
    }

    /// The ids and turns of all that waits, the most urgent first, each done at once.
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
