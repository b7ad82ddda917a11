//! The squares that all sliding pieces of a set attack in one direction, found together (Kogge-Stone fills, as
//! chess programs have them for 8 x 8 squares). For three pieces and more this gains time; for fewer it is better to look
//! along the lines of each (`lines.rs`).
//!
//! Up and down the board is turned round as if its last rank came before the first, by which all words are treated
//! alike and the compiler uses vectors; a mask takes out what comes round.

use super::board::{A_TO_O, Squares};

/// Squares that can be arrived at from the left, and from the right.
const FROM_LEFT: Squares = Squares([A_TO_O << 1; 4]);
const FROM_RIGHT: Squares = Squares([A_TO_O; 4]);
/// All but the first and all but the last rank.
const ABOVE: Squares = Squares([!0xFFFF, !0, !0, !0]);
const BELOW: Squares = Squares([!0, !0, !0, !0 >> 16]);

/// A direction by the numbers of squares, which grow by 1 to the right and by 16 upwards; modulo 256.
const UP: u32 = 16;
const DOWN: u32 = 256 - 16;

/// What sliding pieces on `from` attack along files and ranks, by direction, if they are stopped by all squares that are
/// not `free`.
#[inline(always)]
pub(super) fn straight(from: Squares, free: Squares) -> [Squares; 4] {
    [
        sideways::<true>(from, free & FROM_LEFT) & FROM_LEFT,
        sideways::<false>(from, free & FROM_RIGHT) & FROM_RIGHT,
        turn::<UP>(from, free & ABOVE) & ABOVE,
        turn::<DOWN>(from, free & BELOW) & BELOW,
    ]
}

/// The same along diagonals.
#[inline(always)]
pub(super) fn diagonal(from: Squares, free: Squares) -> [Squares; 4] {
    [
        turn::<{ UP + 1 }>(from, free & ABOVE & FROM_LEFT) & ABOVE & FROM_LEFT,
        turn::<{ UP - 1 }>(from, free & ABOVE & FROM_RIGHT) & ABOVE & FROM_RIGHT,
        turn::<{ DOWN + 1 }>(from, free & BELOW & FROM_LEFT) & BELOW & FROM_LEFT,
        turn::<{ DOWN - 1 }>(from, free & BELOW & FROM_RIGHT) & BELOW & FROM_RIGHT,
    ]
}

// The masks and fills are kept apart, and fills are not inlined: only where it does not know which squares are left
// out does the compiler treat all words alike, and find that vectors would do.

/// A fill to the right or to the left.
#[inline(never)]
fn sideways<const RIGHT: bool>(from: Squares, open: Squares) -> Squares {
    fill(from, open, |set, steps| {
        set.each(|word| if RIGHT { word << steps } else { word >> steps })
    })
}

/// A fill that goes on by so many squares, up or down.
#[inline(never)]
fn turn<const BY: u32>(from: Squares, open: Squares) -> Squares {
    fill(from, open, |set, steps| set.turned(steps * BY % 256))
}

/// Each round doubles the number of squares that are gone over; 15 are the longest way.
#[inline(always)]
fn fill(from: Squares, open: Squares, step: impl Fn(Squares, u32) -> Squares) -> Squares {
    let reached = from | open & step(from, 1);
    let open = open & step(open, 1);
    let reached = reached | open & step(reached, 2);
    let open = open & step(open, 2);
    let reached = reached | open & step(reached, 4);
    let open = open & step(open, 4);
    step(reached | open & step(reached, 8), 1)
}

#[cfg(test)]
mod tests {
    use super::super::board::{SQUARES, Square};
    use super::*;
    use crate::game::Chance;

    /// One step after the other.
    fn slow(from: Squares, free: Squares, steps: [(i32, i32); 4]) -> [Squares; 4] {
        steps.map(|(files, ranks)| {
            let mut attacked = Squares::NONE;
            for square in from {
                let mut next = square.offset(files, ranks);
                while let Some(to) = next {
                    attacked.insert(to);
                    next = to.offset(files, ranks).filter(|_| free.has(to));
                }
            }
            attacked
        })
    }

    #[test]
    fn rays_are_those_gone_along_step_by_step() {
        let mut chance = Chance::new(3);
        for pieces in [1, 2, 5, 20, 60, 120] {
            for _ in 0..40 {
                let mut some = |count: usize| -> Squares {
                    (0..count).map(|_| Square(chance.below(SQUARES) as u8)).collect()
                };
                let from = some(pieces.min(12));
                let free = !(from | some(pieces));
                let steps = [(1, 0), (-1, 0), (0, 1), (0, -1)];
                assert_eq!(straight(from, free), slow(from, free, steps));
                let steps = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
                assert_eq!(diagonal(from, free), slow(from, free, steps));
            }
        }
    }
}
