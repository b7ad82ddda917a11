//! A file of games.
//!
//! All numbers are little-endian. The file begins with `STRGDAT1`, the number 0x01020304 and a text behind its length
//! (u16) that says how the games were made. Then follow the games: each is its length (u32), its bytes (`record.rs`)
//! and their checksum (u32, FNV-1a).
//!
//! A file truncated within a game still holds all games before it. A writer removes the incomplete game; a reader
//! reports that the file is not whole.

use super::record::GameRecord;
use crate::games::Variant;
use crate::search::checksum;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"STRGDAT1";
const BYTE_ORDER: u32 = 0x0102_0304;
/// The greatest length of a game. A greater one means that the file is damaged.
const MOST_BYTES: u32 = 16 << 20;

/// Why a file could not be read, written or converted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataError(String);

impl DataError {
    /// An error in the file at `path`.
    pub fn at(path: &Path, reason: impl fmt::Display) -> Self {
        Self(format!("{}: {reason}", path.display()))
    }

    /// The error of a task that needs the network of a game without one.
    pub fn no_network(variant: Variant) -> Self {
        Self(format!("{} has no network", variant.name()))
    }

    /// An error without a file.
    pub fn new(reason: impl fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DataError {}

/// Reads the games of a file in order.
pub struct Reader {
    path: PathBuf,
    input: BufReader<File>,
    /// How the games were made.
    pub making: String,
    /// The number of games read.
    pub count: u64,
    /// The offset of the next game, in bytes.
    offset: u64,
    /// Whether the file ends within a game.
    pub is_cut_off: bool,
}

impl Reader {
    /// Opens a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is of another kind, version or byte order.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        let fault = |error: std::io::Error| DataError::at(path, error);
        let mut input = BufReader::new(File::open(path).map_err(fault)?);
        let mut start = [0; 14];
        let short =
            |_| DataError::at(path, "is not a file of games: it ends within its first bytes");
        input.read_exact(&mut start).map_err(short)?;
        if start[..8] != *MAGIC {
            let reason = "is not a file of games of this version: it does not begin with STRGDAT1";
            return Err(DataError::at(path, reason));
        }
        if start[8..12] != BYTE_ORDER.to_le_bytes() {
            return Err(DataError::at(path, "has another byte order (byte 8)"));
        }
        let length = u16::from_le_bytes([start[12], start[13]]);
        let mut text = vec![0; usize::from(length)];
        input.read_exact(&mut text).map_err(short)?;
        let no_text = |_| DataError::at(path, "does not say how it was made (byte 14)");
        let making = String::from_utf8(text).map_err(no_text)?;
        let offset = 14 + u64::from(length);
        Ok(Self { path: path.to_path_buf(), input, making, count: 0, offset, is_cut_off: false })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The variant of the games.
    pub fn variant(&self) -> &str {
        self.making.split_whitespace().nth(1).unwrap_or_default()
    }

    /// The next game; `None` at the end, or where the file is truncated.
    ///
    /// # Errors
    /// If the next bytes are not a game.
    pub fn next_game(&mut self) -> Result<Option<GameRecord>, DataError> {
        let mut length = [0; 4];
        match self.fill(&mut length)? {
            0 => return Ok(None),
            4 => {}
            _ => return Ok(self.cut_off()),
        }
        let length = u32::from_le_bytes(length);
        if length > MOST_BYTES {
            return Err(self.damaged("a game that is too long"));
        }
        let (mut bytes, mut sum) = (vec![0; length as usize], [0; 4]);
        if self.fill(&mut bytes)? < bytes.len() || self.fill(&mut sum)? < sum.len() {
            return Ok(self.cut_off());
        }
        if u32::from_le_bytes(sum) != checksum(&bytes) {
            return Err(self.damaged("a game whose checksum is wrong"));
        }
        let game =
            GameRecord::decode(&bytes).ok_or_else(|| self.damaged("bytes that are not a game"))?;
        self.count += 1;
        self.offset += 8 + u64::from(length);
        Ok(Some(game))
    }

    /// An error at the next game.
    pub fn damaged(&self, what: impl fmt::Display) -> DataError {
        let number = self.count + 1;
        DataError::at(&self.path, format!("{what} (game {number}, byte {})", self.offset))
    }

    /// Checks that the file does not end within a game.
    ///
    /// # Errors
    /// If it does, with the game and the byte.
    pub fn must_be_whole(&self) -> Result<(), DataError> {
        if self.is_cut_off { Err(self.damaged("is cut off")) } else { Ok(()) }
    }

    /// Records that the file ends within a game.
    fn cut_off(&mut self) -> Option<GameRecord> {
        self.is_cut_off = true;
        None
    }

    /// Reads up to `bytes.len()` bytes and returns the number read.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<usize, DataError> {
        let mut filled = 0;
        while filled < bytes.len() {
            match self.input.read(&mut bytes[filled..]) {
                Ok(0) => break,
                Ok(count) => filled += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(DataError::at(&self.path, error)),
            }
        }
        Ok(filled)
    }
}

/// Appends games to a file.
pub struct Writer {
    path: PathBuf,
    output: BufWriter<File>,
    /// The number of games in the file.
    pub count: u64,
}

impl Writer {
    /// Opens or creates a file of games made as `making` says. An incomplete game at its end, left by a killed
    /// program, is removed.
    ///
    /// # Errors
    /// If the file holds anything else, or cannot be written.
    pub fn open(path: &Path, making: &str) -> Result<Self, DataError> {
        if path.exists() { Self::resume(path, making) } else { Self::begin(path, making) }
    }

    fn begin(path: &Path, making: &str) -> Result<Self, DataError> {
        let fault = |error| DataError::at(path, error);
        let mut output = BufWriter::new(File::create(path).map_err(fault)?);
        let start = [
            MAGIC.as_slice(),
            &BYTE_ORDER.to_le_bytes(),
            &(making.len() as u16).to_le_bytes(),
            making.as_bytes(),
        ];
        output.write_all(&start.concat()).map_err(fault)?;
        output.flush().map_err(fault)?;
        Ok(Self { path: path.to_path_buf(), output, count: 0 })
    }

    fn resume(path: &Path, making: &str) -> Result<Self, DataError> {
        let mut reader = Reader::open(path)?;
        if reader.making != making {
            let made = &reader.making;
            let reason = format!("has games made by \"{made}\", not by \"{making}\"");
            return Err(DataError::at(path, reason));
        }
        while reader.next_game()?.is_some() {}
        let fault = |error| DataError::at(path, error);
        let mut file = OpenOptions::new().write(true).open(path).map_err(fault)?;
        file.set_len(reader.offset).map_err(fault)?;
        file.seek(SeekFrom::End(0)).map_err(fault)?;
        let output = BufWriter::new(file);
        Ok(Self { path: path.to_path_buf(), output, count: reader.count })
    }

    /// Writes one game. The games before it stay readable if this fails.
    ///
    /// # Errors
    /// If the file cannot be written, for example because the disk is full.
    pub fn write(&mut self, game: &GameRecord) -> Result<(), DataError> {
        let bytes = game.encode();
        let length = (bytes.len() as u32).to_le_bytes();
        let whole = [length.as_slice(), &bytes, &checksum(&bytes).to_le_bytes()].concat();
        let written = self.output.write_all(&whole).and_then(|()| self.output.flush());
        written.map_err(|error| DataError::at(&self.path, error))?;
        self.count += 1;
        Ok(())
    }
}
