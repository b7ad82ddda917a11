//! The node: principal variation search over actions, with pruning and reductions.
//!
//! A score belongs to the side to move. Its sign changes only when the side changes. [`AlphaBeta::child`] does this;
//! nothing else here negates a score.

use super::AlphaBeta;
use super::eval_stack::EvalTrend;
use super::history::bonus;
use super::picker::Picker;
use super::pruning::{depth_after_pass, is_hopeless, is_late, is_unpromising, reverse_futility};
use super::singular::Singular;
use crate::game::{Action, Player, Score};
use crate::search::oracle::Oracle;
use crate::search::searchable::Searchable;
use crate::search::shared::captures::Captures;
use crate::search::table::{Bound, TableEntry};
use crate::search::walker::{PreviousSlots, unproven};
use crate::search::{Depth, PlayerModel, Ply, Walker};

impl<G: Searchable, S: PlayerModel<G>, C: Captures<G>, O: Oracle<G>> AlphaBeta<G, S, C, O> {
    /// The value of the node just made, for the player who made it. `same`: that player moves
    /// again. `cut`: the node is expected to fail high for its mover.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn child<const PV: bool>(
        &mut self,
        walker: &mut Walker<G, S>,
        same: bool,
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        cut: bool,
    ) -> Score {
        if same {
            self.search::<PV>(walker, depth, alpha, beta, ply, !cut)
        } else {
            -self.search::<PV>(walker, depth, -beta, -alpha, ply, cut)
        }
    }

    /// The value of the current node for its mover, at `depth` actions (fail-soft). Exact between `alpha` and `beta`,
    /// else a bound. Meaningless once the search is stopped.
    pub(super) fn search<const PV: bool>(
        &mut self,
        walker: &mut Walker<G, S>,
        mut depth: Depth,
        mut alpha: Score,
        mut beta: Score,
        ply: Ply,
        cut: bool,
    ) -> Score {
        // 1. Quiescence search at the horizon.
        if depth <= 0 {
            return self.quiescence.search::<PV, S>(walker, alpha, beta, ply, ply);
        }

        // 2. The search is stopped, the game is over, or the oracle or a table knows the value.
        if let Some(score) = walker.arrive::<PV>(ply) {
            return score;
        }
        if let Some(score) = walker.known_value_here::<O>() {
            walker.meter.hits += 1;
            return walker.score_from_table(score, ply);
        }

        // 3. Mate distance pruning: nothing here beats a shorter win already found.
        let player = walker.game().player();
        let by_root_player = walker.is_root_player_to_move();
        let guessed = walker.is_guessed(ply);
        let [fastest_win, fastest_loss] = walker.fastest_ends(ply);
        // In a PV node one less than the worst score: the defence must raise alpha to be part of
        // the line.
        alpha = alpha.max(fastest_loss - i32::from(PV));
        beta = beta.min(fastest_win);
        if alpha >= beta {
            return alpha;
        }

        // 4. Probe the transposition table.
        let key = walker.table_key(ply);
        let excluded = self.excluded[ply];
        let entry = if excluded == 0 { walker.table.probe(key) } else { None };
        if let Some(entry) = entry.filter(|entry| !PV && entry.depth >= depth) {
            let score = walker.score_from_table(entry.score, ply);
            if entry.bound.decides(score, alpha, beta) {
                return score;
            }
        }
        let table_action = entry.and_then(|entry| walker.legal_action(entry.action));

        // 5. The static evaluation, if the mover is free to choose.
        let stored = entry.and_then(|entry| entry.evaluation);
        let evaluation = walker.game().may_stand_pat().then(|| match stored {
            Some(evaluation) => evaluation,
            None => walker.value(),
        });
        let raw = evaluation;
        let before = walker.before(ply);
        let evaluation = evaluation.map(|value| self.correction.corrected(value, player, before));
        let EvalTrend { improving, eval_diff } =
            self.eval_stack.note(ply, player, by_root_player, evaluation);
        self.reduced[ply] = 0;
        if excluded == 0 {
            self.learn_swing(eval_diff, before);
            depth -= self.reduction_in_hindsight::<PV>(eval_diff, depth, ply);
        }

        // 6. A forced action costs no depth. Otherwise try to prune the whole node.
        let longest = G::PROFILE.params.forced_line_factor() * walker.meter.iteration;
        if walker.game().is_forced() && ply < longest as usize {
            depth += 1;
        } else if let Some(value) =
            evaluation.filter(|_| !PV && !walker.exact && excluded == 0).and_then(|value| {
                self.prune_node(walker, value, depth, improving, [alpha, beta], ply, cut)
            })
        {
            return value;
        }
        if table_action.is_none()
            && excluded == 0
            && depth >= G::PROFILE.params.no_table_action_depth()
            && (PV || cut)
        {
            depth -= 1;
        }

        // 7. Loop over the actions.
        let mut picker = Picker::<G, C>::new(&self.lists, table_action, before, ply);
        let mut best = -Score::INFINITE;
        let mut best_action = None;
        let mut number = 0;
        let mut quiets = 0;
        let mut awaited = None;
        let old_alpha = alpha;
        while let Some((action, noisy)) = picker.next(&mut self.lists, &self.history, walker.game())
        {
            if action.bits() == excluded {
                continue;
            }
            number += 1;
            if guessed && number > 1 {
                break;
            }
            // Only quiet actions have history.
            let mut history = 0;
            if !noisy {
                quiets += 1;
                let slot = walker.game().slot(action);
                history = self.history.history(player, before).value(slot);
                let settled = !PV && !walker.exact && !best.is_loss() && best > -Score::INFINITE;
                // Quiet actions come last, so all remaining actions would be skipped too.
                if settled && is_late::<G>(evaluation, depth, improving, quiets, alpha) {
                    break;
                }
                if settled && is_unpromising::<G>(history, depth) {
                    continue;
                }
            }

            // 8. Singular extension: search the table's action deeper if no other comes near it.
            let may_extend = excluded == 0 && ply > 0 && ply < longest as usize;
            let tested = entry.filter(|_| may_extend && Some(action) == table_action);
            let full = match self.test_singular(walker, action, tested, depth, beta, ply, cut) {
                Singular::Cut(value) if !PV => {
                    picker.finish(&mut self.lists);
                    return value;
                }
                Singular::Cut(_) => depth - 1,
                Singular::Extend(plies) => depth - 1 + plies,
            };
            if walker.meter.stopped {
                break;
            }

            // 9. Search the action: the first one with the full window and depth, others with a null window and
            // reduced.
            if depth > 1 {
                let may_follow = !is_late::<G>(evaluation, depth, improving, quiets + 1, alpha);
                awaited = self.fetch_ahead(walker, &mut picker, action, awaited, may_follow);
            }
            let made = walker.make(action, ply);
            walker.note_reply(ply, by_root_player, number);
            let same = walker.is_root_player_to_move() == by_root_player;
            let mut value = -Score::INFINITE;
            let reduction = match noisy || walker.exact {
                true => 0,
                false => self.reduction::<PV>(depth, number, cut, improving, history),
            };
            let null_window = !PV || number > 1;
            if null_window {
                let less = full - reduction;
                self.reduced[ply] = reduction;
                value = self.child::<false>(walker, same, less, alpha, alpha + 1, ply + 1, true);
                self.reduced[ply] = 0;
                if value > alpha && reduction > 0 {
                    value =
                        self.child::<false>(walker, same, full, alpha, alpha + 1, ply + 1, !cut);
                }
            }
            if PV && (number == 1 || value > alpha) {
                value = self.child::<true>(walker, same, full, alpha, beta, ply + 1, false);
            }
            walker.unmake(made);
            if walker.meter.stopped {
                break;
            }

            // 10. Update best score, alpha and the principal variation.
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_action = Some((action, noisy));
                    if PV {
                        walker.extend_pv(action, ply);
                    }
                    if value >= beta {
                        self.learn_refutation(walker.game(), action, noisy, depth, ply, &picker);
                        break;
                    }
                }
            }
        }
        picker.finish(&mut self.lists);
        if walker.meter.stopped {
            return Score::DRAW;
        }

        if guessed {
            best = unproven(best);
        }
        if excluded != 0 {
            return best;
        }
        let bound = Bound::of(best, old_alpha, beta);
        if let Some(value) = evaluation.filter(|_| !best_action.is_some_and(|(_, noisy)| noisy)) {
            self.correction.learn(value, best, bound, depth, player, before);
        }

        // 11. Store the result in the table.
        walker.table.store(
            key,
            TableEntry {
                action: best_action.map_or(0, |(action, _)| action.bits()),
                score: walker.score_to_table(best, ply),
                depth,
                bound,
                evaluation: raw,
            },
        );
        best
    }

    /// Prefetches the table entry of the action to search, unless it was `fetched` with the action
    /// before it. Also prefetches the entry of the next action, and returns that action. Its entry
    /// arrives while this one is searched.
    #[inline(always)]
    fn fetch_ahead(
        &mut self,
        walker: &Walker<G, S>,
        picker: &mut Picker<G, C>,
        action: G::Action,
        fetched: Option<G::Action>,
        may_follow: bool,
    ) -> Option<G::Action> {
        if fetched != Some(action) {
            walker.prefetch(action);
        }
        let next = if may_follow { picker.peek(&mut self.lists) } else { None };
        if let Some(next) = next {
            walker.prefetch(next);
        }
        next
    }

    /// Adjusts the history of the action before this node by how much it raised the static evaluation for its player.
    #[inline]
    fn learn_swing(&mut self, eval_diff: Option<(Player, i32)>, before: PreviousSlots) {
        let (Some((player, gain)), Some(slot)) = (eval_diff, before[0]) else { return };
        let params = G::PROFILE.params;
        let most = params.history_bonus_most();
        let bonus = (gain * params.history_eval_diff()).clamp(-most, most);
        self.history.update_alone(player, slot, bonus);
    }

    /// Hindsight reduction: one ply less for a node whose reduced action lost much by static
    /// evaluation.
    #[inline]
    fn reduction_in_hindsight<const PV: bool>(
        &self,
        eval_diff: Option<(Player, i32)>,
        depth: Depth,
        ply: Ply,
    ) -> Depth {
        let least = -G::PROFILE.params.reduction_eval_diff();
        let has_lost = eval_diff.is_some_and(|(_, gain)| gain < least);
        Depth::from(!PV && depth > 1 && has_lost && self.reduced[ply - 1] > 0)
    }

    /// Reverse futility and null-move pruning: the value of a node that needs no search; `None`
    /// otherwise.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    fn prune_node(
        &mut self,
        walker: &mut Walker<G, S>,
        evaluation: Score,
        depth: Depth,
        improving: bool,
        [alpha, beta]: [Score; 2],
        ply: Ply,
        cut: bool,
    ) -> Option<Score> {
        if beta.is_proven() {
            return None;
        }
        if let Some(floor) = reverse_futility::<G>(evaluation, depth, improving, beta) {
            return Some(floor);
        }
        if is_hopeless::<G>(evaluation, depth, alpha) {
            let value = self.quiescence.search::<false, S>(walker, alpha, beta, ply, ply);
            if value <= alpha && !value.is_proven() || walker.meter.stopped {
                return Some(value);
            }
        }
        if cut && depth >= G::PROFILE.params.null_move_depth() && evaluation >= beta {
            return self.null_move(walker, depth, beta, ply);
        }
        None
    }

    /// Null-move pruning (Donninger 1993), for games that allow it.
    fn null_move(
        &mut self,
        walker: &mut Walker<G, S>,
        depth: Depth,
        beta: Score,
        ply: Ply,
    ) -> Option<Score> {
        if walker.is_after_pass(ply) {
            return None;
        }
        let by_root_player = walker.is_root_player_to_move();
        let made = walker.make_null_move(ply)?;
        let same = walker.is_root_player_to_move() == by_root_player;
        let less = depth_after_pass::<G>(depth);
        let value = self.child::<false>(walker, same, less, beta - 1, beta, ply + 1, false);
        walker.unmake(made);
        // After a stop the value is meaningless, so no more nodes are needed.
        let holds = value >= beta && !value.is_proven();
        (holds || walker.meter.stopped).then_some(value)
    }

    /// Late-move reduction of a quiet action, in plies.
    #[inline]
    fn reduction<const PV: bool>(
        &self,
        depth: Depth,
        number: usize,
        cut: bool,
        improving: bool,
        history: i32,
    ) -> Depth {
        let params = G::PROFILE.params;
        if depth < params.reduction_depth() || number < 2 {
            return 0;
        }
        let hundredths = self.reductions.hundredths(depth, number)
            - i32::from(PV) * params.reduction_pv()
            + i32::from(cut) * params.reduction_cut()
            + i32::from(!improving) * params.reduction_worsening()
            - 100 * history / params.reduction_history();
        (hundredths / 100).clamp(0, depth - 2)
    }

    /// Rewards the action that caused the cutoff, and punishes those tried before it.
    fn learn_refutation(
        &mut self,
        game: &G,
        action: G::Action,
        noisy: bool,
        depth: Depth,
        ply: Ply,
        picker: &Picker<G, C>,
    ) {
        let player = game.player();
        let before = picker.before();
        let bonus = bonus::<G>(depth);
        self.history.update(player, game.slot(action), before, bonus);
        if noisy {
            return;
        }
        self.history.add_killer(ply, action.bits());
        for index in picker.tried() {
            let other = self.lists.actions[index];
            if other != action {
                self.history.update(player, game.slot(other), before, -bonus);
            }
        }
    }
}
