//! `strategos play`: the arguments of a game at the terminal.

use super::{exit_code, variant};
use crate::games::Variant;
use crate::play::{Level, People, Settings, Strength, run};
use crate::protocol::Output;
use clap::Args;
use std::io::stdout;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Play against the engine, or each other, at the terminal
///
/// Type a move, or `help`. People have the seats that --seat names; the engine has the others.
#[derive(Args, Debug)]
pub struct Play {
    /// The variant
    #[arg(value_parser = variant(), ignore_case = true, default_value = "pacific-a")]
    variant: Variant,
    /// The seats of people: 1, or 1,3, or all, or none
    #[arg(long, value_name = "SEATS", value_parser = People::parse, default_value = "1")]
    seat: People,
    /// Strength of the engine: a level from 0 to 20, or an Elo from 600 to 2200
    #[arg(long, default_value = "20", value_parser = Level::parse, value_name = "LEVEL")]
    level: Level,
    /// Thinking time of the engine for a move, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    time: u64,
    /// Begin with the hidden deployment
    #[arg(long)]
    deploy: bool,
    /// Continue the game in a file
    #[arg(long, value_name = "FILE", conflicts_with = "deploy")]
    load: Option<PathBuf>,
    /// Seed of all random choices; taken from the clock if left out
    #[arg(long)]
    seed: Option<u64>,
}

impl Play {
    /// Runs the game. Errors before its start go to stdout, like all errors of the engine.
    pub fn run(self, chosen: Option<Variant>) -> ExitCode {
        let settings = Settings {
            variant: chosen.unwrap_or(self.variant),
            deploy: self.deploy,
            people: self.seat,
            strength: Strength {
                level: self.level,
                time: Duration::from_millis(self.time),
                seed: self.seed.unwrap_or_else(by_the_clock),
            },
            file: self.load,
        };
        exit_code(&Output::new(stdout()), run(&settings))
    }
}

fn by_the_clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| u64::from(time.subsec_nanos()))
}
