//! `strategos prove`: proves the result of a position, and checks proofs.

use super::{exit_code, variant};
use crate::game::Outcome;
use crate::games::Variant;
use crate::host::replace_file;
use crate::protocol::Output;
use crate::tablebase::{Certificate, Progress, ProofSettings, Proven, TableError, prove, verify};
use clap::Args;
use std::io::{Write, stderr, stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Largest file that is read as a proof, in bytes.
const MOST_BYTES: u64 = 1 << 32;

/// Prove the result of a position by search to endgame tables, or check a proof
///
/// The search asks for each player whether he wins and whether he stays unbeaten, until the result is proven. The proof
/// is a text with a move for each position in which the player has to choose, see protocol.md. It needs no trust in the
/// search. Progress goes to stderr, the result to stdout
#[derive(Args, Debug)]
pub struct Prove {
    /// The variant
    #[arg(value_parser = variant(), ignore_case = true, required_unless_present = "check")]
    variant: Option<Variant>,
    /// The position; its counters are taken to be 0 and 1
    #[arg(long, value_name = "FEN", required_unless_present = "check")]
    fen: Option<String>,
    /// Folders of endgame tables, separated by : (on Windows by ;)
    #[arg(long, value_name = "DIRS", required = true)]
    tables: String,
    /// The most positions for each of the four questions. One takes about half a kilobyte of memory
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u32).range(1..=2_000_000_000))]
    positions: u32,
    /// Write the proofs to OUT-player-N-wins.proof and OUT-player-N-holds.proof
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,
    /// Check a proof instead
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "fen", "out", "positions"])]
    check: Option<PathBuf>,
}

impl Prove {
    /// Runs the command. Errors go to stdout, like all errors of the engine.
    pub fn run(&self) -> ExitCode {
        let output = Output::new(stdout());
        exit_code(&output, self.obey(&output))
    }

    fn obey(&self, output: &Output) -> Result<(), TableError> {
        if let Some(file) = &self.check {
            let certificate = read(file)?;
            let found =
                verify(&certificate, &self.tables).map_err(|error| TableError::at(file, error))?;
            let Certificate { player, claim, start, .. } = &certificate;
            let number = player.number();
            output.line(format_args!("player {number} {claim} from {start}: {found}"));
            return Ok(());
        }
        let (Some(variant), Some(fen)) = (self.variant, self.fen.clone()) else { return Ok(()) };
        let (tables, most_positions) = (self.tables.clone(), self.positions as usize);
        let settings = ProofSettings { fen, tables, most_positions };
        let proven = prove(variant, &settings, &mut |progress| {
            let Progress { question, positions } = progress;
            // Nothing depends on the arrival of the line.
            let _ = writeln!(stderr(), "{question}? {positions} positions");
        })?;
        self.report(&proven, output)
    }

    fn report(&self, proven: &Proven, output: &Output) -> Result<(), TableError> {
        for certificate in &proven.certificates {
            let Certificate { player, claim, moves, .. } = certificate;
            let number = player.number();
            output.line(format_args!("player {number} {claim}: a proof of {} moves", moves.len()));
            if let Some(out) = &self.out {
                let mut path = out.clone().into_os_string();
                path.push(format!("-player-{number}-{claim}.proof"));
                let path = PathBuf::from(path);
                replace_file(&path, &certificate.to_string())
                    .map_err(|error| TableError::at(&path, error))?;
            }
        }
        let searched = format!("{} positions searched", proven.positions);
        match proven.outcome {
            Some(Outcome::Draw) => output.line(format_args!("draw: {searched}")),
            Some(Outcome::Win(winner)) => {
                output.line(format_args!("player {} wins: {searched}", winner.number()));
            }
            None => output.line(format_args!("unknown: {searched}, no more are allowed")),
        }
        Ok(())
    }
}

fn read(file: &Path) -> Result<Certificate, TableError> {
    let fault = |error: std::io::Error| TableError::at(file, error);
    let facts = std::fs::metadata(file).map_err(fault)?;
    if !facts.is_file() || facts.len() > MOST_BYTES {
        return Err(TableError::at(file, "is no file of a proof"));
    }
    let bytes = std::fs::read(file).map_err(fault)?;
    let text = String::from_utf8(bytes).map_err(|error| TableError::at(file, error))?;
    Certificate::parse(&text).map_err(|error| TableError::at(file, error))
}
