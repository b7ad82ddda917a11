//! Makes games on several threads and writes them in the order of their numbers. The file does not depend on the number
//! of threads.

use super::file::{DataError, Writer};
use super::record::GameRecord;
use crate::search::STACK_BYTES;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

/// Finished games that may wait for an earlier game to end.
const MOST_WAITING: usize = 64;

/// Progress of a run.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Games in the file.
    pub games: u64,
    /// Training positions written since the start.
    pub positions: u64,
    /// Time since the start.
    pub time: Duration,
}

type Finished = (u64, Result<GameRecord, DataError>);

/// Makes games until `job` has no more. A job comes with the number of its game; the first number is that of the games in
/// the file. Each thread has a worker. `told` is called after each game.
///
/// # Errors
/// The first error of a worker or of the file, or if the system refuses threads.
pub fn make_in_order<J, W>(
    writer: Writer,
    threads: usize,
    job: impl Fn() -> Option<(u64, J)> + Sync,
    worker: impl Fn() -> Result<W, DataError> + Sync,
    told: &mut dyn FnMut(Progress),
) -> Result<Progress, DataError>
where
    W: FnMut(J) -> Result<GameRecord, DataError>,
{
    let stop = AtomicBool::new(false);
    let (sender, games) = sync_channel(MOST_WAITING);
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            let (job, worker, stop) = (&job, &worker, &stop);
            let work = move || make_some(job, worker, stop, &sender);
            let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
            let started = thread.spawn_scoped(scope, work);
            if let Err(error) = started {
                stop.store(true, Ordering::Relaxed);
                return Err(DataError::new(error));
            }
        }
        drop(sender);
        let written = write_all(writer, &games, told);
        stop.store(true, Ordering::Relaxed);
        // Releases the threads that wait to hand over a game.
        drop(games);
        written
    })
}

/// Makes games on one thread until there is no job or `stop` is raised.
fn make_some<J, W>(
    job: &impl Fn() -> Option<(u64, J)>,
    worker: &impl Fn() -> Result<W, DataError>,
    stop: &AtomicBool,
    sender: &SyncSender<Finished>,
) where
    W: FnMut(J) -> Result<GameRecord, DataError>,
{
    let mut worker = worker();
    while !stop.load(Ordering::Relaxed) {
        let Some((number, job)) = job() else { return };
        let game = match &mut worker {
            Ok(worker) => worker(job),
            Err(error) => Err(error.clone()),
        };
        if sender.send((number, game)).is_err() {
            return;
        }
    }
}

/// Writes the games in the order of their numbers.
fn write_all(
    mut writer: Writer,
    games: &Receiver<Finished>,
    told: &mut dyn FnMut(Progress),
) -> Result<Progress, DataError> {
    let start = Instant::now();
    let mut waiting = BTreeMap::new();
    let mut progress = Progress { games: writer.count, positions: 0, time: Duration::ZERO };
    while let Ok((number, game)) = games.recv() {
        waiting.insert(number, game?);
        while let Some(game) = waiting.remove(&writer.count) {
            writer.write(&game)?;
            progress.games = writer.count;
            progress.positions += game.turns.iter().filter(|turn| turn.quiet).count() as u64;
            progress.time = start.elapsed();
            told(progress);
        }
    }
    Ok(progress)
}
