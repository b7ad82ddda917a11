//! The finished stages of a class that is being solved. A run that was killed goes on after the last of them.
//!
//! The file is called as that of the class, with the ending `solving`, and goes when the class is finished. It starts with
//! the text of the header of the class and the number of its positions. The stages follow, in parts of up to a million
//! positions: the codes, two bytes each, then a checksum. What is damaged or cut at the end is solved again.

use super::file::{Codes, Header, TableError};
use crate::search::checksum;
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Positions in a part.
const PART: u64 = 1 << 20;
const BYTES_A_POSITION: usize = 4;

/// The file of finished stages.
pub struct Checkpoint {
    path: PathBuf,
    file: File,
    /// Where the next stage begins.
    at: u64,
    /// Whether there may be a finished stage in the file beyond `at`.
    has_more: bool,
}

impl Checkpoint {
    /// Opens the file of a class whose table will be at `table`, or begins it.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub fn open(table: &Path, header: &Header) -> Result<Self, TableError> {
        let path = table.with_extension("solving");
        let begin = format!("STRGSOLV {} {}\n", header.text, header.positions).into_bytes();
        let open = || {
            let mut options = OpenOptions::new();
            let mut file =
                options.read(true).write(true).create(true).truncate(false).open(&path)?;
            let mut found = vec![0; begin.len()];
            let has_more = match file.read_exact(&mut found) {
                Ok(()) => found == begin,
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => false,
                Err(error) => return Err(error),
            };
            if !has_more {
                file.set_len(0)?;
                file.seek(SeekFrom::Start(0))?;
                file.write_all(&begin)?;
            }
            Ok((file, has_more))
        };
        let (file, has_more) = open().map_err(|error| TableError::at(&path, error))?;
        Ok(Self { path, file, at: begin.len() as u64, has_more })
    }

    /// Reads the next stage, which has `count` positions, and hands them to `take`. Returns whether it is there in full.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn restore(
        &mut self,
        count: u64,
        mut take: impl FnMut(u64, Codes),
    ) -> Result<bool, TableError> {
        if !self.has_more {
            return Ok(false);
        }
        let at = self.at;
        self.has_more = self.read(count, &mut take).map_err(|error| self.fault(error))?;
        if !self.has_more {
            self.at = at;
        }
        Ok(self.has_more)
    }

    fn read(&mut self, count: u64, take: &mut impl FnMut(u64, Codes)) -> std::io::Result<bool> {
        self.file.seek(SeekFrom::Start(self.at))?;
        let mut file = BufReader::new(&self.file);
        for first in (0..count).step_by(PART as usize) {
            let positions = PART.min(count - first);
            let mut bytes = vec![0; positions as usize * BYTES_A_POSITION];
            let mut sum = [0; 4];
            match file.read_exact(&mut bytes).and_then(|()| file.read_exact(&mut sum)) {
                Ok(()) if sum == checksum(&bytes).to_le_bytes() => {}
                Err(error) if error.kind() != ErrorKind::UnexpectedEof => return Err(error),
                _ => return Ok(false),
            }
            for (place, codes) in (first..).zip(bytes.chunks_exact(BYTES_A_POSITION)) {
                let code = |from: usize| u16::from_le_bytes([codes[from], codes[from + 1]]);
                take(place, [code(0), code(2)]);
            }
            self.at += (bytes.len() + sum.len()) as u64;
        }
        Ok(true)
    }

    /// Writes the next stage, which has `count` positions.
    ///
    /// # Errors
    /// If the file cannot be written. What was written before stays.
    pub fn append(&mut self, count: u64, codes: impl Fn(u64) -> Codes) -> Result<(), TableError> {
        self.has_more = false;
        self.write(count, codes).map_err(|error| self.fault(error))
    }

    fn write(&mut self, count: u64, codes: impl Fn(u64) -> Codes) -> std::io::Result<()> {
        self.file.set_len(self.at)?;
        self.file.seek(SeekFrom::Start(self.at))?;
        for first in (0..count).step_by(PART as usize) {
            let places = first..count.min(first + PART);
            let mut bytes: Vec<u8> = places.flat_map(&codes).flat_map(u16::to_le_bytes).collect();
            bytes.extend(checksum(&bytes).to_le_bytes());
            self.file.write_all(&bytes)?;
            self.at += bytes.len() as u64;
        }
        Ok(())
    }

    /// Removes the file.
    ///
    /// # Errors
    /// If that is not possible.
    pub fn remove(self) -> Result<(), TableError> {
        fs::remove_file(&self.path).map_err(|error| self.fault(error))
    }

    fn fault(&self, error: std::io::Error) -> TableError {
        TableError::at(&self.path, error)
    }
}
