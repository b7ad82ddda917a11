//! `strategos datagen`: games to learn from.

use super::{exit_code, variant};
use crate::games::Variant;
use crate::protocol::Output;
use crate::training::{
    DataError, EvalChoice, MOST_TURNS, Progress, Settings, generate, show, shuffle,
};
use clap::Args;
use clap::builder::TypedValueParser;
use std::io::stdout;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// So many games are played between two lines of progress.
const TOLD_EVERY: u64 = 100;

/// Play games of the engine with itself, to learn from
///
/// They are written to a file, from which `samples` makes what a trainer reads. A file that is there already is
/// continued, if it was made in the same way; it depends on variant, nodes, turns, stray, openings and seed alone
#[derive(Args, Debug)]
pub struct Datagen {
    /// The variant to play
    #[arg(value_parser = variant(), ignore_case = true, required_unless_present_any = ["show", "shuffle"])]
    variant: Option<Variant>,
    /// How many games the file is to have
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Nodes that are searched for a turn
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Break games off after so many turns, as draws
    #[arg(long, default_value_t = MOST_TURNS, value_parser = clap::value_parser!(u32).range(1..=1_000_000).map(|turns| turns as usize))]
    turns: usize,
    /// So often, in percent, one action of a turn is drawn at random, so that positions which good play avoids are
    /// learnt from too
    #[arg(long, value_name = "PERCENT", default_value_t = 0, value_parser = clap::value_parser!(u8).range(..=100))]
    stray: u8,
    /// Begin from these positions in turn, a FEN or EPD a line, instead of random ones. They are played even if one
    /// side is lost, each turn at up to twice the nodes, so that games from the same position differ
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// How many games are played at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Where all chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file to write
    #[arg(long, value_name = "FILE", required_unless_present = "show")]
    out: Option<PathBuf>,
    /// A network that judges positions instead of the built-in one
    #[arg(long, value_name = "FILE", conflicts_with = "hand")]
    network: Option<PathBuf>,
    /// EvalChoice positions by the evaluation made by hand
    #[arg(long)]
    hand: bool,
    /// Print a file as text instead, --games of it at most
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shuffle", "out", "variant"])]
    show: Option<PathBuf>,
    /// Write the games of these files in random order instead
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "variant")]
    shuffle: Vec<PathBuf>,
}

impl Datagen {
    /// Does it; what goes wrong is told on stdout, like every error of the engine.
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
        let settings = Settings {
            games: self.games,
            nodes: self.nodes,
            most_turns: self.turns,
            stray: usize::from(self.stray),
            openings: self.openings.clone(),
            threads: usize::from(self.threads),
            seed: self.seed,
            judge: match &self.network {
                Some(path) => EvalChoice::File(path.clone()),
                None if self.hand => EvalChoice::Hand,
                None => EvalChoice::BuiltIn,
            },
            out: out.to_path_buf(),
        };
        let last = generate(variant, &settings, &mut |progress| {
            if progress.games % TOLD_EVERY == 0 {
                output.line(line(progress));
            }
        })?;
        output.line(line(last));
        Ok(())
    }
}

fn line(progress: Progress) -> String {
    let Progress { games, positions, time } = progress;
    let rate = positions as f64 / time.as_secs_f64().max(0.001);
    format!("{games} games, {positions} new positions, {rate:.0} a second")
}
