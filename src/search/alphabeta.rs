//! The tree: principal variation search over actions, with pruning and reductions.
//!
//! A score belongs to the side to move (`sides.rs`). It changes its sign only where the side changes, which
//! [`Worker::child`] sees to: nothing else here negates a score.

use super::heuristics::bonus;
use super::parameters::*;
use super::picker::Picker;
use super::table::{Bound, Entry};
use super::worker::Worker;
use super::{Depth, Ply, Searchable};
use crate::game::{Action, Score};

impl<G: Searchable> Worker<G> {
    /// The value of the node just made for the player who made it; `same` tells whether that player
    /// moves again. `cut` says that the node is expected to fail high for its own mover.
    #[inline]
    pub(super) fn child<const PV: bool>(
        &mut self,
        same: bool,
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        cut: bool,
    ) -> Score {
        if same {
            self.search::<PV>(depth, alpha, beta, ply, !cut)
        } else {
            -self.search::<PV>(depth, -beta, -alpha, ply, cut)
        }
    }

    /// The value of the current node for its mover, searched `depth` actions deep; exact if it lies
    /// between `alpha` and `beta`, else a bound (fail-soft). Worth nothing once `stopped` is set.
    pub(super) fn search<const PV: bool>(
        &mut self,
        mut depth: Depth,
        mut alpha: Score,
        mut beta: Score,
        ply: Ply,
        cut: bool,
    ) -> Score {
        // 1. The horizon.
        if depth <= 0 {
            self.horizon = ply;
            return self.quiescence::<PV>(alpha, beta, ply);
        }

        // 2. The end of the search, the game and the line.
        if let Some(score) = self.arrive::<PV>(ply) {
            return score;
        }

        // 3. Nothing here can beat a shorter win that is already found.
        let mover = self.game.player();
        let by_hero = self.is_heros_turn();
        let guessed = self.is_guessed(ply);
        let [fastest_win, fastest_loss] = self.fastest_ends(ply);
        // One below the worst, where the line is wanted: the defence must raise alpha to be in it.
        alpha = alpha.max(fastest_loss - i32::from(PV));
        beta = beta.min(fastest_win);
        if alpha >= beta {
            return alpha;
        }

        // 4. What the table knows.
        let key = self.salted(self.game.table_key(), self.frames[ply].answered);
        let entry = self.table.probe(key);
        if let Some(entry) = entry.filter(|entry| !PV && entry.depth >= depth) {
            let score = self.score_from_table(entry.score, ply);
            if entry.bound.decides(score, alpha, beta) {
                return score;
            }
        }
        let table_action = entry.and_then(|entry| self.legal_action(entry.action));

        // 5. The static value, where the mover is free to choose.
        let stored = entry.and_then(|entry| entry.evaluation);
        let evaluation = self.game.may_stand_pat().then(|| match stored {
            Some(evaluation) => evaluation,
            None => self.evaluate(),
        });

        // 6. Where there is hardly a choice an action costs no depth; otherwise prune the whole node.
        if self.game.is_cornered() && ply < FORCED_LINE_FACTOR * self.root_depth as usize {
            depth += 1;
        } else if let Some(value) = evaluation
            .filter(|_| !PV && !self.exact)
            .and_then(|value| self.prune_node(value, depth, beta, ply, cut))
        {
            return value;
        }
        if table_action.is_none() && depth >= NO_TABLE_ACTION_DEPTH && (PV || cut) {
            depth -= 1;
        }

        // 7. The actions.
        let mut picker = Picker::new(self, table_action, ply);
        let mut best = -Score::INFINITE;
        let mut best_action = None;
        let mut number = 0;
        let mut quiets = 0;
        let old_alpha = alpha;
        while let Some((action, noisy)) = picker.next(self) {
            number += 1;
            if guessed && number > 1 {
                break;
            }
            if !noisy {
                quiets += 1;
                let settled = !PV && !best.is_loss() && best > -Score::INFINITE;
                // Quiet actions come last, so those that follow would be left out too.
                if settled && !self.exact && self.is_late(evaluation, depth, quiets, alpha) {
                    break;
                }
            }

            // 8. Search it: the first one fully, the others reduced and with a null window.
            if depth > 1 {
                self.table.prefetch(self.salted(self.game.key_after(action), false));
            }
            let history =
                self.heuristics.history(mover, picker.before()).value(self.game.slot(action));
            let undo = self.make(action, ply);
            self.note_reply(ply, by_hero, number);
            let same = self.is_heros_turn() == by_hero;
            let mut value = -Score::INFINITE;
            let reduction = self.reduction::<PV>(depth, number, noisy, cut, history);
            let null_window = !PV || number > 1;
            if null_window {
                value = self.child::<false>(
                    same,
                    depth - 1 - reduction,
                    alpha,
                    alpha + 1,
                    ply + 1,
                    true,
                );
                if value > alpha && reduction > 0 {
                    value = self.child::<false>(same, depth - 1, alpha, alpha + 1, ply + 1, !cut);
                }
            }
            if PV && (number == 1 || value > alpha) {
                value = self.child::<true>(same, depth - 1, alpha, beta, ply + 1, false);
            }
            self.unmake(undo);
            if self.stopped {
                break;
            }

            // 9. Is it the best so far, or even too good?
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_action = Some(action);
                    if PV {
                        self.extend_pv(action, ply);
                    }
                    if value >= beta {
                        self.learn_refutation(action, noisy, depth, ply, &picker);
                        break;
                    }
                }
            }
        }
        picker.finish(self);
        if self.stopped {
            return Score::DRAW;
        }

        if guessed {
            best = Self::unproven(best);
        }

        // 10. Remember.
        let bound = Bound::of(best, old_alpha, beta);
        self.table.store(
            key,
            Entry {
                action: best_action.map_or(0, |action| action.bits()),
                score: self.score_to_table(best, ply),
                depth,
                bound,
                evaluation,
            },
        );
        best
    }

    /// Reverse futility and null move: the value of a node that need not be searched, if any.
    #[inline]
    fn prune_node(
        &mut self,
        evaluation: Score,
        depth: Depth,
        beta: Score,
        ply: Ply,
        cut: bool,
    ) -> Option<Score> {
        if beta.is_proven() {
            return None;
        }
        let floor = reverse_futility_floor(evaluation, depth);
        if depth <= REVERSE_FUTILITY_DEPTH && floor >= beta {
            return Some(floor);
        }
        if cut && depth >= NULL_MOVE_DEPTH && evaluation >= beta {
            return self.null_move(depth, beta, ply);
        }
        None
    }

    /// Null-move pruning (Donninger 1993), for games that allow it.
    fn null_move(&mut self, depth: Depth, beta: Score, ply: Ply) -> Option<Score> {
        let after_pass = ply > 0 && self.frames[ply - 1].slot.is_none();
        if after_pass {
            return None;
        }
        let by_hero = self.is_heros_turn();
        let undo = self.game.pass()?;
        let kept = self.keys.len();
        let mut child = self.frames[ply];
        child.floor = kept;
        self.frames[ply + 1] = child;
        self.frames[ply].slot = None;
        let reduced = depth - 1 - NULL_MOVE_REDUCTION - depth / 3;
        let same = self.is_heros_turn() == by_hero;
        let value = self.child::<false>(same, reduced, beta - 1, beta, ply + 1, false);
        self.game.unmake(undo);
        // Once stopped, any value leads straight out of the tree, without another node.
        let holds = value >= beta && !value.is_proven();
        (holds || self.stopped).then_some(value)
    }

    /// Whether a quiet action may be left out: too many were tried, or the node is too far below.
    #[inline]
    fn is_late(
        &self,
        evaluation: Option<Score>,
        depth: Depth,
        quiets: usize,
        alpha: Score,
    ) -> bool {
        if depth <= LATE_ACTION_DEPTH && quiets > late_action_count(depth) {
            return true;
        }
        depth <= FUTILITY_DEPTH
            && evaluation.is_some_and(|value| futility_ceiling(value, depth) <= alpha)
    }

    /// Plies by which an action is searched less at first (late-move reductions).
    #[inline]
    fn reduction<const PV: bool>(
        &self,
        depth: Depth,
        number: usize,
        noisy: bool,
        cut: bool,
        history: i32,
    ) -> Depth {
        const HISTORY_A_PLY: i32 = 10_000;
        if depth < REDUCTION_DEPTH || number < 2 || noisy || self.exact {
            return 0;
        }
        let plies = self.reductions.plies(depth, number) - Depth::from(PV) + Depth::from(cut)
            - history / HISTORY_A_PLY;
        plies.clamp(0, depth - 2)
    }

    /// Rewards the action that refuted this node, and punishes those tried before it.
    fn learn_refutation(
        &mut self,
        action: G::Action,
        noisy: bool,
        depth: Depth,
        ply: Ply,
        picker: &Picker<G>,
    ) {
        let mover = self.game.player();
        let before = picker.before();
        let bonus = bonus(depth);
        self.heuristics.update(mover, self.game.slot(action), before, bonus);
        if noisy {
            return;
        }
        self.heuristics.add_killer(ply, action.bits());
        for index in picker.tried() {
            let other = self.actions[index];
            if other != action {
                self.heuristics.update(mover, self.game.slot(other), before, -bonus);
            }
        }
    }

    #[inline]
    pub(super) fn extend_pv(&mut self, action: G::Action, ply: Ply) {
        let (upper, lower) = self.pvs.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(action);
        line.extend_from_slice(&lower[0]);
    }
}

impl Bound {
    /// What `best` says of a node that was searched with this window.
    pub(super) fn of(best: Score, alpha: Score, beta: Score) -> Self {
        if best >= beta {
            Self::Lower
        } else if best > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }

    /// Whether a score with this bound is all that the window asks for.
    #[inline]
    pub(super) fn decides(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => score >= beta,
            Self::Upper => score <= alpha,
        }
    }
}
