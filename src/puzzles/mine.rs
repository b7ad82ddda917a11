//! Mines many games. The set depends only on its settings, not on the number of threads, and a run that was broken off
//! goes on as if it had not been.

use super::error::PuzzleError;
use super::file::{GameSource, Puzzle, PuzzleSet};
use super::game::{Depths, puzzles_in, puzzles_of};
use super::judge::Judge;
use crate::engine::{Position, Start};
use crate::game::zobrist::splitmix64;
use crate::games::Variant;
use std::collections::HashSet;
use std::path::Path;
use std::time::{Duration, Instant};

/// The time between two writes of the file.
const WRITTEN_EVERY: Duration = Duration::from_secs(10);

/// Settings of a run.
#[derive(Clone, Debug)]
pub struct MiningSettings {
    /// The number of games that the finished set comes from, at most.
    pub games: u64,
    /// Games that were played, to be mined in this order. Without any the engine plays.
    pub from: Vec<Position>,
    /// Whether puzzles that every level solves are left out.
    pub skip_easy: bool,
    /// The number of puzzles after which the run ends.
    pub puzzles: usize,
    /// Nodes of the search that looks for puzzles, one for each turn of a game.
    pub nodes: u64,
    /// Nodes of the search that checks them.
    pub check: u64,
    /// The seed of the games.
    pub seed: u64,
    /// The time after which the run ends, finished or not.
    pub time: Option<Duration>,
    /// Games in parallel.
    pub threads: usize,
}

impl MiningSettings {
    /// The number of games that there are, or shall be.
    fn all_games(&self) -> u64 {
        if self.from.is_empty() { self.games } else { self.games.min(self.from.len() as u64) }
    }

    /// Where the games come from.
    fn source(&self) -> GameSource {
        if self.from.is_empty() {
            return GameSource::Engine { seed: self.seed };
        }
        let texts = self.from.iter().map(|position| format!("{position}\n")).collect::<String>();
        let mix = |key, byte: u8| splitmix64(key ^ u64::from(byte)).1;
        GameSource::Played { key: texts.bytes().fold(0, mix) }
    }
}

/// Progress of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Games that were mined, on earlier runs too.
    pub games: u64,
    /// Puzzles that were found.
    pub puzzles: usize,
    /// Whether the run has as many games or puzzles as it shall have.
    pub finished: bool,
}

/// Mines games into the file `out`, which is begun or continued. `told` is called when the file has been written.
///
/// # Errors
/// If the variant is not for two players. If the file has no puzzles of this variant made with these settings, or
/// cannot be written. If the system refuses memory or threads.
pub fn mine(
    variant: Variant,
    out: &Path,
    settings: &MiningSettings,
    told: &mut dyn FnMut(Progress),
) -> Result<Progress, PuzzleError> {
    let start = Instant::now();
    let mut set = begin(variant, out, settings)?;
    let mut seen = set
        .puzzles
        .iter()
        .map(|puzzle| key_of(variant, puzzle))
        .collect::<Result<HashSet<_>, _>>()?;
    let mut judges =
        (0..settings.threads.max(1)).map(|_| Judge::new(variant)).collect::<Result<Vec<_>, _>>()?;
    let mut written = Instant::now();
    loop {
        let finished = set.games >= settings.all_games() || set.puzzles.len() >= settings.puzzles;
        let has_ended = finished || settings.time.is_some_and(|time| start.elapsed() >= time);
        if has_ended || written.elapsed() >= WRITTEN_EVERY {
            set.write(out)?;
            written = Instant::now();
            let progress = Progress { games: set.games, puzzles: set.puzzles.len(), finished };
            if has_ended {
                return Ok(progress);
            }
            told(progress);
        }
        for puzzles in games(&mut judges, &set, settings)? {
            // Games beyond the last puzzle that is wanted do not count.
            if set.puzzles.len() >= settings.puzzles {
                break;
            }
            set.games += 1;
            for puzzle in puzzles {
                if seen.insert(key_of(variant, &puzzle)?) {
                    set.puzzles.push(puzzle);
                }
            }
        }
    }
}

/// The set of a file, or a new one.
fn begin(
    variant: Variant,
    out: &Path,
    settings: &MiningSettings,
) -> Result<PuzzleSet, PuzzleError> {
    if variant.players() > 2 {
        let players = variant.players();
        return Err(PuzzleError::new(format_args!(
            "puzzles are for two players, and {variant} has {players}"
        )));
    }
    let MiningSettings { nodes, check, skip_easy, .. } = *settings;
    let source = settings.source();
    let empty =
        PuzzleSet { variant, nodes, check, source, skip_easy, games: 0, puzzles: Vec::new() };
    if !out.exists() {
        return Ok(empty);
    }
    let set = PuzzleSet::load(out)?;
    if set.variant != variant || set.making() != empty.making() {
        let (own, made, wanted) = (set.variant, set.making(), empty.making());
        let reason =
            format!("has puzzles of {own} made by \"{made}\", not of {variant} by \"{wanted}\"");
        return Err(PuzzleError::at(out, reason));
    }
    Ok(set)
}

/// The puzzles of the next games, one game for each judge, in the order of the games.
fn games(
    judges: &mut [Judge],
    set: &PuzzleSet,
    settings: &MiningSettings,
) -> Result<Vec<Vec<Puzzle>>, PuzzleError> {
    let PuzzleSet { variant, games, .. } = *set;
    let MiningSettings { nodes, check, skip_easy, seed, .. } = *settings;
    let depths = Depths { nodes, check, skip_easy };
    let left = settings.all_games() - games;
    std::thread::scope(|scope| {
        let running: Vec<_> = (games..games + left)
            .zip(judges)
            .map(|(number, judge)| {
                let (_, seed) = splitmix64(splitmix64(seed).1 ^ number);
                let played = usize::try_from(number).ok().and_then(|at| settings.from.get(at));
                scope.spawn(move || match played {
                    Some(played) => puzzles_in(judge, variant, depths, played),
                    None => puzzles_of(judge, variant, depths, seed),
                })
            })
            .collect();
        let ended = |_| Err(PuzzleError::new("a thread has died"));
        running.into_iter().map(|thread| thread.join().unwrap_or_else(ended)).collect()
    })
}

/// The key of a puzzle's position.
fn key_of(variant: Variant, puzzle: &Puzzle) -> Result<u64, PuzzleError> {
    let mut game = variant.new_game();
    game.set_position(&Position::from_start(Start::Fen(puzzle.fen.clone())))?;
    Ok(game.key())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn settings(games: u64, threads: usize) -> MiningSettings {
        let (nodes, check) = (400, 3000);
        let (from, skip_easy) = (Vec::new(), false);
        let (seed, time) = (3, None);
        MiningSettings { games, from, skip_easy, puzzles: 1000, nodes, check, seed, time, threads }
    }

    /// A game of Pacific in which White takes back a plane that Black has taken.
    fn played() -> Position {
        let mut judge = Judge::new(Variant::PACIFIC_A).unwrap();
        let mut game = Variant::PACIFIC_A.new_game();
        let mut rng = crate::game::Rng::new(5);
        while game.outcome().is_none() && game.position().moves.len() < 60 {
            let lines = judge.best_two(&*game, 300).unwrap();
            let second = lines.last().filter(|_| rng.below(4) == 0);
            let best = second.or(lines.first()).unwrap().pv[0].clone();
            game.choose(&best).unwrap();
        }
        game.position()
    }

    fn mined(name: &str, steps: &[(u64, usize)]) -> String {
        let path = std::env::temp_dir().join(format!("strategos-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        for (games, threads) in steps {
            let progress =
                mine(Variant::PACIFIC_A, &path, &settings(*games, *threads), &mut |_| ()).unwrap();
            assert_eq!((progress.games, progress.finished), (*games, true));
        }
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        text
    }

    #[test]
    fn the_set_depends_on_its_settings_alone() {
        let once = mined("once", &[(8, 1)]);
        assert_eq!(mined("in-parallel", &[(8, 3)]), once);
        assert_eq!(mined("in-steps", &[(3, 1), (5, 2), (8, 1)]), once);
        let set = PuzzleSet::read(&once).unwrap();
        assert!(!set.puzzles.is_empty(), "{once}");
        assert_eq!(set.text(), once);
    }

    #[test]
    fn a_puzzle_has_one_good_move() {
        let set = PuzzleSet::read(&mined("one-move", &[(6, 2)])).unwrap();
        let mut judge = Judge::new(set.variant).unwrap();
        for puzzle in &set.puzzles {
            let (only, line) = judge.solve(&puzzle.fen, set.check).unwrap().unwrap();
            assert_eq!((only.kind, only.scores, &line), (puzzle.kind, puzzle.scores, &puzzle.line));
            assert!(!puzzle.themes.is_empty(), "{puzzle:?}");
        }
    }

    #[test]
    fn games_that_were_played_are_mined() {
        let path =
            std::env::temp_dir().join(format!("strategos-played-puzzles-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let one = played();
        let from = vec![one.clone(), Position::from_start(Start::StartPos)];
        let wanted = MiningSettings { from, ..settings(100, 2) };
        let progress = mine(Variant::PACIFIC_A, &path, &wanted, &mut |_| ()).unwrap();
        assert_eq!((progress.games, progress.finished), (2, true));
        let set = PuzzleSet::load(&path).unwrap();
        assert!(!set.puzzles.is_empty(), "{one}");
        // Each puzzle is a position of the game.
        let mut game = Variant::PACIFIC_A.new_game();
        let prefixes = (0..one.moves.len()).map(|count| {
            let moves = one.moves[..count].to_vec();
            game.set_position(&Position { moves, ..one.clone() }).unwrap();
            game.fen()
        });
        let fens: Vec<String> = prefixes.collect();
        assert!(set.puzzles.iter().all(|puzzle| fens.contains(&puzzle.fen)));
        // Other games do not continue the file.
        let others = MiningSettings { from: vec![one], ..wanted.clone() };
        let fault = mine(Variant::PACIFIC_A, &path, &others, &mut |_| ()).unwrap_err().to_string();
        assert!(fault.contains("made by \"nodes 400 check 3000 from "), "{fault}");
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn puzzles_that_every_level_solves_can_be_left_out() {
        let all = PuzzleSet::read(&mined("all-levels", &[(8, 1)])).unwrap();
        let path =
            std::env::temp_dir().join(format!("strategos-hard-puzzles-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let hard = MiningSettings { skip_easy: true, ..settings(8, 1) };
        mine(Variant::PACIFIC_A, &path, &hard, &mut |_| ()).unwrap();
        let set = PuzzleSet::load(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(set.making(), "nodes 400 check 3000 seed 3 skip-easy");
        let least = super::super::rating::least_rating(Variant::PACIFIC_A);
        let wanted: Vec<Puzzle> =
            all.puzzles.iter().filter(|puzzle| puzzle.rating > least).cloned().collect();
        assert!(wanted.len() < all.puzzles.len());
        assert_eq!(set.puzzles, wanted);
    }

    #[test]
    fn other_games_and_foreign_files_are_refused() {
        let path =
            std::env::temp_dir().join(format!("strategos-foreign-puzzles-{}", std::process::id()));
        let fault =
            mine(Variant::PACRU3, &path, &settings(1, 1), &mut |_| ()).unwrap_err().to_string();
        assert_eq!(fault, "puzzles are for two players, and pacru3 has 3");
        std::fs::write(&path, super::super::file::tests::SET).unwrap();
        let fault =
            mine(Variant::PACIFIC_A, &path, &settings(1, 1), &mut |_| ()).unwrap_err().to_string();
        assert!(fault.contains("made by \"nodes 500 check 5000 seed 1\""), "{fault}");
        std::fs::remove_file(&path).unwrap();
    }
}
