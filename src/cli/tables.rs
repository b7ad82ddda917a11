//! `strategos tables`: makes and checks endgame tables.

use super::{exit_code, variant};
use crate::games::Variant;
use crate::protocol::Output;
use crate::tablebase::{TableError, TableEvent, TableSettings, check, generate};
use clap::Args;
use std::io::{Write, stderr, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// The least time between two lines of progress.
const TOLD_EVERY: Duration = Duration::from_secs(5);
const MEBIBYTE: u64 = 1 << 20;

/// Make or check endgame tables: exact values of all positions with few pieces
///
/// Pacific has tables of positions without planes, and with planes of up to 4 pieces. War-in-the-Pacific Chess without
/// submarines has tables of up to 3 ships, and of 2 ships with squadrons. Each material class is a file. Files that are in
/// the folder already are kept, so a run that was broken off goes on where it was. Of a class of over 10 million positions
/// the finished stages are kept as well. The files do not depend on the number of threads. Progress goes to stderr, a line about each class to stdout
#[derive(Args, Debug)]
pub struct Tables {
    /// The variant
    #[arg(value_parser = variant(), ignore_case = true, required_unless_present = "check")]
    variant: Option<Variant>,
    /// The greatest number of pieces of both players together
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(2..=9))]
    pieces: u32,
    /// Make this class, such as CKvK, and all classes to which it leads, and nothing else. May be given several times
    #[arg(long = "class", value_name = "NAME", conflicts_with = "pieces")]
    classes: Vec<String>,
    /// The folder of the files
    #[arg(long, value_name = "DIR", required_unless_present = "check")]
    out: Option<PathBuf>,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The greatest amount of memory for tables. A class that takes more is refused before anything is made
    #[arg(long, value_name = "MIB", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..=1 << 24))]
    memory: u64,
    /// Check all tables in a folder instead: checksums, and that each value follows from its successors. Classes of
    /// more than 50 million positions are checked by a million samples
    #[arg(long, value_name = "DIR", conflicts_with_all = ["variant", "out", "classes"])]
    check: Option<PathBuf>,
}

impl Tables {
    /// Runs the command. Errors go to stdout, like all errors of the engine.
    pub fn run(&self) -> ExitCode {
        let output = Output::new(stdout());
        exit_code(&output, self.obey(&output))
    }

    fn obey(&self, output: &Output) -> Result<(), TableError> {
        let threads = usize::from(self.threads);
        if let Some(folder) = &self.check {
            return check(folder, threads, &mut |line| output.line(line));
        }
        let (Some(variant), Some(out)) = (self.variant, self.out.clone()) else { return Ok(()) };
        let settings = TableSettings {
            pieces: self.pieces,
            classes: self.classes.clone(),
            out,
            threads,
            mebibytes: self.memory,
        };
        let mut told = Instant::now();
        generate(variant, &settings, &mut |event| match event {
            TableEvent::Finished(summary) => output.line(summary),
            TableEvent::Kept(class) => output.line(format_args!("{class}: kept")),
            TableEvent::Plan { classes, positions, most_bytes, memory } => {
                let [disk, memory] = [most_bytes, memory].map(|bytes| bytes.div_ceil(MEBIBYTE));
                log(&format!(
                    "{classes} classes, {positions} positions: at most {disk} MiB on disk, {memory} MiB of memory"
                ));
            }
            TableEvent::Progress { class, done, positions, left } => {
                if told.elapsed() >= TOLD_EVERY {
                    told = Instant::now();
                    let percent = 100.0 * done as f64 / positions as f64;
                    log(&format!("{class}: {percent:.1} % of all, {} s left", left.as_secs()));
                }
            }
        })
    }
}

/// Writes a line to stderr. Nothing depends on its arrival.
fn log(line: &str) {
    let _ = writeln!(stderr(), "{line}");
}
