//! `bench`: fixed positions of every game, searched to a fixed depth on one thread. The number of
//! nodes is the same on every machine and in every run. It changes only with the search. Positions
//! of three and four players are searched twice: by best reply, and by Monte Carlo tree search.

use super::output::Output;
use super::report::per_second;
use crate::engine::{Engine, EngineError, Info, Position, Request, Search, Start};
use crate::games::Variant;
use crate::host::Instant;
use crate::search::Multiplayer;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Interval in which a running bench checks for `stop`.
const WATCH_EVERY: Duration = Duration::from_millis(10);

/// A Monte Carlo tree reaches this many times the depth at a similar cost.
const TREE_DEPTHS: i32 = 2;

/// A `bench` command.
pub struct Bench {
    /// One variant; `None` for all.
    pub variant: Option<Variant>,
    /// Depth in actions; `None` for each game's own.
    pub depth: Option<u32>,
    /// Size of the table, as the option `Hash`.
    pub mebibytes: usize,
    /// Number of threads, as the option `Threads`.
    pub threads: usize,
}

impl Bench {
    /// Runs and prints. Ends early with an error if `stop` is set.
    pub fn run(&self, output: &Output, stop: &AtomicBool) {
        let chosen = self.variant.map_or(Variant::ALL.to_vec(), |one| vec![one]);
        let start = Instant::now();
        let mut nodes = 0;
        for variant in chosen {
            match self.run_variant(variant, output, stop) {
                Ok(more) => nodes += more,
                Err(reason) => return output.error(reason),
            }
        }
        let nps = per_second(nodes, start.elapsed());
        output.line(format_args!("{nodes} nodes {nps} nps"));
    }

    fn run_variant(
        &self,
        variant: Variant,
        output: &Output,
        stop: &AtomicBool,
    ) -> Result<u64, EngineError> {
        let mut engine = Engine::idle(variant);
        engine.set_threads(self.threads)?;
        engine.set_hash(self.mebibytes)?;
        let (positions, depth) = variant.bench();
        let depth = self.depth.unwrap_or(depth) as i32;
        let ways: &[_] = match variant.players() {
            2 => &[(Multiplayer::Auto, depth)],
            _ => &[(Multiplayer::Auto, depth), (Multiplayer::MonteCarlo, TREE_DEPTHS * depth)],
        };
        let mut total = 0;
        for (way, depth) in ways {
            for (index, fen) in positions.iter().enumerate() {
                let title = title(variant, index + 1, *way);
                if let Some(reason) = refusal(variant, fen) {
                    output.line(format_args!("{title}: left out, {reason}"));
                    continue;
                }
                let found = look_at(&mut engine, fen, *way, *depth, stop)?;
                let nodes = found.as_ref().map_or(0, |info| info.nodes);
                output.line(format_args!("{title}: {nodes} nodes, {}", best(found.as_ref())));
                total += nodes;
            }
        }
        Ok(total)
    }
}

/// Why the rules of a variant of a file refuse a position of its parent; `None` if they do not.
fn refusal(variant: Variant, fen: &str) -> Option<String> {
    let position = Position::from_start(Start::Fen(fen.to_string()));
    let read = || variant.new_game().set_position(&position).err();
    variant.origin().and_then(|_| read()).map(|error| error.to_string())
}

/// The last info of a search from scratch to a depth.
fn look_at(
    engine: &mut Engine,
    fen: &str,
    way: Multiplayer,
    depth: i32,
    stop: &AtomicBool,
) -> Result<Option<Info>, EngineError> {
    // Search with full information, so that the count does not depend on beliefs.
    let mut request = Request { full_information: true, ..Request::to_depth(depth) };
    request.options.multiplayer = way;
    engine.clear();
    let mut game = engine.variant().new_game();
    game.set_position(&Position::from_start(Start::Fen(fen.to_string())))?;
    let last = last_info(engine.search(&*game, &request)?, stop)?;
    if stop.load(Ordering::Relaxed) {
        return Err(EngineError::new("bench was stopped"));
    }
    Ok(last)
}

/// Title of one search.
fn title(variant: Variant, number: usize, way: Multiplayer) -> String {
    let way = if way == Multiplayer::MonteCarlo { " by mcts" } else { "" };
    format!("{} {number}{way}", variant.name())
}

/// The last info of a search. Stops it if `stop` is set.
fn last_info(mut search: Search, stop: &AtomicBool) -> Result<Option<Info>, EngineError> {
    let mut last = None;
    loop {
        match search.next_within(WATCH_EVERY) {
            Ok(Some(info)) => last = Some(info?),
            Ok(None) => return Ok(last),
            Err(_) if stop.load(Ordering::Relaxed) => search.stop_handle().stop(),
            Err(_) => {}
        }
    }
}

/// The best action and its score.
fn best(info: Option<&Info>) -> String {
    let line = info.and_then(|info| info.lines.first());
    line.map_or("the game is over".to_string(), |line| {
        let token = line.pv.first().map_or("", String::as_str);
        let action = token.split(',').next().unwrap_or_default();
        format!("{action}, {}", line.score)
    })
}
