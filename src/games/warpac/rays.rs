//! The squares that all sliding pieces of a set attack in a direction, found together by Kogge-Stone fills, as in
//! chess programs for 8 x 8 squares. This is faster for three pieces and more. For fewer pieces, the lines of each
//! are faster (`lines.rs`).

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[path = "rays/lanes.rs"]
mod fills;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[path = "rays/words.rs"]
mod fills;

use super::board::Squares;
use crate::game::simd::{SimdTask, run_simd};

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
        fills::straight(from, free)
    }
}

struct Diagonal<'a>(Sliders<'a>);

impl SimdTask for Diagonal<'_> {
    type Output = Squares;

    #[inline(always)]
    fn run(self) -> Squares {
        let [from, free] = self.0.sets();
        fills::diagonal(from, free)
    }
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
