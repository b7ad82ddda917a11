//! `strategos relabel`: searches the positions of training games again.

use super::datagen::{Evaluation, told};
use super::exit_code;
use crate::protocol::Output;
use crate::training::{RelabelSettings, relabel};
use clap::Args;
use std::io::stdout;
use std::path::PathBuf;
use std::process::ExitCode;

/// Search the positions of training games again
///
/// The games are written to a file with new scores: deeper ones, or those of a newer network. An existing file is continued
/// if it was made with the same settings. With the nodes and the evaluation of the games all scores stay as they are
#[derive(Args, Debug)]
pub struct Relabel {
    /// Files of games of one variant
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Nodes searched for each position
    #[arg(long, default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Search every Nth turn of a game. The positions of the other turns are left out of the training data
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    every: u32,
    /// Leave out positions whose score changes by less than this, in centipawns
    #[arg(long, value_name = "CP", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=30_000))]
    changed: u32,
    /// Games searched in parallel
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    #[command(flatten)]
    evaluation: Evaluation,
}

impl Relabel {
    /// Runs the command. Errors go to stdout, like all errors of the engine.
    pub fn run(&self) -> ExitCode {
        let output = Output::new(stdout());
        let settings = RelabelSettings {
            games: self.games.clone(),
            nodes: self.nodes,
            every: self.every,
            changed_cp: self.changed,
            threads: usize::from(self.threads),
            eval: self.evaluation.choice(),
            out: self.out.clone(),
        };
        exit_code(&output, told(&output, |tell| relabel(&settings, tell)))
    }
}
