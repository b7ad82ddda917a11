//! Fills for WebAssembly, whose vectors have 128 bits: each lane of 16 bits holds a rank. A
//! step sideways shifts within the lanes, and a step up or down moves them. Nothing wraps round, so there are no masks.

use crate::games::warpac::board::Squares;
use core::arch::wasm32::{
    i16x8_shuffle, u16x8_shl, u16x8_shr, u64x2, u64x2_extract_lane, v128, v128_and, v128_or,
};

/// Ranks 1 to 8, and ranks 9 to 16.
type Ranks = [v128; 2];

const NONE: v128 = u64x2(0, 0);

/// The squares attacked along files and ranks.
#[inline(always)]
pub(super) fn straight(from: Squares, free: Squares) -> Squares {
    let (from, free) = (ranks(from), ranks(free));
    let sideways = either(fill(from, free, right), fill(from, free, left));
    squares(either(sideways, either(fill(from, free, up), fill(from, free, down))))
}

/// The squares attacked along diagonals.
#[inline(always)]
pub(super) fn diagonal(from: Squares, free: Squares) -> Squares {
    let (from, free) = (ranks(from), ranks(free));
    let rising = either(
        fill(from, free, |set, steps| right(up(set, steps), steps)),
        fill(from, free, |set, steps| left(up(set, steps), steps)),
    );
    let falling = either(
        fill(from, free, |set, steps| right(down(set, steps), steps)),
        fill(from, free, |set, steps| left(down(set, steps), steps)),
    );
    squares(either(rising, falling))
}

#[inline(always)]
fn ranks(squares: Squares) -> Ranks {
    let [a, b, c, d] = squares.0;
    [u64x2(a, b), u64x2(c, d)]
}

#[inline(always)]
fn squares([low, high]: Ranks) -> Squares {
    let [a, b] = [u64x2_extract_lane::<0>(low), u64x2_extract_lane::<1>(low)];
    Squares([a, b, u64x2_extract_lane::<0>(high), u64x2_extract_lane::<1>(high)])
}

#[inline(always)]
fn both([a, b]: Ranks, [c, d]: Ranks) -> Ranks {
    [v128_and(a, c), v128_and(b, d)]
}

#[inline(always)]
fn either([a, b]: Ranks, [c, d]: Ranks) -> Ranks {
    [v128_or(a, c), v128_or(b, d)]
}

#[inline(always)]
fn right([low, high]: Ranks, steps: u32) -> Ranks {
    [u16x8_shl(low, steps), u16x8_shl(high, steps)]
}

#[inline(always)]
fn left([low, high]: Ranks, steps: u32) -> Ranks {
    [u16x8_shr(low, steps), u16x8_shr(high, steps)]
}

/// A move by 1, 2, 4 or 8 ranks. Lanes from 8 are those of the second vector.
#[inline(always)]
fn up([low, high]: Ranks, steps: u32) -> Ranks {
    match steps {
        1 => [
            i16x8_shuffle::<8, 0, 1, 2, 3, 4, 5, 6>(low, NONE),
            i16x8_shuffle::<7, 8, 9, 10, 11, 12, 13, 14>(low, high),
        ],
        2 => [
            i16x8_shuffle::<8, 8, 0, 1, 2, 3, 4, 5>(low, NONE),
            i16x8_shuffle::<6, 7, 8, 9, 10, 11, 12, 13>(low, high),
        ],
        4 => [
            i16x8_shuffle::<8, 8, 8, 8, 0, 1, 2, 3>(low, NONE),
            i16x8_shuffle::<4, 5, 6, 7, 8, 9, 10, 11>(low, high),
        ],
        _ => [NONE, low],
    }
}

/// A move down by 1, 2, 4 or 8 ranks.
#[inline(always)]
fn down([low, high]: Ranks, steps: u32) -> Ranks {
    match steps {
        1 => [
            i16x8_shuffle::<1, 2, 3, 4, 5, 6, 7, 8>(low, high),
            i16x8_shuffle::<1, 2, 3, 4, 5, 6, 7, 8>(high, NONE),
        ],
        2 => [
            i16x8_shuffle::<2, 3, 4, 5, 6, 7, 8, 9>(low, high),
            i16x8_shuffle::<2, 3, 4, 5, 6, 7, 8, 8>(high, NONE),
        ],
        4 => [
            i16x8_shuffle::<4, 5, 6, 7, 8, 9, 10, 11>(low, high),
            i16x8_shuffle::<4, 5, 6, 7, 8, 8, 8, 8>(high, NONE),
        ],
        _ => [high, NONE],
    }
}

/// Each round doubles the number of steps; the longest way is 15.
#[inline(always)]
fn fill(from: Ranks, open: Ranks, step: impl Fn(Ranks, u32) -> Ranks) -> Ranks {
    let reached = spread(from, open, step(from, 1));
    let open = both(open, step(open, 1));
    let reached = spread(reached, open, step(reached, 2));
    let open = both(open, step(open, 2));
    let reached = spread(reached, open, step(reached, 4));
    let open = both(open, step(open, 4));
    step(spread(reached, open, step(reached, 8)), 1)
}

/// What is reached, and what of the next steps is open.
#[inline(always)]
fn spread(reached: Ranks, open: Ranks, next: Ranks) -> Ranks {
    either(reached, both(open, next))
}
