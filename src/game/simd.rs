//! Run-time dispatch to SIMD code: a task is compiled for three instruction sets, and the processor at hand decides
//! which one runs. The results are the same.
//!
//! A dispatch costs a load and a branch, so it surrounds large tasks: the evaluation of a position, not a bit count.
//! Only inlined code is compiled for each instruction set, so every function that a task calls needs
//! `#[inline(always)]`.

/// A task with a version for each instruction set. `run` should be `#[inline(always)]`.
pub trait SimdTask {
    /// The result of the task.
    type Output;
    /// Runs the task.
    fn run(self) -> Self::Output;
}

/// Runs the task with the widest instruction set that both the program and the processor support.
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
        let instruction_set = x86::instruction_set();
        if instruction_set != x86::InstructionSet::Baseline {
            // SAFETY: `instruction_set` has checked that the processor supports all features that the function is
            // compiled for.
            #[allow(unsafe_code)]
            return unsafe {
                if instruction_set == x86::InstructionSet::Avx512 {
                    x86::run_avx512(work)
                } else {
                    x86::run_v3(work)
                }
            };
        }
    }
    run_here(work)
}

/// Runs the task with the instruction set of the whole program. It is never inlined, so that the task is not copied
/// to every caller.
#[inline(never)]
fn run_here<W: SimdTask>(work: W) -> W::Output {
    work.run()
}

/// The instruction sets of x86-64. A program built for x86-64-v3 needs no dispatch at run time. A program for ARM
/// needs none either: every 64-bit ARM processor has comparable instructions.
#[cfg(target_arch = "x86_64")]
#[allow(dead_code)]
mod x86 {
    use super::SimdTask;
    use std::sync::OnceLock;

    /// The instruction set of a processor.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum InstructionSet {
        /// The baseline of every x86-64 processor.
        Baseline,
        /// x86-64-v3: Intel since 2013, AMD since 2015. Population counts and bit scans are single instructions, and
        /// vectors have 256 bits.
        V3,
        /// AVX-512: Intel's servers since 2019, AMD since 2022. Vectors have 512 bits, with shifts across words and
        /// population counts.
        Avx512,
    }

    #[inline(always)]
    pub fn instruction_set() -> InstructionSet {
        static INSTRUCTION_SET: OnceLock<InstructionSet> = OnceLock::new();
        *INSTRUCTION_SET.get_or_init(detected)
    }

    #[cold]
    fn detected() -> InstructionSet {
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
            (false, _) => InstructionSet::Baseline,
            (true, false) => InstructionSet::V3,
            (true, true) => InstructionSet::Avx512,
        }
    }

    // Like `run_here`, these two are never inlined.

    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    pub fn run_v3<W: SimdTask>(work: W) -> W::Output {
        work.run()
    }

    #[inline(never)]
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    #[target_feature(enable = "avx512f,avx512bw,avx512cd,avx512dq,avx512vl")]
    #[target_feature(enable = "avx512vbmi2,avx512vpopcntdq")]
    pub fn run_avx512<W: SimdTask>(work: W) -> W::Output {
        work.run()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::zobrist::splitmix64;

    /// A task of counts, bit scans, shifts and vectors.
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
    fn all_instruction_sets_give_the_same_result() {
        let instruction_set = x86::instruction_set();
        for seed in 0..1000 {
            let words = std::array::from_fn(|index| match (seed, index) {
                (0, _) => 0,
                _ => splitmix64(8 * seed + index as u64).1,
            });
            let sums = run_here(Sums(words));
            assert_eq!(run_simd(Sums(words)), sums);
            // SAFETY: `instruction_set` has found that the processor supports the features.
            unsafe {
                if instruction_set != x86::InstructionSet::Baseline {
                    assert_eq!(x86::run_v3(Sums(words)), sums);
                }
                if instruction_set == x86::InstructionSet::Avx512 {
                    assert_eq!(x86::run_avx512(Sums(words)), sums);
                }
            }
        }
    }
}
