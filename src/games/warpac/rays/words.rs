//! Fills by words of 64 bits, for processors with vectors of 256 bits and more.
//!
//! A fill up or down rotates the board, as if the last rank came before the first. All words are then treated alike,
//! and the compiler uses vectors. A mask removes the squares that wrapped round.

use crate::games::warpac::board::{A_TO_O, Squares};
use std::hint::black_box;

/// The squares that a step from below, from above, from the left and from the right can reach.
struct Edges {
    above: Squares,
    below: Squares,
    from_left: Squares,
    from_right: Squares,
}

/// Used through a [`black_box`]. If the compiler knew the masked squares, it would not treat all words alike, and
/// would not use vectors.
static EDGES: Edges = Edges {
    above: Squares([!0xFFFF, !0, !0, !0]),
    below: Squares([!0, !0, !0, !0 >> 16]),
    from_left: Squares([A_TO_O << 1; 4]),
    from_right: Squares([A_TO_O; 4]),
};

/// A direction as a difference of square numbers, modulo 256: 1 to the right, 16 upwards.
const UP: u32 = 16;
const DOWN: u32 = 256 - 16;

/// The squares attacked along files and ranks.
#[inline(always)]
pub(super) fn straight(from: Squares, free: Squares) -> Squares {
    let Edges { above, below, from_left, from_right } = black_box(&EDGES);
    let right = sideways::<true>(from, free & *from_left) & *from_left;
    let left = sideways::<false>(from, free & *from_right) & *from_right;
    let up = turn::<UP>(from, free & *above) & *above;
    let down = turn::<DOWN>(from, free & *below) & *below;
    right | left | up | down
}

/// The squares attacked along diagonals.
#[inline(always)]
pub(super) fn diagonal(from: Squares, free: Squares) -> Squares {
    let Edges { above, below, from_left, from_right } = black_box(&EDGES);
    let [above_left, above_right] = [*above & *from_left, *above & *from_right];
    let [below_left, below_right] = [*below & *from_left, *below & *from_right];
    turn::<{ UP + 1 }>(from, free & above_left) & above_left
        | turn::<{ UP - 1 }>(from, free & above_right) & above_right
        | turn::<{ DOWN + 1 }>(from, free & below_left) & below_left
        | turn::<{ DOWN - 1 }>(from, free & below_right) & below_right
}

/// A fill to the right or to the left.
#[inline(always)]
fn sideways<const RIGHT: bool>(from: Squares, open: Squares) -> Squares {
    fill(from, open, |set, steps| {
        set.each(|word| if RIGHT { word << steps } else { word >> steps })
    })
}

/// A fill up or down, by steps of `BY`.
#[inline(always)]
fn turn<const BY: u32>(from: Squares, open: Squares) -> Squares {
    fill(from, open, |set, steps| turned(set, steps * BY % 256))
}

/// The set with all square numbers increased by `by`, modulo 256.
#[inline(always)]
fn turned(set: Squares, by: u32) -> Squares {
    let [a, b, c, d] = set.0;
    let [a, b, c, d] = match by / 64 % 4 {
        0 => [a, b, c, d],
        1 => [d, a, b, c],
        2 => [c, d, a, b],
        _ => [b, c, d, a],
    };
    let bits = by % 64;
    if bits == 0 {
        return Squares([a, b, c, d]);
    }
    // The bits shifted out of a word enter the next one.
    let over = Squares([d, a, b, c]).each(|word| word >> (64 - bits));
    Squares([a, b, c, d]).each(|word| word << bits) | over
}

/// Each round doubles the number of steps; the longest way is 15.
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
