//! The actions of all nodes on the present line, one after the other, with what they are ordered by.

/// See the module.
pub(super) struct ActionLists<A> {
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

    /// Keeps the first so many.
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

    /// Gives the actions from `first` on, which have none yet, their values.
    #[inline(always)]
    pub fn value_from(&mut self, first: usize, value: impl Fn(A) -> i32) {
        self.values.extend(self.actions[first..].iter().map(|action| value(*action)));
    }

    /// Moves the best of the actions from `next` on there, and returns it.
    #[inline(always)]
    pub fn take_best(&mut self, next: usize) -> Option<A> {
        if next >= self.actions.len() {
            return None;
        }
        let (actions, values) = (&mut self.actions[next..], &mut self.values[next..]);
        // Two passes, for the first is done with several values at a time.
        let highest = values.iter().fold(i32::MIN, |highest, value| highest.max(*value));
        let best = values.iter().position(|value| *value == highest).unwrap_or(0);
        values.swap(0, best);
        actions.swap(0, best);
        Some(actions[0])
    }
}
