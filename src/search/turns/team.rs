//! The work at the root, shared among threads. The first one leads: it gives out a job in pieces, does pieces itself, and
//! goes on when all are done. The others help with pieces for as long as the search lasts.

use super::Reach;
use super::candidates::{Candidate, Level, Turn};
use super::race::{Found, Race, Window};
use crate::game::{Action, Score};
use crate::search::lock::lock;
use crate::search::meter::Meter;
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::available_parallelism;
use std::time::Duration;

/// Who waits looks so often whether the search has ended.
const PATIENCE: Duration = Duration::from_millis(1);
/// Before that he looks so often at once, about a millisecond long, where every thread has a processor. Whoever sleeps is
/// often woken on the processor of who wakes him, where both wait for each other for longer.
const LOOKS: u32 = 30_000;

/// What is given out.
pub(super) enum Job<A> {
    /// To try all actions after the partial turns of a beam, a piece each.
    List(Level<A>),
    /// To search these turns of the root, a piece each.
    Search(Vec<Turn<A>>, Reach),
}

/// A piece of a job for a helper.
pub(super) struct Piece<A> {
    pub job: Arc<Job<A>>,
    pub index: usize,
    pub window: Window,
    /// The number of the job. What comes after its end is not taken.
    serial: u64,
}

/// See the module.
pub struct Team<A> {
    work: Mutex<Work<A>>,
    changed: Condvar,
    /// How often it has changed so that who waits should look.
    changes: AtomicU64,
    /// Of the machine.
    processors: usize,
}

/// The present job.
struct Work<A> {
    /// Which search it is about, 0 for none.
    search: u64,
    /// How often who waits looks before he sleeps.
    looks: u32,
    job: Option<Arc<Job<A>>>,
    serial: u64,
    /// The pieces that nobody does, the next one last.
    left: Vec<usize>,
    /// How many are under way.
    pending: usize,
    /// What helpers have listed: whole turns and partial ones.
    listed: [Vec<Candidate<A>>; 2],
    /// What is known of the turns of the root, while they are searched.
    race: Option<Race<A>>,
}

impl<A> Default for Team<A> {
    fn default() -> Self {
        let work = Work {
            search: 0,
            looks: 0,
            job: None,
            serial: 0,
            left: Vec::new(),
            pending: 0,
            listed: [Vec::new(), Vec::new()],
            race: None,
        };
        Self {
            work: Mutex::new(work),
            changed: Condvar::new(),
            changes: AtomicU64::new(0),
            processors: available_parallelism().map_or(1, NonZero::get),
        }
    }
}

impl<A: Action> Team<A> {
    /// Every step leaves it whole.
    fn work(&self) -> MutexGuard<'_, Work<A>> {
        lock(&self.work)
    }

    /// Begins the search of that number, which is not 0, by so many threads.
    pub(super) fn open(&self, search: u64, threads: usize) {
        let mut work = self.work();
        work.search = search;
        work.looks = if threads <= self.processors { LOOKS } else { 0 };
        work.give_out(None, 0, None);
    }

    /// Ends the search: helpers go home, and what they still bring is not taken.
    pub(super) fn close(&self) {
        self.open(0, 0);
        self.wake();
    }

    /// Gives out the partial turns of a beam.
    pub(super) fn list(&self, level: Level<A>) {
        let pieces = level.beam.len();
        self.work().give_out(Some(Job::List(level)), pieces, None);
        self.wake();
    }

    /// Gives out turns of the root; without a `guess` of what the first one is worth the others wait for it.
    pub(super) fn race(&self, turns: Vec<Turn<A>>, reach: Reach, guess: Option<Score>) {
        let pieces = turns.len();
        self.work().give_out(Some(Job::Search(turns, reach)), pieces, Some(Race::new(guess)));
        self.wake();
    }

    /// The leader's next piece, for which he waits while others are at work that may leave one; `None` when the job is
    /// done, or the search stopped.
    pub(super) fn next(&self, meter: &mut Meter) -> Option<(usize, Window)> {
        let mut work = self.work();
        while !meter.stopped {
            let piece = work.take();
            if piece.is_some() || work.pending == 0 {
                return piece;
            }
            work = self.wait(work);
            meter.look_up();
        }
        None
    }

    /// The next piece of search `search` for a helper, for which he waits; `None` when that is over. `is_over` tells that
    /// as well, for it may be over before he comes.
    pub(super) fn join(&self, search: u64, is_over: impl Fn() -> bool) -> Option<Piece<A>> {
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
                return Some(Piece { job, index, window, serial: work.serial });
            }
            work = self.wait(work);
        }
    }

    /// Lets others work until they have changed something, or for [`PATIENCE`].
    fn wait<'a>(&'a self, work: MutexGuard<'a, Work<A>>) -> MutexGuard<'a, Work<A>> {
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

    /// Tells all who wait.
    fn wake(&self) {
        self.changes.fetch_add(1, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The leader has listed what follows a partial turn.
    pub(super) fn listed(&self) {
        self.work().pending -= 1;
    }

    /// The leader has searched a turn of the root.
    pub(super) fn searched(&self, index: usize, window: Window, found: Found<A>) {
        self.change(self.work(), |work| work.note(index, window, found));
    }

    /// A helper has listed what follows a partial turn: these whole and partial ones, which are taken from him.
    pub(super) fn bring_listed(&self, piece: &Piece<A>, found: [&mut Vec<Candidate<A>>; 2]) {
        self.bring(piece, |work| {
            work.pending -= 1;
            for (all, found) in work.listed.iter_mut().zip(found) {
                all.append(found);
            }
        });
    }

    /// A helper has searched a turn of the root.
    pub(super) fn bring_searched(&self, piece: &Piece<A>, found: Found<A>) {
        self.bring(piece, |work| work.note(piece.index, piece.window, found));
    }

    /// A helper was stopped before he had done his piece.
    pub(super) fn bring_back(&self, piece: &Piece<A>) {
        self.bring(piece, |work| {
            work.pending -= 1;
            work.left.push(piece.index);
        });
    }

    fn bring(&self, piece: &Piece<A>, bring: impl FnOnce(&mut Work<A>)) {
        let work = self.work();
        if work.serial == piece.serial {
            self.change(work, bring);
        }
    }

    /// Changes the work, and wakes who waits if there is something to be done now.
    fn change(&self, mut work: MutexGuard<'_, Work<A>>, change: impl FnOnce(&mut Work<A>)) {
        let was_idle = work.is_idle();
        change(&mut work);
        if was_idle && !work.is_idle() || work.pending == 0 {
            drop(work);
            self.wake();
        }
    }

    /// What helpers have listed: whole turns and partial ones.
    pub(super) fn all_listed(&self) -> [Vec<Candidate<A>>; 2] {
        std::mem::take(&mut self.work().listed)
    }

    /// What is known of the turns of the root.
    pub(super) fn finish_race(&self) -> Option<Race<A>> {
        self.work().race.take()
    }
}

impl<A> Work<A> {
    fn give_out(&mut self, job: Option<Job<A>>, pieces: usize, race: Option<Race<A>>) {
        self.job = job.map(Arc::new);
        self.race = race;
        self.serial += 1;
        self.pending = 0;
        self.left.clear();
        self.left.extend((0..pieces).rev());
        self.listed.iter_mut().for_each(Vec::clear);
    }

    /// The piece that may be begun now.
    fn ready(&self) -> Option<(usize, Window)> {
        let index = *self.left.last()?;
        let window = match &self.race {
            Some(race) => race.window(index)?,
            None => Window::open(),
        };
        Some((index, window))
    }

    /// Whether no piece may be begun now.
    fn is_idle(&self) -> bool {
        self.ready().is_none()
    }

    fn take(&mut self) -> Option<(usize, Window)> {
        let piece = self.ready()?;
        self.left.pop();
        self.pending += 1;
        Some(piece)
    }

    fn note(&mut self, index: usize, window: Window, found: Found<A>) {
        self.pending -= 1;
        if let Some(race) = &mut self.race {
            race.note(index, window, found, &mut self.left);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::race::Found;
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

    const REACH: Reach = Reach { turns: 2, width: 1 };

    /// A search with a race of so many turns, whose first one is thought to be worth nothing.
    fn racing(turns: usize) -> Team<Step> {
        let team = Team::default();
        team.open(7, 2);
        team.race(vec![Turn::EMPTY; turns], REACH, Some(Score::DRAW));
        team
    }

    fn found(score: i32) -> Found<Step> {
        Found { score: Score::cp(score), seldepth: 0, pv: Vec::new() }
    }

    fn next(team: &Team<Step>) -> Option<usize> {
        team.next(&mut Meter::new()).map(|(index, _)| index)
    }

    fn join(team: &Team<Step>) -> Piece<Step> {
        team.join(7, || false).unwrap()
    }

    #[test]
    fn who_comes_too_late_or_to_another_search_goes_home() {
        let team = racing(2);
        assert!(team.join(8, || true).is_none());
        team.close();
        assert!(team.join(7, || true).is_none());
        assert_eq!(next(&team), None);
    }

    #[test]
    fn helpers_leave_when_their_search_is_closed() {
        let team = racing(1);
        assert_eq!(next(&team), Some(0));
        let has_come = AtomicBool::new(false);
        let look = || {
            has_come.store(true, Ordering::SeqCst);
            false
        };
        std::thread::scope(|scope| {
            let helper = scope.spawn(|| team.join(7, look).is_none());
            while !has_come.load(Ordering::SeqCst) {
                std::thread::yield_now();
            }
            // He holds the lock until he waits.
            team.close();
            assert!(helper.join().unwrap());
        });
    }

    #[test]
    fn what_a_helper_brings_back_is_done_by_the_leader() {
        let team = racing(3);
        assert_eq!(next(&team), Some(0));
        let piece = join(&team);
        team.bring_back(&piece);
        assert_eq!(next(&team), Some(piece.index));
    }

    #[test]
    fn what_comes_after_the_end_of_a_job_is_not_taken() {
        let team = racing(2);
        let late = join(&team);
        team.race(vec![Turn::EMPTY; 2], REACH, None);
        team.bring_searched(&late, found(50));
        team.bring_back(&late);
        assert_eq!(next(&team), Some(0));
        assert!(team.finish_race().unwrap().best.is_none());
    }

    #[test]
    fn the_leader_waits_for_the_last_helper() {
        let team = racing(2);
        let (index, window) = team.next(&mut Meter::new()).unwrap();
        let piece = join(&team);
        team.searched(index, window, found(5));
        std::thread::scope(|scope| {
            let waits = scope.spawn(|| next(&team));
            team.bring_searched(&piece, found(-5));
            assert_eq!(waits.join().unwrap(), None);
        });
        assert_eq!(team.finish_race().unwrap().found.len(), 2);
    }
}
