//! `strategos samples`: from games to what a trainer reads.

use super::exit_code;
use crate::protocol::Output;
use crate::training::{choices, samples};
use clap::Args;
use std::io::stdout;
use std::path::PathBuf;
use std::process::ExitCode;

/// Write what a network is shown of the positions of games that `datagen` played, for a trainer
#[derive(Args, Debug)]
pub struct Samples {
    /// Files of games of one variant
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A file for the FENs of the positions, a line each
    #[arg(long, value_name = "FILE")]
    fens: Option<PathBuf>,
    /// Write what was played of what could be instead, for a trainer of rankers
    #[arg(long, conflicts_with = "fens")]
    choices: bool,
}

impl Samples {
    /// Does it; what goes wrong is told on stdout, like every error of the engine.
    pub fn run(&self) -> ExitCode {
        let output = Output::new(stdout());
        let (count, what) = match self.choices {
            true => (choices(&self.games, &self.out), "choices"),
            false => (samples(&self.games, &self.out, self.fens.as_deref()), "samples"),
        };
        exit_code(&output, count.map(|count| output.line(format_args!("{count} {what}"))))
    }
}
