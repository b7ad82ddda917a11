//! The root of alpha-beta: aspiration windows, MultiPV, and the searches of root actions for PIMC.

use super::AlphaBeta;
use crate::game::Score;
use crate::search::deepening::{Iterate, one_by_one};
use crate::search::hidden::pimc::Probe;
use crate::search::line::best_first;
use crate::search::oracle::Oracle;
use crate::search::searchable::Searchable;
use crate::search::shared::captures::Captures;
use crate::search::{Depth, Line, PlayerModel, Walker};

impl<G: Searchable, S: PlayerModel<G>, C: Captures<G>, O: Oracle<G>> Iterate<G, S>
    for AlphaBeta<G, S, C, O>
{
    fn iteration(
        &mut self,
        walker: &mut Walker<G, S>,
        depth: Depth,
        count: usize,
        lines: &mut Vec<Line<G::Action>>,
    ) -> bool {
        one_by_one(walker, depth, count, lines, |walker, first, before| {
            self.aspirate(walker, depth, first, before);
        })
    }
}

impl<G: Searchable, S: PlayerModel<G>, C: Captures<G>, O: Oracle<G>> AlphaBeta<G, S, C, O> {
    /// Searches the root actions from index `first` on, with an aspiration window around the last
    /// score. The window widens until the value lies inside. Moves the best action to `first`.
    fn aspirate(
        &mut self,
        walker: &mut Walker<G, S>,
        depth: Depth,
        first: usize,
        before: Option<Score>,
    ) {
        let params = G::PROFILE.params;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        let mut width = params.aspiration_width();
        let is_deep = depth >= params.aspiration_depth();
        let mut less = 0;
        if let Some(score) = before.filter(|score| is_deep && !score.is_proven()) {
            (alpha, beta) = (score - width, score + width);
        }
        loop {
            let best = self.search_root(walker, (depth - less).max(1), first, alpha, beta);
            best_first(&mut walker.root[first..], |root| root.score);
            if walker.meter.stopped {
                return;
            }
            if best <= alpha {
                less = 0;
                beta = Score::from_raw(((alpha.raw() + beta.raw()) / 2).max(best.raw() + 1));
                alpha = best - width;
            } else if best >= beta {
                // A win found at full depth must not get lost at a reduced depth.
                let may_be_less = !walker.exact && !best.is_proven();
                less = if may_be_less { (less + 1).min(params.aspiration_reduction()) } else { 0 };
                beta = best + width;
            } else {
                return;
            }
            width *= params.aspiration_growth();
            let is_wide = |score: Score| score.raw().abs() > Score::MAX_STATIC.raw() / 4;
            if is_wide(alpha) || alpha < -Score::INFINITE {
                alpha = -Score::INFINITE;
            }
            if is_wide(beta) || beta > Score::INFINITE {
                beta = Score::INFINITE;
            }
        }
    }

    /// The root node. Actions other than the best have no score of this iteration.
    fn search_root(
        &mut self,
        walker: &mut Walker<G, S>,
        depth: Depth,
        first: usize,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        let mut best = -Score::INFINITE;
        for index in first..walker.root.len() {
            let action = walker.root[index].action;
            let number = index - first + 1;
            let noisy = walker.game().is_noisy(action);
            let made = walker.make(action, 0);
            let same = walker.is_root_player_to_move();
            let mut value = -Score::INFINITE;
            if number > 1 {
                let reduction = self.reduction_at_root(walker, depth, number, noisy);
                let less = depth - 1 - reduction;
                value = self.child::<false>(walker, same, less, alpha, alpha + 1, 1, true);
                if value > alpha && reduction > 0 {
                    value = self.child::<false>(walker, same, depth - 1, alpha, alpha + 1, 1, true);
                }
            }
            if number == 1 || value > alpha {
                value = self.child::<true>(walker, same, depth - 1, alpha, beta, 1, false);
            }
            walker.unmake(made);
            if walker.meter.stopped {
                return best;
            }
            if number == 1 || value > alpha {
                walker.root[index].score = value;
                walker.note_root_pv(index);
                if value > alpha && value < beta {
                    walker.note_root_rank(index);
                }
            } else {
                walker.root[index].score = -Score::INFINITE;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

impl<G: Searchable, S: PlayerModel<G>, C: Captures<G>, O: Oracle<G>> Probe<G>
    for AlphaBeta<G, S, C, O>
{
    fn begin(&mut self) {
        Self::begin(self);
    }

    fn value_of_child<const PV: bool>(
        &mut self,
        walker: &mut Walker<G, S>,
        same: bool,
        depth: Depth,
        alpha: Score,
        beta: Score,
    ) -> Score {
        self.child::<PV>(walker, same, depth, alpha, beta, 1, !PV)
    }

    fn reduction_at_root(
        &self,
        walker: &Walker<G, S>,
        depth: Depth,
        number: usize,
        noisy: bool,
    ) -> Depth {
        if noisy || depth < G::PROFILE.params.reduction_depth() || walker.exact {
            0
        } else {
            self.reductions.plies(depth, number).min(depth - 2).max(1) - 1
        }
    }
}
