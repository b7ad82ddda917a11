//! The 32 points as bits, the four diagonal directions, and tables of rows.
//!
//! The numbering makes a step in a direction the same rotation of the word from every point:
//!
//! ```text
//!  8   .  11  .  05  .  31  .  25
//!  7  10   .  04  .  30  .  24  .       north-east: +1 modulo 32     NW  NE
//!  6   .  03  .  29  .  23  .  17       north-west: +7                 \ /
//!  5  02   .  28  .  22  .  16  .       south-west: -1                  X
//!  4   .  27  .  21  .  15  .  09       south-east: -7                 / \
//!  3  26   .  20  .  14  .  08  .                                    SW  SE
//!  2   .  19  .  13  .  07  .  01       Source of the numbering: Jonathan Kreuzer's
//!  1  18   .  12  .  06  .  00  .       draughts engine Cheers, "rotated bitboards".
//!      a   b   c   d   e   f   g   h
//! ```
//!
//! A step off an edge would reappear elsewhere. So the points without a neighbour in a direction are masked out
//! before the rotation.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Points(pub u32);

/// One of the 32 points, by its number in the diagram above.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point(u8);

/// A diagonal direction. Turning the board by 180 degrees adds 2 (modulo 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Direction(u8);

/// The difference that a step in each direction makes to the number of a point: 1, 7, -1, -7 modulo 32. One byte
/// each, from the lowest.
const ROTATIONS: u32 = u32::from_le_bytes([1, 7, 31, 25]);

impl Direction {
    pub const NE: Self = Self(0);
    pub const NW: Self = Self(1);
    pub const SW: Self = Self(2);
    pub const SE: Self = Self(3);
    pub const ALL: [Self; 4] = [Self::NE, Self::NW, Self::SW, Self::SE];

    /// The two directions in which planes and carriers of a player move.
    #[inline(always)]
    pub const fn forward(white: bool) -> [Self; 2] {
        if white { [Self::NE, Self::NW] } else { [Self::SW, Self::SE] }
    }

    /// The opposite direction.
    #[inline(always)]
    pub const fn reverse(self) -> Self {
        Self(self.0 ^ 2)
    }

    /// The direction with the two-bit code `code`.
    pub const fn from_code(code: u32) -> Self {
        Self((code & 3) as u8)
    }

    /// The two-bit code.
    pub const fn code(self) -> u32 {
        self.0 as u32
    }

    /// The index in tables by direction.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The difference that a step makes to the number of a point, modulo 32.
    #[inline(always)]
    const fn rotation(self) -> u32 {
        // An array would be read from memory for each step; a shifted constant is not.
        ROTATIONS >> (8 * self.0) & 31
    }

    /// The direction of the step from `from` to a point that is one or two steps away.
    pub fn between(from: Point, to: Point) -> Option<Self> {
        (0..4).map(Self).find(|direction| {
            let step = from.neighbour(*direction);
            step == Some(to) || step.and_then(|over| over.neighbour(*direction)) == Some(to)
        })
    }
}

impl Point {
    /// The point numbered `number` modulo 32.
    pub const fn new(number: u32) -> Self {
        Self((number & 31) as u8)
    }

    /// The point on `file` and `row`, both from 0; `None` for a square that is not a point.
    pub const fn at(file: u32, row: u32) -> Option<Self> {
        if file > 7 || row > 7 || (file + row) % 2 == 1 {
            return None;
        }
        // 18 is a1. (file + row) / 2 counts steps to the north-east, the rest is north-west.
        Some(Self::new(18 + (file + row) / 2 + (32 + (row as i32 - file as i32) / 2 * 7) as u32))
    }

    /// Reads `a1` .. `h8`.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let &[file @ b'a'..=b'h', row @ b'1'..=b'8'] = text else { return None };
        Self::at((file - b'a') as u32, (row - b'1') as u32)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn bit(self) -> Points {
        Points(1 << self.0)
    }

    /// File from 0 for `a`.
    pub const fn file(self) -> u32 {
        COORDINATES[self.0 as usize].0
    }

    /// Row from 0 for row 1.
    pub const fn row(self) -> u32 {
        COORDINATES[self.0 as usize].1
    }

    /// The point one step away; wraps round at the edges.
    pub const fn step(self, direction: Direction) -> Self {
        Self::new(self.0 as u32 + direction.rotation())
    }

    /// The point one step away, or `None` at the edge.
    pub fn neighbour(self, direction: Direction) -> Option<Self> {
        let next = self.step(direction);
        (self.file().abs_diff(next.file()) == 1 && self.row().abs_diff(next.row()) == 1)
            .then_some(next)
    }

    pub fn name(self) -> String {
        format!("{}{}", (b'a' + self.file() as u8) as char, self.row() + 1)
    }
}

impl Points {
    pub const NONE: Self = Self(0);
    pub const ALL: Self = Self(!0);

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn any(self) -> bool {
        self.0 != 0
    }

    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    pub const fn has(self, point: Point) -> bool {
        self.0 >> point.0 & 1 == 1
    }

    /// All bits set if the point is in the set, else none: a branchless selector.
    pub const fn spread(self, point: Point) -> Self {
        Self(0u32.wrapping_sub(self.0 >> point.0 & 1))
    }

    /// The neighbours of these points in `direction`. Points at the edge have none.
    #[inline(always)]
    pub const fn step(self, direction: Direction) -> Self {
        let on_board = self.0 & INNER[direction.0 as usize].0;
        Self(on_board.rotate_left(direction.rotation()))
    }
}

impl Iterator for Points {
    type Item = Point;

    #[inline(always)]
    fn next(&mut self) -> Option<Point> {
        if self.0 == 0 {
            return None;
        }
        let point = Point(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(point)
    }
}

macro_rules! operator {
    ($trait:ident $method:ident $assign_trait:ident $assign:ident $op:tt) => {
        impl $trait for Points {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0 $op other.0)
            }
        }
        impl $assign_trait for Points {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = *self $op other;
            }
        }
    };
}
operator!(BitAnd bitand BitAndAssign bitand_assign &);
operator!(BitOr bitor BitOrAssign bitor_assign |);
operator!(BitXor bitxor BitXorAssign bitxor_assign ^);

impl Not for Points {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// (file, row) of every point.
const COORDINATES: [(u32, u32); 32] = {
    let mut table = [(0, 0); 32];
    let mut square = 0;
    while square < 64 {
        if let Some(point) = Point::at(square % 8, square / 8) {
            table[point.0 as usize] = (square % 8, square / 8);
        }
        square += 1;
    }
    table
};

/// Points that have a neighbour in each direction.
const INNER: [Points; 4] = {
    let mut table = [Points::NONE; 4];
    let mut point = 0;
    while point < 32 {
        let (file, row) = COORDINATES[point];
        let bit = 1 << point;
        if row < 7 && file < 7 {
            table[Direction::NE.0 as usize].0 |= bit;
        }
        if row < 7 && file > 0 {
            table[Direction::NW.0 as usize].0 |= bit;
        }
        if row > 0 && file > 0 {
            table[Direction::SW.0 as usize].0 |= bit;
        }
        if row > 0 && file < 7 {
            table[Direction::SE.0 as usize].0 |= bit;
        }
        point += 1;
    }
    table
};

/// Row 8, where White's planes become Kamikazes, and row 1, where Black's do.
pub(super) const ENEMY_BACK_ROW: [Points; 2] = [rows(7, 8), rows(0, 1)];

/// The points of the rows `from..to`, counted from 0.
pub(super) const fn rows(from: u32, to: u32) -> Points {
    let mut bits = 0;
    let mut point = 0;
    while point < 32 {
        let row = COORDINATES[point].1;
        if from <= row && row < to {
            bits |= 1 << point;
        }
        point += 1;
    }
    Points(bits)
}

/// Distances in rows, from 0 to 7, to which the tables below reach.
const DISTANCES: usize = 8;

/// By distance, player and point of a plane: the points that are at least this distance, in rows, behind the plane.
static FAR_BEHIND: [[[Points; 32]; 2]; DISTANCES] = {
    let mut table = [[[Points::NONE; 32]; 2]; DISTANCES];
    let mut index = 0;
    while index < DISTANCES * 32 {
        let (distance, point) = (index / 32, index % 32);
        let (row, rows_apart) = (COORDINATES[point].1, distance as u32);
        table[distance][0][point] = rows(0, (row + 1).saturating_sub(rows_apart));
        table[distance][1][point] = rows(row + rows_apart, 8);
        index += 1;
    }
    table
};

/// The points at least `distance` rows behind a player's plane on `plane`. With the distance at which a plane is at its
/// limit (rules.md 4), these are the points of carriers for which it is.
#[inline(always)]
pub(super) fn far_behind(distance: u32, player: usize, plane: Point) -> Points {
    FAR_BEHIND[distance as usize % DISTANCES][player % 2][plane.index()]
}

/// The points at least `distance` rows ahead of a player's carrier on `carrier`.
#[inline(always)]
pub(super) fn far_ahead(distance: u32, player: usize, carrier: Point) -> Points {
    // What is ahead for one player is behind for the other.
    far_behind(distance, 1 - player % 2, carrier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_numbered_as_the_diagram_shows() {
        let number = |name: &str| Point::parse(name.as_bytes()).unwrap().0;
        assert_eq!(
            ["a1", "g1", "h2", "a5", "b6", "h8", "b8", "d6"].map(number),
            [18, 0, 1, 2, 3, 25, 11, 29]
        );
        let all: std::collections::HashSet<u8> =
            (0..64).filter_map(|s| Point::at(s % 8, s / 8)).map(|p| p.0).collect();
        assert_eq!(all.len(), 32);
        assert_eq!(Point::parse(b"h1"), None);
    }

    #[test]
    fn sets_step_like_single_points() {
        for direction in [Direction::NE, Direction::NW, Direction::SW, Direction::SE] {
            for point in Points(!0) {
                let alone = point.neighbour(direction).map_or(Points::NONE, Point::bit);
                assert_eq!(point.bit().step(direction), alone, "{} {direction:?}", point.name());
            }
        }
    }
}
