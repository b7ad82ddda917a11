//! Scheduling delay of this machine: the time by which a clock poll of a search may be late.

use std::time::Duration;

/// The delay is measured between two polls of the clock. A search with a core to itself polls it
/// well within a millisecond. A longer gap means that the thread was not scheduled. The same delay
/// may occur when the limit is reached, or when the answer is sent.
#[derive(Default)]
pub(in crate::search) struct Jitter {
    /// Time of the last poll in this search.
    last: Duration,
    /// The longest gap between two polls in this search.
    longest: Duration,
    /// The longest gap of earlier searches. It decays.
    remembered: Duration,
}

/// With each search the remembered gap decays by one part in this many.
const FADES_BY: u32 = 16;
/// Number of possible delays: before the search notices its limit, and before its answer is sent.
const WAITS: u32 = 2;

impl Jitter {
    /// Starts a new search.
    pub fn begin(&mut self) {
        let faded = self.remembered - self.remembered / FADES_BY;
        self.remembered = self.longest.max(faded);
        (self.last, self.longest) = (Duration::ZERO, Duration::ZERO);
    }

    /// Notes a poll of the clock. `spent` is the time since the start of the search.
    pub fn look(&mut self, spent: Duration) {
        self.longest = self.longest.max(spent.saturating_sub(self.last));
        self.last = spent;
    }

    /// Time to keep back from the clock, based on the delays of earlier searches.
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
