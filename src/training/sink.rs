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

    /// Begins it anew with `magic`, and with a header in JSON behind its length (u32, little-endian).
    pub fn headed(path: &Path, magic: &[u8], header: &str) -> Result<Self, DataError> {
        let mut sink = Self::create(path)?;
        sink.put(magic)?;
        sink.put(&(header.len() as u32).to_le_bytes())?;
        sink.put(header.as_bytes())?;
        Ok(sink)
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
