//! Lines of play, and the info that a search reports.

use super::{Depth, MOST_PLAYERS};
use crate::game::{Action, Score};
use std::time::Duration;

/// A root action with the expected actions after it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<A> {
    /// From the view of the player to move at the root.
    pub score: Score,
    /// The iteration that found the line; 0 if it was chosen without search.
    pub depth: Depth,
    /// Selective depth: the longest line searched, in actions.
    pub seldepth: usize,
    /// Never empty. Complete to the end of the first turn, plus one action if the game goes on.
    pub actions: Vec<A>,
    /// What the tree of a Monte Carlo search holds of the first action; `None` for other searches.
    pub tried: Option<RootVisits>,
    /// The expected share of the win of each seat, in per mille, if the search works out those of all players.
    pub shares: Option<[u16; MOST_PLAYERS]>,
}

/// What the tree of a Monte Carlo search holds of a root action, beside its score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootVisits {
    /// Number of visits through the action. A tree that an earlier search left counts its own.
    pub visits: u32,
    /// Prior probability that the action is the best, from 0 to 1.
    pub prior: f32,
}

/// What is known at the end of an iteration.
#[derive(Clone, Debug)]
pub struct Info<A> {
    /// Best first. The lines differ in their first action.
    pub lines: Vec<Line<A>>,
    /// Actions made so far by all threads.
    pub nodes: u64,
    /// Positions so far whose exact value an oracle or a table knew, by all threads.
    pub hits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Per mille of the transposition table in use, or of a strategy's own memory.
    pub hashfull: u32,
    /// Number of determinizations that the search takes into account; 0 if the mover sees everything.
    pub samples: usize,
}

impl<A: Action> Line<A> {
    /// Whether the line begins with `action`.
    pub(in crate::search) fn begins_with(&self, action: A) -> bool {
        self.actions.first() == Some(&action)
    }
}

/// Replaces `lines` after a stop: first the lines of `found`, best first, then the old lines with
/// other first actions. Keeps `count` lines.
pub(in crate::search) fn renew<A: Action>(
    lines: &mut Vec<Line<A>>,
    mut found: Vec<Line<A>>,
    count: usize,
) {
    best_first(&mut found, |line| line.score);
    for line in lines.drain(..) {
        if !found.iter().any(|other| other.begins_with(line.actions[0])) {
            found.push(line);
        }
    }
    found.truncate(count);
    *lines = found;
}

/// Sorts by falling score. Equal scores keep their order. Sorting code is large, so this function
/// is compiled once for each type of action, and not once for each search.
pub(in crate::search) fn best_first<T>(items: &mut [T], score: fn(&T) -> Score) {
    items.sort_by_key(|item| std::cmp::Reverse(score(item)));
}
