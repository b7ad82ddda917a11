//! The stack of values that an evaluator keeps along the line.

use crate::search::MAX_PLY;

/// A line may be completed a little beyond the deepest searched ply. A power of two, so that a mask keeps indices in
/// range.
const MOST_POSITIONS: usize = 256;
const _: () = assert!(MAX_PLY + 16 <= MOST_POSITIONS);

/// A value for each position from the root to the present one.
pub struct Accumulators<T> {
    /// Ply of the present position.
    ply: usize,
    values: Box<[T; MOST_POSITIONS]>,
}

impl<T: Copy> Accumulators<T> {
    /// A stack with the value of the root.
    pub fn new(root: T) -> Self {
        Self { ply: 0, values: Box::new([root; MOST_POSITIONS]) }
    }

    /// Starts again with the value of the root.
    pub fn restart(&mut self, root: T) {
        self.ply = 0;
        self.values[0] = root;
    }

    /// The value of the present position.
    #[inline(always)]
    pub fn present(&self) -> T {
        self.values[self.ply % MOST_POSITIONS]
    }

    /// Pushes the value of the position after an action.
    #[inline(always)]
    pub fn push(&mut self, value: T) {
        self.ply += 1;
        self.values[self.ply % MOST_POSITIONS] = value;
    }

    /// Pops the value of the last action.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.ply -= 1;
    }
}
