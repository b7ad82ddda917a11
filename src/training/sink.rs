//! An output file that replaces the old one only when it is complete.

use super::file::DataError;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf, absolute};

/// An output file that is written beside its destination, with the suffix `.part`, and renamed by [`Sink::end`]. A
/// sink dropped before that leaves nothing behind. A special file, for example a pipe, is written directly.
pub struct Sink {
    path: PathBuf,
    growing: PathBuf,
    output: BufWriter<File>,
}

impl Sink {
    /// Creates the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path) -> Result<Self, DataError> {
        let place = real(path);
        let growing = if is_special(&place) { place.clone() } else { beside(&place) };
        let file = File::create(&growing).map_err(|error| DataError::at(path, error))?;
        Ok(Self { path: place, growing, output: BufWriter::new(file) })
    }

    /// Creates the file and writes `magic`, then a JSON header behind its length (u32, little-endian).
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn headed(path: &Path, magic: &[u8], header: &str) -> Result<Self, DataError> {
        let mut sink = Self::create(path)?;
        sink.put(magic)?;
        sink.put(&(header.len() as u32).to_le_bytes())?;
        sink.put(header.as_bytes())?;
        Ok(sink)
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), DataError> {
        self.output.write_all(bytes).map_err(|error| DataError::at(&self.path, error))
    }

    /// Flushes the file and moves it to its destination.
    ///
    /// # Errors
    /// If one of the two fails.
    pub fn end(mut self) -> Result<(), DataError> {
        let written = self.output.flush().and_then(|()| match self.is_beside() {
            true => fs::rename(&self.growing, &self.path),
            false => Ok(()),
        });
        written.map_err(|error| DataError::at(&self.path, error))
    }

    fn is_beside(&self) -> bool {
        self.growing != self.path
    }
}

/// The path of the unfinished file.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|there| !there.is_file())
}

/// The path without links. The file need not exist if its folder does.
fn real(path: &Path) -> PathBuf {
    let path = absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let in_folder = || Some(path.parent()?.canonicalize().ok()?.join(path.file_name()?));
    path.canonicalize().ok().or_else(in_folder).unwrap_or(path)
}

impl Drop for Sink {
    fn drop(&mut self) {
        if self.is_beside() {
            // After `end` the file is no longer there.
            let _ = fs::remove_file(&self.growing);
        }
    }
}

/// Checks that no file to write, finished or unfinished, has the path of another one or of a file to read.
///
/// # Errors
/// If two of them coincide.
pub fn must_be_apart(read: &[PathBuf], written: &[&Path]) -> Result<(), DataError> {
    let mut taken: Vec<PathBuf> = read.iter().map(|path| real(path)).collect();
    for path in written {
        let place = real(path);
        if is_special(&place) {
            continue;
        }
        let growing = beside(&place);
        if taken.contains(&place) || taken.contains(&growing) {
            return Err(DataError::at(path, "cannot be written, it is one of the other files"));
        }
        taken.extend([place, growing]);
    }
    Ok(())
}
