//! Lists of actions with their ordering values. One buffer holds the lists of all nodes on the
//! line, one after the other.

use crate::game::simd::{SimdTask, run_simd};

/// From this number of actions on, SIMD instructions find the best one.
const MANY: usize = 16;

/// The lists of one thread; see the module.
pub(in crate::search) struct ActionLists<A> {
    pub actions: Vec<A>,
    values: Vec<i32>,
}

impl<A: Copy> ActionLists<A> {
    pub fn new() -> Self {
        Self { actions: Vec::with_capacity(16 * 1024), values: Vec::with_capacity(16 * 1024) }
    }

    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Truncates the lists to this length.
    #[inline(always)]
    pub fn truncate(&mut self, length: usize) {
        self.actions.truncate(length);
        self.values.truncate(length);
    }

    #[inline(always)]
    pub fn push(&mut self, action: A, value: i32) {
        self.actions.push(action);
        self.values.push(value);
    }

    /// Sets the values of the actions from `first` on.
    #[inline(always)]
    pub fn value_from(&mut self, first: usize, value: impl Fn(A) -> i32) {
        self.values.extend(self.actions[first..].iter().map(|action| value(*action)));
    }

    /// Moves the best of the actions from `next` on to `next`, and returns it.
    #[inline(always)]
    pub fn take_best(&mut self, next: usize) -> Option<A> {
        if next >= self.actions.len() {
            return None;
        }
        let (actions, values) = (&mut self.actions[next..], &mut self.values[next..]);
        let search = Highest(values);
        let best = if values.len() < MANY { search.run() } else { run_simd(search) };
        values.swap(0, best);
        actions.swap(0, best);
        Some(actions[0])
    }
}

/// Finds the index of the first highest value of a list that is not empty.
struct Highest<'a>(&'a [i32]);

impl SimdTask for Highest<'_> {
    type Output = usize;

    #[inline(always)]
    fn run(self) -> usize {
        // Two passes, because the first one can be vectorised.
        let highest = self.0.iter().fold(i32::MIN, |highest, value| highest.max(*value));
        self.0.iter().position(|value| *value == highest).unwrap_or(0)
    }
}
