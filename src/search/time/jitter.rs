//! How late this machine lets a search look at its clock.

use std::time::Duration;

/// Measured between two looks at the clock, which a search that has a processor to itself takes in well under a
/// millisecond. What goes beyond that is time in which its thread was not run, and it may as well be kept waiting
/// when its limit is reached, or when its answer is on the way.
#[derive(Default)]
pub(in crate::search) struct Jitter {
    /// The last look of this search, on its clock.
    last: Duration,
    /// The longest time between two looks of this search.
    longest: Duration,
    /// The same of earlier searches, which fades.
    remembered: Duration,
}

/// Of what is remembered, so much is forgotten with each search.
const FADES_BY: u32 = 16;
/// A search is kept waiting before it notices its limit, and once more before its answer is out.
const WAITS: u32 = 2;

impl Jitter {
    /// A search begins.
    pub fn begin(&mut self) {
        let faded = self.remembered - self.remembered / FADES_BY;
        self.remembered = self.longest.max(faded);
        (self.last, self.longest) = (Duration::ZERO, Duration::ZERO);
    }

    /// The search looks at its clock, and sees so much spent.
    pub fn look(&mut self, spent: Duration) {
        self.longest = self.longest.max(spent.saturating_sub(self.last));
        self.last = spent;
    }

    /// What a search should keep back of its clock, by the searches before it.
    pub fn reserve(&self) -> Duration {
        self.remembered * WAITS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn searched(jitter: &mut Jitter, looks: &[u64]) -> Duration {
        looks.iter().for_each(|spent| jitter.look(Duration::from_millis(*spent)));
        jitter.begin();
        jitter.reserve()
    }

    #[test]
    fn the_longest_wait_is_kept_back_twice_and_fades() {
        let mut jitter = Jitter::default();
        assert_eq!(jitter.reserve(), Duration::ZERO, "nothing is known before the first search");
        assert_eq!(searched(&mut jitter, &[1, 2, 10, 11]), Duration::from_millis(16));
        assert_eq!(searched(&mut jitter, &[1, 2]), Duration::from_millis(15));
        assert_eq!(
            searched(&mut jitter, &[20]),
            Duration::from_millis(40),
            "before the first look"
        );
        let calm = (0..100).map(|_| searched(&mut jitter, &[1, 2])).last();
        assert!(calm.is_some_and(|calm| calm < Duration::from_millis(3)), "{calm:?}");
    }
}
