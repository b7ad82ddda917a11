//! Search over whole turns, for games whose turns are made of many actions. Plain alpha-beta over single
//! actions drowns there: with a hundred actions a ply and six plies a turn it never sees a reply, and most
//! orders of the same actions lead to the same position.
//!
//! A node is the start of a turn. Principal variation search goes over the best of its candidates, which
//! `candidates.rs` builds. Iterations widen beam and choice until a turn more is looked at, and so on. The work at the
//! root (`root.rs`, `root_window.rs`) is shared among threads (`work_queue.rs`).
//!
//! What was tried is in `scripts/laboratory/turns.md`.

mod candidates;
mod root;
mod root_window;
mod work_queue;

use super::deepening::{Iterate, deepen};
use super::searchable::{EvaluateTurns, Searchable, WholeTurns};
use super::shared::captures::AllNoisy;
use super::shared::quiescence::Quiescence;
use super::strategy::{Report, Strategy};
use super::table::{Bound, Entry};
use super::walker::{Made, best_first, renew, unproven};
use super::{Depth, Line, MAX_PLY, Ply, Task, TwoPlayer, Walker};
use crate::game::{Action, Score};
use candidates::{LONGEST_TURN, Turn, TurnLists};
use root::RootTurn;
use std::sync::Arc;
pub use work_queue::WorkQueue;

/// How far an iteration looks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Reach {
    /// Turns still to be made.
    pub turns: u32,
    /// From 1 to the most actions of a turn.
    width: usize,
}

impl Reach {
    /// What a depth in actions asks for: whole turns, each counted as its most actions, the last ones in
    /// growing width. The one turn of the first iterations is as wide as can be from the second half on.
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

    /// How many candidates of a node are searched.
    fn candidates<G: Searchable>(self) -> usize {
        let params = G::PROFILE.params;
        let [least, more] = [params.turn_candidates(), params.turn_candidates_width()];
        least as usize + more as usize * self.width
    }
}

/// The search among whole turns of two players.
pub struct TurnSearch<G: Searchable> {
    lists: TurnLists<G>,
    quiescence: Quiescence<G, AllNoisy>,
    /// The actions made by the turns on the present line.
    made: Vec<Made<G>>,
    /// The candidates of the root.
    root: Vec<RootTurn<G::Action>>,
    /// The reach of the last iteration that was finished.
    done: Option<Reach>,
    queue: Arc<WorkQueue<G::Action>>,
}

impl<G: Searchable + WholeTurns> Strategy<G> for TurnSearch<G>
where
    G::Evaluator: EvaluateTurns<G>,
{
    type Players = TwoPlayer;
    type Shared = WorkQueue<G::Action>;
    /// Turns of many actions are too many to try them all.
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

    /// Nothing is learnt beyond one search.
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
    G::Evaluator: EvaluateTurns<G>,
{
    fn iteration(
        &mut self,
        walker: &mut Walker<G>,
        depth: Depth,
        count: usize,
        lines: &mut Vec<Line<G::Action>>,
    ) -> bool {
        let reach = Reach::of(depth, G::MOST_ACTIONS);
        if self.done == Some(reach) {
            lines.iter_mut().for_each(|line| line.depth = depth);
            return true;
        }
        walker.seldepth = 0;
        if reach.turns == 1 && !self.list_root_turns(walker, reach.width) {
            return false;
        }
        let mut found: Vec<Line<G::Action>> = Vec::with_capacity(count);
        for _ in 0..count {
            let taken: Vec<G::Action> =
                found.iter().filter_map(|line| line.actions.first().copied()).collect();
            let best = self.search_root_turns(walker, reach, &taken);
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
        self.done = Some(reach);
        true
    }
}

impl<G: Searchable + WholeTurns> TurnSearch<G>
where
    G::Evaluator: EvaluateTurns<G>,
{
    /// The value of a turn for who makes it at the node at `ply`: with a null window first, unless it is
    /// the `leading` one.
    #[allow(clippy::too_many_arguments)]
    fn value_of_turn(
        &mut self,
        walker: &mut Walker<G>,
        turn: &Turn<G::Action>,
        reach: Reach,
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
            value = self.turn_child::<false>(walker, same, reach, alpha, alpha + 1, ply);
        }
        if !is_null && (leading || value > alpha) && !walker.meter.stopped {
            value = self.turn_child::<true>(walker, same, reach, alpha, beta, ply);
        }
        self.unmake_to(walker, before);
        value
    }

    /// Takes back all actions but the first `kept` of the line.
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
        reach: Reach,
        alpha: Score,
        beta: Score,
        ply: Ply,
    ) -> Score {
        if same {
            self.search_turns::<PV>(walker, reach, alpha, beta, ply)
        } else {
            -self.search_turns::<PV>(walker, reach, -beta, -alpha, ply)
        }
    }

    /// The value of the current node, the start of a turn, for its mover (fail-soft).
    fn search_turns<const PV: bool>(
        &mut self,
        walker: &mut Walker<G>,
        reach: Reach,
        mut alpha: Score,
        mut beta: Score,
        ply: Ply,
    ) -> Score {
        if reach.turns == 0 {
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
        let depth = reach.depth(G::MOST_ACTIONS);
        if let Some(entry) = entry.filter(|entry| !PV && entry.depth >= depth) {
            let score = walker.score_from_table(entry.score, ply);
            if entry.bound.decides(score, alpha, beta) {
                return score;
            }
        }
        // Who could end his turn at once and be content need not look for more.
        if !PV && reach.turns == 1 && walker.game().may_stand_pat() && !beta.is_proven() {
            let resting = walker.resting_value();
            if resting >= beta {
                return resting;
            }
        }
        if !PV && let Some(value) = self.refute(walker, reach, alpha, beta, ply) {
            keep(walker, key, None, value, depth, Bound::Lower, ply);
            return value;
        }
        let first = self.lists.candidates.len();
        self.lists.list_turns(walker, reach.width, reach.candidates::<G>(), ply, None);
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
            let value =
                self.value_of_turn(walker, &turn, reach.next(), alpha, beta, ply, index == first);
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
                        self.lists.note_refutation(reach, turn);
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

    /// Tries what refuted the last turns looked at from so far, before all that could be done is listed:
    /// the killer heuristic, for turns. `None` if none of them does.
    fn refute(
        &mut self,
        walker: &mut Walker<G>,
        reach: Reach,
        alpha: Score,
        beta: Score,
        ply: Ply,
    ) -> Option<Score> {
        for turn in self.lists.refutations(reach) {
            if self.lists.is_playable(walker, &turn) {
                let value = self.value_of_turn(walker, &turn, reach.next(), alpha, beta, ply, true);
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
    walker.table.store(key, Entry { action, score, depth, bound, evaluation: None });
}

/// A loss in all candidates is no proof, for there are other turns. A win in one of them is.
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
