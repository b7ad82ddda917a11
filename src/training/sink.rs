//! A file that takes the place of the one before it when it is whole.

use super::file::DataError;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf, absolute};

/// See the module. Until it ends it grows beside its place, with `.part` behind its name; given up before, it leaves
/// nothing. What is no file, like a pipe, is written as it is.
pub struct Sink {
    path: PathBuf,
    growing: PathBuf,
    output: BufWriter<File>,
}

impl Sink {
    /// Begins it anew.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(path: &Path) -> Result<Self, DataError> {
        let growing = match path.metadata() {
            Ok(there) if !there.is_file() => path.to_path_buf(),
            _ => beside(path),
        };
        let file = File::create(&growing).map_err(|error| DataError::at(path, error))?;
        Ok(Self { path: path.to_path_buf(), growing, output: BufWriter::new(file) })
    }

    /// Begins it anew with `magic`, and with a header in JSON behind its length (u32, little-endian).
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

    /// Appends.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn put(&mut self, bytes: &[u8]) -> Result<(), DataError> {
        self.output.write_all(bytes).map_err(|error| DataError::at(&self.path, error))
    }

    /// Sees to it that all is written, and puts it in its place.
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

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    name.into()
}

impl Drop for Sink {
    fn drop(&mut self) {
        if self.is_beside() {
            // Where it has ended there is nothing there any more.
            let _ = fs::remove_file(&self.growing);
        }
    }
}

/// Sees to it that `out` is none of the files that are in use, whose place it would take.
///
/// # Errors
/// If it is.
pub fn must_be_another(out: &Path, in_use: &[PathBuf]) -> Result<(), DataError> {
    match in_use.iter().any(|path| is_same(path, out)) {
        true => Err(DataError::at(out, "cannot be written, it is one of the other files")),
        false => Ok(()),
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    let are_equal = |places: [std::io::Result<PathBuf>; 2]| {
        let [one, other] = places;
        matches!((one, other), (Ok(one), Ok(other)) if one == other)
    };
    are_equal([one, other].map(absolute)) || are_equal([one, other].map(Path::canonicalize))
}
