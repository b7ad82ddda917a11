//! `strategos book`: grows an opening book.

use super::{exit_code, minutes, variant};
use crate::book::{BookError, Growth, GrowthSettings, grow};
use crate::games::Variant;
use crate::protocol::Output;
use clap::Args;
use std::io::{Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Grow an opening book by search, best-first
///
/// The book is a tree of good moves from the start position with their values, as text. An existing file is continued
/// if it was made with the same settings; a killed run loses at most ten seconds. The book depends only on the variant,
/// --nodes, --lines, --plies, --seed, --threads and the number of positions. Progress goes to stderr
#[derive(Args, Debug)]
pub struct Book {
    /// The variant
    #[arg(value_parser = variant(), ignore_case = true)]
    variant: Variant,
    /// The file of the book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The number of positions that are searched, those that the file has already included
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    positions: u32,
    /// End after this time, even if there are fewer positions
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    minutes: Option<Duration>,
    /// Nodes searched for each position
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Moves found for each position
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=256))]
    lines: u16,
    /// The greatest length of a line, in turns
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..=200))]
    plies: u16,
    /// Positions searched in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(..=2_147_483_647))]
    seed: u64,
}

impl Book {
    /// Runs the command. Errors go to stdout, like all errors of the engine.
    pub fn run(&self) -> ExitCode {
        let output = Output::new(stdout());
        exit_code(&output, self.obey(&output))
    }

    fn obey(&self, output: &Output) -> Result<(), BookError> {
        let settings = GrowthSettings {
            nodes: self.nodes,
            lines: usize::from(self.lines),
            plies: usize::from(self.plies),
            seed: self.seed,
            positions: self.positions as usize,
            time: self.minutes,
            threads: usize::from(self.threads),
        };
        let growth = grow(self.variant, &self.out, &settings, &mut |growth| {
            // Nothing depends on the arrival of the line.
            let _ = writeln!(stderr(), "{}", line(growth));
        })?;
        output.line(line(growth));
        Ok(())
    }
}

fn line(Growth { searched, positions, finished }: Growth) -> String {
    let end = if finished { ", finished" } else { "" };
    format!("{searched} positions searched, {positions} in all{end}")
}
