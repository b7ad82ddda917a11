//! One program for old and new processors: work that gains from wider instructions is compiled for three levels of them,
//! and which runs is decided by the processor at hand. Results are the same.
//!
//! The choice costs a load and a branch, so it is made where much is done at once: where a position is valued, not where
//! bits are counted. Only what is inlined into the work is compiled for each level; hence `#[inline(always)]` on the way
//! down.

/// A piece of work. `run` should be `#[inline(always)]`.
pub trait SimdTask {
    /// What comes of it.
    type Output;
    /// Does it.
    fn run(self) -> Self::Output;
}

/// Does the work with the widest instructions that the program has it for and the processor knows.
#[inline(always)]
pub fn run_simd<W: SimdTask>(work: W) -> W::Output {
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
    {
        let level = x86::level();
        if level != x86::Level::Any {
            // SAFETY: the processor has all that they are compiled for: `level` asked for the same lists.
            #[allow(unsafe_code)]
            return unsafe {
                if level == x86::Level::Wide { x86::run_wide(work) } else { x86::run_v3(work) }
            };
        }
    }
    run_here(work)
}

/// As the whole program is compiled. Never inlined, lest there be a copy of the work at every place that asks for it.
#[inline(never)]
fn run_here<W: SimdTask>(work: W) -> W::Output {
    work.run()
}

/// A program that is built for a processor with all of level x86-64-v3 chooses nothing when it runs; nor does one for
/// ARM, whose processors have had the like from the first 64-bit one on.
#[cfg(target_arch = "x86_64")]
#[allow(dead_code)]
mod x86 {
    use super::SimdTask;
    use std::sync::OnceLock;

    /// What a processor has.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Level {
        /// What all have.
        Any,
        /// What Intel's have had since 2013 and AMD's since 2015, the level x86-64-v3: population counts and bit scans
        /// as single instructions, vectors of 256 bits.
        V3,
        /// What Intel's servers have had since 2019 and AMD's since 2022: vectors of 512 bits with shifts across words
        /// and population counts.
        Wide,
    }

    #[inline(always)]
    pub fn level() -> Level {
        static LEVEL: OnceLock<Level> = OnceLock::new();
        *LEVEL.get_or_init(found)
    }

    #[cold]
    fn found() -> Level {
        let has_v3 = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        let has_more = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq");
        match (has_v3, has_more) {
            (false, _) => Level::Any,
            (true, false) => Level::V3,
            (true, true) => Level::Wide,
        }
    }

    // Neither is inlined, as `run_here` is not.

    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn run_v3<W: SimdTask>(work: W) -> W::Output {
        work.run()
    }

    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
    #[target_feature(enable = "avx512vbmi2,avx512vpopcntdq")]
    pub fn run_wide<W: SimdTask>(work: W) -> W::Output {
        work.run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::zobrist::splitmix64;

    /// Counts, scans, shifts and vectors.
    struct Sums([u64; 8]);

    impl SimdTask for Sums {
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
        let level = x86::level();
        for seed in 0..1000 {
            let words = std::array::from_fn(|index| match (seed, index) {
                (0, _) => 0,
                _ => splitmix64(8 * seed + index as u64).1,
            });
            let sums = run_here(Sums(words));
            assert_eq!(run_simd(Sums(words)), sums);
            // SAFETY: the processor has what is needed, as `level` has found.
            unsafe {
                if level != x86::Level::Any {
                    assert_eq!(x86::run_v3(Sums(words)), sums);
                }
                if level == x86::Level::Wide {
                    assert_eq!(x86::run_wide(Sums(words)), sums);
                }
            }
        }
    }
}
