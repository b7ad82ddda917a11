//! The 256 squares, sets of squares in four words, and tables of neighbouring squares.
//!
//! Squares are numbered rank by rank from a1, so a word holds four ranks. Ascending numbers are the order in which a
//! FEN lists squares (rules.md 8).

use crate::game::Rng;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// Files, and ranks, of the board.
pub(super) const SIZE: i32 = 16;
pub(super) const SQUARES: usize = 256;

/// A square: 16 times its rank plus its file, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Square(pub u8);

/// A set of squares. The alignment is that of a vector register of 256 bits: a set that lies across two cache lines takes
/// twice as long to load, and tables of sets would otherwise lie where the linker happens to put them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(32))]
pub(super) struct Squares(pub [u64; 4]);

/// The steps of a king, as files and ranks.
pub(super) const ALL_AROUND: [(i32, i32); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
const ORTHOGONAL_STEPS: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Square {
    /// The square on `file` and `rank`, both from 0; `None` off the board.
    pub const fn at(file: i32, rank: i32) -> Option<Self> {
        if 0 <= file && file < SIZE && 0 <= rank && rank < SIZE {
            Some(Self((rank * SIZE + file) as u8))
        } else {
            None
        }
    }

    /// Reads `a1` .. `p16`, without leading zeros.
    pub fn parse(text: &str) -> Option<Self> {
        let (file, rank) = text.split_at_checked(1)?;
        let &[file @ b'a'..=b'p'] = file.as_bytes() else { return None };
        let is_plain = matches!(rank.as_bytes(), [b'1'..=b'9'] | [b'1', b'0'..=b'6']);
        let rank: i32 = rank.parse().ok().filter(|_| is_plain)?;
        Self::at(i32::from(file - b'a'), rank - 1)
    }

    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline(always)]
    pub const fn file(self) -> i32 {
        (self.0 & 15) as i32
    }

    #[inline(always)]
    pub const fn rank(self) -> i32 {
        (self.0 >> 4) as i32
    }

    pub fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.file() as u8), self.rank() + 1)
    }

    /// The square `files` and `ranks` away; `None` off the board.
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Self> {
        Self::at(self.file() + files, self.rank() + ranks)
    }

    /// The distance to `other` in king steps: the larger of the differences (rules.md 1).
    pub fn distance(self, other: Self) -> u32 {
        let files = self.file().abs_diff(other.file());
        files.max(self.rank().abs_diff(other.rank()))
    }

    /// Whether a knight's step leads from this square to `other`.
    pub fn is_knight_step(self, other: Self) -> bool {
        KNIGHT[self.index()].has(other)
    }
}

impl Squares {
    pub const NONE: Self = Self([0; 4]);
    pub const ALL: Self = Self([!0; 4]);
    /// The own waters of White and Black: ranks 1 to 8 and 9 to 16 (rules.md 1).
    pub const WATERS: [Self; 2] = [Self([!0, !0, 0, 0]), Self([0, 0, !0, !0])];
    /// The lower left squares of all areas of 2 x 2 squares.
    pub const AREAS: Self = Self([A_TO_O, A_TO_O, A_TO_O, A_TO_O >> 16]);

    #[inline(always)]
    pub const fn has(&self, square: Square) -> bool {
        self.0[(square.0 >> 6) as usize] >> (square.0 & 63) & 1 != 0
    }

    #[inline(always)]
    pub fn insert(&mut self, square: Square) {
        self.0[usize::from(square.0 >> 6)] |= 1 << (square.0 & 63);
    }

    #[inline(always)]
    pub fn remove(&mut self, square: Square) {
        self.0[usize::from(square.0 >> 6)] &= !(1 << (square.0 & 63));
    }

    #[inline(always)]
    pub fn count(self) -> u32 {
        let [a, b, c, d] = self.0;
        a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
    }

    #[inline(always)]
    pub fn any(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] != 0
    }

    pub fn is_empty(self) -> bool {
        !self.any()
    }

    /// A random member; a1 if the set is empty.
    pub fn pick(self, rng: &mut Rng) -> Square {
        let number = rng.below(self.count().max(1) as usize);
        self.into_iter().nth(number).unwrap_or_default()
    }

    /// Applies `join` to each pair of words of two sets. Written out, because closures over arrays are not always
    /// inlined.
    #[inline(always)]
    fn zip(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([join(a, e), join(b, f), join(c, g), join(d, h)])
    }

    /// Applies `change` to each word.
    #[inline(always)]
    pub fn each(self, change: impl Fn(u64) -> u64) -> Self {
        let [a, b, c, d] = self.0;
        Self([change(a), change(b), change(c), change(d)])
    }

    /// The set shifted by up to three files and three ranks. Squares that leave the board are dropped.
    #[inline(always)]
    pub fn shifted(self, files: i32, ranks: i32) -> Self {
        let kept = self.each(|word| word & KEPT_FILES[(files + 3) as usize & 7]);
        let along = if files >= 0 {
            kept.each(|word| word << files)
        } else {
            kept.each(|word| word >> -files)
        };
        along.raised(ranks)
    }

    /// The set shifted up by up to three ranks, or down if negative.
    #[inline(always)]
    pub fn raised(self, ranks: i32) -> Self {
        let [a, b, c, d] = self.0;
        match ranks {
            0 => self,
            1.. => {
                let (up, over) = (16 * ranks, 64 - 16 * ranks);
                Self([a << up, b << up | a >> over, c << up | b >> over, d << up | c >> over])
            }
            _ => {
                let (down, over) = (-16 * ranks, 64 + 16 * ranks);
                let low = [a >> down | b << over, b >> down | c << over];
                Self([low[0], low[1], c >> down | d << over, d >> down])
            }
        }
    }

    /// The squares that a knight's step from the set reaches.
    #[inline(always)]
    pub fn leaps(self) -> Self {
        let narrow = self.shifted(1, 0) | self.shifted(-1, 0);
        let wide = self.shifted(2, 0) | self.shifted(-2, 0);
        narrow.raised(2) | narrow.raised(-2) | wide.raised(1) | wide.raised(-1)
    }

    /// The areas of 2 x 2 squares within reach: their nearest square is at most two squares from this set. Areas are
    /// named by their lower left squares (rules.md 5.3).
    #[inline]
    pub fn areas_in_reach(self) -> Self {
        let pair = self | self.shifted(-1, 0);
        let row = pair | pair.shifted(-2, 0) | self.shifted(1, 0) | self.shifted(2, 0);
        let tall = row | row.raised(-1);
        (tall | tall.raised(-2) | row.raised(1) | row.raised(2)) & Self::AREAS
    }
}

/// Files a to o, in each of a word's four ranks.
pub(super) const A_TO_O: u64 = 0x7FFF_7FFF_7FFF_7FFF;

/// By shift + 3: the files, in four ranks, that stay on the board when shifted by -3 to 3 files.
const KEPT_FILES: [u64; 8] = {
    let ranks = 0x0001_0001_0001_0001;
    [
        0xFFF8 * ranks,
        0xFFFC * ranks,
        0xFFFE * ranks,
        !0,
        0x7FFF * ranks,
        0x3FFF * ranks,
        0x1FFF * ranks,
        0,
    ]
};

impl BitAnd for Squares {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        self.zip(other, |word, other| word & other)
    }
}

impl BitOr for Squares {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        self.zip(other, |word, other| word | other)
    }
}

impl Not for Squares {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self.each(|word| !word)
    }
}

impl BitAndAssign for Squares {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Squares {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// Iterates over a set from a1 up.
pub(super) struct Members {
    words: [u64; 4],
    word: usize,
}

impl Iterator for Members {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        while self.word < 4 {
            let word = &mut self.words[self.word & 3];
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some(Square((self.word as u32 * 64 + bit) as u8));
            }
            self.word += 1;
        }
        None
    }

    /// Goes word by word, so that only the current word is kept from one member to the next.
    #[inline(always)]
    fn fold<B, F: FnMut(B, Square) -> B>(self, start: B, mut visit: F) -> B {
        let mut result = start;
        for index in self.word..4 {
            let mut word = self.words[index];
            while word != 0 {
                let bit = word.trailing_zeros();
                word &= word - 1;
                result = visit(result, Square((index as u32 * 64 + bit) as u8));
            }
        }
        result
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Members;

    #[inline(always)]
    fn into_iter(self) -> Members {
        Members { words: self.0, word: 0 }
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::NONE;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

/// By square, the squares that the given steps reach.
const fn steps_table<const STEPS: usize>(steps: [(i32, i32); STEPS]) -> [Squares; SQUARES] {
    let mut table = [Squares::NONE; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut step = 0;
        while step < STEPS {
            let (files, ranks) = steps[step];
            if let Some(to) = Square(index as u8).offset(files, ranks) {
                table[index].0[(to.0 >> 6) as usize] |= 1 << (to.0 & 63);
            }
            step += 1;
        }
        index += 1;
    }
    table
}

/// By square, the squares whose distance to it is between `least` and `most`. With `size` 2 the distance is to the
/// area of 2 x 2 squares whose lower left square it is.
const fn distance_table(size: i32, least: i32, most: i32) -> [Squares; SQUARES] {
    let mut table = [Squares::NONE; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let corner = Square(index as u8);
        let mut other = 0;
        while other < SQUARES {
            let square = Square(other as u8);
            let files = outside(square.file() - corner.file(), size);
            let ranks = outside(square.rank() - corner.rank(), size);
            let distance = if files > ranks { files } else { ranks };
            if least <= distance && distance <= most {
                table[index].0[other >> 6] |= 1 << (other & 63);
            }
            other += 1;
        }
        index += 1;
    }
    table
}

/// The squares around a square up to a distance: the intersection of the files and the ranks within that distance.
pub(super) struct Surroundings {
    /// By file and distance, the files of any four ranks.
    files: [[u64; SIZE as usize]; SIZE as usize],
    /// By rank and distance, the ranks.
    ranks: [[Squares; SIZE as usize]; SIZE as usize],
}

pub(super) static SURROUNDINGS: Surroundings = Surroundings::new();

impl Surroundings {
    const fn new() -> Self {
        const N: usize = SIZE as usize;
        let (mut files, mut ranks) = ([[0; N]; N], [[Squares::NONE; N]; N]);
        let mut index = 0;
        while index < N * N * N {
            let (here, other, distance) = (index / N / N, index / N % N, index % N);
            if here.abs_diff(other) <= distance {
                files[here][distance] |= 0x0001_0001_0001_0001 << other;
                ranks[here][distance].0[other / 4] |= 0xFFFF << (16 * (other % 4));
            }
            index += 1;
        }
        Self { files, ranks }
    }

    /// The squares up to `distance`, at most 15, from `square`, including `square`.
    #[inline(always)]
    pub fn within(&self, square: Square, distance: usize) -> Squares {
        let files = self.files[square.file() as usize][distance & 15];
        self.ranks[square.rank() as usize][distance & 15].each(|word| word & files)
    }
}

/// The distance of `offset` from the range 0 to `size` - 1.
const fn outside(offset: i32, size: i32) -> i32 {
    if offset < 0 {
        -offset
    } else if offset >= size {
        offset - size + 1
    } else {
        0
    }
}

pub(super) static KNIGHT: [Squares; SQUARES] = steps_table(KNIGHT_STEPS);
pub(super) static KING: [Squares; SQUARES] = steps_table(ALL_AROUND);
pub(super) static BESIDE: [Squares; SQUARES] = steps_table(ORTHOGONAL_STEPS);
/// The squares that a submarine's torpedoes hit: those at distance 2 exactly (rules.md 5.2).
pub(super) static TORPEDO_RANGE: [Squares; SQUARES] = distance_table(1, 2, 2);
/// The four squares of an area, by its lower left square.
pub(super) static AREA: [Squares; SQUARES] = distance_table(2, 0, 0);
/// The squares around an area: 12, fewer at the edge (rules.md 5.3).
pub(super) static RING: [Squares; SQUARES] = distance_table(2, 1, 1);
/// The squares from which depth charges reach an area (rules.md 5.3).
pub(super) static SOURCES: [Squares; SQUARES] = distance_table(2, 0, 2);
