//! Reads network files and checks them.
//!
//! All numbers are little-endian. In order: `STRGNET2`; name of the game (16 bytes, padded with zeros); length of the
//! layout (u16) and the layout, which `layout.rs` describes; players and buckets (u8 each); hidden units (u16); rows (u32); centipawns by which the odds of a win grow by a factor of e
//! (i32); quantisation of the first and the second layer (i16 each); first layer by row; its biases; second layer by
//! bucket, seat and unit (i16); by bucket the weight of the hand-made value (i32, in 1/256) and the bias (i32);
//! checksum of all this (u32, FNV-1a).

use super::Inputs;
use super::layers::{Block, IN_BLOCK, ONE_IN_FIRST};
use super::layout::{check_layout, layout};
use std::fmt;

const KIND: &str = "STRGNET";
const NAME_BYTES: usize = 16;
/// Supported sizes of the hidden layer. Four players with the larger one stay within 32 bits.
const HIDDEN_UNITS: [usize; 2] = [32, 64];
const ONE_IN_SECOND: i32 = 64;
/// Quantised 1.0 of the hand-made value's weight.
pub(super) const HAND_PART_ONE: i32 = 256;
const MOST_HAND_PART: i32 = 16;
const GREATEST_IN_SECOND: i16 = 127;

/// An error in a network file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkError(String);

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NetworkError {}

/// An evaluation network for one game.
#[derive(Debug)]
pub struct Network {
    /// Blocks of the hidden layer.
    pub(super) blocks: usize,
    pub(super) scale_cp: i32,
    /// First layer, by feature and seat, `blocks` each: the row as which the seat sees the feature,
    /// or zeros. All weights of one feature are contiguous.
    pub(super) first: Vec<Block>,
    pub(super) first_bias: Vec<Block>,
    /// Second layer, by bucket and by seat relative to the viewer, `blocks` each.
    pub(super) second: Vec<Block>,
    /// By bucket: weight of the hand-made value, in 1/256.
    pub(super) hand_parts: Vec<i32>,
    pub(super) biases: Vec<i32>,
}

impl Network {
    /// Quantised 1.0 of the output.
    pub(super) const ONE: i64 = ONE_IN_FIRST as i64 * ONE_IN_SECOND as i64;
}

impl Network {
    /// Reads a network for the game `G`.
    ///
    /// # Errors
    /// Says what is wrong, and where: not a network file, damaged, or of another version, game or
    /// size.
    pub fn read<G: Inputs>(bytes: &[u8]) -> Result<Self, NetworkError> {
        let mut input = NetworkReader::begin::<G>(bytes, KIND, &layout::<G>())?;
        let [players, buckets] = [input.number::<1>("players")?, input.number::<1>("buckets")?];
        let (hidden, rows) = (input.number::<2>("hidden units")?, input.number::<4>("rows")?);
        let scale_cp = input.number::<4>("scale")?;
        let ones = [input.number::<2>("scale of layer 1")?, input.number::<2>("scale of layer 2")?];
        let shape = [players, buckets, rows];
        let wanted = [G::PLAYERS, G::BUCKETS, G::ROWS].map(|size| size as i64);
        if shape != wanted {
            let reason =
                format!("{shape:?} players, buckets and rows, where {wanted:?} are wanted");
            return Err(error(reason));
        }
        let hidden = hidden as usize;
        if !HIDDEN_UNITS.contains(&hidden) {
            return Err(error(format!(
                "{hidden} hidden units, where one of {HIDDEN_UNITS:?} is wanted"
            )));
        }
        if ones != [ONE_IN_FIRST, ONE_IN_SECOND].map(i64::from) || !(1..=10_000).contains(&scale_cp)
        {
            return Err(error("scales of another version"));
        }
        let blocks = hidden / IN_BLOCK;
        let rows = input.blocks(G::ROWS * blocks, "the first layer")?;
        let network = Self {
            blocks,
            scale_cp: scale_cp as i32,
            first: by_feature::<G>(&rows, blocks),
            first_bias: input.blocks(blocks, "the biases of the first layer")?,
            second: input.blocks(G::BUCKETS * G::PLAYERS * blocks, "the second layer")?,
            hand_parts: input.words(G::BUCKETS, "the parts of the hand-made value")?,
            biases: input.words(G::BUCKETS, "the last biases")?,
        };
        input.end()?;
        network.check()
    }

    fn check(self) -> Result<Self, NetworkError> {
        let too_great = |weight: &i16| weight.unsigned_abs() > GREATEST_IN_SECOND as u16;
        if self.second.iter().flat_map(|block| &block.0).any(too_great) {
            return Err(error(format!("a weight of layer 2 beyond {GREATEST_IN_SECOND}")));
        }
        if self.hand_parts.iter().any(|part| part.abs() > MOST_HAND_PART * HAND_PART_ONE) {
            return Err(error(format!("a part of the hand-made value beyond {MOST_HAND_PART}")));
        }
        Ok(self)
    }

    /// Whether the hand-made value has any weight.
    pub(super) fn needs_hand(&self) -> bool {
        self.hand_parts.iter().any(|part| *part != 0)
    }
}

/// Rearranges rows of `blocks` blocks for [`Network::first`].
pub(super) fn by_feature<G: Inputs>(rows: &[Block], blocks: usize) -> Vec<Block> {
    let zeros = vec![Block::ZERO; blocks];
    let mut first = Vec::with_capacity(G::FEATURES * G::PLAYERS * blocks);
    for feature in 0..G::FEATURES {
        for seat in 0..G::PLAYERS {
            first.extend_from_slice(match G::row(seat, feature) {
                Some(row) => &rows[row * blocks..][..blocks],
                None => &zeros,
            });
        }
    }
    first
}

pub(super) fn error(reason: impl fmt::Display) -> NetworkError {
    NetworkError(reason.to_string())
}

/// The unread rest of a file.
pub(super) struct NetworkReader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> NetworkReader<'a> {
    /// Starts a file for the game `G`: checks magic number, name and layout. The magic number is `kind` and a digit.
    /// Files of version 1 have no layout.
    pub fn begin<G: Inputs>(
        bytes: &'a [u8],
        kind: &'static str,
        layout: &str,
    ) -> Result<Self, NetworkError> {
        let mut input = Self { bytes, offset: 0 };
        let version = match input.take(8, "its first bytes")?.strip_prefix(kind.as_bytes()) {
            Some(b"1") => 1,
            Some(b"2") => 2,
            _ => {
                let reason = format!("no network of this version: it does not begin with {kind}2");
                return Err(error(reason));
            }
        };
        let name = input.take(NAME_BYTES, "the name of its game")?;
        let name = String::from_utf8_lossy(name.trim_ascii_end());
        let name = name.trim_end_matches('\0');
        if name != G::NAME {
            return Err(error(format!("a network for {name}, not for {}", G::NAME)));
        }
        if version > 1 {
            let length = input.number::<2>("the length of its layout")? as usize;
            check_layout(&String::from_utf8_lossy(input.take(length, "its layout")?), layout)?;
        }
        Ok(input)
    }

    pub fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], NetworkError> {
        let part = self.bytes.get(self.offset..).and_then(|rest| rest.get(..count));
        let offset = self.offset;
        self.offset += count;
        part.ok_or_else(|| error(format!("a network that is cut off in {what} (byte {offset})")))
    }

    pub fn number<const COUNT: usize>(&mut self, what: &str) -> Result<i64, NetworkError> {
        let bytes = self.take(COUNT, what)?;
        Ok(bytes.iter().rev().fold(0, |number, byte| number << 8 | i64::from(*byte)))
    }

    pub fn blocks(&mut self, count: usize, what: &str) -> Result<Vec<Block>, NetworkError> {
        let bytes = self.take(2 * IN_BLOCK * count, what)?;
        let number = |pair: &[u8]| i16::from_le_bytes([pair[0], pair[1]]);
        let block = |bytes: &[u8]| {
            Block(std::array::from_fn(|unit| number(&bytes[2 * unit..2 * unit + 2])))
        };
        Ok(bytes.chunks_exact(2 * IN_BLOCK).map(block).collect())
    }

    pub fn words(&mut self, count: usize, what: &str) -> Result<Vec<i32>, NetworkError> {
        let bytes = self.take(4 * count, what)?;
        let word = |four: &[u8]| i32::from_le_bytes([four[0], four[1], four[2], four[3]]);
        Ok(bytes.chunks_exact(4).map(word).collect())
    }

    /// Checks the checksum and the end of the file.
    pub fn end(&mut self) -> Result<(), NetworkError> {
        let sum = checksum(&self.bytes[..self.offset.min(self.bytes.len())]);
        if self.number::<4>("the checksum")? != i64::from(sum) {
            return Err(error("a network whose checksum is wrong"));
        }
        if self.offset != self.bytes.len() {
            return Err(error(format!(
                "a network with more behind its end (byte {})",
                self.offset
            )));
        }
        Ok(())
    }
}

/// FNV-1a checksum (Fowler, Noll and Vo), 32 bits.
pub fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, byte| (sum ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}
