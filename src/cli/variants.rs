//! `strategos variants`: lists variants, shows their rules, and checks files of them. Also the option `--variants` of
//! all commands.

use super::{Cli, pager, pages, variant};
use crate::games::Variant;
use crate::protocol::Output;
use crate::variants::{FileFault, VARIABLE, described, listed, load, split};
use clap::error::ErrorKind;
use clap::{Args, CommandFactory, Subcommand};
use std::io::stdout;
use std::path::PathBuf;
use std::process::ExitCode;

/// List variants, show what their rules set, check files of variants
///
/// A file of variants gives a game other numbers and other readings of its rules, see `strategos --variants FILE`.
#[derive(Args, Debug)]
pub struct Variants {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Print all variants, one a line
    List,
    /// Print the rules of a variant that a file may set, each with its value, its default and its source; also which
    /// network and which endgame tables are used
    Show {
        #[arg(value_parser = variant(), ignore_case = true)]
        variant: Variant,
    },
    /// Print all that is wrong with a file of variants, with the lines
    Check {
        /// The files. A variant may extend one of a file before
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

impl Variants {
    /// Runs the command.
    pub fn run(&self) -> ExitCode {
        match &self.task {
            Task::List => pager::show(&listed()),
            Task::Show { variant } => pager::show(&described(*variant)),
            Task::Check { files } => check(files),
        }
    }
}

fn check(files: &[PathBuf]) -> ExitCode {
    let mut text = String::new();
    let mut is_right = true;
    for file in files {
        match load(file) {
            Ok(variants) => text += &format!("{}: {}\n", file.display(), names(&variants)),
            Err(faults) => {
                is_right = false;
                faults.iter().for_each(|fault| text += &format!("{fault}\n"));
            }
        }
    }
    match pages::print(text.as_bytes()) {
        printed if is_right => printed,
        _ => ExitCode::FAILURE,
    }
}

fn names(variants: &[Variant]) -> String {
    let names: Vec<&str> = variants.iter().map(Variant::name).collect();
    match names.len() {
        0 => "no variants".to_string(),
        1 => format!("1 variant: {}", names[0]),
        count => format!("{count} variants: {}", names.join(", ")),
    }
}

/// The option `--variants` is taken from the arguments before all others are read, because they may name variants of
/// its files.
pub struct Files {
    paths: Vec<PathBuf>,
    /// The arguments without the option.
    pub arguments: Vec<String>,
}

const OPTION: &str = "--variants";

impl Files {
    /// Takes the option out of the arguments, wherever it is, after the files of the environment.
    pub fn of(arguments: &[String]) -> Self {
        let variable = std::env::var_os(VARIABLE).unwrap_or_default();
        let mut paths: Vec<PathBuf> = split(&variable).collect();
        let mut rest = Vec::new();
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            match (word.strip_prefix(OPTION), words.as_slice().first()) {
                (Some(""), Some(path)) => {
                    paths.push(PathBuf::from(path));
                    words.next();
                }
                (Some(joined), _) if joined.starts_with('=') => {
                    paths.push(PathBuf::from(&joined[1..]))
                }
                // Without a value it stays, and clap says what is missing.
                _ => rest.push(word.clone()),
            }
        }
        Self { paths, arguments: rest }
    }

    /// Loads the files. If one is wrong, the protocol loop says so and goes on. Anything else ends.
    pub fn load(&self) {
        let mut faults: Vec<FileFault> = Vec::new();
        for path in &self.paths {
            faults.extend(load(path).err().unwrap_or_default());
        }
        if faults.is_empty() {
            return;
        }
        if !self.begins_protocol() {
            let lines: Vec<String> = faults.iter().map(FileFault::to_string).collect();
            Cli::command().error(ErrorKind::ValueValidation, lines.join("\n")).exit();
        }
        let output = Output::new(stdout());
        faults.iter().for_each(|fault| output.error(fault));
    }

    /// Whether the other arguments begin the protocol loop.
    fn begins_protocol(&self) -> bool {
        match self.arguments.as_slice() {
            [] => true,
            [name, _] => name == "--variant",
            [joined] => joined.starts_with("--variant="),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_taken_from_anywhere() {
        let files = |line: &str| {
            let arguments: Vec<String> = line.split(' ').map(str::to_string).collect();
            let files = Files::of(&arguments);
            let paths: Vec<&str> = files.paths.iter().filter_map(|path| path.to_str()).collect();
            (paths.join(" "), files.arguments.join(" "))
        };
        for (line, paths, rest) in [
            ("--variants a bench b", "a", "bench b"),
            ("bench b --variants=a --variants c", "a c", "bench b"),
            ("bench --variant b", "", "bench --variant b"),
            ("bench --variants", "", "bench --variants"),
        ] {
            assert_eq!(files(line), (paths.to_string(), rest.to_string()), "{line}");
        }
    }
}
