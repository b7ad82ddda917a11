//! Search over whole turns, for games with turns of many actions. Alpha-beta over single actions
//! fails there: with a hundred actions per ply and six plies per turn it never reaches a reply.
//! Also, most orders of the same actions lead to the same position.
//!
//! A node is the start of a turn. Principal variation search runs over the best candidate turns,
//! which `candidates.rs` finds. Iterations first widen the beam and the number of candidates, and
//! then add a turn of depth. Threads share the work at the root (`root.rs`, `root_window.rs`,
//! `work_queue.rs`).
//!
//! Experiments: `scripts/laboratory/turns.md`.

mod candidates;
mod root;
mod root_window;
mod turn;
mod work_queue;

use super::deepening::{Iterate, deepen};
use super::evaluation::evaluator::TurnEvaluator;
use super::line::{best_first, renew};
use super::searchable::{Searchable, WholeTurns};
use super::shared::captures::AllNoisy;
use super::shared::quiescence::Quiescence;
use super::strategy::{Report, Strategy};
use super::table::{Bound, TableEntry};
use super::walker::{Made, unproven};
use super::{Depth, Line, MAX_PLY, Ply, Task, TwoPlayer, Walker};
use crate::game::{Action, Score};
use candidates::TurnLists;
use root::RootTurn;
use std::sync::Arc;
use turn::{LONGEST_TURN, Turn};
pub use work_queue::WorkQueue;

/// The depth and width of an iteration.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct TurnDepth {
    /// Depth in turns.
    pub turns: u32,
    /// Width, from 1 to the largest number of actions in a turn.
    width: usize,
}

impl TurnDepth {
    /// Converts a depth in actions to turns of the largest length. The rest of the depth is the
    /// width. A depth of one turn has full width from its second half on.
    fn of(depth: Depth, longest: u32) -> Self {
        let before = depth.max(1) as u32 - 1;
        let turns = before / longest + 1;
        let width = match before % longest + 1 {
            width if turns > 1 => width,
            width if width > longest / 2 => longest,
            _ => 1,
        };
        Self { turns, width: width as usize }
    }

    fn depth(self, longest: u32) -> Depth {
        if self.turns == 0 {
            0
        } else {
            ((self.turns - 1) * longest) as Depth + self.width as Depth
        }
    }

    fn next(self) -> Self {
        Self { turns: self.turns - 1, ..self }
    }

    /// Number of candidates that are searched at a node.
    fn candidates<G: Searchable>(self) -> usize {
        let params = G::PROFILE.params;
        let [least, more] = [params.turn_candidates(), params.turn_candidates_width()];
        least as usize + more as usize * self.width
    }
}

/// Search over whole turns of two players.
pub struct TurnSearch<G: Searchable> {
    lists: TurnLists<G>,
    quiescence: Quiescence<G, AllNoisy>,
    /// Made actions of the turns on the line.
    made: Vec<Made<G>>,
    /// Candidates of the root.
    root: Vec<RootTurn<G::Action>>,
    /// The reach of the last finished iteration.
    done: Option<TurnDepth>,
    queue: Arc<WorkQueue<G::Action>>,
}

impl<G: Searchable + WholeTurns> Strategy<G> for TurnSearch<G>
where
    G::Evaluator: TurnEvaluator<G>,
{
    type Players = TwoPlayer;
    type Shared = WorkQueue<G::Action>;
    /// An exhaustive mate search over turns of many actions is not feasible.
    const PROVES: bool = false;

    fn new(queue: Arc<WorkQueue<G::Action>>) -> Self {
        Self {
            lists: TurnLists::new(),
            quiescence: Quiescence::new(),
            made: Vec::with_capacity(MAX_PLY),
            root: Vec::new(),
            done: None,
            queue,
        }
    }

    /// Nothing is kept between searches.
    fn forget(&mut self) {}

    fn run(
        &mut self,
        walker: &mut Walker<G>,
        task: &Task<G>,
        report: Report<'_, G>,
    ) -> Vec<Line<G::Action>> {
        self.lists.clear();
        self.quiescence.clear();
        self.root.clear();
        self.done = None;
        if walker.meter.id() > 0 {
            self.help(walker, task);
            return vec![walker.unsearched_line()];
        }
        self.queue.open(task.number, task.counters.len());
        let lines = deepen(self, walker, task, report);
        self.queue.close();
        lines
    }
}

impl<G: Searchable + WholeTurns> Iterate<G, TwoPlayer> for TurnSearch<G>
where
    G::Evaluator: TurnEvaluator<G>,
{
    fn iteration(
        &mut self,
        walker: &mut Walker<G>,
        depth: Depth,
        count: usize,
        lines: &mut Vec<Line<G::Action>>,
    ) -> bool {
        let turn_depth = TurnDepth::of(depth, G::MOST_ACTIONS);
        if self.done == Some(turn_depth) {
            lines.iter_mut().for_each(|line| line.depth = depth);
            return true;
        }
        walker.seldepth = 0;
        if turn_depth.turns == 1 && !self.list_root_turns(walker, turn_depth.width) {
            return false;
        }
        let mut found: Vec<Line<G::Action>> = Vec::with_capacity(count);
        for _ in 0..count {
            let taken: Vec<G::Action> =
                found.iter().filter_map(|line| line.actions.first().copied()).collect();
            let best = self.search_root_turns(walker, turn_depth, &taken);
            let line = best.map(|index| self.turn_line(walker, index, depth));
            found.extend(line);
            if walker.meter.stopped {
                renew(lines, found, count);
                return false;
            }
        }
        best_first(&mut self.root, |root| root.score);
        best_first(&mut found, |line| line.score);
        if !found.is_empty() {
            *lines = found;
        }
        self.done = Some(turn_depth);
        true
    }
}

impl<G: Searchable + WholeTurns> TurnSearch<G>
where
    G::Evaluator: TurnEvaluator<G>,
{
    /// The value of a turn for the player who makes it, at the node at `ply`. Tries a null window
    /// first, unless the turn is the `leading` one.
    #[allow(clippy::too_many_arguments)]
    fn value_of_turn(
        &mut self,
        walker: &mut Walker<G>,
        turn: &Turn<G::Action>,
        turn_depth: TurnDepth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        leading: bool,
    ) -> Score {
        let by_root_player = walker.is_root_player_to_move();
        let before = self.made.len();
        for (index, action) in turn.iter().enumerate() {
            walker.meter.poll();
            if walker.meter.stopped {
                self.unmake_to(walker, before);
                return Score::DRAW;
            }
            self.made.push(walker.make(action, ply + index));
        }
        let same = walker.is_root_player_to_move() == by_root_player;
        let ply = ply + turn.length;
        let is_null = beta <= alpha + 1;
        let mut value = -Score::INFINITE;
        if !leading || is_null {
            value = self.turn_child::<false>(walker, same, turn_depth, alpha, alpha + 1, ply);
        }
        if !is_null && (leading || value > alpha) && !walker.meter.stopped {
            value = self.turn_child::<true>(walker, same, turn_depth, alpha, beta, ply);
        }
        self.unmake_to(walker, before);
        value
    }

    /// Unmakes all but the first `kept` actions of the line.
    fn unmake_to(&mut self, walker: &mut Walker<G>, kept: usize) {
        while self.made.len() > kept
            && let Some(made) = self.made.pop()
        {
            walker.unmake(made);
        }
    }

    fn turn_child<const PV: bool>(
        &mut self,
        walker: &mut Walker<G>,
        same: bool,
        turn_depth: TurnDepth,
        alpha: Score,
        beta: Score,
        ply: Ply,
    ) -> Score {
        if same {
            self.search_turns::<PV>(walker, turn_depth, alpha, beta, ply)
        } else {
            -self.search_turns::<PV>(walker, turn_depth, -beta, -alpha, ply)
        }
    }

    /// The value of the current node, the start of a turn, for its mover (fail-soft).
    fn search_turns<const PV: bool>(
        &mut self,
        walker: &mut Walker<G>,
        turn_depth: TurnDepth,
        mut alpha: Score,
        mut beta: Score,
        ply: Ply,
    ) -> Score {
        if turn_depth.turns == 0 {
            return self.quiescence.search::<PV, TwoPlayer>(walker, alpha, beta, ply, ply);
        }
        if let Some(score) = walker.arrive::<PV>(ply) {
            return score;
        }
        if ply + LONGEST_TURN >= MAX_PLY {
            return walker.value();
        }
        let [fastest_win, fastest_loss] = walker.fastest_ends(ply);
        alpha = alpha.max(fastest_loss - i32::from(PV));
        beta = beta.min(fastest_win);
        if alpha >= beta {
            return alpha;
        }
        let key = walker.game().table_key();
        let entry = walker.table.probe(key);
        let depth = turn_depth.depth(G::MOST_ACTIONS);
        if let Some(entry) = entry.filter(|entry| !PV && entry.depth >= depth) {
            let score = walker.score_from_table(entry.score, ply);
            if entry.bound.decides(score, alpha, beta) {
                return score;
            }
        }
        // Stand pat: the value of ending the turn at once suffices for a cutoff.
        if !PV && turn_depth.turns == 1 && walker.game().may_stand_pat() && !beta.is_proven() {
            let resting = walker.resting_value();
            if resting >= beta {
                return resting;
            }
        }
        if !PV && let Some(value) = self.refute(walker, turn_depth, alpha, beta, ply) {
            keep(walker, key, None, value, depth, Bound::Lower, ply);
            return value;
        }
        let first = self.lists.candidates.len();
        self.lists.list_turns(walker, turn_depth.width, turn_depth.candidates::<G>(), ply, None);
        if let Some(action) = entry.and_then(|entry| walker.legal_action(entry.action)) {
            let list = &mut self.lists.candidates[first..];
            if let Some(index) = list.iter().position(|other| other.turn.first() == Some(action)) {
                list[..=index].rotate_right(1);
            }
        }
        let old_alpha = alpha;
        let mut best = -Score::INFINITE;
        let mut best_turn = None;
        for index in first..self.lists.candidates.len() {
            if walker.meter.stopped {
                break;
            }
            let turn = self.lists.candidates[index].turn;
            let value = self.value_of_turn(
                walker,
                &turn,
                turn_depth.next(),
                alpha,
                beta,
                ply,
                index == first,
            );
            if walker.meter.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_turn = turn.first();
                    if PV {
                        extend_pv_by_turn(walker, &turn, ply);
                    }
                    if value >= beta {
                        self.lists.note_refutation(turn_depth, turn);
                        break;
                    }
                }
            }
        }
        self.lists.candidates.truncate(first);
        if walker.meter.stopped {
            return Score::DRAW;
        }
        best = as_far_as_proven(best);
        keep(walker, key, best_turn, best, depth, Bound::of(best, old_alpha, beta), ply);
        best
    }

    /// Tries the killer turns before the candidates are listed. `None` if none of them causes a cutoff.
    fn refute(
        &mut self,
        walker: &mut Walker<G>,
        turn_depth: TurnDepth,
        alpha: Score,
        beta: Score,
        ply: Ply,
    ) -> Option<Score> {
        for turn in self.lists.refutations(turn_depth) {
            if self.lists.is_playable(walker, &turn) {
                let value =
                    self.value_of_turn(walker, &turn, turn_depth.next(), alpha, beta, ply, true);
                if !walker.meter.stopped && value >= beta {
                    return Some(as_far_as_proven(value));
                }
            }
        }
        None
    }
}

fn keep<G: Searchable>(
    walker: &Walker<G>,
    key: u64,
    first: Option<G::Action>,
    value: Score,
    depth: Depth,
    bound: Bound,
    ply: Ply,
) {
    let action = first.map_or(0, |action| action.bits());
    let score = walker.score_to_table(value, ply);
    walker.table.store(key, TableEntry { action, score, depth, bound, evaluation: None });
}

/// A loss in all candidates is not proven, because other turns exist. A win in one candidate is
/// proven.
fn as_far_as_proven(score: Score) -> Score {
    if score.is_loss() { unproven(score) } else { score }
}

fn extend_pv_by_turn<G: Searchable>(walker: &mut Walker<G>, turn: &Turn<G::Action>, ply: Ply) {
    let (upper, lower) = walker.pvs.split_at_mut(ply + turn.length);
    let line = &mut upper[ply];
    line.clear();
    line.extend(turn.iter());
    line.extend_from_slice(&lower[0]);
}
