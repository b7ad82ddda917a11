//! Prefetching: tells the processor that a table entry is read soon, so that it loads the cache line early.

/// Whether [`fetch`] does anything.
pub(in crate::search) const FETCHES: bool = cfg!(all(target_arch = "x86_64", not(miri)));

/// Prefetches the cache line at `place`. Has no other effect.
#[inline(always)]
#[allow(unsafe_code)]
pub(in crate::search) fn fetch<T>(place: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no effect on the program's state, and the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = place;
}
