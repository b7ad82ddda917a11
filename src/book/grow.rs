//! Grows a book by search, best-first. The book depends only on its settings and the number of positions, so a run
//! that was broken off goes on as if it had not been.

use super::error::BookError;
use super::file::{BookText, node_of, position_after};
use super::graph::{Edge, Leaf, Node};
use super::worth::Worth;
use crate::engine::{Engine, GameState, Line, Request};
use crate::games::Variant;
use crate::search::{Limits, MOST_PLAYERS, SearchOptions};
use std::path::Path;
use std::time::{Duration, Instant};

/// The time between two writes of the file.
const WRITTEN_EVERY: Duration = Duration::from_secs(10);
/// What a turn costs, in centipawns or per mille of the win, when the next position is chosen: as much as a move that
/// loses this against the best one.
const PLY_COST: i32 = 20;

/// Settings of a run.
#[derive(Clone, Debug)]
pub struct GrowthSettings {
    /// Nodes of each search.
    pub nodes: u64,
    /// Moves that a search looks for in each position.
    pub lines: usize,
    /// The greatest length of a line, in turns.
    pub plies: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of positions that the finished book has searched.
    pub positions: usize,
    /// The time after which the run ends, finished or not.
    pub time: Option<Duration>,
    /// Positions that are searched in parallel. They are chosen together, so another number gives another book.
    pub threads: usize,
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Growth {
    /// Positions that were searched, on earlier runs too.
    pub searched: usize,
    /// All positions, those that only end a line too.
    pub positions: usize,
    /// Whether there is nothing more to search within the settings.
    pub finished: bool,
}

impl GrowthSettings {
    /// What a continued run must share.
    fn making(&self) -> String {
        let Self { nodes, lines, plies, seed, threads, .. } = self;
        let parallel = if *threads > 1 { format!(" threads {threads}") } else { String::new() };
        format!("nodes {nodes} lines {lines} plies {plies} seed {seed}{parallel}")
    }
}

/// Grows the book in the file `out`, which is begun or continued. `told` is called when the file has been written.
///
/// # Errors
/// If the file is no book of this variant made with these settings, or cannot be written. Also if the system refuses
/// memory or threads.
pub fn grow(
    variant: Variant,
    out: &Path,
    settings: &GrowthSettings,
    told: &mut dyn FnMut(Growth),
) -> Result<Growth, BookError> {
    let start = Instant::now();
    let mut book = begin(variant, out, settings)?;
    let mut searchers = (0..settings.threads.max(1))
        .map(|_| Searcher::new(variant))
        .collect::<Result<Vec<_>, _>>()?;
    let mut written = Instant::now();
    let is_over = || settings.time.is_some_and(|time| start.elapsed() >= time);
    loop {
        let wanted = settings.positions.saturating_sub(book.graph.searched()).min(searchers.len());
        let leaves = book.graph.cheapest_leaves(wanted, settings.plies, PLY_COST);
        let finished = leaves.is_empty();
        if !finished {
            for found in searched(&mut searchers, &leaves, settings)? {
                take(&mut book, found);
            }
        }
        let has_ended = finished || is_over();
        if has_ended || written.elapsed() >= WRITTEN_EVERY {
            book.write(out)?;
            written = Instant::now();
            let (searched, positions) = (book.graph.searched(), book.graph.nodes().len());
            let growth = Growth { searched, positions, finished };
            if has_ended {
                return Ok(growth);
            }
            told(growth);
        }
    }
}

/// The book of a file, or a new one.
fn begin(variant: Variant, out: &Path, settings: &GrowthSettings) -> Result<BookText, BookError> {
    let making = settings.making();
    if !out.exists() {
        return Ok(BookText::new(variant, making));
    }
    let book = BookText::load(out)?;
    if book.variant != variant || book.making != making {
        let (own, made) = (book.variant, &book.making);
        let reason =
            format!("has a book of {own} made by \"{made}\", not of {variant} by \"{making}\"");
        return Err(BookError::at(out, reason));
    }
    Ok(book)
}

/// Searches the leaves in parallel. The results come in the order of the leaves.
fn searched(
    searchers: &mut [Searcher],
    leaves: &[Leaf],
    settings: &GrowthSettings,
) -> Result<Vec<Found>, BookError> {
    if let ([searcher, ..], [leaf]) = (&mut *searchers, leaves) {
        return Ok(vec![searcher.search(leaf, settings)?]);
    }
    std::thread::scope(|scope| {
        let running: Vec<_> = searchers
            .iter_mut()
            .zip(leaves)
            .map(|(searcher, leaf)| scope.spawn(move || searcher.search(leaf, settings)))
            .collect();
        let ended = |_| Err(BookError::new("a thread has died"));
        running.into_iter().map(|thread| thread.join().unwrap_or_else(ended)).collect()
    })
}

/// The moves of a position and the positions after them.
struct Found {
    number: usize,
    moves: Vec<(Edge, Node)>,
}

/// Adds what was found to the book. A position without a move is closed.
fn take(book: &mut BookText, found: Found) {
    for (edge, node) in found.moves {
        let (to, _) = book.graph.add(node);
        book.graph.link(found.number, Edge { to, ..edge });
    }
    book.graph.close_if_empty(found.number);
}

/// A game and an engine that searches it.
struct Searcher {
    game: Box<dyn GameState>,
    engine: Engine,
}

impl Searcher {
    fn new(variant: Variant) -> Result<Self, BookError> {
        Ok(Self { game: variant.new_game(), engine: Engine::new(variant)? })
    }

    fn search(&mut self, leaf: &Leaf, settings: &GrowthSettings) -> Result<Found, BookError> {
        self.game.set_position(&position_after(&leaf.path))?;
        let limits = Limits { nodes: Some(settings.nodes), ..Limits::default() };
        let options = SearchOptions {
            multipv: settings.lines,
            seed: settings.seed,
            ..SearchOptions::default()
        };
        let request = Request { options, from_nothing: true, ..Request::with(limits) };
        let (_, last) = self.engine.search(&*self.game, &request)?.finish()?;
        let lines = last.map(|info| info.lines).unwrap_or_default();
        let player = self.game.player();
        let mut moves: Vec<(Edge, Node)> = Vec::new();
        for line in lines {
            // A line of depth 0 was not searched.
            let Some(token) = line.pv.first().filter(|_| line.depth > 0 || moves.is_empty()) else {
                continue;
            };
            let worth = worth_of(&line, self.game.variant().players());
            // A line of an earlier iteration may seem better than the best one.
            let worth = moves.first().map_or(worth, |(best, _)| worth.at_most(best.worth, player));
            let edge = Edge { token: token.clone(), to: 0, worth, depth: line.depth };
            moves.push((edge, self.after(leaf, token)?));
        }
        Ok(Found { number: leaf.number, moves })
    }

    /// The position after a move of the leaf. The game stays there.
    fn after(&self, leaf: &Leaf, token: &str) -> Result<Node, BookError> {
        let mut game = self.game.clone();
        game.choose(token)?;
        Ok(node_of(&*game, leaf.path.len() + 1))
    }
}

/// The value of a line for those who play.
fn worth_of(line: &Line, seats: usize) -> Worth {
    if seats == 2 {
        return Worth::Score(line.score);
    }
    let mut shares = [0; MOST_PLAYERS];
    for (share, told) in shares.iter_mut().zip(&line.shares) {
        *share = *told as u16;
    }
    Worth::Shares(shares, seats)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::game::Player;

    fn settings(positions: usize) -> GrowthSettings {
        let time = None;
        GrowthSettings { nodes: 300, lines: 3, plies: 6, seed: 1, positions, time, threads: 1 }
    }

    fn grown(variant: Variant, name: &str, steps: &[usize]) -> String {
        let folder = std::env::temp_dir().join(format!("strategos-book-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        let _ = std::fs::remove_file(&path);
        for positions in steps {
            let growth = grow(variant, &path, &settings(*positions), &mut |_| ()).unwrap();
            assert_eq!(growth.searched, *positions);
            assert!(growth.finished && growth.positions > growth.searched);
        }
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        text
    }

    #[test]
    fn a_run_that_was_broken_off_goes_on_as_if_it_had_not_been() {
        for variant in [Variant::PACIFIC_A, Variant::AZACRU3, Variant::PACRU] {
            let once = grown(variant, &format!("once-{variant}"), &[12]);
            let again = grown(variant, &format!("again-{variant}"), &[5, 6, 12]);
            assert_eq!(once, again, "{variant}");
            let book = BookText::read(&once).unwrap();
            assert_eq!(book.text(), once);
        }
    }

    #[test]
    fn shares_of_three_players_are_whole() {
        let book = BookText::read(&grown(Variant::SHACRU3, "shares", &[4])).unwrap();
        for edge in book.graph.nodes().iter().flat_map(|node| &node.edges) {
            let shares = (0..3).map(|seat| edge.worth.for_player(Player::new(seat)));
            let sum: i32 = shares.sum();
            assert!((998..=1002).contains(&sum), "{} sum up to {sum}", edge.worth);
        }
    }

    #[test]
    fn a_foreign_file_is_refused() {
        let path = std::env::temp_dir().join(format!("strategos-foreign-{}", std::process::id()));
        BookText::new(Variant::PACRU, settings(1).making()).write(&path).unwrap();
        let fault =
            grow(Variant::SHACRU, &path, &settings(1), &mut |_| ()).unwrap_err().to_string();
        assert!(fault.contains("has a book of pacru"), "{fault}");
        let other = GrowthSettings { seed: 2, ..settings(1) };
        let fault = grow(Variant::PACRU, &path, &other, &mut |_| ()).unwrap_err().to_string();
        assert!(fault.contains("not of pacru by \"nodes 300 lines 3 plies 6 seed 2\""), "{fault}");
        std::fs::remove_file(&path).unwrap();
    }
}
