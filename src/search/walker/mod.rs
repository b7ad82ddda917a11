//! The walker owns the line from the root to the present position: state, evaluator, keys, frames. Every technique
//! borrows it. Only the walker makes and unmakes actions.

mod line;
mod player_model;

pub(super) use player_model::unproven;
pub use player_model::{MultiPlayer, Opposition, PlayerModel, TwoPlayer};

use super::evaluation::evaluator::Evaluator;
use super::evaluation::strength::EvalNoise;
use super::oracle::{NoOracle, Oracle, TableProbe};
use super::payoffs::places::Left;
use super::searchable::Searchable;
use super::table::TranspositionTable;
use super::time::meter::Meter;
use super::{EvalSource, MAX_PLY, Objective, Ply, Task};
use crate::game::{Action, Outcome, Player, Score};
use std::sync::Arc;

/// A line may be completed a little beyond the deepest searched ply.
const MOST_FRAMES: usize = MAX_PLY + 16;

/// History slots of the last two actions before a node; `None` at the root and one ply after it.
pub(super) type PreviousSlots = [Option<usize>; 2];

/// Data of each node on the line.
#[derive(Clone, Copy, Default)]
struct Frame {
    /// Slot of the action made from this node.
    slot: Option<usize>,
    /// Turns that each player has completed since the root.
    completed: [u16; 4],
    /// Whether an opponent has used the free reply of BRS+ since the root player's last turn, see `player_model.rs`.
    answered: bool,
    /// Index into the keys. Positions before it cannot occur again.
    floor: usize,
    /// The order in which players left the game, if places count.
    left: Left,
}

/// An action at the root.
#[derive(Clone)]
pub struct RootAction<A> {
    /// The action.
    pub action: A,
    /// Score in the current iteration; -INFINITE until the action is known to be among the best.
    pub score: Score,
    /// Selective depth of the action's subtree, in actions.
    pub seldepth: usize,
    /// Principal variation, beginning with this action.
    pub pv: Vec<A>,
    /// Value in addition to the values in the determinizations, in centipawns; see `pimc.rs`.
    pub bonus: i32,
    /// Value in each determinization, from the last iteration that found the action best.
    pub values: Vec<i32>,
}

impl<A> RootAction<A> {
    fn new(action: A, bonus: i32) -> Self {
        let score = -Score::INFINITE;
        Self { action, score, seldepth: 0, pv: Vec::new(), bonus, values: Vec::new() }
    }
}

/// A made action, which must be unmade.
#[must_use = "what is made must be unmade"]
pub struct Made<G: Searchable> {
    undo: G::Undo,
    /// Number of keys before the action.
    kept: usize,
}

/// See the module.
pub struct Walker<G: Searchable, S: PlayerModel<G> = TwoPlayer> {
    game: G,
    evaluator: G::Evaluator,
    eval_source: EvalSource,
    /// The player to move at the root.
    root_player: Player,
    opposition: Opposition,
    /// Objective of the players: a win or a good place.
    objective: Objective,
    /// Evaluation noise of a limited strength.
    noise: EvalNoise,
    frames: Vec<Frame>,
    /// Keys at turn starts, from the start of the game to the present position.
    keys: Vec<u64>,
    /// Number of `keys` from the game before the root.
    past: usize,
    /// The actions to search at the root, with their results.
    pub root: Vec<RootAction<G::Action>>,
    /// Principal variation from each ply.
    pub pvs: Vec<Vec<G::Action>>,
    /// Selective depth since the last reset, in actions.
    pub seldepth: usize,
    /// Whether a proven score is being searched again. Then there is no forward pruning, so that
    /// its distance is exact.
    pub exact: bool,
    /// Number of nodes after which a proven score is accepted as it is, once there is one.
    pub exact_until: Option<u64>,
    /// The best root action of the present line with an exact score. If the search is stopped, it
    /// becomes the line.
    pub standing: Option<RootAction<G::Action>>,
    /// Exact knowledge of positions without search, see `oracle.rs`.
    pub oracle: fn(&G) -> Option<Score>,
    /// Endgame tables, if the search may ask them.
    tables: Option<TableProbe<G>>,
    /// The value of the root, if tables know it. It replaces the values that the search finds.
    known_value: Option<Score>,
    /// Number of determinizations in this iteration; 0 if the mover sees everything.
    pub samples: usize,
    /// Per mille in use of the strategy's own memory, if it has memory besides the transposition
    /// table.
    pub own_memory: Option<u32>,
    /// Node counter and limits.
    pub meter: Meter,
    /// The transposition table of all threads.
    pub table: Arc<TranspositionTable>,
    players: std::marker::PhantomData<S>,
}

impl<G: Searchable, S: PlayerModel<G>> Walker<G, S> {
    /// A walker without a task; `state` is any state of the game.
    pub(super) fn new(state: G) -> Self {
        Self {
            evaluator: G::Evaluator::new(&state),
            eval_source: EvalSource::BuiltIn,
            root_player: state.player(),
            game: state,
            opposition: Opposition::default(),
            objective: Objective::default(),
            noise: EvalNoise::default(),
            frames: vec![Frame::default(); MOST_FRAMES],
            keys: Vec::with_capacity(1024),
            past: 0,
            root: Vec::new(),
            pvs: (0..MAX_PLY + 2).map(|_| Vec::with_capacity(MAX_PLY + 2)).collect(),
            seldepth: 0,
            exact: false,
            exact_until: None,
            standing: None,
            oracle: NoOracle::probe,
            tables: None,
            known_value: None,
            samples: 0,
            own_memory: None,
            meter: Meter::new(),
            table: Arc::new(TranspositionTable::empty()),
            players: std::marker::PhantomData,
        }
    }

    /// Goes to the root of `task` as its thread `id`.
    pub(super) fn set_up(&mut self, task: &Task<G>, id: usize) {
        self.game = task.root.state().clone();
        if self.eval_source == task.eval_source {
            self.evaluator.restart(&self.game);
        } else {
            self.eval_source = task.eval_source.clone();
            self.evaluator = G::Evaluator::with_eval(&self.eval_source, &self.game);
        }
        self.root_player = self.game.player();
        self.opposition = task.options.multiplayer.opposition();
        self.objective = task.options.objective;
        self.noise = EvalNoise::of(task.strength_limit, task.options.seed);
        self.table = Arc::clone(&task.table);
        self.meter.set_up(task, id);
        let mut root = Frame::default();
        self.note_leavers(&mut root.left);
        self.frames[0] = root;
        self.keys.clear();
        self.keys.extend_from_slice(task.root.keys());
        self.past = self.keys.len();
        (self.exact, self.exact_until, self.standing) = (false, None, None);
        self.oracle = NoOracle::probe;
        self.tables = task.tables.clone();
        self.known_value = task.known_root.map(|root| root.value);
        self.meter.hits = task.known_root.filter(|_| id == 0).map_or(0, |root| root.hits);
        self.samples = task.determinizations.len().min(1);
        self.own_memory = None;
        self.root.clear();
        let bonuses = task.bonuses.iter().copied().chain(std::iter::repeat(0));
        let actions = task.root_actions.iter().copied().zip(bonuses);
        self.root.extend(actions.map(|(action, bonus)| RootAction::new(action, bonus)));
    }

    /// Replaces the root by another state of the same game, with the same player to move.
    /// `determinization` receives the old root.
    pub(super) fn swap_root(&mut self, determinization: &mut G) {
        std::mem::swap(&mut self.game, determinization);
        self.evaluator.restart(&self.game);
    }

    /// Clears the history of the game before the root.
    pub(super) fn forget_past(&mut self) {
        self.frames[0] = Frame::default();
        self.keys.clear();
        if self.game.turn_start() {
            self.keys.push(self.game.key());
        }
        self.past = self.keys.len();
    }

    /// The present position.
    #[inline(always)]
    pub(super) fn game(&self) -> &G {
        &self.game
    }

    /// Makes `action` at the node at `ply` and fills the frame of its child. Counts a node.
    #[inline(always)]
    pub(super) fn make(&mut self, action: G::Action, ply: Ply) -> Made<G> {
        self.meter.nodes += 1;
        self.make_uncounted(action, ply)
    }

    /// Like `make`, on a line that [`Walker::return_to_root`] takes back as a whole. So no undo is kept.
    /// `is_midway` promises that the game does not end here.
    #[inline(always)]
    pub(super) fn make_for_good(&mut self, action: G::Action, ply: Ply, is_midway: bool) {
        self.meter.nodes += 1;
        if is_midway {
            self.make_by(action, ply, G::Evaluator::make_midway);
        } else {
            let _ = self.make_uncounted(action, ply);
        }
    }

    /// Goes back over `plies` actions to the root, whose state was `root`.
    pub(super) fn return_to_root(&mut self, root: &G, plies: Ply) {
        self.game.clone_from(root);
        (0..plies).for_each(|_| self.evaluator.on_unmake());
        self.keys.truncate(self.past);
    }

    /// Like [`Walker::make`], without counting a node.
    #[inline(always)]
    pub(super) fn make_uncounted(&mut self, action: G::Action, ply: Ply) -> Made<G> {
        let kept = self.keys.len();
        let undo = self.make_by(action, ply, G::Evaluator::make);
        Made { undo, kept }
    }

    #[inline(always)]
    fn make_by<U>(
        &mut self,
        action: G::Action,
        ply: Ply,
        make: impl FnOnce(&mut G::Evaluator, &mut G, G::Action) -> U,
    ) -> U {
        let player = self.game.player();
        let mut child = self.frames[ply];
        if self.game.clears_history(action) {
            child.floor = self.keys.len();
        }
        self.frames[ply].slot = Some(self.game.slot(action));
        let undo = make(&mut self.evaluator, &mut self.game, action);
        if self.game.turn_start() {
            child.completed[player.index()] += 1;
            self.keys.push(self.game.key());
        }
        self.note_leavers(&mut child.left);
        self.frames[ply + 1] = child;
        undo
    }

    /// Like [`Walker::make`], only to evaluate the result: no frame, no key, no node count. A search
    /// does not continue from there.
    #[inline(always)]
    pub(super) fn make_to_evaluate(&mut self, action: G::Action) -> Made<G> {
        let kept = self.keys.len();
        let undo = self.evaluator.make(&mut self.game, action);
        Made { undo, kept }
    }

    /// Like [`Walker::make`], for a pass of the turn, if the game allows one. It counts no node.
    pub(super) fn make_null_move(&mut self, ply: Ply) -> Option<Made<G>> {
        let undo = self.game.pass()?;
        self.evaluator.on_make(&self.game);
        let kept = self.keys.len();
        let mut child = self.frames[ply];
        child.floor = kept;
        self.frames[ply + 1] = child;
        self.frames[ply].slot = None;
        Some(Made { undo, kept })
    }

    /// Whether the action before the node at `ply` was a pass.
    pub(super) fn is_after_pass(&self, ply: Ply) -> bool {
        ply > 0 && self.frames[ply - 1].slot.is_none()
    }

    /// Takes back the last action or null move.
    #[inline(always)]
    pub(super) fn unmake(&mut self, made: Made<G>) {
        self.game.unmake(made.undo);
        self.evaluator.on_unmake();
        self.keys.truncate(made.kept);
    }

    /// History slots of the two actions before the node at `ply`.
    #[inline(always)]
    pub(super) fn before(&self, ply: Ply) -> PreviousSlots {
        let slot = |back: usize| ply.checked_sub(back).and_then(|ply| self.frames[ply].slot);
        [slot(1), slot(2)]
    }

    /// The value of the present position by the oracle `O` or by endgame tables, for its mover.
    #[inline(always)]
    pub(super) fn known_value_here<O: Oracle<G>>(&self) -> Option<Score> {
        O::probe(&self.game).or_else(|| self.tables.as_ref()?.probe(&self.game))
    }

    /// Whether tables know who wins at the root, so that a deeper search cannot find more.
    pub(super) fn is_root_decided(&self) -> bool {
        self.known_value.is_some() && self.root.len() == 1
    }

    /// The first step at every node below the root. Returns a value if there is nothing to search:
    /// the search is stopped (the value is meaningless), the game is over, or the line has its
    /// greatest length.
    #[inline(always)]
    pub(super) fn arrive<const PV: bool>(&mut self, ply: Ply) -> Option<Score> {
        self.meter.poll();
        if self.meter.stopped {
            return Some(Score::DRAW);
        }
        if PV {
            self.pvs[ply].clear();
            self.seldepth = self.seldepth.max(ply);
        }
        self.ended(ply).or_else(|| (ply >= MAX_PLY).then(|| self.value()))
    }

    /// The value for the mover if the game ends at this node. Not for the root.
    #[inline(always)]
    pub(super) fn ended(&self, ply: Ply) -> Option<Score> {
        self.finished(ply).or_else(|| self.is_repeated(ply).then(|| self.repetition(ply)))
    }

    /// Whether this position is a repetition: of one position in the searched line, or of two in
    /// the game.
    #[inline(always)]
    pub(super) fn is_repeated(&self, ply: Ply) -> bool {
        let floor = self.frames[ply].floor;
        let Some((key, before)) = self.keys.split_last() else { return false };
        before.len() > floor && self.game.turn_start() && self.repeats(*key, before, floor)
    }

    /// Whether the turns before the root had these keys, latest first. Compares as many as both
    /// lists have.
    pub(super) fn has_turn_keys(&self, keys: impl Iterator<Item = u64>) -> bool {
        let past = self.keys[..self.past].iter().rev();
        past.zip(keys).all(|(known, key)| *known == key)
    }

    /// Whether no position before the node at `ply` can occur again.
    pub(super) fn is_history_clear(&self, ply: Ply) -> bool {
        let before = self.keys.len() - usize::from(self.game.turn_start());
        self.frames[ply].floor >= before
    }

    /// Whether a turn from the node at `ply` to the position with this key causes a repetition.
    pub(super) fn would_repeat(&self, key: u64, ply: Ply) -> bool {
        let floor = self.frames[ply].floor;
        self.keys.len() > floor && self.repeats(key, &self.keys, floor)
    }

    /// Whether `key` is a repetition among the keys `before`, from index `floor` on.
    #[inline(always)]
    fn repeats(&self, key: u64, before: &[u64], floor: usize) -> bool {
        let searched_from = self.past.saturating_sub(1).max(floor);
        let in_line = before[searched_from.min(before.len())..].contains(&key);
        in_line || occurs_twice(key, &before[floor..])
    }

    /// The repetition rule itself: a third occurrence at the node at `ply`. A search already counts
    /// the second one.
    pub(super) fn is_third_occurrence(&self, ply: Ply) -> bool {
        let Some((key, before)) = self.keys.split_last() else { return false };
        // Until the end of the turn that cleared the history, the floor lies beyond all keys.
        let before = before.get(self.frames[ply].floor..).unwrap_or_default();
        self.game.turn_start() && occurs_twice(*key, before)
    }

    /// The outcome at this node, by the rules of the game or by repetition.
    pub(super) fn outcome(&self, ply: Ply) -> Option<Outcome> {
        let repetition = || self.is_third_occurrence(ply).then(|| self.game.repetition_outcome());
        self.game.outcome().or_else(repetition)
    }

    /// The action with these bits (a table move or a killer), if it is legal here.
    #[inline(always)]
    pub(super) fn legal_action(&self, bits: u32) -> Option<G::Action> {
        let action = G::Action::from_bits(bits);
        (bits != 0 && self.game.is_legal(action)).then_some(action)
    }

    /// Objective of the players.
    pub(super) fn objective(&self) -> Objective {
        self.objective
    }

    /// The evaluation in use: network or hand-made.
    pub(super) fn eval_source(&self) -> &EvalSource {
        &self.eval_source
    }

    /// Whether all legal actions are searched at the root.
    pub(super) fn has_all_actions(&self) -> bool {
        self.root.len() as u64 == self.game.count_actions()
    }

    /// The actions that are searched at the root.
    pub(super) fn root_choice(&self) -> Vec<G::Action> {
        self.root.iter().map(|root| root.action).collect()
    }

    /// Sets the principal variation from `ply`: `action`, then the variation from the next ply.
    #[inline(always)]
    pub(super) fn extend_pv(&mut self, action: G::Action, ply: Ply) {
        let (upper, lower) = self.pvs.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(action);
        line.extend_from_slice(&lower[0]);
    }

    /// Copies the principal variation from ply 1 to the root action at `index`.
    pub(super) fn note_root_pv(&mut self, index: usize) {
        let root = &mut self.root[index];
        root.seldepth = self.seldepth;
        root.pv.clear();
        root.pv.push(root.action);
        root.pv.extend_from_slice(&self.pvs[1]);
    }

    /// Moves a root action to `index` and sets its score. The action must be at `index` or after
    /// it.
    pub(super) fn move_root_action_to(&mut self, index: usize, action: G::Action, score: Score) {
        let is_it = |root: &RootAction<G::Action>| root.action == action;
        if let Some(behind) = self.root[index..].iter().position(is_it) {
            self.root[index..=index + behind].rotate_right(1);
            self.root[index].score = score;
        }
    }

    /// Notes that the root action at `index` has an exact score and is the best of its line so far.
    pub(super) fn note_root_rank(&mut self, index: usize) {
        self.standing = Some(self.root[index].clone());
    }

    /// Whether the walker is at the root of `task` again. For assertions.
    pub(super) fn is_at_root_of(&self, task: &Task<G>) -> bool {
        self.game == *task.root.state()
    }
}

/// Whether `before` contains the key at least twice. Then this is the third occurrence.
#[inline(always)]
fn occurs_twice(key: u64, before: &[u64]) -> bool {
    before.iter().filter(|past| **past == key).count() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::games::pacru::Shacru;

    #[test]
    fn history_is_clear_after_a_new_marker_alone() {
        // White can move to his own marker on a1, or to the bare field a2.
        const FEN: &str = "rrrrrrrrr/rrrrrrrrr/rrrR6*R6*R6*rrr/bbbbbbbbb/bbbB6*B6*B6*bbb/bbbbbbbbb/wwwwwwwww/1wwwwwwww/\
                           wW6*W6*W6*wwwww w - 3 40";
        let root = Shacru::<3>::from_fen((), FEN).unwrap();
        let mut walker: Walker<Shacru<3>> = Walker::new(root);
        walker.forget_past();
        assert!(walker.has_turn_keys([root.key(), 1].into_iter()));
        assert!(!walker.has_turn_keys([1].into_iter()));
        for (token, is_clear) in [("b1a1", false), ("b1a2", true)] {
            let action = root.parse_action(token).unwrap();
            walker.make_for_good(action, 0, false);
            assert_eq!(walker.is_history_clear(1), is_clear, "{token}");
            walker.return_to_root(&root, 1);
        }
    }
}
