//! Windows of the root turns: principal variation search by several threads. The first turn gives
//! the score that the others must exceed.
//!
//! While the first turn is searched, other threads test later turns against a guess of its score,
//! instead of waiting for it (as in Feldmann's Young Brothers Wait, 1993). Turns that are not
//! refuted in the end are searched again.

use crate::game::Score;

/// An alpha-beta window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchWindow {
    pub alpha: Score,
    pub beta: Score,
}

impl SearchWindow {
    pub fn open() -> Self {
        Self { alpha: -Score::INFINITE, beta: Score::INFINITE }
    }
}

/// The result of searching a root turn.
pub(super) struct TurnResult<A> {
    pub score: Score,
    pub seldepth: usize,
    /// Principal variation after the turn, if the turn is the best so far.
    pub pv: Vec<A>,
}

/// The state of the search of all root turns. Turns are identified by index.
pub(super) struct RootWindow<A> {
    guess: Option<Score>,
    /// The score to exceed.
    alpha: Score,
    /// The best turn; `None` until the first turn is searched.
    pub best: Option<usize>,
    /// Upper bounds of turns that were tried against the guess.
    held: Vec<(usize, Score)>,
    /// Results of all searched turns. The score is a bound if `pv` is empty.
    pub found: Vec<(usize, TurnResult<A>)>,
}

impl<A> RootWindow<A> {
    /// `guess` is the expected score of the first turn.
    pub fn new(guess: Option<Score>) -> Self {
        let (alpha, best) = (-Score::INFINITE, None);
        Self { guess, alpha, best, held: Vec::new(), found: Vec::new() }
    }

    /// The window for this turn at present; `None` if the turn must wait.
    pub fn window(&self, index: usize) -> Option<SearchWindow> {
        match self.guess {
            _ if index == 0 => Some(SearchWindow::open()),
            _ if self.best.is_some() => {
                Some(SearchWindow { alpha: self.alpha, beta: Score::INFINITE })
            }
            Some(guess) => Some(SearchWindow { alpha: guess, beta: guess + 1 }),
            None => None,
        }
    }

    /// Notes a result found with this window. Turns to search again are added to `left`.
    pub fn note(
        &mut self,
        index: usize,
        window: SearchWindow,
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

    /// Notes an upper bound below the best score.
    fn note_bound(&mut self, index: usize, most: Score) {
        let score = most.min(self.alpha - 1);
        self.found.push((index, TurnResult { score, seldepth: 0, pv: Vec::new() }));
    }

    /// Upper bound for all turns that were not searched.
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

    /// The final scores by turn.
    fn scores(root_window: &RootWindow<()>) -> Vec<(usize, i32)> {
        let mut scores: Vec<_> =
            root_window.found.iter().map(|(index, found)| (*index, found.score.raw())).collect();
        scores.sort_unstable();
        scores
    }

    #[test]
    fn without_a_guess_all_wait_for_the_first() {
        let mut root_window = RootWindow::<()>::new(None);
        assert_eq!(root_window.window(0), Some(SearchWindow::open()));
        assert_eq!(root_window.window(1), None);
        root_window.note(0, SearchWindow::open(), found(30), &mut Vec::new());
        let window = root_window.window(1).unwrap();
        assert_eq!((window.alpha, window.beta), (Score::cp(30), Score::INFINITE));
    }

    #[test]
    fn only_what_is_surely_worse_is_not_searched_again() {
        let mut root_window = RootWindow::<()>::new(Some(Score::cp(50)));
        let guessed = root_window.window(1).unwrap();
        assert_eq!(guessed.beta, Score::cp(51));
        let mut left = Vec::new();
        // Bounds of 20 and 40, and a result above 50, noted before and after the first turn is known.
        root_window.note(1, guessed, found(20), &mut left);
        root_window.note(2, guessed, found(40), &mut left);
        root_window.note(3, guessed, found(60), &mut left);
        assert!(left.is_empty() && root_window.best.is_none());
        root_window.note(0, SearchWindow::open(), found(30), &mut left);
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
        root_window.note(0, SearchWindow::open(), found(10), &mut left);
        let window = root_window.window(1).unwrap();
        root_window.note(2, window, found(40), &mut left);
        // Better than the first turn in the same window, but worse than the second.
        root_window.note(1, window, found(25), &mut left);
        root_window.note(3, window, found(40), &mut left);
        assert_eq!(root_window.best, Some(2));
        assert_eq!(scores(&root_window), [(0, 10), (1, 25), (2, 40), (3, 39)]);
        assert_eq!(root_window.rest(), Score::cp(39));
        assert!(left.is_empty());
    }
}
