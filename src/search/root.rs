//! The root of a search by iterations: aspiration windows, several lines.

use super::line::{Line, static_value};
use super::parameters::{ASPIRATION_CP, ASPIRATION_DEPTH};
use super::worker::Worker;
use super::{Depth, Searchable};
use crate::game::Score;

/// An action at the root.
#[derive(Clone)]
pub(super) struct RootAction<A> {
    pub action: A,
    /// Of the current iteration; -INFINITE while it is not known to be among the best.
    pub score: Score,
    pub seldepth: usize,
    pub pv: Vec<A>,
    /// What it is worth beyond its values in the worlds searched, see `worlds.rs`.
    pub bonus: i32,
    /// In each of these worlds, of the last iteration that found it best.
    pub values: Vec<i32>,
}

impl<A> RootAction<A> {
    pub fn new(action: A) -> Self {
        let score = -Score::INFINITE;
        Self { action, score, seldepth: 0, pv: Vec::new(), bonus: 0, values: Vec::new() }
    }
}

impl<G: Searchable> Worker<G> {
    /// One iteration over `count` lines; false if it was broken off. `lines` holds the best that is
    /// known either way.
    pub(super) fn iteration(
        &mut self,
        depth: Depth,
        count: usize,
        lines: &mut Vec<Line<G::Action>>,
    ) -> bool {
        let mut found = Vec::with_capacity(count);
        for first in 0..count {
            self.seldepth = 0;
            let is_known = if self.worlds.is_empty() {
                let before = lines.get(first).map(|line| line.score);
                self.aspirate(depth, first, before)
            } else {
                self.search_worlds(depth, first)
            };
            if self.stopped {
                if first == 0 && is_known {
                    lines[0] = self.line(0, depth);
                } else if first > 0 && lines[0].depth == 0 {
                    *lines = found;
                }
                return false;
            }
            found.push(self.line(first, depth));
            self.root_actions[..=first].sort_by_key(|root| std::cmp::Reverse(root.score));
            found.sort_by_key(|line| std::cmp::Reverse(line.score));
        }
        *lines = found;
        true
    }

    /// Searches the root actions from `first` on with a window round the last score that widens until
    /// the value lies inside. The best action ends up at `first`. Returns whether its score is exact,
    /// which after a stop it need not be.
    fn aspirate(&mut self, depth: Depth, first: usize, before: Option<Score>) -> bool {
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let mut width = ASPIRATION_CP;
        if let Some(score) = before.filter(|score| depth >= ASPIRATION_DEPTH && !score.is_proven())
        {
            (alpha, beta) = (score - width, score + width);
        }
        loop {
            let best = self.search_root(depth, first, alpha, beta);
            self.root_actions[first..].sort_by_key(|root| std::cmp::Reverse(root.score));
            if self.stopped {
                return best > alpha && best < beta;
            }
            if best <= alpha {
                beta = Score::from_raw(((alpha.raw() + beta.raw()) / 2).max(best.raw() + 1));
                alpha = best - width;
            } else if best >= beta {
                beta = best + width;
            } else {
                return true;
            }
            width *= 3;
            let is_wide = |score: Score| score.raw().abs() > Score::MAX_STATIC.raw() / 4;
            if is_wide(alpha) || alpha < -Score::INFINITE {
                alpha = -Score::INFINITE;
            }
            if is_wide(beta) || beta > Score::INFINITE {
                beta = Score::INFINITE;
            }
        }
    }

    /// The root node. Actions that are not the best keep no score of this iteration.
    fn search_root(&mut self, depth: Depth, first: usize, mut alpha: Score, beta: Score) -> Score {
        let mut best = -Score::INFINITE;
        for index in first..self.root_actions.len() {
            let action = self.root_actions[index].action;
            let number = index - first + 1;
            let noisy = self.game.is_noisy(action);
            let undo = self.make(action, 0);
            let same = self.is_heros_turn();
            let mut value = -Score::INFINITE;
            if number > 1 {
                let reduction = self.root_reduction(depth, number, noisy);
                value = self.child::<false>(same, depth - 1 - reduction, alpha, alpha + 1, 1, true);
                if value > alpha && reduction > 0 {
                    value = self.child::<false>(same, depth - 1, alpha, alpha + 1, 1, true);
                }
            }
            if number == 1 || value > alpha {
                value = self.child::<true>(same, depth - 1, alpha, beta, 1, false);
            }
            self.unmake(undo);
            if self.stopped {
                return best;
            }
            let seldepth = self.seldepth;
            let child_pv = std::mem::take(&mut self.pvs[1]);
            let root = &mut self.root_actions[index];
            if number == 1 || value > alpha {
                root.score = value;
                root.seldepth = seldepth;
                root.pv.clear();
                root.pv.push(action);
                root.pv.extend_from_slice(&child_pv);
            } else {
                root.score = -Score::INFINITE;
            }
            self.pvs[1] = child_pv;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Plies by which the `number`th action of the root is searched less at first.
    pub(super) fn root_reduction(&self, depth: Depth, number: usize, noisy: bool) -> Depth {
        if noisy || depth < 3 || self.exact {
            0
        } else {
            self.reductions.plies(depth, number).min(depth - 2).max(1) - 1
        }
    }

    /// The actions to be searched at the root.
    pub(super) fn root_choice(&self) -> Vec<G::Action> {
        self.root_actions.iter().map(|root| root.action).collect()
    }

    pub(super) fn line(&self, index: usize, depth: Depth) -> Line<G::Action> {
        let root = &self.root_actions[index];
        let mut actions = root.pv.clone();
        self.complete(&mut actions);
        Line { score: root.score, depth, seldepth: root.seldepth, actions }
    }

    /// What is played if there is no time for any search: the root action that looks best.
    pub(super) fn unsearched_line(&self) -> Line<G::Action> {
        let mover = self.game.player();
        let best = self.root_actions.iter().rev().max_by_key(|root| {
            let mut child = self.game.clone();
            child.make(root.action);
            static_value(&child, mover) + root.bonus
        });
        let mut actions: Vec<G::Action> = best.map(|root| root.action).into_iter().collect();
        self.complete(&mut actions);
        Line { score: self.evaluate(), depth: 0, seldepth: 0, actions }
    }
}
