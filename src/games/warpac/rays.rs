//! The squares that all sliding pieces of a set attack in one direction, found together (Kogge-Stone fills, as
//! chess programs have them for 8 x 8 squares). For three pieces and more this gains time; for fewer it is better to look
//! along the lines of each (`lines.rs`).
//!
//! Up and down the board is turned round as if its last rank came before the first, by which all words are treated
//! alike and the compiler uses vectors; a mask takes out what comes round.

use super::board::{A_TO_O, Squares};
use crate::game::simd::{SimdTask, run_simd};
use std::hint::black_box;

/// The squares that can be arrived at from below, from above, from the left and from the right.
struct Edges {
    above: Squares,
    below: Squares,
    from_left: Squares,
    from_right: Squares,
}

/// Used through a [`black_box`]: only where it does not know which squares are left out does the compiler treat all words
/// alike, and find that vectors would do.
static EDGES: Edges = Edges {
    above: Squares([!0xFFFF, !0, !0, !0]),
    below: Squares([!0, !0, !0, !0 >> 16]),
    from_left: Squares([A_TO_O << 1; 4]),
    from_right: Squares([A_TO_O; 4]),
};

/// A direction by the numbers of squares, which grow by 1 to the right and by 16 upwards; modulo 256.
const UP: u32 = 16;
const DOWN: u32 = 256 - 16;

/// The sliding pieces of one side and two kinds. The sets are borrowed: whole vectors are loaded from where they have been
/// for a while, while what was just put together word by word would have to be waited for.
#[derive(Clone, Copy)]
pub(super) struct Sliders<'a> {
    pub own: &'a Squares,
    pub kinds: [&'a Squares; 2],
    /// What stands on the board.
    pub sides: &'a [Squares; 2],
}

impl Sliders<'_> {
    /// What they attack along files and ranks.
    #[inline(always)]
    pub fn straight(self) -> Squares {
        run_simd(Straight(self))
    }

    /// What they attack along diagonals.
    #[inline(always)]
    pub fn diagonal(self) -> Squares {
        run_simd(Diagonal(self))
    }

    /// Their squares, and those that are free.
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

/// A fill that goes on by so many squares, up or down.
#[inline(always)]
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
    use crate::game::Rng;

    /// One step after the other.
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
    fn rays_are_those_gone_along_step_by_step() {
        let mut rng = Rng::new(3);
        for pieces in [1, 2, 5, 20, 60, 120] {
            for _ in 0..40 {
                let mut some = |count: usize| -> Squares {
                    (0..count).map(|_| Square(rng.below(SQUARES) as u8)).collect()
                };
                let kinds = [some(pieces.min(6)), some(pieces.min(6))];
                let [own, others] = [kinds[0] | kinds[1], some(pieces)];
                let sides = [own | some(pieces), others & !own];
                // One piece of the kinds is the other side's.
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
