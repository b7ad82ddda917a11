//! One program for old and new processors: work that gains from wider instructions is compiled twice, and which of the
//! two runs is decided by the processor at hand. Results are the same.
//!
//! The choice costs a load and a branch, so it is made where much is done at once: where a position is valued, not where
//! bits are counted. Only what is inlined into the work is compiled twice; hence `#[inline(always)]` on the way down.

/// A piece of work. `run` should be `#[inline(always)]`.
pub trait Work {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run(self) -> Self::Output;
}

/// Does the work with the widest instructions that the program has it for and the processor knows.
#[inline(always)]
pub fn widely<W: Work>(work: W) -> W::Output {
    #[cfg(all(
        target_arch = "x86_64",
        not(all(
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt"
        ))
    ))]
    if x86::has_v3() {
        // SAFETY: the processor has all that `run_v3` is compiled for: `has_v3` asked for the same list.
        #[allow(unsafe_code)]
        return unsafe { x86::run_v3(work) };
    }
    run_here(work)
}

/// As the whole program is compiled. Never inlined, lest there be a copy of the work at every place that asks for it.
#[inline(never)]
fn run_here<W: Work>(work: W) -> W::Output {
    work.run()
}

/// What Intel's processors have had since 2013 and AMD's since 2015, the level x86-64-v3: population counts and bit
/// scans as single instructions, vectors of 256 bits. Those of ARM have had the like from the first 64-bit one on, so
/// that there nothing is left to choose. A program that is built for such a processor has no use for it.
#[cfg(target_arch = "x86_64")]
#[allow(dead_code)]
mod x86 {
    use super::Work;
    use std::sync::OnceLock;

    #[inline(always)]
    pub fn has_v3() -> bool {
        static HAS: OnceLock<bool> = OnceLock::new();
        *HAS.get_or_init(|| {
            is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt")
        })
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn run_v3<W: Work>(work: W) -> W::Output {
        work.run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::zobrist::splitmix64;

    /// Counts, scans, shifts and vectors.
    struct Sums([u64; 8]);

    impl Work for Sums {
        type Output = [u64; 4];

        #[inline(always)]
        fn run(self) -> [u64; 4] {
            let mut sums = [0; 4];
            for (index, word) in self.0.into_iter().enumerate() {
                sums[0] += u64::from(word.count_ones());
                sums[1] += u64::from(word.trailing_zeros() + word.leading_zeros());
                sums[2] ^= word << (word & 63) | word & word.wrapping_sub(1);
                sums[3] = sums[3].wrapping_add(word.wrapping_mul(index as u64));
            }
            sums
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    #[allow(unsafe_code)]
    fn wide_work_comes_to_the_same() {
        if !x86::has_v3() {
            return;
        }
        for seed in 0..1000 {
            let words = std::array::from_fn(|index| match (seed, index) {
                (0, _) => 0,
                _ => splitmix64(8 * seed + index as u64).1,
            });
            // SAFETY: the processor has what is needed, see above.
            let wide = unsafe { x86::run_v3(Sums(words)) };
            assert_eq!(wide, run_here(Sums(words)));
            assert_eq!(wide, widely(Sums(words)));
        }
    }
}
