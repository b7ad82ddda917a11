//! Lines of play, and what a search reports.

use super::{Sides, Walker};
use crate::game::Score;
use crate::search::Depth;
use crate::search::mind::Mind;
use std::time::Duration;

/// A root action with the play that is expected after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<A> {
    /// For the player to move at the root.
    pub score: Score,
    /// The iteration that found it; 0 if it was chosen without search.
    pub depth: Depth,
    /// The longest line that was looked at, in actions.
    pub seldepth: usize,
    /// Never empty. Complete to the end of the first turn, and one action longer where the game goes
    /// on.
    pub actions: Vec<A>,
}

/// What is known at the end of an iteration.
#[derive(Clone, Debug)]
pub struct Info<A> {
    /// Best first; differ in their first action.
    pub lines: Vec<Line<A>>,
    /// Actions made so far, by all threads.
    pub nodes: u64,
    /// Positions so far whose exact value was known without search, by all threads.
    pub hits: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Per mille of the table in use, or of the memory of a strategy that has its own.
    pub hashfull: u32,
    /// How many states the player took into account, 0 where he knows the one that is.
    pub samples: usize,
}

impl<G: Mind, S: Sides<G>> Walker<G, S> {
    /// What is to be reported with these lines.
    pub(in crate::search) fn info(&self, lines: &[Line<G::Action>]) -> Info<G::Action> {
        let [nodes, hits] = self.meter.totals();
        Info {
            lines: lines.to_vec(),
            nodes,
            hits,
            time: self.meter.elapsed(),
            hashfull: self.own_memory.unwrap_or_else(|| self.table.per_mille_full()),
            samples: self.samples,
        }
    }

    /// The line of the root action at `index`, found at `depth`. Called at the root.
    pub(in crate::search) fn root_line(&mut self, index: usize, depth: Depth) -> Line<G::Action> {
        let root = &self.root[index];
        let (score, seldepth, mut actions) = (root.score, root.seldepth, root.pv.clone());
        self.complete(&mut actions);
        Line { score, depth, seldepth, actions }
    }

    /// What is played if there is no time for any search: the root action that looks best.
    pub(in crate::search) fn unsearched_line(&mut self) -> Line<G::Action> {
        let mut best: Option<(Score, G::Action)> = None;
        for index in 0..self.root.len() {
            let (action, bonus) = (self.root[index].action, self.root[index].bonus);
            let looks = self.looks_after(action) + bonus;
            if best.is_none_or(|(score, _)| looks > score) {
                best = Some((looks, action));
            }
        }
        let mut actions: Vec<G::Action> = best.map(|(_, action)| action).into_iter().collect();
        self.complete(&mut actions);
        Line { score: self.value(), depth: 0, seldepth: 0, actions }
    }

    /// What the position after `action` looks worth to who makes it.
    fn looks_after(&mut self, action: G::Action) -> Score {
        let mover = self.game.player();
        let made = self.glance(action);
        let looks = self.looks(mover);
        self.unmake(made);
        looks
    }

    /// Completes a line from the root: to the end of the first turn, and one action more where the
    /// game goes on. What the search left open comes from the table, or is chosen by a look at each
    /// action's result. No node is counted.
    pub(in crate::search) fn complete(&mut self, actions: &mut Vec<G::Action>) {
        let mut line = Vec::with_capacity(actions.len() + 2);
        let mut first_turn = None;
        for index in 0.. {
            if self.outcome(index).is_some() {
                actions.truncate(index);
                break;
            }
            if index == actions.len() {
                if first_turn.is_some_and(|length| index > length) {
                    break;
                }
                match self.likely_action() {
                    Some(action) => actions.push(action),
                    None => break,
                }
            }
            line.push(self.follow(actions[index], index));
            if self.game.turn_start() {
                first_turn.get_or_insert(index + 1);
            }
        }
        line.into_iter().rev().for_each(|made| self.unmake(made));
    }

    fn likely_action(&mut self) -> Option<G::Action> {
        let entry = self.table.probe(self.salted(self.game.table_key(), false));
        if let Some(action) = entry.and_then(|entry| self.legal_action(entry.action)) {
            return Some(action);
        }
        let mut legal = Vec::new();
        self.game.actions(&mut legal);
        let mut best: Option<(Score, G::Action)> = None;
        for action in legal {
            let looks = self.looks_after(action);
            if best.is_none_or(|(score, _)| looks > score) {
                best = Some((looks, action));
            }
        }
        best.map(|(_, action)| action)
    }
}

/// Puts the highest scores first, equal ones in the order in which they stood. A sort is large, and this one is built
/// for each kind of action alone; the searches are built for each game.
pub(in crate::search) fn best_first<T>(items: &mut [T], score: fn(&T) -> Score) {
    items.sort_by_key(|item| std::cmp::Reverse(score(item)));
}
