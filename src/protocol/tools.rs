//! `bench`: fixed positions of every game, a fixed depth, one thread. The number of nodes is the same
//! on every machine and run, and changes only with the engine's play.

use super::output::Output;
use crate::game::{Outcome, Played};
use crate::games::{Playable, Variant, Visitor};
use crate::search::{Control, Info, Limits, Line, Pool, Reporter, Style, Task, TranspositionTable};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How often a running search of the bench is told of a `stop`.
const WATCH_EVERY: Duration = Duration::from_millis(10);

/// What `bench` is to do.
pub struct Bench {
    /// One variant, or all.
    pub variant: Option<Variant>,
    /// Depth in actions instead of each game's own.
    pub depth: Option<u32>,
    /// Size of the table, as the option `Hash`.
    pub mebibytes: usize,
    /// Number of threads, as the option `Threads`.
    pub threads: usize,
}

impl Bench {
    /// Runs and prints; ends early, with an error, when `stop` is raised.
    pub fn run(&self, output: &Output, stop: &AtomicBool) {
        let chosen =
            Variant::ALL.iter().copied().filter(|v| self.variant.is_none_or(|one| one == *v));
        let start = Instant::now();
        let mut nodes = 0;
        for variant in chosen {
            match variant.visit(Run { bench: self, variant, output, stop }) {
                Ok(more) => nodes += more,
                Err(reason) => return output.error(reason),
            }
        }
        let micros = start.elapsed().as_micros().max(1);
        let nps = u128::from(nodes) * 1_000_000 / micros;
        output.line(format_args!("{nodes} nodes {nps} nps"));
    }
}

struct Run<'a> {
    bench: &'a Bench,
    variant: Variant,
    output: &'a Output,
    stop: &'a AtomicBool,
}

impl Visitor for Run<'_> {
    type Output = Result<u64, String>;

    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
        let pool = Pool::new(self.bench.threads, &G::start(rules)).map_err(|e| e.to_string())?;
        let table = TranspositionTable::new(self.bench.mebibytes).map_err(|e| e.to_string())?;
        let table = Arc::new(table);
        let mut total = 0;
        for (index, fen) in G::BENCH.iter().enumerate() {
            let game = G::from_fen(rules, fen).map_err(|error| error.to_string())?;
            table.clear();
            pool.clear();
            let (best, nodes) = self.search(&pool, &table, game)?;
            let name = self.variant.name();
            self.output.line(format_args!("{name} {}: {nodes} nodes, {best}", index + 1));
            total += nodes;
        }
        Ok(total)
    }
}

impl Run<'_> {
    /// One search, and what it found.
    fn search<G: Playable>(
        &self,
        pool: &Pool<G>,
        table: &Arc<TranspositionTable>,
        game: G,
    ) -> Result<(String, u64), String> {
        let (sender, news) = channel();
        let control = Arc::new(Control::new(false));
        let depth = self.bench.depth.unwrap_or(G::BENCH_DEPTH);
        let limits = Limits { depth: Some(depth as i32), ..Limits::default() };
        let (style, table) = (Style::default(), Arc::clone(table));
        let reporter = Box::new(Listener(sender));
        let root = Played::new(game.clone());
        pool.go(Task::new(root, &[], limits, style, Arc::clone(&control), table, reporter));
        let (line, nodes) = self.wait(&control, &news)?;
        let Some(line) = line else { return Ok(("the game is over".to_string(), nodes)) };
        let best = line.actions.first().map_or_else(String::new, |best| game.action_token(*best));
        Ok((format!("{best}, {}", line.score), nodes))
    }

    fn wait<A>(&self, control: &Control, news: &Receiver<News<A>>) -> Result<Found<A>, String> {
        let mut nodes = 0;
        loop {
            match news.recv_timeout(WATCH_EVERY) {
                Ok(News::Nodes(count)) => nodes = count,
                Ok(News::Best(_)) if self.stop.load(Ordering::Relaxed) => {
                    return Err("bench was stopped".to_string());
                }
                Ok(News::Best(line)) => return Ok((line, nodes)),
                Err(RecvTimeoutError::Timeout) => {
                    if self.stop.load(Ordering::Relaxed) {
                        control.stop();
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err("the search ended without an answer".to_string());
                }
            }
        }
    }
}

/// The best line, if there is one, and the nodes it took.
type Found<A> = (Option<Line<A>>, u64);

enum News<A> {
    Nodes(u64),
    Best(Option<Line<A>>),
}

struct Listener<A>(Sender<News<A>>);

impl<A: Clone + Send> Reporter<A> for Listener<A> {
    fn info(&self, info: &Info<A>) {
        let _ = self.0.send(News::Nodes(info.nodes));
    }

    fn finished(&self, best: &Line<A>) {
        let _ = self.0.send(News::Best(Some(best.clone())));
    }

    fn no_action(&self) {
        let _ = self.0.send(News::Best(None));
    }

    fn planned(&self, _: &[A]) {
        let _ = self.0.send(News::Best(None));
    }

    fn game_over(&self, _: Outcome) {
        let _ = self.0.send(News::Best(None));
    }
}
