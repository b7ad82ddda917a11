//! `strategos puzzles`: mines games for puzzles.

use super::{exit_code, minutes, variant};
use crate::engine::Position;
use crate::games::Variant;
use crate::protocol::Output;
use crate::puzzles::{MiningSettings, Progress, PuzzleError, mine};
use crate::table::main_lines;
use clap::Args;
use std::fmt::Display;
use std::io::{Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Mine games for puzzles: positions with one move that wins or saves the game
///
/// The engine plays games with mistakes against itself, or takes the games of files, and looks at every turn. A longer
/// search checks what it finds. An existing file is continued if it was made with the same settings; a killed run loses
/// at most ten seconds. The puzzles depend only on the variant, --nodes, --check, --skip-easy, --seed or the games of
/// --from, and the number of games. Progress goes to stderr
#[derive(Args, Debug)]
pub struct Puzzles {
    /// The variant, which is for two players
    #[arg(value_parser = variant(), ignore_case = true)]
    variant: Variant,
    /// The file of the puzzles
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Mine the games of this variant in these files: records, PGN, or games of the board
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "seed")]
    from: Vec<PathBuf>,
    /// The number of games, those that the file comes from already included; 100, or all games of --from
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: Option<u64>,
    /// Leave out puzzles that every level of the engine solves
    #[arg(long)]
    skip_easy: bool,
    /// End with the game in which this number of puzzles is reached
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    puzzles: u32,
    /// End after this time, even if there are fewer games
    #[arg(long, value_name = "MINUTES", value_parser = minutes)]
    minutes: Option<Duration>,
    /// Nodes searched for each turn of a game
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Nodes of the search that checks a puzzle
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    check: u64,
    /// Games mined in parallel
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Puzzles {
    /// Runs the command. Errors go to stdout, like all errors of the engine.
    pub fn run(&self) -> ExitCode {
        let output = Output::new(stdout());
        exit_code(&output, self.obey(&output))
    }

    fn obey(&self, output: &Output) -> Result<(), PuzzleError> {
        let from = self.played()?;
        let usual = if from.is_empty() { 100 } else { from.len() as u64 };
        let settings = MiningSettings {
            games: self.games.unwrap_or(usual),
            from,
            skip_easy: self.skip_easy,
            puzzles: self.puzzles as usize,
            nodes: self.nodes,
            check: self.check,
            seed: self.seed,
            time: self.minutes,
            threads: usize::from(self.threads),
        };
        let progress = mine(self.variant, &self.out, &settings, &mut |progress| {
            // Nothing depends on the arrival of the line.
            let _ = writeln!(stderr(), "{}", line(progress));
        })?;
        output.line(line(progress));
        Ok(())
    }

    /// The games of the files.
    fn played(&self) -> Result<Vec<Position>, PuzzleError> {
        let mut played = Vec::new();
        for path in &self.from {
            let fault = |reason: &dyn Display| PuzzleError::at(path, reason);
            let text = std::fs::read_to_string(path).map_err(|error| fault(&error))?;
            let games = main_lines(&text).map_err(|error| fault(&error))?;
            let own = games.into_iter().filter(|(variant, _)| *variant == self.variant);
            let before = played.len();
            played.extend(own.map(|(_, position)| position));
            if played.len() == before {
                return Err(fault(&format_args!("there is no game of {} in it", self.variant)));
            }
        }
        Ok(played)
    }
}

fn line(Progress { games, puzzles, finished }: Progress) -> String {
    let end = if finished { ", finished" } else { "" };
    format!("{puzzles} puzzles in {games} games{end}")
}
