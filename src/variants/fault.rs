//! What is wrong with a file of variants.

use std::fmt;
use std::path::{Path, PathBuf};

/// Something that is wrong with a file of variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFault {
    /// The file.
    pub path: PathBuf,
    /// The line, from 1; `None` if it is the file as a whole.
    pub line: Option<usize>,
    /// What is wrong, and what was expected.
    pub reason: String,
}

impl FileFault {
    pub(super) fn of_file(path: &Path, reason: String) -> Self {
        Self { path: path.to_path_buf(), line: None, reason }
    }

    pub(super) fn at(path: &Path, line: usize, reason: String) -> Self {
        Self { path: path.to_path_buf(), line: Some(line), reason }
    }
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.line {
            Some(line) => write!(f, "{path}:{line}: {}", self.reason),
            None => write!(f, "{path}: {}", self.reason),
        }
    }
}

impl std::error::Error for FileFault {}

/// All faults by their lines. A line that cannot be read has one fault, not those that follow from it.
pub(super) fn in_order(mut syntax: Vec<FileFault>, others: Vec<FileFault>) -> Vec<FileFault> {
    syntax.sort_by_key(|fault| fault.line);
    syntax.dedup_by_key(|fault| fault.line);
    let is_readable = |fault: &FileFault| syntax.iter().all(|broken| broken.line != fault.line);
    let others: Vec<FileFault> = others.into_iter().filter(is_readable).collect();
    syntax.extend(others);
    syntax.sort_by_key(|fault| fault.line);
    syntax
}
