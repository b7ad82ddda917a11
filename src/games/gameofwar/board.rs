//! The geometry of the board: squares, terrain, lines and windows (rules.md 1). The map is in `map.rs`.
//!
//! A square is the number `row * 64 + column`. A margin of three rows and columns surrounds the board, so that
//! neighbours and windows need no edge cases. A set of squares has a `u32` for each row.

use super::map::GroundMap;
use std::fmt;

/// Files of the board.
pub(super) const WIDTH: usize = 25;
/// Ranks of the board.
pub(super) const HEIGHT: usize = 20;
/// Squares of the board.
pub(super) const SQUARES: usize = WIDTH * HEIGHT;
/// Rows and columns beyond each edge.
const MARGIN: usize = 3;
/// Rows of a set of squares, margins included.
pub(super) const ROWS: usize = HEIGHT + 2 * MARGIN;
const STRIDE: usize = 64;
/// One more than the greatest [`Square::index`].
pub(super) const INDICES: usize = ROWS * STRIDE;
/// The eight directions, as differences of [`Square::index`]. Opposite directions are four apart.
pub(super) const DELTAS: [i16; 8] = [64, 65, 1, -63, -64, -65, -1, 63];

/// A square of the board, or [`Square::NOWHERE`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u16);

impl Square {
    /// The square of units that are off the board. It is on no line with any square of the board.
    pub const NOWHERE: Self = Self(2800);

    /// The square on `file` and `rank`, both from 0.
    pub const fn at(file: usize, rank: usize) -> Option<Self> {
        if file < WIDTH && rank < HEIGHT {
            Some(Self(((rank + MARGIN) * STRIDE + file + MARGIN) as u16))
        } else {
            None
        }
    }

    /// The square whose [`Square::index`] is `index`.
    pub const fn from_index(index: usize) -> Option<Self> {
        let (row, column) = (index / STRIDE, index % STRIDE);
        if row < MARGIN || column < MARGIN { None } else { Self::at(column - MARGIN, row - MARGIN) }
    }

    /// The index, below [`INDICES`]. It grows in the order a1, b1 .. y1, a2 .. y20.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number from 0 to 499, in the same order.
    pub const fn number(self) -> usize {
        self.rank() * WIDTH + self.file()
    }

    /// The file from 0.
    pub const fn file(self) -> usize {
        self.0 as usize % STRIDE - MARGIN
    }

    /// The rank from 0.
    pub const fn rank(self) -> usize {
        self.0 as usize / STRIDE - MARGIN
    }

    pub const fn row(self) -> usize {
        self.0 as usize / STRIDE
    }

    pub const fn column(self) -> usize {
        self.0 as usize % STRIDE
    }

    /// The bit of this square in its row.
    pub const fn bit(self) -> u32 {
        1 << self.column()
    }

    /// Distance to another square, in king steps.
    pub fn steps(self, other: Self) -> u8 {
        self.column().abs_diff(other.column()).max(self.row().abs_diff(other.row())) as u8
    }

    /// All squares of the board, in order.
    #[cfg(test)]
    pub fn all() -> impl DoubleEndedIterator<Item = Self> {
        (0..SQUARES).filter_map(|number| Self::at(number % WIDTH, number / WIDTH))
    }

    /// Reads a name such as `h17`.
    pub fn parse(name: &str) -> Option<Self> {
        let (file, rank) = name.split_at_checked(1)?;
        let file = file.bytes().next()?.checked_sub(b'a')?;
        let is_plain = rank.bytes().all(|byte| byte.is_ascii_digit()) && !rank.starts_with('0');
        let rank: usize = rank.parse().ok().filter(|_| is_plain && rank.len() <= 2)?;
        Self::at(usize::from(file), rank.checked_sub(1)?)
    }

    /// The neighbour in a direction. It may lie in the margin.
    #[inline(always)]
    pub const fn step(self, direction: usize) -> Self {
        Self((self.0 as i16 + DELTAS[direction]) as u16)
    }

    /// The name, such as `h17`.
    pub fn name(self) -> String {
        format!("{}{}", char::from(b'a' + self.file() as u8), self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::NOWHERE { f.write_str("-") } else { f.write_str(&self.name()) }
    }
}

/// A set of squares, one word for each row. The bits of the margin are free for other use.
pub(super) type Rows = [u32; ROWS];

/// Whether the set contains the square.
#[inline(always)]
pub(super) const fn has(rows: &Rows, square: Square) -> bool {
    rows[square.row()] & square.bit() != 0
}

/// The ground of a map, and the tables that follow from it.
pub struct Terrain {
    pub(super) map: GroundMap,
    /// The squares that no unit can enter: mountains and the margin.
    pub(super) closed: Rows,
    /// The lines that mountains end.
    pub(super) lines: Lines,
    /// What the ground adds to a defence, by square.
    pub(super) cover: [u8; INDICES],
}

/// Where the lines from each square end.
pub struct Lines {
    /// By square and direction, the distance of the first square that ends the line, or of the edge.
    pub(super) stops: [[u8; 8]; INDICES],
    /// The squares within two steps on a line, in the layout of [`window_2`].
    pub(super) star_2: [SquareWindow; INDICES],
    /// The squares within three steps on a line, in the layout of [`window_3`].
    pub(super) star_3: [SquareWindow; INDICES],
}

impl Terrain {
    /// The terrain of a map, with what a pass and a fortress add to a defence.
    pub(super) const fn of(map: GroundMap, pass_defence: u32, fortress_defence: u32) -> Self {
        let closed = closed(&map.mountains);
        let mut cover = [0; INDICES];
        let mut index = 0;
        while index < INDICES {
            if let Some(square) = Square::from_index(index) {
                if has(&map.fortresses, square) {
                    cover[index] = fortress_defence as u8;
                } else if has(&map.passes, square) {
                    cover[index] = pass_defence as u8;
                }
            }
            index += 1;
        }
        Self { map, closed, lines: Lines::within(&closed), cover }
    }
}

impl Lines {
    /// The lines that nothing but the edge ends.
    pub(super) const fn open() -> Self {
        Self::within(&closed(&[0; ROWS]))
    }

    /// The lines that end at the squares of a set, which contains the margin.
    const fn within(closed: &Rows) -> Self {
        let stops = stops(closed);
        Self { star_2: star::<2>(&stops), star_3: star::<3>(&stops), stops }
    }
}

/// Mountains and the margin.
const fn closed(mountains: &Rows) -> Rows {
    let mut rows = [u32::MAX; ROWS];
    let mut rank = 0;
    while rank < HEIGHT {
        let open = ((1 << WIDTH) - 1) << MARGIN;
        rows[rank + MARGIN] = !open | mountains[rank + MARGIN];
        rank += 1;
    }
    rows
}

const fn stops(closed: &Rows) -> [[u8; 8]; INDICES] {
    let mut stops = [[1; 8]; INDICES];
    let mut number = 0;
    while number < SQUARES {
        if let Some(square) = Square::at(number % WIDTH, number / WIDTH) {
            let mut direction = 0;
            while direction < 8 {
                let mut at = square.step(direction);
                while !has(closed, at) {
                    stops[square.index()][direction] += 1;
                    at = at.step(direction);
                }
                direction += 1;
            }
        }
        number += 1;
    }
    stops
}

/// The position of one square relative to another: `distance * 8 + direction` if they share a line, else
/// [`OFF_LINE`].
pub(super) type Bearing = u8;
/// A distance greater than any that matters.
const OFF_LINE: Bearing = 31 * 8;
const BEARING_OFFSET: usize = 1280;
const BEARINGS: usize = 4096;

static BEARING: [Bearing; BEARINGS] = {
    let mut table = [OFF_LINE; BEARINGS];
    let mut direction = 0;
    while direction < 8 {
        let mut distance = 0;
        while distance < 25 {
            let difference = DELTAS[direction] as isize * distance as isize;
            let is_on_board = distance < HEIGHT || direction % 4 == 2;
            if is_on_board {
                let index = (BEARING_OFFSET as isize + difference) as usize;
                table[index] = (distance * 8 + if distance == 0 { 0 } else { direction }) as u8;
            }
            distance += 1;
        }
        direction += 1;
    }
    table
};

/// The bearing of `to` from `from`.
#[inline(always)]
pub(super) fn bearing(from: Square, to: Square) -> Bearing {
    let difference = usize::from(to.0).wrapping_sub(usize::from(from.0));
    BEARING[difference.wrapping_add(BEARING_OFFSET) % BEARINGS]
}

/// The direction of a [`Bearing`]; 0 if it is off a line.
#[inline(always)]
pub(super) const fn direction_of(bearing: Bearing) -> usize {
    (bearing % 8) as usize
}

/// The distance of a [`Bearing`] in king steps; 31 if it is off a line.
#[inline(always)]
pub(super) const fn distance_of(bearing: Bearing) -> u8 {
    bearing / 8
}

impl Lines {
    /// The distance between two squares on a line; `None` if the line ends between them or they share no line.
    #[inline(always)]
    pub(super) fn distance(&self, from: Square, to: Square) -> Option<u8> {
        let bearing = bearing(from, to);
        let distance = distance_of(bearing);
        (distance < self.stops[from.index() % INDICES][direction_of(bearing)]).then_some(distance)
    }
}

/// A part of a set of squares around a centre: eight bits for each row, the lowest row first.
pub(super) type SquareWindow = u64;

/// The window of five rows and columns around a square. The square itself is bit 18.
#[inline(always)]
pub(super) fn window_2(rows: &Rows, centre: Square) -> SquareWindow {
    let (row, shift) = (centre.row() - 2, centre.column() - 2);
    let part = &rows[row..row + 5];
    let mut window = 0;
    for (index, row) in part.iter().enumerate() {
        window |= u64::from(row >> shift & 0x1F) << (8 * index);
    }
    window
}

/// The window of seven rows and columns around a square. The square itself is bit 27.
#[inline(always)]
pub(super) fn window_3(rows: &Rows, centre: Square) -> SquareWindow {
    let (row, shift) = (centre.row() - 3, centre.column() - 3);
    let part = &rows[row..row + 7];
    let mut window = 0;
    for (index, row) in part.iter().enumerate() {
        window |= u64::from(row >> shift & 0x7F) << (8 * index);
    }
    window
}

/// The square of a bit in a window of `radius` 2 or 3 around `centre`.
#[inline(always)]
pub(super) fn window_square(centre: Square, radius: usize, bit: u32) -> Square {
    let (rows, columns) = (bit as usize / 8, bit as usize % 8);
    Square((centre.index() + rows * STRIDE + columns - radius * (STRIDE + 1)) as u16)
}

/// The bit of `square` in a window of `radius` around `centre`; `None` if the square lies outside.
pub(super) fn window_bit(centre: Square, radius: usize, square: Square) -> Option<u32> {
    let rows = (square.row() + radius).checked_sub(centre.row())?;
    let columns = (square.column() + radius).checked_sub(centre.column())?;
    (rows <= 2 * radius && columns <= 2 * radius).then(|| (8 * rows + columns) as u32)
}

const fn star<const RADIUS: u8>(stops: &[[u8; 8]; INDICES]) -> [SquareWindow; INDICES] {
    let mut stars = [0; INDICES];
    let mut index = 0;
    while index < INDICES {
        if Square::from_index(index).is_some() {
            let mut direction = 0;
            while direction < 8 {
                let mut distance = 1;
                while distance <= RADIUS && distance < stops[index][direction] {
                    let there = index as isize + distance as isize * DELTAS[direction] as isize;
                    let start = index - RADIUS as usize * (STRIDE + 1);
                    let offset = there as usize - start;
                    stars[index] |= 1 << (offset / STRIDE * 8 + offset % STRIDE);
                    distance += 1;
                }
                direction += 1;
            }
        }
        index += 1;
    }
    stars
}

/// The eight neighbours in a [`window_2`].
pub(super) const RING: SquareWindow = 0x0E0A_0E00;
const CENTRE_2: SquareWindow = 1 << 18;

/// The squares one step away, given the window of free squares.
#[inline(always)]
pub(super) const fn one_step(free: SquareWindow) -> SquareWindow {
    free & RING
}

/// The squares one or two steps away over free squares.
#[inline(always)]
pub(super) const fn two_steps(free: SquareWindow) -> SquareWindow {
    second_steps(free & RING, free)
}

/// The free squares that are at most one step away from a neighbour in `near`.
#[inline(always)]
pub(super) const fn second_steps(near: SquareWindow, free: SquareWindow) -> SquareWindow {
    let wide = near | near << 1 | near >> 1;
    (wide | wide << 8 | wide >> 8) & free & !CENTRE_2
}

#[cfg(test)]
mod tests {
    use super::super::{GameOfWarRules, Standard};
    use super::*;

    fn square(name: &str) -> Square {
        Square::parse(name).unwrap()
    }

    #[test]
    fn names_read_back_as_their_squares() {
        for (number, square) in Square::all().enumerate() {
            assert_eq!(Square::parse(&square.name()), Some(square));
            assert_eq!(Square::from_index(square.index()), Some(square));
            assert_eq!(square.number(), number);
        }
        for bad in ["", "a", "a0", "a01", "a21", "z1", "A1", "a+1", "a 1", "ä1", "a1 "] {
            assert_eq!(Square::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn bearings_agree_with_steps() {
        for from in Square::all() {
            let mut on_line = 0;
            for direction in 0..8 {
                let mut at = from;
                for distance in 1..25 {
                    at = at.step(direction);
                    let Some(to) = Square::from_index(at.index()) else { break };
                    assert_eq!(bearing(from, to), distance * 8 + direction as u8);
                    on_line += 1;
                }
            }
            let aligned = |to: &Square| distance_of(bearing(from, *to)) < 31;
            assert_eq!(Square::all().filter(aligned).count(), on_line + 1);
            assert_eq!(bearing(from, Square::NOWHERE), OFF_LINE);
            assert_eq!(bearing(Square::NOWHERE, from), OFF_LINE);
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "takes Miri minutes")]
    fn stars_hold_the_squares_on_clear_lines() {
        let lines = &Standard.terrain().lines;
        for from in Square::all() {
            let stars = [(2, lines.star_2[from.index()]), (3, lines.star_3[from.index()])];
            for to in Square::all() {
                let distance = lines.distance(from, to).filter(|distance| *distance > 0);
                for (radius, star) in stars {
                    let bit = window_bit(from, radius, to);
                    let inside = bit.is_some_and(|bit| star >> bit & 1 == 1);
                    let wanted = distance.is_some_and(|distance| distance <= radius as u8);
                    assert_eq!(inside, wanted, "{from:?} {to:?} {radius}");
                    if let Some(bit) = bit {
                        assert_eq!(window_square(from, radius, bit), to);
                    }
                }
            }
        }
    }

    #[test]
    fn mountains_stop_lines() {
        let clear_distance = |from, to| Standard.terrain().lines.distance(from, to);
        assert_eq!(clear_distance(square("w5"), square("q5")), Some(6));
        assert_eq!(clear_distance(square("w5"), square("o5")), None);
        assert_eq!(clear_distance(square("w6"), square("m6")), Some(10));
        assert_eq!(clear_distance(square("w6"), square("m7")), None);
    }

    #[test]
    fn two_steps_go_over_free_squares_only() {
        let from = square("q5");
        let free = Standard.terrain().closed.map(|row| !row);
        let reach = two_steps(window_2(&free, from));
        let mut names: Vec<String> = (0..64)
            .filter(|bit| reach >> bit & 1 == 1)
            .map(|bit| window_square(from, 2, bit).name())
            .collect();
        names.sort();
        // From q5 the mountains p3, p4, p5 and p7 leave the pass p6 as the only way west.
        let west: Vec<&str> = names.iter().map(String::as_str).filter(|name| *name < "q").collect();
        assert_eq!(west, ["o5", "o6", "p6"]);
        assert_eq!(one_step(window_2(&free, from)).count_ones(), 6);
    }
}
