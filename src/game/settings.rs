//! The numbers and switches in which the variants of a game differ.

use std::fmt::Debug;
use std::hash::Hash;

/// Where a game finds its settings `S`: as a constant of a type, or in memory. A built-in variant has a type of its
/// own, so that the compiler knows its settings and no position stores them. The variants of a file share the type
/// `&'static S`.
pub trait Settings<S: 'static>: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The settings.
    fn get(self) -> &'static S;
}

impl<S: Eq + Hash + Debug + Send + Sync> Settings<S> for &'static S {
    #[inline(always)]
    fn get(self) -> &'static S {
        self
    }
}
