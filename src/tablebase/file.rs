//! A file of one material class: writing and reading. The format is described in [`super`].

use super::work::map;
use crate::games::Variant;
use crate::search::checksum;
use std::fmt;
use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

const MAGIC: &[u8; 8] = b"STRGEND1";
const BYTE_ORDER: u32 = 0x0102_0304;
/// Positions in a block, and the greatest number that a reader accepts. Its codes take 16 KiB of memory.
const BLOCK: u32 = 4096;
/// The level of `miniz_oxide` that compresses best in reasonable time.
const COMPRESSION: u8 = 8;
/// Bytes of the header before and after its text.
const BEFORE_TEXT: usize = 14;
const AFTER_TEXT: usize = 26;
/// Blocks that are compressed before they are written.
const BATCH: u64 = 1024;
/// Bytes that the index holds for each block.
const INDEX_ENTRY: usize = 8;

/// Why a table could not be made, read or believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError(String);

impl TableError {
    /// An error in the file or folder at `path`.
    pub fn at(path: &Path, reason: impl fmt::Display) -> Self {
        Self(format!("{}: {reason}", path.display()))
    }

    /// An error without a file.
    pub fn new(reason: impl fmt::Display) -> Self {
        Self(reason.to_string())
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TableError {}

/// What a file says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The variant, the class and the edition of the rules, such as `pacific-a CKvK 1`.
    pub text: String,
    /// The draw clock at which the game is drawn.
    pub limit_plies: u32,
    /// 2, or 1 if the players have equal forces.
    pub sides: u8,
    /// The number of positions with one player to move.
    pub positions: u64,
}

impl Header {
    /// The number of positions in the file.
    pub fn entries(&self) -> u64 {
        u64::from(self.sides) * self.positions
    }
}

/// The codes of a position: `end`, then `reset`.
pub type Codes = [u16; 2];

/// Writes a whole file. It appears under its name only when it is complete, so that a full disk or a kill leaves no
/// part of a file behind that looks finished. Returns its size in bytes.
///
/// # Errors
/// If the file cannot be written.
pub fn write(
    path: &Path,
    header: &Header,
    threads: usize,
    codes: &(impl Fn(u64) -> Codes + Sync),
) -> Result<u64, TableError> {
    let entries = header.entries();
    let blocks = entries.div_ceil(u64::from(BLOCK));
    let is_wide = (0..entries).any(|entry| codes(entry).into_iter().any(|code| code > 255));
    let width = if is_wide { 2 } else { 1 };
    let block = |number: u64| {
        let first = number * u64::from(BLOCK);
        let range = first..entries.min(first + u64::from(BLOCK));
        let mut bytes = Vec::with_capacity(2 * width * BLOCK as usize);
        for measure in 0..2 {
            for entry in range.clone() {
                bytes.extend_from_slice(&codes(entry)[measure].to_le_bytes()[..width]);
            }
        }
        miniz_oxide::deflate::compress_to_vec_zlib(&bytes, COMPRESSION)
    };
    let mut start = Vec::new();
    start.extend_from_slice(MAGIC);
    start.extend_from_slice(&BYTE_ORDER.to_le_bytes());
    start.extend_from_slice(&(header.text.len() as u16).to_le_bytes());
    start.extend_from_slice(header.text.as_bytes());
    start.extend_from_slice(&header.limit_plies.to_le_bytes());
    start.extend_from_slice(&[header.sides, width as u8]);
    start.extend_from_slice(&header.positions.to_le_bytes());
    start.extend_from_slice(&BLOCK.to_le_bytes());
    start.extend_from_slice(&blocks.to_le_bytes());

    let unfinished = path.with_extension("unfinished");
    let pack =
        |first: u64| map(BATCH.min(blocks - first), threads, &|number| block(first + number));
    let packed = (0..blocks).step_by(BATCH as usize).flat_map(pack);
    let written = write_parts(&unfinished, start, blocks, packed)
        .and_then(|bytes| fs::rename(&unfinished, path).map(|()| bytes));
    written.map_err(|error| {
        // What the error was matters more than whether the rest of the file could be removed.
        let _ = fs::remove_file(&unfinished);
        TableError::at(path, error)
    })
}

/// Writes the blocks, and before them the header, which is complete with their index. Returns the size of the file.
fn write_parts(
    path: &Path,
    mut start: Vec<u8>,
    count: u64,
    blocks: impl Iterator<Item = Vec<u8>>,
) -> std::io::Result<u64> {
    let mut file = File::create(path)?;
    let mut bytes = start.len() as u64 + count * INDEX_ENTRY as u64 + 4;
    file.seek(SeekFrom::Start(bytes))?;
    let mut writer = std::io::BufWriter::new(&mut file);
    for block in blocks {
        start.extend_from_slice(&(block.len() as u32).to_le_bytes());
        start.extend_from_slice(&checksum(&block).to_le_bytes());
        writer.write_all(&block)?;
        bytes += block.len() as u64;
    }
    writer.flush()?;
    drop(writer);
    start.extend_from_slice(&checksum(&start).to_le_bytes());
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&start)?;
    file.sync_all()?;
    Ok(bytes)
}

/// A file that is open for reading. Its header and its index are intact.
pub struct TableFile {
    path: PathBuf,
    file: Mutex<File>,
    header: Header,
    width: usize,
    block: u64,
    /// The byte at which each block begins, and the end of the last one.
    starts: Vec<u64>,
    checksums: Vec<u32>,
}

impl TableFile {
    /// Opens a file and checks its header, its index and its length.
    ///
    /// # Errors
    /// If the file is of another kind, cut or altered, with the byte at fault.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let fault = |reason: &str| TableError::at(path, reason);
        let io = |error: std::io::Error| TableError::at(path, error);
        let mut file = File::open(path).map_err(io)?;
        let length = file.metadata().map_err(io)?.len();
        let cut = |_| fault("is cut: it ends within its header");

        let mut start = vec![0; BEFORE_TEXT];
        file.read_exact(&mut start).map_err(|_| fault("is no endgame table: it is too short"))?;
        if start[..8] != *MAGIC {
            return Err(fault("is no endgame table of this version: byte 0 is not STRGEND1"));
        }
        if start[8..12] != BYTE_ORDER.to_le_bytes() {
            return Err(fault("has another byte order (byte 8)"));
        }
        let text_length = usize::from(u16::from_le_bytes([start[12], start[13]]));
        start.resize(BEFORE_TEXT + text_length + AFTER_TEXT, 0);
        file.read_exact(&mut start[BEFORE_TEXT..]).map_err(cut)?;
        let (text, numbers) = start[BEFORE_TEXT..].split_at(text_length);
        let text = String::from_utf8_lossy(text).into_owned();
        let number = |from: usize, bytes: usize| {
            let mut padded = [0; 8];
            padded[..bytes].copy_from_slice(&numbers[from..from + bytes]);
            u64::from_le_bytes(padded)
        };
        let header = Header {
            text,
            limit_plies: number(0, 4) as u32,
            sides: numbers[4],
            positions: number(6, 8),
        };
        let (width, block, count) = (usize::from(numbers[5]), number(14, 4), number(18, 8));
        let is_sound = matches!(header.sides, 1 | 2)
            && matches!(width, 1 | 2)
            && (1..=u64::from(BLOCK)).contains(&block)
            && header.positions < 1 << 48
            && header.entries().div_ceil(block) == count
            && count.saturating_mul(INDEX_ENTRY as u64) <= length;
        if !is_sound {
            let byte = BEFORE_TEXT + text_length;
            return Err(TableError::at(path, format!("has a damaged header (byte {byte})")));
        }

        let index_from = start.len();
        start.resize(index_from + count as usize * INDEX_ENTRY + 4, 0);
        file.read_exact(&mut start[index_from..]).map_err(cut)?;
        let (checked, sum) = start.split_at(start.len() - 4);
        if sum != checksum(checked).to_le_bytes() {
            return Err(fault("is damaged in its header or its index: the checksum is wrong"));
        }
        let mut starts = vec![start.len() as u64];
        let mut checksums = Vec::new();
        let mut at = start.len() as u64;
        for entry in checked[index_from..].chunks_exact(INDEX_ENTRY) {
            let word = |from: usize| {
                u32::from_le_bytes([entry[from], entry[from + 1], entry[from + 2], entry[from + 3]])
            };
            at += u64::from(word(0));
            starts.push(at);
            checksums.push(word(4));
        }
        if at != length {
            return Err(TableError::at(path, format!("has {length} bytes instead of {at}")));
        }
        let file = Mutex::new(file);
        Ok(Self { path: path.to_path_buf(), file, header, width, block, starts, checksums })
    }

    /// What the file says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The variant whose positions the file holds.
    ///
    /// # Errors
    /// If there is no variant of that name.
    pub fn variant(&self) -> Result<Variant, TableError> {
        let name = self.header.text.split(' ').next().unwrap_or_default();
        let unknown = || format!("holds a table of an unknown variant, {name}");
        Variant::from_name(name).ok_or_else(|| TableError::at(&self.path, unknown()))
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The size of the file in bytes.
    pub fn bytes(&self) -> u64 {
        self.starts.last().copied().unwrap_or_default()
    }

    /// The number of positions in each block but the last.
    pub fn block_size(&self) -> u64 {
        self.block
    }

    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        self.checksums.len() as u64
    }

    /// The codes of the positions in a block.
    ///
    /// # Errors
    /// If the block is damaged or cannot be read, with its number and its byte.
    pub fn read_block(&self, number: u64) -> Result<Vec<Codes>, TableError> {
        let (from, to) = (self.starts[number as usize], self.starts[number as usize + 1]);
        let place = format!("block {number} (byte {from})");
        let mut packed = vec![0; (to - from) as usize];
        {
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            let read = file.seek(SeekFrom::Start(from)).and_then(|_| file.read_exact(&mut packed));
            read.map_err(|error| TableError::at(&self.path, format!("{place}: {error}")))?;
        }
        let damaged = || TableError::at(&self.path, format!("{place} is damaged"));
        if checksum(&packed) != self.checksums[number as usize] {
            return Err(damaged());
        }
        let count = self.block.min(self.header.entries() - number * self.block) as usize;
        let length = 2 * self.width * count;
        let bytes = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&packed, length)
            .ok()
            .filter(|bytes| bytes.len() == length)
            .ok_or_else(damaged)?;
        let code = |place: usize| match self.width {
            1 => u16::from(bytes[place]),
            _ => u16::from_le_bytes([bytes[2 * place], bytes[2 * place + 1]]),
        };
        Ok((0..count).map(|place| [code(place), code(count + place)]).collect())
    }

    /// The codes of all positions.
    ///
    /// # Errors
    /// As [`TableFile::read_block`].
    pub fn read_all(&self) -> Result<Vec<Codes>, TableError> {
        let mut all = Vec::with_capacity(self.header.entries() as usize);
        for number in 0..self.blocks() {
            all.extend(self.read_block(number)?);
        }
        Ok(all)
    }
}
