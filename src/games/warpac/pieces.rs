//! The kinds of surface pieces, the contents of a square, and the parts of the Zobrist key.

use super::board::{SQUARES, Square};
use crate::game::zobrist;

/// Kinds of surface pieces.
pub(super) const KINDS: usize = 5;

/// A kind of surface piece, in the order of deployment (rules.md 3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PieceKind {
    Carrier,
    Squadron,
    Battleship,
    Cruiser,
    Destroyer,
}

impl PieceKind {
    pub const ALL: [Self; KINDS] =
        [Self::Carrier, Self::Squadron, Self::Battleship, Self::Cruiser, Self::Destroyer];

    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of White's piece.
    pub const fn letter(self) -> char {
        match self {
            Self::Carrier => 'K',
            Self::Squadron => 'Q',
            Self::Battleship => 'R',
            Self::Cruiser => 'B',
            Self::Destroyer => 'N',
        }
    }

    /// The kind of an upper-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Carrier => "carrier",
            Self::Squadron => "squadron",
            Self::Battleship => "battleship",
            Self::Cruiser => "cruiser",
            Self::Destroyer => "destroyer",
        }
    }
}

/// The contents of a square: a kind of piece and its side, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(u8);

impl Cell {
    pub const EMPTY: Self = Self(u8::MAX);

    #[inline(always)]
    pub const fn new(side: usize, kind: PieceKind) -> Self {
        Self((kind as u8) << 1 | side as u8)
    }

    /// 0 for White, 1 for Black; meaningless for an empty cell.
    #[inline(always)]
    pub const fn side(self) -> usize {
        (self.0 & 1) as usize
    }

    /// The kind of the piece; meaningless for an empty cell.
    #[inline(always)]
    pub const fn kind(self) -> PieceKind {
        // A table lookup, because a branch would be mispredicted.
        let index = (self.0 >> 1 & 7) as usize;
        PieceKind::ALL[if index < KINDS { index } else { KINDS - 1 }]
    }

    /// The letter in a FEN; `None` for an empty cell.
    pub fn letter(self) -> Option<char> {
        let letter = self.kind().letter();
        let letter = if self.side() == 0 { letter } else { letter.to_ascii_lowercase() };
        (self != Self::EMPTY).then_some(letter)
    }

    /// The piece of a letter in a FEN.
    pub fn from_letter(letter: char) -> Option<Self> {
        let side = usize::from(letter.is_ascii_lowercase());
        PieceKind::from_letter(letter.to_ascii_uppercase()).map(|kind| Self::new(side, kind))
    }
}

static PIECE_KEYS: [[u64; SQUARES]; 2 * KINDS] = zobrist::table(0x7761_7270_6163);
/// One row for squadrons, by their squares, and one for carriers.
static WING_KEYS: [[u64; SQUARES]; 2] = zobrist::table(0x7769_6e67_7300);
/// By the flags `docked` and `spent`.
static FLAG_KEYS: [[u64; 4]; 1] = zobrist::table(0x0066_6c61_6773);
/// By side.
pub(super) static SUB_KEYS: [[u64; SQUARES]; 2] = zobrist::table(0x0073_7562_7300);
/// By phase and side.
pub(super) static SIDE_KEYS: [[u64; 2]; 3] = zobrist::table(0x0070_6861_7365);
/// A search without depth charges must not share results with other searches.
pub(super) const DETERMINIZATION_KEY: u64 = zobrist::table::<1, 1>(0x0062_6c69_6e64)[0][0];
/// Odd, so that different counters give different keys.
pub(super) const CLOCK_KEY: u64 = zobrist::table::<1, 1>(0x0063_6c6f_636b)[0][0] | 1;

#[inline(always)]
pub(super) fn piece_key(cell: Cell, square: Square) -> u64 {
    PIECE_KEYS[usize::from(cell.0 & 15) % (2 * KINDS)][square.index()]
}

/// The key of a wing; `flags` are docked and spent. The product makes the key depend on which squadron belongs to
/// which carrier. A plain XOR of the keys of four squares would not.
#[inline(always)]
pub(super) fn wing_key(squadron: Square, carrier: Square, flags: [bool; 2]) -> u64 {
    let flags = FLAG_KEYS[0][usize::from(flags[0]) | usize::from(flags[1]) << 1];
    let [squadron, carrier] = [WING_KEYS[0][squadron.index()], WING_KEYS[1][carrier.index()]];
    let mixed = (squadron ^ flags).wrapping_mul(carrier | 1);
    mixed ^ mixed >> 32
}
