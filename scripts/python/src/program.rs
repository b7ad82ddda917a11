//! The command `strategos`, run in the interpreter's process.

use pyo3::prelude::*;
use std::process::ExitCode;

/// Runs the command with these arguments, without the program's name, and returns its exit status. Wrong arguments end
/// the process.
#[pyfunction]
pub fn run(py: Python<'_>, arguments: Vec<String>) -> u8 {
    let status = py.detach(|| strategos::cli::main(&arguments));
    // An exit code does not tell its number.
    (0..=u8::MAX).find(|number| ExitCode::from(*number) == status).unwrap_or(1)
}
