//! Searches the positions of games again and gives them new scores: deeper ones, or those of a newer network.

use super::file::{DataError, Reader, Writer};
use super::generate::EvalChoice;
use super::in_order::{Progress, make_in_order};
use super::record::{GameRecord, RecordedTurn};
use super::replay::{open, play_turn, variant_of};
use super::self_player::{TABLE_MIB, is_quiet};
use super::sink::must_be_apart;
use crate::game::Played;
use crate::games::{Playable, Variant, Visitor};
use crate::search::{BlockingSearch, Lead, Limits, SearchOptions, checksum};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

/// Settings of a run.
#[derive(Clone, Debug)]
pub struct RelabelSettings {
    /// The files of games, of one variant.
    pub games: Vec<PathBuf>,
    /// Nodes searched for each position.
    pub nodes: u64,
    /// Every how many turns a position is searched. The others are no training positions afterwards.
    pub every: u32,
    /// Positions whose score changes by less than this, in centipawns, are no training positions afterwards.
    pub changed_cp: u32,
    /// Games searched in parallel.
    pub threads: usize,
    /// The evaluation that the search uses.
    pub eval: EvalChoice,
    /// The file to write.
    pub out: PathBuf,
}

/// Writes the games with new scores. `told` is called after each game. An interrupted run is continued.
///
/// # Errors
/// If a file of games cannot be read, is damaged or has games of another variant; if the file to write was made with other
/// settings or cannot be written; or if the system refuses memory or threads.
pub fn relabel(
    settings: &RelabelSettings,
    told: &mut dyn FnMut(Progress),
) -> Result<Progress, DataError> {
    struct Relabel<'a>(Variant, &'a RelabelSettings, &'a mut dyn FnMut(Progress));
    impl Visitor for Relabel<'_> {
        type Output = Result<Progress, DataError>;
        fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
            relabel_all::<G>(self.0, rules, self.1, self.2)
        }
    }
    must_be_apart(&settings.games, &[&settings.out])?;
    let variant = variant_of(&settings.games)?;
    variant.visit(Relabel(variant, settings, told))
}

fn relabel_all<G: Playable>(
    variant: Variant,
    rules: G::Rules,
    settings: &RelabelSettings,
    told: &mut dyn FnMut(Progress),
) -> Result<Progress, DataError> {
    let RelabelSettings { games, nodes, every, changed_cp, threads, .. } = settings;
    let (eval, eval_source) = settings.eval.prepared::<G>(variant)?;
    let source = Source::open(variant, games)?;
    let making = format!(
        "variant {} relabelled {:08x} nodes {nodes} every {every} changed {changed_cp}{eval}",
        variant.record_name(),
        source.checksum()
    );
    let writer = Writer::open(&settings.out, &making)?;
    let source = Mutex::new(source.after(writer.count)?);
    let job = || source.lock().unwrap_or_else(PoisonError::into_inner).next();
    let worker = || {
        let search = BlockingSearch::new(&G::start(rules), TABLE_MIB, Lead::Caller);
        let search = search.map_err(DataError::new)?.with_eval(eval_source.clone());
        let relabeller = Relabeller::<G> { rules, settings, search };
        Ok(move |job: Result<Job, DataError>| relabeller.relabelled(job?))
    };
    make_in_order(writer, *threads, job, worker, told)
}

/// A game to search.
struct Job {
    number: u64,
    game: GameRecord,
    /// Where the game is, for errors.
    place: String,
}

/// The games of several files, one after the other.
struct Source {
    readers: Vec<Reader>,
    /// The number of the next game.
    number: u64,
}

impl Source {
    fn open(variant: Variant, paths: &[PathBuf]) -> Result<Self, DataError> {
        let mut readers =
            paths.iter().map(|path| open(variant, path)).collect::<Result<Vec<_>, _>>()?;
        readers.reverse();
        Ok(Self { readers, number: 0 })
    }

    /// Depends on how the games were made.
    fn checksum(&self) -> u32 {
        let makings: Vec<&str> = self.readers.iter().map(|reader| &reader.making[..]).collect();
        checksum(makings.join("\n").as_bytes())
    }

    /// The games from number `count` on.
    fn after(mut self, count: u64) -> Result<Self, DataError> {
        while self.number < count {
            let Some((_, job)) = self.next() else { break };
            job?;
        }
        Ok(self)
    }

    /// The next game with its number; nothing at the end and behind an error.
    fn next(&mut self) -> Option<(u64, Result<Job, DataError>)> {
        let number = self.number;
        let game = self.read().transpose()?;
        self.number += 1;
        if game.is_err() {
            self.readers.clear();
        }
        Some((number, game))
    }

    fn read(&mut self) -> Result<Option<Job>, DataError> {
        while let Some(reader) = self.readers.last_mut() {
            if let Some(game) = reader.next_game()? {
                let place = format!("{} (game {})", reader.path().display(), reader.count);
                return Ok(Some(Job { number: self.number, game, place }));
            }
            reader.must_be_whole()?;
            self.readers.pop();
        }
        Ok(None)
    }
}

/// Searches the positions of games on one thread.
struct Relabeller<'a, G: Playable> {
    rules: G::Rules,
    settings: &'a RelabelSettings,
    search: BlockingSearch<G>,
}

impl<G: Playable> Relabeller<'_, G> {
    fn relabelled(&self, job: Job) -> Result<GameRecord, DataError> {
        let Job { number, mut game, place } = job;
        let fault = |reason| DataError::new(format!("{place}: {reason}"));
        let first = G::from_fen(self.rules, &game.fen).map_err(|error| fault(error.to_string()))?;
        let mut played = Played::new(first);
        self.search.forget();
        for (index, turn) in game.turns.iter_mut().enumerate() {
            let at = |reason: String| fault(format!("turn {}: {reason}", index + 1));
            if (number + index as u64).is_multiple_of(u64::from(self.settings.every)) {
                self.label(&played, turn).map_err(at)?;
            } else {
                turn.quiet = false;
            }
            play_turn(&mut played, turn).map_err(at)?;
        }
        Ok(game)
    }

    /// Searches the position before a turn.
    fn label(&self, played: &Played<G>, turn: &mut RecordedTurn) -> Result<(), String> {
        let limits = Limits { nodes: Some(self.settings.nodes), ..Limits::default() };
        let found = self.search.search(&played.clone(), &[], limits, SearchOptions::default());
        let found = found.map_err(|error| error.to_string())?;
        let Some(found) = found.filter(|found| found.best.depth > 0) else {
            turn.quiet = false;
            return Ok(());
        };
        let before = std::mem::replace(&mut turn.score, found.score().raw() as i16);
        let is_changed = turn.score.abs_diff(before) as u32 >= self.settings.changed_cp;
        turn.quiet = is_changed && is_quiet(played.state(), found.best.actions[0], found.score());
        Ok(())
    }
}
