//! One thread's search: iterations of growing depth, aspiration windows, several lines, and when to
//! stop.

use super::candidates::TurnLists;
use super::clock::Budget;
use super::heuristics::{Before, Heuristics};
use super::line::{Info, Line, static_value};
use super::parameters::{ASPIRATION_CP, ASPIRATION_DEPTH, Reductions};
use super::{
    Control, Depth, Field, Limits, MAX_DEPTH, MAX_PLY, Ply, Searchable, Task, TranspositionTable,
};
use crate::game::{Action, Outcome, Played, Player, Score};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Between two looks at the clock.
const POLL_EVERY_NODES: u64 = 512;

/// `go mate` searches so deep for an answer where there is no such win.
const DEPTH_WITHOUT_MATE: Depth = 8;

/// What the search keeps of each node on the current path.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// Slot of the action made from this node.
    pub slot: Option<usize>,
    /// Turns that each player has completed since the root.
    pub completed: [u16; 4],
    /// Whether one of the field has used the free reply since the hero's last turn, see `sides.rs`.
    pub answered: bool,
    /// Positions before this index of the worker's keys cannot occur again.
    pub floor: usize,
}

/// An action at the root.
#[derive(Clone)]
struct RootAction<A> {
    action: A,
    /// Of the current iteration; -INFINITE while it is not known to be among the best.
    score: Score,
    seldepth: usize,
    pv: Vec<A>,
}

/// All that one thread needs; made once, used for many searches.
pub struct Worker<G: Searchable> {
    pub(super) game: G,
    /// Who moves at the root.
    pub(super) hero: Player,
    pub(super) field: Field,
    pub(super) root: Played<G>,
    pub(super) table: Arc<TranspositionTable>,
    pub(super) control: Arc<Control>,
    pub(super) heuristics: Heuristics<G>,
    pub(super) reductions: Reductions,
    pub(super) frames: Vec<Frame>,
    /// Keys at turn starts, from the game's past to the current node.
    pub(super) keys: Vec<u64>,
    /// How many of `keys` are the game's past.
    pub(super) past: usize,
    /// The actions of all nodes on the current path, one after the other, and their values.
    pub(super) actions: Vec<G::Action>,
    pub(super) values: Vec<i32>,
    /// Principal variation from each ply.
    pub(super) pvs: Vec<Vec<G::Action>>,
    pub(super) nodes: u64,
    pub(super) seldepth: usize,
    pub(super) root_depth: Depth,
    /// After a proven score nothing is pruned by guess, so that its distance becomes exact.
    pub(super) exact: bool,
    pub(super) stopped: bool,
    next_poll: u64,
    node_limit: u64,
    hard_limit: Option<Duration>,
    /// Nodes of every thread of the search, this one's at `id`.
    counters: Arc<[Counter]>,
    id: usize,
    root_actions: Vec<RootAction<G::Action>>,
    pub(super) turns: TurnLists<G>,
}

/// A node counter on a cache line of its own.
#[derive(Default)]
#[repr(align(128))]
pub struct Counter(pub AtomicU64);

impl<G: Searchable> Worker<G> {
    /// A worker that knows nothing yet; `state` is any state of the game.
    pub fn new(state: G) -> Self {
        Self {
            game: state.clone(),
            hero: state.player(),
            field: Field::default(),
            root: Played::new(state),
            table: Arc::new(TranspositionTable::empty()),
            control: Arc::new(Control::new(false)),
            heuristics: Heuristics::new(),
            reductions: Reductions::new(),
            frames: vec![Frame::default(); MAX_PLY + 2],
            keys: Vec::with_capacity(1024),
            past: 0,
            actions: Vec::with_capacity(16 * 1024),
            values: Vec::with_capacity(16 * 1024),
            pvs: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY + 2)).collect(),
            nodes: 0,
            seldepth: 0,
            root_depth: 0,
            exact: false,
            stopped: false,
            next_poll: 0,
            node_limit: u64::MAX,
            hard_limit: None,
            counters: Arc::from([]),
            id: 0,
            root_actions: Vec::new(),
            turns: TurnLists::new(),
        }
    }

    /// Forgets what earlier searches have learnt.
    pub fn clear(&mut self) {
        self.heuristics.clear();
    }

    /// Makes ready for `task` as thread `id` of it.
    pub(super) fn set_up(&mut self, task: &Task<G>, id: usize) {
        self.root = task.root.clone();
        self.game = task.root.state().clone();
        self.hero = self.game.player();
        self.field = task.style.field;
        self.table = Arc::clone(&task.table);
        self.control = Arc::clone(&task.control);
        self.counters = Arc::clone(&task.counters);
        self.id = id;
        self.heuristics.new_search();
        self.frames[0] = Frame::default();
        self.keys.clear();
        self.keys.extend_from_slice(task.root.keys());
        self.past = self.keys.len();
        self.actions.clear();
        self.values.clear();
        self.turns.clear();
        self.nodes = 0;
        self.exact = false;
        self.stopped = false;
        let limited = id == 0;
        self.node_limit = task.limits.nodes.filter(|_| limited).unwrap_or(u64::MAX);
        self.hard_limit = if limited { hard_limit(&task.limits) } else { None };
        self.next_poll = self.node_limit.min(POLL_EVERY_NODES);
        self.root_actions = task.root_actions.iter().copied().map(RootAction::new).collect();
    }

    /// The whole search of the first thread: by iterations, or a proof where one is asked for.
    pub(super) fn run(
        &mut self,
        task: &Task<G>,
        report: &mut dyn FnMut(&Info<G::Action>),
    ) -> Vec<Line<G::Action>> {
        let lines = match task.limits.mate {
            // Turns of many actions are too many for a proof.
            Some(turns) if G::TURN_SEARCH.is_none() => self.look_for_mate(turns, task, report),
            _ => self.iterate(task, report),
        };
        debug_assert!(self.game == *self.root.state(), "the search has left a trace in the root");
        lines
    }

    /// Searches until a limit of the task is reached or it is stopped. `report` hears of every
    /// finished iteration. Returns the lines of the last one, best first; none only if there is no
    /// root action.
    pub(super) fn iterate(
        &mut self,
        task: &Task<G>,
        report: &mut dyn FnMut(&Info<G::Action>),
    ) -> Vec<Line<G::Action>> {
        let mut lines = vec![self.unsearched_line()];
        let last = self.last_depth(task);
        let mut pace = Pace::new(&task.limits);
        let count = task.style.lines().min(self.root_actions.len());
        for depth in 1..=last {
            self.root_depth = depth;
            // Later threads skip every other depth, so that they are ahead of the first one.
            if self.id % 2 == 1 && depth > 1 && depth % 2 == 0 && depth < last {
                continue;
            }
            let finished = if G::TURN_SEARCH.is_some() {
                self.turn_iteration(depth, count, &mut lines)
            } else {
                self.iteration(depth, count, &mut lines)
            };
            if !finished {
                break;
            }
            self.exact = lines[0].score.is_proven();
            let shown = lines.len().min(task.style.multipv);
            report(&self.info(&lines[..shown]));
            if self.id == 0 && pace.is_enough(&lines[0], &self.root_actions, self.clock_elapsed()) {
                break;
            }
        }
        lines
    }

    fn last_depth(&self, task: &Task<G>) -> Depth {
        let asked = task.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let after_proof = task.limits.mate.map_or(MAX_DEPTH, |_| DEPTH_WITHOUT_MATE);
        asked.min(task.style.deepest()).min(after_proof)
    }

    /// One iteration over `count` lines; false if it was broken off. `lines` holds the best that is
    /// known either way.
    fn iteration(&mut self, depth: Depth, count: usize, lines: &mut Vec<Line<G::Action>>) -> bool {
        let mut found = Vec::with_capacity(count);
        for first in 0..count {
            self.seldepth = 0;
            let before = lines.get(first).map(|line| line.score);
            let exact = self.aspirate(depth, first, before);
            if self.stopped {
                if first == 0 && exact {
                    lines[0] = self.line(0, depth);
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
                let reduction = if noisy || depth < 3 || self.exact {
                    0
                } else {
                    self.reductions.plies(depth, number).min(depth - 2).max(1) - 1
                };
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

    /// The actions to be searched at the root.
    pub(super) fn root_choice(&self) -> Vec<G::Action> {
        self.root_actions.iter().map(|root| root.action).collect()
    }

    fn line(&self, index: usize, depth: Depth) -> Line<G::Action> {
        let root = &self.root_actions[index];
        let mut actions = root.pv.clone();
        self.complete(&mut actions);
        Line { score: root.score, depth, seldepth: root.seldepth, actions }
    }

    /// What is played if there is no time for any search: the root action that looks best.
    pub(super) fn unsearched_line(&self) -> Line<G::Action> {
        let mover = self.game.player();
        let best = self.root_actions.iter().rev().map(|root| root.action).max_by_key(|action| {
            let mut child = self.game.clone();
            child.make(*action);
            static_value(&child, mover)
        });
        let mut actions = Vec::from_iter(best);
        self.complete(&mut actions);
        Line { score: self.evaluate(), depth: 0, seldepth: 0, actions }
    }

    pub(super) fn info(&self, lines: &[Line<G::Action>]) -> Info<G::Action> {
        self.publish_nodes();
        Info {
            lines: lines.to_vec(),
            nodes: self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum(),
            time: self.control.elapsed(),
            hashfull: self.table.per_mille_full(),
        }
    }

    fn publish_nodes(&self) {
        if let Some(counter) = self.counters.get(self.id) {
            counter.0.store(self.nodes, Ordering::Relaxed);
        }
    }

    fn clock_elapsed(&self) -> Option<Duration> {
        (!self.control.is_pondering()).then(|| self.control.clock_elapsed())
    }

    /// Looks at the limits now and then. Time and `stop` wait for the first iteration, which takes
    /// well under a millisecond, so that there is always a searched line.
    #[inline]
    pub(super) fn poll(&mut self) {
        if self.nodes >= self.next_poll {
            self.look_up();
        }
    }

    #[cold]
    fn look_up(&mut self) {
        self.publish_nodes();
        self.next_poll = self.node_limit.min(self.nodes + POLL_EVERY_NODES);
        let out_of_time = || {
            self.hard_limit.zip(self.clock_elapsed()).is_some_and(|(limit, spent)| spent >= limit)
        };
        self.stopped = self.nodes >= self.node_limit
            || self.root_depth > 1 && (self.control.is_stopped() || out_of_time());
    }

    /// What every node begins with, at the root apart: its value if there is nothing to search, for
    /// the search was stopped (then it is worth nothing) or the game or the line ends here.
    #[inline]
    pub(super) fn arrive<const PV: bool>(&mut self, ply: Ply) -> Option<Score> {
        self.poll();
        if self.stopped {
            return Some(Score::DRAW);
        }
        if PV {
            self.pvs[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        self.ended(ply).or_else(|| (ply >= MAX_PLY).then(|| self.evaluate()))
    }

    /// The slots of the two actions before the node at `ply`.
    pub(super) fn before(&self, ply: Ply) -> Before {
        let slot = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].slot);
        [slot(1), slot(2)]
    }

    /// Makes `action` at the node at `ply`, and notes what its child needs to know.
    #[inline]
    pub(super) fn make(&mut self, action: G::Action, ply: Ply) -> (G::Undo, usize) {
        let mover = self.game.player();
        let kept = self.keys.len();
        let mut child = self.frames[ply];
        if self.game.clears_history(action) {
            child.floor = kept;
        }
        self.frames[ply].slot = Some(self.game.slot(action));
        let undo = self.game.make(action);
        self.nodes += 1;
        if self.game.turn_start() {
            child.completed[mover.index()] += 1;
            self.keys.push(self.game.key());
        }
        self.frames[ply + 1] = child;
        (undo, kept)
    }

    #[inline]
    pub(super) fn unmake(&mut self, (undo, kept): (G::Undo, usize)) {
        self.game.unmake(undo);
        self.keys.truncate(kept);
    }

    /// The value for the mover if the game ends at this node, which is not the root.
    #[inline]
    pub(super) fn ended(&self, ply: Ply) -> Option<Score> {
        self.finished(ply).or_else(|| self.is_repeated(ply).then(|| self.stalled_score()))
    }

    /// Whether this position was seen before: once in the searched line, or twice in the game.
    #[inline]
    fn is_repeated(&self, ply: Ply) -> bool {
        let floor = self.frames[ply].floor;
        let Some((key, before)) = self.keys.split_last() else { return false };
        if before.len() <= floor || !self.game.turn_start() {
            return false;
        }
        let searched_from = self.past.saturating_sub(1).max(floor);
        let in_line = before[searched_from.min(before.len())..].contains(key);
        in_line || before[floor..].iter().filter(|past| *past == key).count() >= 2
    }

    /// The value of a repetition; where it is counted, a clear but unproven advantage.
    fn stalled_score(&self) -> Score {
        const COUNTED_WIN_CP: i32 = 1_500;
        match self.game.stalled() {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner) if (winner == self.hero) == self.is_heros_turn() => {
                Score::cp(COUNTED_WIN_CP)
            }
            Outcome::Win(_) => Score::cp(-COUNTED_WIN_CP),
        }
    }

    /// How many turns the winner by a proven `score` has completed.
    fn winner_turns(&self, score: Score, ply: Ply) -> i32 {
        i32::from(self.frames[ply].completed[self.winner(score).index()])
    }

    /// A score that counts from the root, as one that counts from this node.
    #[inline]
    pub(super) fn score_to_table(&self, score: Score, ply: Ply) -> Score {
        score.later(-self.winner_turns(score, ply))
    }

    /// The inverse of [`Worker::score_to_table`].
    #[inline]
    pub(super) fn score_from_table(&self, score: Score, ply: Ply) -> Score {
        score.later(self.winner_turns(score, ply))
    }

    /// The table's action, if it is legal here.
    #[inline]
    pub(super) fn table_action(&self, bits: u32) -> Option<G::Action> {
        let action = G::Action::from_bits(bits);
        (bits != 0 && self.game.is_legal(action)).then_some(action)
    }
}

impl<A> RootAction<A> {
    fn new(action: A) -> Self {
        Self { action, score: -Score::INFINITE, seldepth: 0, pv: Vec::new() }
    }
}

/// The time after which a search is broken off, whatever it is doing.
fn hard_limit(limits: &Limits) -> Option<Duration> {
    let movetime = limits.movetime.map(|time| time.saturating_sub(limits.overhead));
    let clock = limits.clock.map(|clock| clock.budget(limits.overhead).hard);
    if limits.infinite { None } else { movetime.into_iter().chain(clock).min() }
}

/// Decides between iterations whether another one is worth its time.
struct Pace {
    budget: Option<Budget>,
    unbounded: bool,
    /// The best action of the last iterations, and for how many it has been the best.
    favourite: Option<(u32, u32)>,
    score: Score,
}

impl Pace {
    fn new(limits: &Limits) -> Self {
        Self {
            budget: limits.clock.map(|clock| clock.budget(limits.overhead)),
            unbounded: limits.infinite,
            favourite: None,
            score: Score::DRAW,
        }
    }

    /// `spent` is the time on the clock, `None` while it does not run.
    fn is_enough<A: Action>(
        &mut self,
        best: &Line<A>,
        root: &[RootAction<A>],
        spent: Option<Duration>,
    ) -> bool {
        let Some(spent) = spent.filter(|_| !self.unbounded) else { return false };
        let turns = best.score.mate_turns();
        let Some(budget) = self.budget else { return false };
        if root.len() == 1 {
            return true;
        }
        // A proven result needs no more than the depth that makes its distance exact.
        if turns.is_some_and(|turns| best.depth >= 4 * turns.abs()) {
            return true;
        }
        let bits = best.actions.first().map_or(0, |action| action.bits());
        let stable = match self.favourite {
            Some((favourite, stable)) if favourite == bits => stable + 1,
            _ => 0,
        };
        self.favourite = Some((bits, stable));
        let drop = (self.score.raw() - best.score.raw()).clamp(0, 100) as u32;
        self.score = best.score;
        let percent = 140u32.saturating_sub(12 * stable.min(7)) + drop;
        spent >= budget.hard.min(budget.soft * percent / 100)
    }
}
