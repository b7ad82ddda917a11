//! The pieces on each rank, file and diagonal, one word a line. A sliding piece finds the first piece on either side
//! by counting zero bits.
//!
//! A line's word has a bit for each of its squares, from bit 1 up: by rank on a file, by file on all other lines.
//! Bits that belong to no square are set in the words of both sides, so that a search for a piece always ends:
//!
//! ```text
//!            bit  17 16 15 14 ..  4  3  2  1  0
//!   a rank or file # p  o  n  ..  d  c  b  a  #
//!   diagonal a14-c16 # #  #  #  ..  #  c  b  a  #      # in both words: no square
//! ```

use super::board::{SQUARES, Square};

/// 16 ranks, 16 files, 31 diagonals of either kind, and two unused words.
const LINES: usize = 96;
const FIRST_FILE: i32 = 16;
const FIRST_RISING: i32 = 32;
const FIRST_FALLING: i32 = 63;

/// The four kinds of line: ranks, files, diagonals that rise to the right, and those that fall.
pub(super) const KINDS: usize = 4;
/// The difference of square numbers from one square to the next on a line.
const STRIDES: [i32; KINDS] = [1, 16, 17, -15];
/// The kinds of line on which rooks and bishops move.
pub(super) const STRAIGHT: [usize; 2] = [0, 1];
pub(super) const DIAGONAL: [usize; 2] = [2, 3];
pub(super) const EVERY: [usize; 4] = [0, 1, 2, 3];

/// The four lines through a square, and its bit on each.
#[derive(Clone, Copy)]
struct LinePlace {
    lines: [u8; KINDS],
    bits: [u8; KINDS],
}

const fn place(square: Square) -> LinePlace {
    let (file, rank) = (square.file(), square.rank());
    let lines =
        [rank, FIRST_FILE + file, FIRST_RISING + 15 + file - rank, FIRST_FALLING + file + rank];
    let [a, b, c, d] = lines;
    let (file, rank) = (file as u8 + 1, rank as u8 + 1);
    LinePlace { lines: [a as u8, b as u8, c as u8, d as u8], bits: [file, rank, file, file] }
}

static PLACES: [LinePlace; SQUARES] = {
    let mut places = [place(Square(0)); SQUARES];
    let mut index = 1;
    while index < SQUARES {
        places[index] = place(Square(index as u8));
        index += 1;
    }
    places
};

/// All lines of the empty board.
const EMPTY: [u32; LINES] = {
    let mut lines = [!0; LINES];
    let mut index = 0;
    while index < SQUARES {
        let place = place(Square(index as u8));
        let mut kind = 0;
        while kind < KINDS {
            lines[place.lines[kind] as usize] &= !(1 << place.bits[kind]);
            kind += 1;
        }
        index += 1;
    }
    lines
};

/// The pieces of both sides by line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lines([[u32; LINES]; 2]);

/// A line as seen by a piece on it.
#[derive(Clone, Copy)]
pub(super) struct Sight {
    /// The bit of the piece itself.
    bit: u32,
    /// The bit of the first piece, or of the edge, below the piece.
    pub low: u32,
    /// The bit of the first piece, or of the edge, above the piece.
    pub high: u32,
    enemies: u32,
    /// The whole line: pieces of both sides, and bits that are not squares.
    all: u32,
    /// Bits that are not squares.
    edge: u32,
    stride: i32,
}

impl Lines {
    pub const NONE: Self = Self([EMPTY; 2]);

    /// Puts a piece of `side` on `square`, or removes it.
    #[inline(always)]
    pub fn toggle(&mut self, side: usize, square: Square) {
        let place = &PLACES[square.index()];
        for kind in EVERY {
            self.0[side & 1][usize::from(place.lines[kind])] ^= 1 << place.bits[kind];
        }
    }

    /// The line of one kind as seen by a piece of `side` on `square`.
    #[inline(always)]
    pub fn view(&self, side: usize, square: Square, kind: usize) -> Sight {
        let place = &PLACES[square.index()];
        let (line, bit) = (usize::from(place.lines[kind]), u32::from(place.bits[kind]));
        let (own, theirs) = (self.0[side & 1][line], self.0[side & 1 ^ 1][line]);
        let all = own | theirs;
        let below = all & ((1 << bit) - 1);
        let above = all & (!1 << bit);
        Sight {
            bit,
            low: 31 - below.leading_zeros(),
            high: above.trailing_zeros(),
            enemies: theirs & !own,
            all,
            edge: own & theirs,
            stride: STRIDES[kind],
        }
    }

    /// Whether a piece of `side` on `from` may go to `to` along a shared line of one kind.
    #[inline(always)]
    pub fn sees(&self, side: usize, from: Square, to: Square, kind: usize) -> bool {
        let [here, there] = [from, to].map(|square| &PLACES[square.index()]);
        if here.lines[kind] != there.lines[kind] || from == to {
            return false;
        }
        let view = self.view(side, from, kind);
        let bit = u32::from(there.bits[kind]);
        let is_free = view.low < bit && bit < view.high;
        let is_end = bit == view.low || bit == view.high;
        is_free || is_end && view.enemies >> bit & 1 != 0
    }
}

impl Sight {
    /// The number of free squares in both directions together.
    #[inline(always)]
    pub fn free(self) -> u32 {
        self.high - self.low - 2
    }

    /// The number of enemies at the two ends.
    #[inline(always)]
    pub fn enemy_count(self) -> u32 {
        (self.enemies >> self.low & 1) + (self.enemies >> self.high & 1)
    }

    /// The square of `bit` on the line of a piece on `from`.
    #[inline(always)]
    pub fn square(self, from: Square, bit: u32) -> Square {
        Square((i32::from(from.0) + (bit as i32 - self.bit as i32) * self.stride) as u8)
    }

    /// The free squares on either side, each from the lower end up.
    #[inline(always)]
    pub fn free_squares(self, from: Square) -> [impl Iterator<Item = Square> + use<>; 2] {
        [self.low + 1..self.bit, self.bit + 1..self.high]
            .map(|bits| bits.map(move |bit| self.square(from, bit)))
    }

    /// The enemies at the two ends, the lower end first.
    #[inline(always)]
    pub fn enemies(self, from: Square) -> impl Iterator<Item = Square> {
        let mut bits = self.enemies & (1 << self.low | 1 << self.high);
        std::iter::from_fn(move || {
            let bit = (bits != 0).then(|| bits.trailing_zeros())?;
            bits &= bits - 1;
            Some(self.square(from, bit))
        })
    }

    /// The pieces at the two ends, if any.
    #[inline(always)]
    pub fn end_squares(self, from: Square) -> [Option<Square>; 2] {
        [false, true].map(|is_upper| self.end_square(from, is_upper))
    }

    /// Whether an end is a piece and not the edge.
    #[inline(always)]
    pub fn is_piece(self, end: u32) -> bool {
        self.edge >> end & 1 == 0
    }

    /// The piece at the lower or at the upper end, if any.
    #[inline(always)]
    pub fn end_square(self, from: Square, is_upper: bool) -> Option<Square> {
        let end = if is_upper { self.high } else { self.low };
        self.is_piece(end).then(|| self.square(from, end))
    }

    /// The view beyond the piece at the lower or the upper end, or both.
    #[inline(always)]
    pub fn past(self, ends: [bool; 2]) -> Self {
        let mut view = self;
        if ends[0] {
            view.low = 31 - (self.all & ((1 << self.low) - 1)).leading_zeros();
        }
        if ends[1] {
            view.high = (self.all & (!1 << self.high)).trailing_zeros();
        }
        view
    }
}
