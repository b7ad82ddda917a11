//! `strategos table`: the arguments of a table by lines of JSON.

use super::sealed::{FolderFiles, Machine};
use super::{INPUT_BYTES, exit_code, variant};
use crate::games::Variant;
use crate::protocol::Output;
use crate::room::Room;
use crate::table::Table;
use crate::table_host;
use clap::Args;
use std::io::{BufReader, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;

/// A game for people, engines and viewers, for board programs: orders and states are lines of JSON on stdin and
/// stdout, see protocol.md
#[derive(Args, Debug)]
pub struct TableServer {
    /// The variant to begin with
    #[arg(value_parser = variant(), ignore_case = true, default_value = "pacific-a")]
    variant: Variant,
    /// Seed of what engines choose at random
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Folders with endgame tables, separated as in the option TablePath: engines use them, and viewers can ask for the
    /// moves in them
    #[arg(long, value_name = "DIRS", default_value = "", hide_default_value = true)]
    tables: String,
    /// Folder with the files of games by lines, sealed games against players far away. Without it there are none
    #[arg(long, value_name = "DIR")]
    sealed: Option<PathBuf>,
}

impl TableServer {
    /// Serves until `quit` or the end of the input.
    pub fn run(self, chosen: Option<Variant>) -> ExitCode {
        let output = Output::new(stdout());
        let input = BufReader::with_capacity(INPUT_BYTES, stdin());
        let variant = chosen.unwrap_or(self.variant);
        let served = Table::new(variant, self.seed).map(|table| {
            let room = match self.sealed {
                Some(folder) => Room::new(table)
                    .with_games_by_lines(Box::new(FolderFiles::new(folder)), Box::new(Machine)),
                None => Room::new(table),
            };
            table_host::serve(input, &output, room, &self.tables);
        });
        exit_code(&output, served)
    }
}
