//! What is written from the declaration of the command line: completions for shells, manual pages.

use super::Cli;
use clap::CommandFactory;
use clap::error::ErrorKind;
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use std::io::{Write, stdout};
use std::process::ExitCode;

const NAME: &str = "strategos";

/// Prints the script that completes arguments in that shell.
pub fn completions(shell: Shell) -> ExitCode {
    let mut script = Vec::new();
    generate(shell, &mut Cli::command(), NAME, &mut script);
    print(&script)
}

/// Prints the manual page of the program, or of its command of that name.
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

/// Who reads no further has read enough.
fn print(text: &[u8]) -> ExitCode {
    let _ = stdout().lock().write_all(text);
    ExitCode::SUCCESS
}
