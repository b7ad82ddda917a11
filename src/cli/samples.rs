//! `strategos samples`: converts games into training data.

use super::exit_code;
use crate::protocol::Output;
use crate::training::{policy_samples, samples};
use clap::Args;
use std::io::stdout;
use std::path::PathBuf;
use std::process::ExitCode;

/// Convert games played by `datagen` into training data for a value network
#[derive(Args, Debug)]
pub struct Samples {
    /// Files of games of one variant
    #[arg(required = true, value_name = "FILE")]
    games: Vec<PathBuf>,
    /// The file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A file for the FENs of the positions, one a line
    #[arg(long, value_name = "FILE")]
    fens: Option<PathBuf>,
    /// Write data for a policy network instead: the legal actions and the one played
    #[arg(long, conflicts_with = "fens")]
    choices: bool,
}

impl Samples {
    /// Runs the command. Errors go to stdout, like all errors of the engine.
    pub fn run(&self) -> ExitCode {
        let output = Output::new(stdout());
        let (count, what) = match self.choices {
            true => (policy_samples(&self.games, &self.out), "choices"),
            false => (samples(&self.games, &self.out, self.fens.as_deref()), "samples"),
        };
        exit_code(&output, count.map(|count| output.line(format_args!("{count} {what}"))))
    }
}
