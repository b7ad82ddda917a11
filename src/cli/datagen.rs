//! `strategos datagen`: plays training games.

use super::{exit_code, variant};
use crate::games::Variant;
use crate::protocol::Output;
use crate::training::{
    DataError, EvalChoice, GenerationSettings, MOST_TURNS, Progress, generate, show, shuffle,
};
use clap::Args;
use clap::builder::TypedValueParser;
use std::io::stdout;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Games between two progress lines.
const TOLD_EVERY: u64 = 100;

/// Play games of the engine against itself, as training data
///
/// The games are written to a file, which `samples` converts for a trainer. An existing file is continued if it was
/// made with the same settings. Its contents depend only on the variant, --nodes, --turns, --stray, --openings,
/// --tables, --seed and the evaluation
#[derive(Args, Debug)]
pub struct Datagen {
    /// The variant to play
    #[arg(value_parser = variant(), ignore_case = true, required_unless_present_any = ["show", "shuffle"])]
    variant: Option<Variant>,
    /// The number of games that the file shall have
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Nodes searched for each turn
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Turns after which a game is broken off as a draw
    #[arg(long, default_value_t = MOST_TURNS, value_parser = clap::value_parser!(u32).range(1..=1_000_000).map(|turns| turns as usize))]
    turns: usize,
    /// How often, in per cent, one action of a turn is random. It adds positions that good play avoids
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=100))]
    stray: u8,
    /// Begin from these positions in rotation, one FEN or EPD a line, instead of random ones. They are played even if
    /// one side is lost. Each turn gets up to twice the nodes, so that games from the same position differ
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Games played in parallel
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write
    #[arg(long, value_name = "FILE", required_unless_present = "show")]
    out: Option<PathBuf>,
    #[command(flatten)]
    evaluation: Evaluation,
    /// End games whose position is in the endgame tables of these folders, with the exact result. Folders are separated
    /// as in the option TablePath
    #[arg(long, value_name = "DIRS", default_value = "", hide_default_value = true)]
    tables: String,
    /// Print a file as text instead, at most --games games
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shuffle", "out", "variant"])]
    show: Option<PathBuf>,
    /// Write the games of these files in random order instead
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "variant")]
    shuffle: Vec<PathBuf>,
}

/// What evaluates the positions of training games.
#[derive(Args, Debug)]
pub(super) struct Evaluation {
    /// Evaluate positions by this network instead of the built-in one
    #[arg(long, value_name = "FILE", conflicts_with = "hand")]
    network: Option<PathBuf>,
    /// Evaluate positions by the hand-made evaluation
    #[arg(long)]
    hand: bool,
}

impl Evaluation {
    /// The network of a file; without one the hand-made evaluation if that is asked for, or the built-in network.
    pub fn choice(&self) -> EvalChoice {
        match &self.network {
            Some(path) => EvalChoice::File(path.clone()),
            None if self.hand => EvalChoice::Hand,
            None => EvalChoice::BuiltIn,
        }
    }
}

impl Datagen {
    /// Runs the command. Errors go to stdout, like all errors of the engine.
    pub fn run(&self) -> ExitCode {
        let output = Output::new(stdout());
        exit_code(&output, self.obey(&output))
    }

    fn obey(&self, output: &Output) -> Result<(), DataError> {
        if let Some(path) = &self.show {
            return show(path, self.games, &mut |line| output.line(line));
        }
        let out = self.out.as_deref().unwrap_or(Path::new(""));
        if let Some(variant) = self.variant {
            return self.generate(variant, out, output);
        }
        let count = shuffle(&self.shuffle, self.seed, out)?;
        output.line(format_args!("{count} games"));
        Ok(())
    }

    fn generate(&self, variant: Variant, out: &Path, output: &Output) -> Result<(), DataError> {
        let settings = GenerationSettings {
            games: self.games,
            nodes: self.nodes,
            most_turns: self.turns,
            stray: usize::from(self.stray),
            openings: self.openings.clone(),
            threads: usize::from(self.threads),
            seed: self.seed,
            eval: self.evaluation.choice(),
            tables: self.tables.clone(),
            out: out.to_path_buf(),
        };
        told(output, |tell| generate(variant, &settings, tell))
    }
}

/// Runs what makes games, with a progress line every [`TOLD_EVERY`] games and one at the end.
pub(super) fn told(
    output: &Output,
    run: impl FnOnce(&mut dyn FnMut(Progress)) -> Result<Progress, DataError>,
) -> Result<(), DataError> {
    let last = run(&mut |progress| {
        if progress.games % TOLD_EVERY == 0 {
            output.line(line(progress));
        }
    })?;
    output.line(line(last));
    Ok(())
}

fn line(progress: Progress) -> String {
    let Progress { games, positions, time } = progress;
    let rate = positions as f64 / time.as_secs_f64().max(0.001);
    format!("{games} games, {positions} new positions, {rate:.0} a second")
}
