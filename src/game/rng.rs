//! A seeded random number generator.

use super::zobrist::splitmix64;

/// Maps a number of 64 bits to a number below `bound`, in proportion: the high word of their product.
#[inline(always)]
pub fn in_proportion(number: u64, bound: usize) -> usize {
    if size_of::<usize>() == size_of::<u32>() {
        by_halves(number, bound as u32)
    } else {
        ((u128::from(number) * bound as u128) >> 64) as usize
    }
}

/// [`in_proportion`] for processors that have no product of 128 bits, where it is a call of a function.
#[inline(always)]
fn by_halves(number: u64, bound: u32) -> usize {
    let (high, low, bound) = (number >> 32, number & 0xFFFF_FFFF, u64::from(bound));
    ((high * bound + ((low * bound) >> 32)) >> 32) as usize
}

/// A stream of random numbers; equal seeds give equal streams.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// The stream of `seed`.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next number; every `u64` is possible.
    pub fn number(&mut self) -> u64 {
        let (state, value) = splitmix64(self.0);
        self.0 = state;
        value
    }

    /// A number below `bound`, which is at least 1.
    pub fn below(&mut self, bound: usize) -> usize {
        in_proportion(self.number(), bound)
    }

    /// True with a probability of `percent` per cent.
    pub fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_high_word_of_a_product_is_the_same_by_halves() {
        let mut rng = Rng::new(3);
        let edges = [0, 1, 0xFFFF_FFFF, 1 << 32, u64::MAX - 1, u64::MAX];
        let numbers = edges.into_iter().chain((0..1000).map(|_| rng.number()));
        for number in numbers {
            for bound in [1, 3, 16_384, 1_000_003, u32::MAX - 1, u32::MAX] {
                let product = u128::from(number) * u128::from(bound);
                assert_eq!(by_halves(number, bound) as u128, product >> 64, "{number} {bound}");
                assert_eq!(in_proportion(number, bound as usize) as u128, product >> 64);
            }
        }
    }
}
