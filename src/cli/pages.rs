//! Shell completions and manual pages, generated from the declaration of the command line.

use super::Cli;
use crate::protocol::status_after;
use clap::CommandFactory;
use clap::error::ErrorKind;
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use std::io::{Write, stdout};
use std::process::ExitCode;

const NAME: &str = "strategos";

/// Prints the completion script for a shell.
pub fn completions(shell: Shell) -> ExitCode {
    let mut script = Vec::new();
    generate(shell, &mut Cli::command(), NAME, &mut script);
    print(&script)
}

/// Prints the manual page of the program, or of one of its commands.
pub fn manual(command: Option<&str>) -> ExitCode {
    let mut whole = Cli::command();
    whole.build();
    let page = match command {
        None => Some(whole.clone()),
        Some(name) => whole.find_subcommand(name).cloned(),
    };
    let Some(page) = page else {
        let message = format!("there is no command of that name: {}", command.unwrap_or_default());
        whole.error(ErrorKind::InvalidValue, message).exit();
    };
    let mut text = Vec::new();
    match Man::new(page).render(&mut text) {
        Ok(()) => print(&text),
        Err(error) => whole.error(ErrorKind::Io, error).exit(),
    }
}

/// Prints help, version or an error in the arguments, and returns the exit code.
pub fn shown_by_clap(shown: &clap::Error) -> ExitCode {
    match shown.print().and_then(|()| stdout().flush()) {
        Ok(()) => ExitCode::from(shown.exit_code() as u8),
        Err(error) => ExitCode::from(status_after(&error)),
    }
}

/// Prints a text for a pager or another program.
pub fn print(text: &[u8]) -> ExitCode {
    let mut stdout = stdout().lock();
    match stdout.write_all(text).and_then(|()| stdout.flush()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => ExitCode::from(status_after(&error)),
    }
}
