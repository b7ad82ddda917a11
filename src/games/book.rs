//! Deployment books: weighted set-ups from which the engine deploys. `scripts/find_set_ups.py` makes them.
//!
//! A book is text. Each line is a set-up: its name, its weight, and the token that deploys it. The weights add up to
//! 10,000. The heaviest set-ups come first. Among equal weights, those that do better against the other side's
//! mixture come first. A set-up of weight 0 is never drawn; it only completes a deployment that the user has begun.
//! Lines with `#` are comments.

/// The set-ups of one side, the best first.
pub(crate) struct Book<T> {
    set_ups: Vec<T>,
    /// The cumulative weight up to and including each set-up.
    up_to: Vec<u64>,
}

impl<T> Book<T> {
    /// Reads a book that is part of the program. The tests check that every line is valid.
    pub fn read(text: &str, set_up: impl Fn(&str) -> Option<T>) -> Self {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let (mut set_ups, mut up_to) = (Vec::new(), Vec::new());
        for line in lines {
            let mut words = line.split(' ').skip(1);
            let weight = words.next().and_then(|word| word.parse::<u64>().ok());
            if let (Some(weight), Some(read)) = (weight, words.next().and_then(&set_up)) {
                set_ups.push(read);
                up_to.push(weight + up_to.last().unwrap_or(&0));
            }
        }
        Self { set_ups, up_to }
    }

    /// All set-ups, the best first.
    pub fn set_ups(&self) -> &[T] {
        &self.set_ups
    }

    /// The set-up drawn by a random number: each is as frequent as its weight says.
    pub fn draw(&self, number: u64) -> Option<&T> {
        let number = number % self.up_to.last().copied().filter(|whole| *whole > 0)?;
        self.set_ups.get(self.up_to.partition_point(|up_to| *up_to <= number))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use std::collections::{HashMap, HashSet};
    use std::fmt::Debug;
    use std::hash::Hash;

    /// The sum of the weights.
    pub const WHOLE: u64 = 10_000;

    /// The weight and the token of each line.
    pub fn lines(text: &str) -> Vec<(u64, &str)> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines
            .map(|line| {
                let words: Vec<&str> = line.split(' ').collect();
                assert_eq!(words.len(), 3, "{line}");
                (words[1].parse().unwrap(), words[2])
            })
            .collect()
    }

    /// Fails unless the book is sorted, has at least `least` distinct set-ups, and its weights add up.
    pub fn assert_sound(text: &str, least: usize) {
        let lines = lines(text);
        assert!(lines.len() >= least, "{} set-ups", lines.len());
        assert_eq!(lines.iter().map(|(weight, _)| weight).sum::<u64>(), WHOLE);
        assert!(lines.is_sorted_by(|one, other| one.0 >= other.0), "the heaviest come first");
        let different: HashSet<&str> = lines.iter().map(|(_, token)| *token).collect();
        assert_eq!(different.len(), lines.len(), "a set-up stands there twice");
    }

    /// Fails unless the draws of `seeds` seeds follow the weights within five standard deviations.
    pub fn assert_follows<T: Eq + Hash + Debug>(
        weights: &HashMap<T, u64>,
        seeds: u64,
        drawn: impl Fn(u64) -> T,
    ) {
        let mut counts: HashMap<T, u64> = HashMap::new();
        (0..seeds).for_each(|seed| *counts.entry(drawn(seed)).or_default() += 1);
        for (set_up, count) in &counts {
            assert!(weights.get(set_up).is_some_and(|weight| *weight > 0), "{count}: {set_up:?}");
        }
        for (set_up, weight) in weights {
            let share = *weight as f64 / WHOLE as f64;
            let count = counts.get(set_up).copied().unwrap_or_default() as f64;
            let expected = share * seeds as f64;
            let deviation = (expected * (1.0 - share)).sqrt();
            assert!((count - expected).abs() <= 5.0 * deviation + 1.0, "{count} of {expected}");
        }
    }

    #[test]
    fn a_book_is_read_and_drawn_from_by_weight() {
        let text = "# two of three\na2 6000 two\na1 4000 one\na3 0 three\n";
        let book = Book::read(text, |token| Some(token.to_string()));
        assert_eq!(book.set_ups(), ["two", "one", "three"]);
        let drawn = |number| book.draw(number).map(String::as_str);
        assert_eq!(
            [0, 5_999, 6_000, 9_999, 10_000].map(drawn).map(Option::unwrap),
            ["two", "two", "one", "one", "two"]
        );
        assert!(Book::read("", |_| Some(())).draw(7).is_none());
    }
}
