//! The turns of the root, searched against each other by several threads: principal variation search, where the first
//! turn gives the score that the others have to beat.
//!
//! While the first one is searched, others are tried against a guess of its score, instead of waiting for it as
//! Feldmann's Young Brothers do (1993). Those that are not known to be worse in the end are searched again.

use crate::game::Score;

/// The bounds between which a value is sought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    pub fn open() -> Self {
        Self { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }
}

/// What the search of a turn of the root found.
pub(super) struct TurnResult<A> {
    pub score: Score,
    pub seldepth: usize,
    /// The play behind the turn, where it is better than those before.
    pub pv: Vec<A>,
}

/// See the module. Turns are called by their index.
pub(super) struct RootWindow<A> {
    guess: Option<Score>,
    /// The score to beat.
    alpha: Score,
    /// `None` until the first turn is searched.
    pub best: Option<usize>,
    /// Of those tried against the guess what they are worth at most.
    held: Vec<(usize, Score)>,
    /// What is known of all that were searched. Where `pv` is empty the score is a bound.
    pub found: Vec<(usize, TurnResult<A>)>,
}

impl<A> RootWindow<A> {
    /// `guess` is what the first turn may be worth.
    pub fn new(guess: Option<Score>) -> Self {
        let (alpha, best) = (-Score::INFINITE, None);
        Self { guess, alpha, best, held: Vec::new(), found: Vec::new() }
    }

    /// How to search that turn now; `None` if it has to wait.
    pub fn window(&self, index: usize) -> Option<Window> {
        match self.guess {
            _ if index == 0 => Some(Window::open()),
            _ if self.best.is_some() => Some(Window { alpha: self.alpha, beta: Score::INFINITE }),
            Some(guess) => Some(Window { alpha: guess, beta: guess + 1 }),
            None => None,
        }
    }

    /// Notes what was found in that window. What must be searched again goes to `left`.
    pub fn note(
        &mut self,
        index: usize,
        window: Window,
        found: TurnResult<A>,
        left: &mut Vec<usize>,
    ) {
        if window.beta < Score::INFINITE {
            let is_bound = found.score <= window.alpha;
            let most = if is_bound { found.score } else { Score::INFINITE };
            self.held.push((index, most));
        } else if self.best.is_none() || found.score > self.alpha {
            self.alpha = found.score;
            self.best = Some(index);
            self.found.push((index, found));
        } else {
            self.note_bound(index, found.score);
        }
        if self.best.is_some() {
            for (index, most) in std::mem::take(&mut self.held) {
                if most <= self.alpha {
                    self.note_bound(index, most);
                } else {
                    left.push(index);
                }
            }
        }
    }

    /// A bound only, and never above the best.
    fn note_bound(&mut self, index: usize, most: Score) {
        let score = most.min(self.alpha - 1);
        self.found.push((index, TurnResult { score, seldepth: 0, pv: Vec::new() }));
    }

    /// What all turns that were not searched are worth at most.
    pub fn rest(&self) -> Score {
        self.alpha - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(score: i32) -> TurnResult<()> {
        TurnResult { score: Score::cp(score), seldepth: 0, pv: vec![()] }
    }

    /// The scores by turn in the end.
    fn scores(root_window: &RootWindow<()>) -> Vec<(usize, i32)> {
        let mut scores: Vec<_> =
            root_window.found.iter().map(|(index, found)| (*index, found.score.raw())).collect();
        scores.sort_unstable();
        scores
    }

    #[test]
    fn without_a_guess_all_wait_for_the_first() {
        let mut root_window = RootWindow::<()>::new(None);
        assert_eq!(root_window.window(0), Some(Window::open()));
        assert_eq!(root_window.window(1), None);
        root_window.note(0, Window::open(), found(30), &mut Vec::new());
        let window = root_window.window(1).unwrap();
        assert_eq!((window.alpha, window.beta), (Score::cp(30), Score::INFINITE));
    }

    #[test]
    fn only_what_is_surely_worse_is_not_searched_again() {
        let mut root_window = RootWindow::<()>::new(Some(Score::cp(50)));
        let guessed = root_window.window(1).unwrap();
        assert_eq!(guessed.beta, Score::cp(51));
        let mut left = Vec::new();
        // At most 20, at most 40, and more than 50, which is said before the first is known and after it.
        root_window.note(1, guessed, found(20), &mut left);
        root_window.note(2, guessed, found(40), &mut left);
        root_window.note(3, guessed, found(60), &mut left);
        assert!(left.is_empty() && root_window.best.is_none());
        root_window.note(0, Window::open(), found(30), &mut left);
        root_window.note(4, guessed, found(25), &mut left);
        root_window.note(5, guessed, found(60), &mut left);
        assert_eq!(left, [2, 3, 5]);
        assert_eq!(root_window.best, Some(0));
        assert_eq!(scores(&root_window), [(0, 30), (1, 20), (4, 25)]);
    }

    #[test]
    fn the_best_wins_whoever_comes_first() {
        let mut root_window = RootWindow::<()>::new(None);
        let mut left = Vec::new();
        root_window.note(0, Window::open(), found(10), &mut left);
        let window = root_window.window(1).unwrap();
        root_window.note(2, window, found(40), &mut left);
        // Better than the first, by the same window, but not than the second.
        root_window.note(1, window, found(25), &mut left);
        root_window.note(3, window, found(40), &mut left);
        assert_eq!(root_window.best, Some(2));
        assert_eq!(scores(&root_window), [(0, 10), (1, 25), (2, 40), (3, 39)]);
        assert_eq!(root_window.rest(), Score::cp(39));
        assert!(left.is_empty());
    }
}
