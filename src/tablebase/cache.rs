//! Decompressed blocks of all open files, in a fixed amount of memory.

use super::file::{Codes, TableError, TableFile};
use std::sync::{Mutex, PoisonError};

/// Blocks that may stand in one set, latest used first.
const WAYS: usize = 4;
/// Sets. Together they hold 4096 blocks of 16 KiB: 64 MiB.
const SETS: usize = 1024;

/// A block of a file.
struct Block {
    file: usize,
    number: u64,
    codes: Vec<Codes>,
}

/// A cache of blocks, shared by all threads. A block may be in one set only, and replaces the block in it that was
/// not used for longest.
pub struct BlockCache {
    sets: Vec<Mutex<Vec<Block>>>,
}

impl BlockCache {
    /// An empty cache. It takes memory when blocks come.
    pub fn new() -> Self {
        Self { sets: std::iter::repeat_with(Mutex::default).take(SETS).collect() }
    }

    /// The codes of a position of `table`, which is number `file` of the open files.
    ///
    /// # Errors
    /// If its block is damaged or cannot be read.
    pub fn codes(&self, file: usize, table: &TableFile, entry: u64) -> Result<Codes, TableError> {
        let (number, place) = (entry / table.block_size(), (entry % table.block_size()) as usize);
        let lock = || {
            let set = (number as usize).wrapping_mul(31).wrapping_add(file) % SETS;
            self.sets[set].lock().unwrap_or_else(PoisonError::into_inner)
        };
        let mut set = lock();
        if let Some(way) = set.iter().position(|block| block.number == number && block.file == file)
        {
            set[..=way].rotate_right(1);
            return Ok(set[0].codes[place]);
        }
        // Other threads go on with this set while the block is read. Two threads may read the same block.
        drop(set);
        let codes = table.read_block(number)?;
        let found = codes[place];
        let mut set = lock();
        set.truncate(WAYS - 1);
        set.insert(0, Block { file, number, codes });
        Ok(found)
    }
}
