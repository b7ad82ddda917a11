//! The squares that all sliding pieces of a set attack in a direction, found together by Kogge-Stone fills, as in
//! chess programs for 8 x 8 squares. This is faster for three pieces and more. For fewer pieces, the lines of each
//! are faster (`lines.rs`).
//!
//! A fill up or down rotates the board, as if the last rank came before the first. All words are then treated alike,
//! and the compiler uses vectors. A mask removes the squares that wrapped round.

use super::board::{A_TO_O, Squares};
use crate::game::simd::{SimdTask, run_simd};
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

/// The sliding pieces of one side and two kinds. The sets are borrowed, so that whole vectors are loaded from settled
/// memory. A set just assembled word by word would stall the load.
#[derive(Clone, Copy)]
pub(super) struct Sliders<'a> {
    pub own: &'a Squares,
    pub kinds: [&'a Squares; 2],
    /// All pieces on the board, by side.
    pub sides: &'a [Squares; 2],
}

impl Sliders<'_> {
    /// The squares attacked along files and ranks.
    #[inline(always)]
    pub fn straight(self) -> Squares {
        run_simd(Straight(self))
    }

    /// The squares attacked along diagonals.
    #[inline(always)]
    pub fn diagonal(self) -> Squares {
        run_simd(Diagonal(self))
    }

    /// The squares of the pieces, and the free squares.
    #[inline(always)]
    fn sets(self) -> [Squares; 2] {
        let [one, other] = self.kinds;
        let [white, black] = self.sides;
        [*self.own & (*one | *other), !(*white | *black)]
    }
}

struct Straight<'a>(Sliders<'a>);

impl SimdTask for Straight<'_> {
    type Output = Squares;

    #[inline(always)]
    fn run(self) -> Squares {
        let [from, free] = self.0.sets();
        let Edges { above, below, from_left, from_right } = black_box(&EDGES);
        let right = sideways::<true>(from, free & *from_left) & *from_left;
        let left = sideways::<false>(from, free & *from_right) & *from_right;
        let up = turn::<UP>(from, free & *above) & *above;
        let down = turn::<DOWN>(from, free & *below) & *below;
        right | left | up | down
    }
}

struct Diagonal<'a>(Sliders<'a>);

impl SimdTask for Diagonal<'_> {
    type Output = Squares;

    #[inline(always)]
    fn run(self) -> Squares {
        let [from, free] = self.0.sets();
        let Edges { above, below, from_left, from_right } = black_box(&EDGES);
        let [above_left, above_right] = [*above & *from_left, *above & *from_right];
        let [below_left, below_right] = [*below & *from_left, *below & *from_right];
        turn::<{ UP + 1 }>(from, free & above_left) & above_left
            | turn::<{ UP - 1 }>(from, free & above_right) & above_right
            | turn::<{ DOWN + 1 }>(from, free & below_left) & below_left
            | turn::<{ DOWN - 1 }>(from, free & below_right) & below_right
    }
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
    fill(from, open, |set, steps| set.turned(steps * BY % 256))
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

#[cfg(test)]
mod tests {
    use super::super::board::{SQUARES, Square};
    use super::*;
    use crate::game::Rng;

    /// A reference fill, one step at a time.
    fn slow(from: Squares, free: Squares, steps: [(i32, i32); 4]) -> Squares {
        let mut attacked = Squares::NONE;
        for (files, ranks) in steps {
            for square in from {
                let mut next = square.offset(files, ranks);
                while let Some(to) = next {
                    attacked.insert(to);
                    next = to.offset(files, ranks).filter(|_| free.has(to));
                }
            }
        }
        attacked
    }

    #[test]
    fn rays_equal_step_by_step_fills() {
        let mut rng = Rng::new(3);
        for pieces in [1, 2, 5, 20, 60, 120] {
            for _ in 0..40 {
                let mut some = |count: usize| -> Squares {
                    (0..count).map(|_| Square(rng.below(SQUARES) as u8)).collect()
                };
                let kinds = [some(pieces.min(6)), some(pieces.min(6))];
                let [own, others] = [kinds[0] | kinds[1], some(pieces)];
                let sides = [own | some(pieces), others & !own];
                // One piece of these kinds belongs to the other side.
                let kinds = [kinds[0], kinds[1] | some(1)];
                let sliders = Sliders { own: &own, kinds: [&kinds[0], &kinds[1]], sides: &sides };
                let free = !(sides[0] | sides[1]);
                let steps = [(1, 0), (-1, 0), (0, 1), (0, -1)];
                assert_eq!(sliders.straight(), slow(own, free, steps));
                let steps = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
                assert_eq!(sliders.diagonal(), slow(own, free, steps));
            }
        }
    }
}
