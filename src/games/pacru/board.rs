//! The 81 fields as bits, the eight facings, the nine borderlands, and tables of rays.
//!
//! Fields are numbered file by file. Ascending numbers are then the alphabetical order in which markers are given up
//! (rules.md 6), and a step is always the same addition:
//!
//! ```text
//!  9   8  17  26 | 35  44  53 | 62  71  80
//!  8   7  16  25 | 34  43  52 | 61  70  79      7 0 1      -8  +1 +10
//!  7   6  15  24 | 33  42  51 | 60  69  78      6   2      -9      +9
//!      ----------+------------+-----------      5 4 3     -10  -1  +8
//!  6   5  14  23 | 32  41  50 | 59  68  77
//!  5   4  13  22 | 31  40  49 | 58  67  76      facings      steps
//!  4   3  12  21 | 30  39  48 | 57  66  75
//!      ----------+------------+-----------
//!  3   2  11  20 | 29  38  47 | 56  65  74
//!  2   1  10  19 | 28  37  46 | 55  64  73
//!  1   0   9  18 | 27  36  45 | 54  63  72
//!      a   b   c    d   e   f    g   h   i
//! ```
//!
//! Tables by field have 128 rows, of which 81 are used. A masked number then needs no bounds check.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

pub(super) const FIELDS: usize = 81;
pub(super) const BORDERLANDS: usize = 9;
const ROWS: usize = 128;
/// Power counts markers of one borderland, so it is at most this.
pub(super) const GREATEST_POWER: usize = 9;

/// A set of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Fields(pub u128);

/// One of the 81 fields, by its number in the diagram above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Field(u8);

/// One of the eight directions in which a chevron can point, clockwise from north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Facing(u8);

impl Facing {
    /// All eight facings, in the order of their numbers.
    #[cfg(test)]
    pub const ALL: [Self; 8] =
        [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5), Self(6), Self(7)];

    /// The facing numbered `number` modulo 8.
    #[inline(always)]
    pub const fn new(number: u32) -> Self {
        Self((number & 7) as u8)
    }

    #[inline(always)]
    pub const fn index(self) -> usize {
        (self.0 & 7) as usize
    }

    /// The facing turned clockwise by `eighths` of a circle; 7 is one eighth anticlockwise.
    #[inline(always)]
    pub const fn turned(self, eighths: u32) -> Self {
        Self::new(self.0 as u32 + eighths)
    }

    /// The opposite facing.
    pub const fn opposite(self) -> Self {
        self.turned(4)
    }

    /// The clockwise turn from this facing to `other`, in eighths of a circle.
    pub const fn eighths_to(self, other: Self) -> u32 {
        (other.0 as u32 + 8 - self.0 as u32) & 7
    }

    /// The change of file and rank by one step.
    const fn step(self) -> (i32, i32) {
        [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)][self.index()]
    }
}

impl Field {
    /// The field a1.
    pub const FIRST: Self = Self(0);

    /// The field numbered `number`, or `None` from 81 on.
    pub const fn from_number(number: u32) -> Option<Self> {
        if number < FIELDS as u32 { Some(Self(number as u8)) } else { None }
    }

    /// The field on `file` and `rank`, both from 0 to 8.
    pub const fn at(file: u32, rank: u32) -> Option<Self> {
        if file < 9 && rank < 9 { Self::from_number(9 * file + rank) } else { None }
    }

    /// Reads `a1` .. `i9`.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let &[file @ b'a'..=b'i', rank @ b'1'..=b'9'] = text else { return None };
        Self::at((file - b'a') as u32, (rank - b'1') as u32)
    }

    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize & (ROWS - 1)
    }

    #[inline(always)]
    pub const fn bit(self) -> Fields {
        // By words: some processors have no shift of 128 bits by a number that varies.
        let bit = 1 << (self.0 & 63);
        let (low, high) = if self.0 < 64 { (bit, 0_u64) } else { (0, bit) };
        Fields(low as u128 | (high as u128) << 64)
    }

    pub fn name(self) -> String {
        format!("{}{}", (b'a' + self.0 / 9) as char, self.0 % 9 + 1)
    }

    /// The number of its borderland.
    #[inline(always)]
    pub fn borderland(self) -> usize {
        BORDERLAND_OF[self.index()] as usize
    }

    /// All fields of its borderland.
    #[inline(always)]
    pub fn home(self) -> Fields {
        HOME[self.index()]
    }

    /// Its index within its borderland, from 0 to 8.
    pub const fn place_at_home(self) -> usize {
        (self.0 / 9 % 3 * 3 + self.0 % 3) as usize
    }

    /// The next field in direction `facing`, or `None` at the edge.
    pub const fn neighbour(self, facing: Facing) -> Option<Self> {
        let (files, ranks) = facing.step();
        let file = (self.0 / 9) as i32 + files;
        let rank = (self.0 % 9) as i32 + ranks;
        if file < 0 || rank < 0 { None } else { Self::at(file as u32, rank as u32) }
    }

    /// The facing from this field to `other`; `None` if they share no line.
    #[inline(always)]
    pub fn facing_to(self, other: Self) -> Option<Facing> {
        let code = DIRECTION[self.index()][other.index()];
        (code != NO_LINE).then_some(Facing(code))
    }

    /// The facing from this field to `other`, which must share a line with it.
    #[inline(always)]
    pub fn facing_along(self, other: Self) -> Facing {
        Facing::new(DIRECTION[self.index()][other.index()] as u32)
    }

    /// The fields strictly between this field and `other`, which lies in direction `facing`.
    #[inline(always)]
    pub fn between(self, other: Self, facing: Facing) -> Fields {
        self.ray(facing) & other.ray(facing.opposite())
    }

    /// All fields in direction `facing`, to the edge.
    #[inline(always)]
    pub fn ray(self, facing: Facing) -> Fields {
        RAY[facing.index()][self.index()]
    }

    /// All fields in the three directions in which a chevron on this field with this facing can move.
    #[inline(always)]
    pub fn fan(self, facing: Facing) -> Fields {
        FAN[facing.index()][self.index()]
    }

    /// The nearest fields of [`Field::fan`].
    #[inline(always)]
    pub fn near(self, facing: Facing) -> Fields {
        NEAR[facing.index()][self.index()]
    }

    /// The fields within `distance` king steps, including this field; `distance` up to 15.
    #[inline(always)]
    pub fn within(self, distance: usize) -> Fields {
        WITHIN[self.index()][distance & 15]
    }
}

impl Fields {
    pub const NONE: Self = Self(0);
    pub const BOARD: Self = Self((1 << FIELDS) - 1);

    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    #[inline(always)]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline(always)]
    pub const fn has(self, field: Field) -> bool {
        self.0 & field.bit().0 != 0
    }

    /// The set if `condition` holds, else the empty set.
    #[inline(always)]
    pub const fn only_if(self, condition: bool) -> Self {
        Self(self.0 & 0u128.wrapping_sub(condition as u128))
    }

    /// The fields with higher numbers than `field`.
    pub const fn after(self, field: Field) -> Self {
        Self(self.0 & (!1 << field.0))
    }

    /// The set without its `count` highest fields.
    pub fn without_last(self, count: u32) -> Self {
        let mut rest = self.0;
        for _ in 0..count.min(self.count()) {
            rest &= !(1 << (127 - rest.leading_zeros()));
        }
        Self(rest)
    }

    /// The neighbours of these fields in direction `facing`. Fields at the edge have none.
    #[inline(always)]
    pub const fn step(self, facing: Facing) -> Self {
        let on_board = self.0 & INNER[facing.index()].0;
        Self(match facing.index() {
            0 => on_board << 1,
            1 => on_board << 10,
            2 => on_board << 9,
            3 => on_board << 8,
            4 => on_board >> 1,
            5 => on_board >> 10,
            6 => on_board >> 9,
            _ => on_board >> 8,
        })
    }

    /// These fields and all their neighbours.
    #[inline(always)]
    pub const fn around(self) -> Self {
        let file = self.0 | (self.0 & INNER[0].0) << 1 | (self.0 & INNER[4].0) >> 1;
        Self((file | file << 9 | file >> 9) & Self::BOARD.0)
    }

    /// The fields of the set from which a step in direction `facing` crosses a border.
    #[inline(always)]
    pub const fn before_border(self, facing: Facing) -> Self {
        Self(self.0 & BEFORE_BORDER[facing.index()].0)
    }
}

impl Iterator for Fields {
    type Item = Field;

    #[inline(always)]
    fn next(&mut self) -> Option<Field> {
        if self.0 == 0 {
            return None;
        }
        let field = Field(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(field)
    }
}

macro_rules! operator {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt) => {
        impl $trait for Fields {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
        impl $assign_trait for Fields {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}
operator!(BitAnd bitand BitAndAssign bitand_assign &);
operator!(BitOr bitor BitOrAssign bitor_assign |);

impl Not for Fields {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// By field: the number of its borderland.
static BORDERLAND_OF: [u8; ROWS] = {
    let mut table = [0; ROWS];
    let mut field = 0;
    while field < FIELDS {
        table[field] = (field / 27 * 3 + field % 9 / 3) as u8;
        field += 1;
    }
    table
};

/// By field: all fields of its borderland.
static HOME: [Fields; ROWS] = {
    let mut table = [Fields::NONE; ROWS];
    let mut field = 0;
    while field < FIELDS {
        let (file, rank) = (field / 27 * 3, field % 9 / 3 * 3);
        let corner = 9 * file + rank;
        table[field].0 = (0b111 | 0b111 << 9 | 0b111 << 18) << corner;
        field += 1;
    }
    table
};

const RAYS: [[Fields; ROWS]; 8] = {
    let mut table = [[Fields::NONE; ROWS]; 8];
    let mut facing = 0;
    while facing < 8 {
        let mut field = 0;
        while field < FIELDS {
            let mut at = Field(field as u8);
            while let Some(next) = at.neighbour(Facing::new(facing)) {
                table[facing as usize][field].0 |= next.bit().0;
                at = next;
            }
            field += 1;
        }
        facing += 1;
    }
    table
};
static RAY: [[Fields; ROWS]; 8] = RAYS;

static FAN: [[Fields; ROWS]; 8] = {
    let mut table = [[Fields::NONE; ROWS]; 8];
    let mut facing = 0;
    while facing < 8 {
        let mut field = 0;
        while field < FIELDS {
            table[facing][field] = Fields(
                RAYS[(facing + 7) % 8][field].0
                    | RAYS[facing][field].0
                    | RAYS[(facing + 1) % 8][field].0,
            );
            field += 1;
        }
        facing += 1;
    }
    table
};

static NEAR: [[Fields; ROWS]; 8] = {
    let mut table = [[Fields::NONE; ROWS]; 8];
    let mut facing = 0;
    while facing < 8 {
        let mut field = 0;
        while field < FIELDS {
            let mut turn = 7;
            while turn < 10 {
                let way = Facing::new(facing as u32 + turn);
                if let Some(next) = Field(field as u8).neighbour(way) {
                    table[facing][field].0 |= next.bit().0;
                }
                turn += 1;
            }
            field += 1;
        }
        facing += 1;
    }
    table
};

/// Rows of 16, one entry for each power; the rest is unused.
static WITHIN: [[Fields; 16]; ROWS] = {
    let mut table = [[Fields::NONE; 16]; ROWS];
    let mut field = 0;
    while field < FIELDS {
        let mut other = 0;
        while other < FIELDS {
            let files = (field / 9).abs_diff(other / 9);
            let ranks = (field % 9).abs_diff(other % 9);
            let mut distance = if files > ranks { files } else { ranks };
            while distance <= GREATEST_POWER {
                table[field][distance].0 |= 1 << other;
                distance += 1;
            }
            other += 1;
        }
        field += 1;
    }
    table
};

const NO_LINE: u8 = 8;

static DIRECTION: [[u8; ROWS]; ROWS] = {
    let mut table = [[NO_LINE; ROWS]; ROWS];
    let mut facing = 0;
    while facing < 8 {
        let mut field = 0;
        while field < FIELDS {
            let mut at = Field(field as u8);
            while let Some(next) = at.neighbour(Facing::new(facing)) {
                table[field][next.index()] = facing as u8;
                at = next;
            }
            field += 1;
        }
        facing += 1;
    }
    table
};

/// By facing, the fields that have a neighbour in that direction.
const INNER: [Fields; 8] = neighbours_where(false);
/// By facing, the fields from which a step in that direction crosses a border.
const BEFORE_BORDER: [Fields; 8] = neighbours_where(true);

const fn neighbours_where(must_cross: bool) -> [Fields; 8] {
    let mut table = [Fields::NONE; 8];
    let mut facing = 0;
    while facing < 8 {
        let mut field = 0;
        while field < FIELDS {
            if let Some(next) = Field(field as u8).neighbour(Facing::new(facing)) {
                let next = next.index();
                let stays = field / 27 == next / 27 && field % 9 / 3 == next % 9 / 3;
                if !must_cross || !stays {
                    table[facing as usize].0 |= 1 << field;
                }
            }
            field += 1;
        }
        facing += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(name: &str) -> Field {
        Field::parse(name.as_bytes()).unwrap()
    }

    #[test]
    fn fields_are_numbered_in_alphabetical_order() {
        let names: Vec<String> = Fields::BOARD.map(Field::name).collect();
        assert!(names.is_sorted() && names.len() == FIELDS);
        assert!(names.iter().enumerate().all(|(number, name)| field(name).index() == number));
        assert_eq!(Field::parse(b"j1").or(Field::parse(b"a0")).or(Field::parse(b"a")), None);
    }

    #[test]
    fn sets_step_like_single_fields() {
        for facing in Facing::ALL {
            for from in Fields::BOARD {
                let next = from.neighbour(facing);
                assert_eq!(from.bit().step(facing), next.map_or(Fields::NONE, Field::bit));
                let crosses = next.is_some_and(|to| to.borderland() != from.borderland());
                assert_eq!(from.bit().before_border(facing).any(), crosses);
                assert_eq!(next.and_then(|to| from.facing_to(to)), next.map(|_| facing));
            }
        }
    }

    #[test]
    fn around_are_all_neighbours() {
        for from in Fields::BOARD {
            assert_eq!(from.bit().around(), from.within(1));
        }
    }

    #[test]
    fn borderlands_hold_nine_fields_each() {
        for from in Fields::BOARD {
            let mut others = Fields::BOARD;
            let together = |other: Field| other.borderland() == from.borderland();
            assert!(others.all(|other| from.home().has(other) == together(other)));
            assert!(from.home().count() == 9 && from.home().has(from));
        }
        assert_eq!(field("c3").home(), field("a1").home());
        assert_ne!(field("d3").home(), field("c3").home());
    }

    #[test]
    fn rays_fans_and_distances_agree() {
        let (from, north) = (field("d4"), Facing::new(0));
        assert_eq!(from.between(field("d7"), north), field("d5").bit() | field("d6").bit());
        assert_eq!(from.near(north), from.fan(north) & from.within(1));
        assert_eq!(from.fan(north).count(), 5 + 3 + 5);
        assert_eq!(from.within(8), Fields::BOARD);
        assert_eq!(from.facing_to(field("e6")), None);
    }
}
