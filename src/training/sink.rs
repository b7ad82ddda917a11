//! A file that grows.

use super::file::DataError;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// See the module.
pub struct Sink {
    path: PathBuf,
    output: BufWriter<File>,
}

impl Sink {
    /// Begins it anew.
    pub fn create(path: &Path) -> Result<Self, DataError> {
        let file = File::create(path).map_err(|error| DataError::at(path, error))?;
        Ok(Self { path: path.to_path_buf(), output: BufWriter::new(file) })
    }

    /// Appends.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), DataError> {
        self.output.write_all(bytes).map_err(|error| DataError::at(&self.path, error))
    }

    /// Sees to it that all is written.
    pub fn end(&mut self) -> Result<(), DataError> {
        self.output.flush().map_err(|error| DataError::at(&self.path, error))
    }
}
