//! Plays many games. The file depends only on the seed and the settings.

use super::file::{DataError, Writer};
use super::in_order::{Progress, make_in_order};
use super::record::GameRecord;
use super::self_player::SelfPlayer;
use crate::engine::TablePath;
use crate::game::FenError;
use crate::game::text::without_mark;
use crate::game::zobrist::splitmix64;
use crate::games::{Playable, Variant, Visitor};
use crate::search::{EndgameTables, EvalSource, TableListener, TableNotice, checksum};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The default of [`GenerationSettings::most_turns`].
pub const MOST_TURNS: usize = 1000;

/// Settings of a run.
#[derive(Clone, Debug)]
pub struct GenerationSettings {
    /// The number of games in the finished file.
    pub games: u64,
    /// Nodes searched for each turn.
    pub nodes: u64,
    /// The length in turns at which a game is adjudicated as a draw.
    pub most_turns: usize,
    /// The share of turns, in per cent, in which one action is random.
    pub stray: usize,
    /// A file of openings, used in rotation. Without it the games begin from random openings.
    pub openings: Option<PathBuf>,
    /// Games played in parallel.
    pub threads: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// The evaluation that the search uses.
    pub eval: EvalChoice,
    /// Folders of endgame tables, as in the option `TablePath`; empty for none. A game that reaches a position of theirs
    /// ends with its exact result.
    pub tables: String,
    /// The file to write.
    pub out: PathBuf,
}

/// The evaluation that the search uses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvalChoice {
    /// The built-in network.
    BuiltIn,
    /// The hand-made evaluation.
    Hand,
    /// A network from a file.
    File(PathBuf),
}

impl EvalChoice {
    /// The evaluation source, and its name in a file of games.
    pub(super) fn prepared<G: Playable>(
        &self,
        variant: Variant,
    ) -> Result<(String, EvalSource), DataError> {
        match self {
            Self::BuiltIn => Ok((String::new(), variant.eval_source())),
            Self::Hand => Ok((" by hand".to_string(), EvalSource::HandMade)),
            Self::File(path) => {
                let bytes = std::fs::read(path).map_err(|error| DataError::at(path, error))?;
                let network = G::network().ok_or_else(|| DataError::no_network(variant))?;
                let network = network.read(&bytes).map_err(|error| DataError::at(path, error))?;
                let name = format!(" by network {:08x}", checksum(&bytes));
                Ok((name, EvalSource::File(Arc::new(network))))
            }
        }
    }
}

/// Plays until the file has the requested number of games. `told` is called after each game.
///
/// # Errors
/// If the file has games made with other settings, cannot be written, or the system refuses memory or threads.
pub fn generate(
    variant: Variant,
    settings: &GenerationSettings,
    told: &mut dyn FnMut(Progress),
) -> Result<Progress, DataError> {
    struct Generate<'a>(Variant, &'a GenerationSettings, &'a mut dyn FnMut(Progress));
    impl Visitor for Generate<'_> {
        type Output = Result<Progress, DataError>;
        fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
            play_all::<G>(self.0, rules, self.1, self.2)
        }
    }
    variant.visit(Generate(variant, settings, told))
}

fn play_all<G: Playable>(
    variant: Variant,
    rules: G::Rules,
    settings: &GenerationSettings,
    told: &mut dyn FnMut(Progress),
) -> Result<Progress, DataError> {
    let GenerationSettings { nodes, seed, .. } = settings;
    let (eval, eval_source) = settings.eval.prepared::<G>(variant)?;
    let (with, tables) = open_tables::<G>(variant, rules, &settings.tables)?;
    let (from, openings) = match &settings.openings {
        Some(path) => read_openings::<G>(path, rules)?,
        None => Default::default(),
    };
    let length = match settings.most_turns {
        MOST_TURNS => String::new(),
        turns => format!(" turns {turns}"),
    };
    let stray = match settings.stray {
        0 => String::new(),
        percent => format!(" stray {percent}"),
    };
    let making = format!(
        "variant {} nodes {nodes} seed {seed}{length}{stray}{from}{with}{eval}",
        variant.record_name()
    );
    let writer = Writer::open(&settings.out, &making)?;
    let next = AtomicU64::new(writer.count);
    let job = || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        (number < settings.games).then_some((number, number))
    };
    let openings = &openings[..];
    let worker = || {
        let player = SelfPlayer::<G>::new(rules, settings, eval_source.clone());
        let player = player.map_err(DataError::new)?.with_tables(tables.clone());
        Ok(move |number| play_one(&player, openings, settings.seed, number))
    };
    make_in_order(writer, settings.threads, job, worker, told)
}

type Tables<G> = Option<Arc<dyn EndgameTables<G>>>;

/// Opens endgame tables. Returns their name in `making`, and the tables.
///
/// # Errors
/// If a folder or a file cannot be used: other tables would make other games.
fn open_tables<G: Playable>(
    variant: Variant,
    rules: G::Rules,
    folders: &str,
) -> Result<(String, Tables<G>), DataError> {
    if folders.is_empty() {
        return Ok((String::new(), None));
    }
    let faults = Arc::<Mutex<Vec<String>>>::default();
    let heard = Arc::clone(&faults);
    let listener: TableListener = Arc::new(move |notice: TableNotice<'_>| {
        if let TableNotice::Fault(fault) = notice {
            heard.lock().unwrap_or_else(PoisonError::into_inner).push(fault.to_string());
        }
    });
    let tables = TablePath { folders: folders.to_string(), listener }.open::<G>(variant, rules);
    let faults = faults.lock().unwrap_or_else(PoisonError::into_inner);
    match (faults.first(), &tables) {
        (Some(fault), _) => Err(DataError::new(fault)),
        (None, Some(found)) => Ok((format!(" tables {}", found.contents()), tables)),
        (None, None) => Err(DataError::new(format!("{variant} has no endgame tables"))),
    }
}

/// Reads a file of openings, one FEN or EPD a line. Returns the file's name in `making`, and its positions.
fn read_openings<G: Playable>(path: &Path, rules: G::Rules) -> Result<(String, Vec<G>), DataError> {
    let bytes = std::fs::read(path).map_err(|error| DataError::at(path, error))?;
    let text = std::str::from_utf8(without_mark(&bytes));
    let text = text.map_err(|error| DataError::at(path, format_args!("is no text: {error}")))?;
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let read = |(number, line): (usize, &str)| {
        read_opening::<G>(rules, line)
            .map_err(|error| DataError::at(path, format_args!("line {number}: {error}")))
    };
    let openings = lines.map(read).collect::<Result<Vec<G>, DataError>>()?;
    if openings.is_empty() {
        return Err(DataError::at(path, "has no openings"));
    }
    Ok((format!(" openings {:08x}", checksum(text.as_bytes())), openings))
}

/// Reads a position: the longest prefix of the line that is a FEN, because EPD operations may follow.
fn read_opening<G: Playable>(rules: G::Rules, line: &str) -> Result<G, FenError> {
    let whole = G::from_fen(rules, line);
    let mut rest = line.split(';').next().unwrap_or(line);
    while let (Err(_), Some((shorter, _))) = (G::from_fen(rules, rest), rest.rsplit_once(' ')) {
        rest = shorter;
    }
    whole.or_else(|error| G::from_fen(rules, rest).map_err(|_| error))
}

/// The game with a number.
fn play_one<G: Playable>(
    player: &SelfPlayer<G>,
    openings: &[G],
    seed: u64,
    number: u64,
) -> Result<GameRecord, DataError> {
    let (_, seed) = splitmix64(seed.wrapping_add(splitmix64(number).1));
    let opening = number.checked_rem(openings.len() as u64);
    let opening = opening.and_then(|index| openings.get(index as usize));
    let game = match opening {
        Some(opening) => player.play_given(opening, seed),
        None => player.play(seed),
    };
    game.map_err(DataError::new)
}
