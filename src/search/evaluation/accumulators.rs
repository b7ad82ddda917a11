//! What an evaluator keeps for every position of the line.

use crate::search::MAX_PLY;

/// Lines are completed a little beyond the longest that is searched. A power of two, so that a mask keeps inside.
const MOST_POSITIONS: usize = 256;
const _: () = assert!(MAX_PLY + 16 <= MOST_POSITIONS);

/// A value for each position from the root to the present one.
pub struct Accumulators<T> {
    /// How far the present position is from the root.
    ply: usize,
    values: Box<[T; MOST_POSITIONS]>,
}

impl<T: Copy> Accumulators<T> {
    /// That of the root alone.
    pub fn new(root: T) -> Self {
        Self { ply: 0, values: Box::new([root; MOST_POSITIONS]) }
    }

    /// Begins again with that of the root alone.
    pub fn restart(&mut self, root: T) {
        self.ply = 0;
        self.values[0] = root;
    }

    /// That of the present position.
    #[inline(always)]
    pub fn present(&self) -> T {
        self.values[self.ply % MOST_POSITIONS]
    }

    /// An action was made, and this is that of the position that it led to.
    #[inline(always)]
    pub fn push(&mut self, value: T) {
        self.ply += 1;
        self.values[self.ply % MOST_POSITIONS] = value;
    }

    /// The last action was taken back.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.ply -= 1;
    }
}
