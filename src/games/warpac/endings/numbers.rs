//! The numbers of the positions of a class.
//!
//! The board may be mirrored and turned in eight ways, since no rule of this phase tells its sides apart. The *anchor* is
//! the ship of the player with a single ship; if both have one, of the greater forces, and of equal forces the ship of
//! the player to move. The board is mirrored until the anchor stands in the triangle a1-h1-h8. On the diagonal a1-h8 two
//! ways are left, and the one with the lower number counts.
//!
//! The number is built from parts, each of which multiplies what comes before by its size:
//! 1. the anchor: `f (f + 1) / 2 + r` with file and rank from 0 (36 numbers);
//! 2. for the player to move, then for the opponent:
//!    - the ships that are not the anchor, in the order K, R, B, N: 256 numbers each, `16 r + f`. Two ships of one kind are
//!      one part: with the squares `a < b` it is `b (b - 1) / 2 + a` (32,640 numbers);
//!    - the squadron: aloft its square; docked `3 (df + 1) + dr + 1` by the files and ranks from its carrier to it (9
//!      numbers, 4 is not used).
//!
//! Numbers that put two pieces on one square or a piece off the board are not used.

use super::forces::{Forces, Squadron};
use crate::games::warpac::board::{SQUARES, Square, Squares};

/// Squares of the triangle.
const TRIANGLE: u64 = 36;
/// Pairs of squares.
const PAIRS: u64 = 256 * 255 / 2;
/// Steps from a carrier to its docked squadron, with the step that stays in place.
const STEPS: u64 = 9;
const SIZE: u64 = SQUARES as u64;

/// The squares of one player's pieces. Those that he does not have are a1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fleet {
    /// Ships in the order of their kinds.
    pub ships: [Square; 2],
    /// The squadron.
    pub squadron: Square,
}

/// The squares of all pieces: those of the player to move, then those of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// By player.
    pub fleets: [Fleet; 2],
}

/// The player whose ship is the anchor: 0 for the player to move.
fn anchor_seat(forces: [Forces; 2]) -> usize {
    let [mover, other] = forces.map(|forces| (forces.ship_count() == 1, forces.code()));
    usize::from(other > mover)
}

/// A way to mirror the board: files and ranks in a mask, then perhaps files against ranks.
#[derive(Clone, Copy)]
struct View {
    mask: u8,
    is_swapped: bool,
}

impl View {
    #[inline(always)]
    const fn of(self, square: Square) -> Square {
        let mirrored = square.0 ^ self.mask;
        Square(if self.is_swapped { mirrored.rotate_left(4) } else { mirrored })
    }
}

/// The square on the other side of the diagonal a1-p16.
pub const fn across_diagonal(square: Square) -> Square {
    Square(square.0.rotate_left(4))
}

/// The number of positions of a class with one player to move, including numbers that are not used.
pub fn count(forces: [Forces; 2]) -> u64 {
    let anchor = anchor_seat(forces);
    let seats = forces.into_iter().enumerate();
    seats.fold(TRIANGLE, |count, (seat, forces)| {
        count * ship_numbers(forces, seat == anchor) * squadron_numbers(forces)
    })
}

/// The size of the part of a player's ships.
fn ship_numbers(forces: Forces, has_anchor: bool) -> u64 {
    match forces.ship_count() {
        _ if has_anchor => 1,
        1 => SIZE,
        _ if forces.are_twins() => PAIRS,
        _ => SIZE * SIZE,
    }
}

/// The size of the part of a player's squadron.
const fn squadron_numbers(forces: Forces) -> u64 {
    match forces.squadron {
        Squadron::None => 1,
        Squadron::Docked => STEPS,
        Squadron::Spent | Squadron::Aloft => SIZE,
    }
}

/// The number of a placement, and whether it equals its mirror image across a diagonal.
pub fn number(forces: [Forces; 2], placement: &Placement) -> (u64, bool) {
    let seat = anchor_seat(forces);
    let anchor = placement.fleets[seat].ships[0];
    let low = |coordinate: i32, mask: u8| if coordinate < 8 { 0 } else { mask };
    let mask = low(anchor.file(), 0x0F) | low(anchor.rank(), 0xF0);
    let anchor = View { mask, is_swapped: false }.of(anchor);
    let seen = |is_swapped| seen_number(forces, placement, seat, View { mask, is_swapped });
    if anchor.file() != anchor.rank() {
        return (seen(anchor.rank() > anchor.file()), false);
    }
    let [one, other] = [false, true].map(seen);
    (one.min(other), one == other)
}

/// The number of a placement as a view shows it.
#[inline(always)]
fn seen_number(forces: [Forces; 2], placement: &Placement, anchor_seat: usize, view: View) -> u64 {
    let anchor = view.of(placement.fleets[anchor_seat].ships[0]);
    let (file, rank) = (anchor.file() as u64, anchor.rank() as u64);
    let mut number = file * (file + 1) / 2 + rank;
    for (seat, (forces, fleet)) in forces.into_iter().zip(&placement.fleets).enumerate() {
        let ships = fleet.ships.map(|ship| u64::from(view.of(ship).0));
        number = match forces.ship_count() {
            _ if seat == anchor_seat => number,
            1 => number * SIZE + ships[0],
            _ if forces.are_twins() => number * PAIRS + pair_number(ships),
            _ => (number * SIZE + ships[0]) * SIZE + ships[1],
        };
        let squadron = view.of(fleet.squadron);
        number = match forces.squadron {
            Squadron::None => number,
            Squadron::Docked => number * STEPS + step_number(view.of(fleet.ships[0]), squadron),
            Squadron::Spent | Squadron::Aloft => number * SIZE + u64::from(squadron.0),
        };
    }
    number
}

/// The number of a pair of different squares.
fn pair_number([one, other]: [u64; 2]) -> u64 {
    let (low, high) = (one.min(other), one.max(other));
    high * (high - 1) / 2 + low
}

/// The pair with a number.
fn pair(number: u64) -> [Square; 2] {
    let mut high = ((1.0 + (1.0 + 8.0 * number as f64).sqrt()) / 2.0) as u64;
    while high * (high - 1) / 2 > number {
        high -= 1;
    }
    [number - high * (high - 1) / 2, high].map(|square| Square(square as u8))
}

/// The number of the step from a carrier to its docked squadron.
fn step_number(carrier: Square, squadron: Square) -> u64 {
    let files = squadron.file() - carrier.file();
    let ranks = squadron.rank() - carrier.rank();
    (3 * (files + 1) + ranks + 1) as u64
}

/// The placement with a number; `None` if the number is not used.
pub fn placement(forces: [Forces; 2], index: u64) -> Option<Placement> {
    let anchor = anchor_seat(forces);
    let mut rest = index;
    let mut part = |size: u64| {
        let number = rest % size;
        rest /= size;
        number
    };
    let mut fleets = [Fleet::default(); 2];
    let mut steps = [0; 2];
    for seat in [1, 0] {
        let (forces, fleet) = (forces[seat], &mut fleets[seat]);
        match forces.squadron {
            Squadron::None => {}
            Squadron::Docked => steps[seat] = part(STEPS) as i32,
            Squadron::Spent | Squadron::Aloft => fleet.squadron = Square(part(SIZE) as u8),
        }
        if seat == anchor {
            continue;
        }
        if forces.are_twins() {
            fleet.ships = pair(part(PAIRS));
        } else {
            let ships = &mut fleet.ships[..forces.ship_count() as usize];
            ships.iter_mut().rev().for_each(|ship| *ship = Square(part(SIZE) as u8));
        }
    }
    fleets[anchor].ships[0] = triangle_square(rest)?;
    for seat in [0, 1] {
        if forces[seat].squadron == Squadron::Docked {
            let (files, ranks) = (steps[seat] / 3 - 1, steps[seat] % 3 - 1);
            fleets[seat].squadron = fleets[seat].ships[0].offset(files, ranks)?;
        }
    }
    let placement = Placement { fleets };
    let is_used = are_apart(forces, &placement) && number(forces, &placement).0 == index;
    is_used.then_some(placement)
}

/// The square with a number in the triangle.
fn triangle_square(number: u64) -> Option<Square> {
    let file = (0..8).rev().find(|file| file * (file + 1) / 2 <= number)?;
    Square::at(file as i32, (number - file * (file + 1) / 2) as i32).filter(|_| number < TRIANGLE)
}

/// The squares of a player's pieces.
pub fn squares(forces: Forces, fleet: Fleet) -> impl Iterator<Item = Square> {
    let squadron = (forces.squadron != Squadron::None).then_some(fleet.squadron);
    fleet.ships.into_iter().take(forces.ship_count() as usize).chain(squadron)
}

/// Whether no two pieces share a square.
fn are_apart(forces: [Forces; 2], placement: &Placement) -> bool {
    let fleets = forces.into_iter().zip(placement.fleets);
    let mut all = fleets.flat_map(|(forces, fleet)| squares(forces, fleet));
    let mut taken = Squares::NONE;
    all.all(|square| {
        let is_free = !taken.has(square);
        taken.insert(square);
        is_free
    })
}
