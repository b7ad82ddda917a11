//! One thread's search: iterations of growing depth, and what all nodes have in common.

use super::candidates::TurnLists;
use super::heuristics::{Before, Heuristics};
use super::line::{Info, Line};
use super::pace::{Pace, hard_limit};
use super::parameters::Reductions;
use super::root::RootAction;
use super::{Control, Depth, Field, MAX_DEPTH, MAX_PLY, Ply, Searchable, Task, TranspositionTable};
use crate::game::{Action, Outcome, Played, Player, Score};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Between two looks at the clock.
const POLL_EVERY_NODES: u64 = 512;
/// The first iteration mostly takes a few hundred nodes. One that takes more than this may be broken off.
const FIRST_NODES: u64 = 10_000;

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
    /// Where quiescence has begun.
    pub(super) horizon: Ply,
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
    pub(super) root_actions: Vec<RootAction<G::Action>>,
    /// The root as it may be, where not all of it is known; see `worlds.rs`.
    pub(super) worlds: Vec<G>,
    /// Which of them `game` is in.
    pub(super) world: usize,
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
            horizon: 0,
            root_depth: 0,
            exact: false,
            stopped: false,
            next_poll: 0,
            node_limit: u64::MAX,
            hard_limit: None,
            counters: Arc::from([]),
            id: 0,
            root_actions: Vec::new(),
            worlds: Vec::new(),
            world: 0,
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
        self.worlds.clone_from(&task.worlds);
        self.world = 0;
        for (root, bonus) in self.root_actions.iter_mut().zip(&task.bonuses) {
            root.bonus = *bonus;
        }
    }

    /// The whole search of the first thread: by iterations, or a proof where one is asked for.
    pub(super) fn run(
        &mut self,
        task: &Task<G>,
        report: &mut dyn FnMut(&Info<G::Action>),
    ) -> Vec<Line<G::Action>> {
        let lines = match task.limits.mate {
            // Turns of many actions are too many for a proof, and what is imagined proves nothing.
            Some(turns) if G::TURN_SEARCH.is_none() && task.worlds.is_empty() => {
                self.look_for_mate(turns, task, report)
            }
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
            let finished = if G::TURN_SEARCH.is_some() && self.worlds.is_empty() {
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
            if self.id == 0
                && pace.is_enough(&lines[0], self.root_actions.len(), self.clock_elapsed())
            {
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

    pub(super) fn info(&self, lines: &[Line<G::Action>]) -> Info<G::Action> {
        self.publish_nodes();
        Info {
            lines: lines.to_vec(),
            nodes: self.counters.iter().map(|counter| counter.0.load(Ordering::Relaxed)).sum(),
            time: self.control.elapsed(),
            hashfull: self.table.per_mille_full(),
            samples: self.worlds_at(self.root_depth),
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

    /// Looks at the limits now and then. Time and `stop` wait for the first iteration, so that there is a
    /// searched line, but not for more than [`FIRST_NODES`].
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
            || (self.root_depth > 1 || self.nodes > FIRST_NODES)
                && (self.control.is_stopped() || out_of_time());
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
        before.len() > floor && self.game.turn_start() && self.repeats(*key, before, floor)
    }

    /// Whether a turn that leads from the node at `ply` to the position with this key repeats one.
    pub(super) fn would_repeat(&self, key: u64, ply: Ply) -> bool {
        let floor = self.frames[ply].floor;
        self.keys.len() > floor && self.repeats(key, &self.keys, floor)
    }

    /// Of the keys `before` those from `floor` on count.
    #[inline]
    fn repeats(&self, key: u64, before: &[u64], floor: usize) -> bool {
        let searched_from = self.past.saturating_sub(1).max(floor);
        let in_line = before[searched_from.min(before.len())..].contains(&key);
        in_line || before[floor..].iter().filter(|past| **past == key).count() >= 2
    }

    /// The value of a repetition; where it is counted, a clear but unproven advantage.
    pub(super) fn stalled_score(&self) -> Score {
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

    /// The action with these bits, from the table or of a killer, if it is legal here.
    #[inline]
    pub(super) fn legal_action(&self, bits: u32) -> Option<G::Action> {
        let action = G::Action::from_bits(bits);
        (bits != 0 && self.game.is_legal(action)).then_some(action)
    }
}
