//! Search over whole turns, for games whose turns are made of many actions. Plain alpha-beta over single
//! actions drowns there: with a hundred actions a ply and six plies a turn it never sees a reply, and most
//! orders of the same actions lead to the same position.
//!
//! A node is the start of a turn. Principal variation search goes over the best of its candidates, which
//! `candidates.rs` builds. Iterations widen beam and choice until a turn more is looked at, and so on.
//! With the same evaluation and 30000 nodes a turn it won 11 of 16 games of A Game of War against alpha-beta
//! over single actions, drew 1, and took half the time for a node.

use super::candidates::{LONGEST_TURN, Turn, TurnLists};
use super::line::{Line, static_value};
use super::table::{Bound, Entry};
use super::worker::Worker;
use super::{Depth, MAX_PLY, Ply, Searchable};
use crate::game::{Action, Score};

/// Candidates of a node: so many, and so many more a width.
const CANDIDATES: [usize; 2] = [8, 6];
/// Candidates of the root that are searched for replies, a width.
const ROOT_CANDIDATES: usize = 10;
/// Partial turns kept at the root, a width.
const ROOT_BEAM: usize = 3;

/// A candidate of the root.
pub(super) struct RootTurn<A> {
    turn: Turn<A>,
    /// Of the last iteration that looked at it.
    score: Score,
    seldepth: usize,
    pv: Vec<A>,
}

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

    fn candidates(self) -> usize {
        CANDIDATES[0] + CANDIDATES[1] * self.width
    }
}

impl<G: Searchable> Worker<G> {
    /// Most actions of a turn, for [`Reach`].
    const LONGEST: u32 = match G::TURN_SEARCH {
        Some(longest) => longest,
        None => 1,
    };

    /// One iteration over `count` lines, as [`Worker::iterate`] wants it.
    pub(super) fn turn_iteration(
        &mut self,
        depth: Depth,
        count: usize,
        lines: &mut Vec<Line<G::Action>>,
    ) -> bool {
        let reach = Reach::of(depth, Self::LONGEST);
        if self.turns.done == Some(reach) {
            lines.iter_mut().for_each(|line| line.depth = depth);
            return true;
        }
        self.seldepth = 0;
        if reach.turns == 1 && !self.list_root_turns(reach.width) {
            return false;
        }
        let mut found: Vec<Line<G::Action>> = Vec::with_capacity(count);
        for _ in 0..count {
            let taken: Vec<G::Action> =
                found.iter().filter_map(|line| line.actions.first().copied()).collect();
            let best = self.search_root_turns(reach, &taken);
            let line = best.map(|index| self.turn_line(index, depth));
            if self.stopped {
                if let (Some(line), true) = (line, found.is_empty()) {
                    lines[0] = line;
                }
                return false;
            }
            found.extend(line);
        }
        self.turns.root.sort_by_key(|root| std::cmp::Reverse(root.score));
        found.sort_by_key(|line| std::cmp::Reverse(line.score));
        if !found.is_empty() {
            *lines = found;
        }
        self.turns.done = Some(reach);
        true
    }

    fn turn_line(&self, index: usize, depth: Depth) -> Line<G::Action> {
        let root = &self.turns.root[index];
        let mut actions: Vec<G::Action> = root.turn.iter().chain(root.pv.iter().copied()).collect();
        self.complete(&mut actions);
        let score = Self::as_far_as_proven(root.score);
        Line { score, depth, seldepth: root.seldepth, actions }
    }

    /// Lists the turns of the root, among them one for each of its actions. False if stopped.
    fn list_root_turns(&mut self, width: usize) -> bool {
        let first = self.turns.candidates.len();
        self.list_turns(ROOT_BEAM * width, usize::MAX, 0);
        if self.stopped {
            self.turns.candidates.truncate(first);
            return false;
        }
        let TurnLists { candidates, root, .. } = &mut self.turns;
        let mut seen: Vec<u32> = Vec::new();
        root.clear();
        for (index, candidate) in candidates[first..].iter().enumerate() {
            let bits = candidate.turn.first().map_or(0, |action| action.bits());
            let is_new = !seen.contains(&bits);
            if is_new {
                seen.push(bits);
            }
            if is_new || index < 2 * ROOT_CANDIDATES * Self::LONGEST as usize {
                let turn = candidate.turn;
                root.push(RootTurn { turn, score: candidate.value, seldepth: 0, pv: Vec::new() });
            }
        }
        candidates.truncate(first);
        // Several actions may lead to one and the same position, of which one was kept.
        for action in self.root_choice() {
            if !seen.contains(&action.bits()) {
                let root = self.shortest_turn(action);
                self.turns.root.push(root);
            }
        }
        true
    }

    /// The turn of the root that consists of one action, and the end of the turn if that is still due.
    fn shortest_turn(&mut self, action: G::Action) -> RootTurn<G::Action> {
        let mover = self.game.player();
        let undo = self.game.make(action);
        self.nodes += 1;
        let score = static_value(&self.game, mover);
        let turn = Turn::EMPTY.with(action);
        let end = if self.game.turn_start() { None } else { self.game.end_of_turn() };
        self.game.unmake(undo);
        let turn = end.map_or(turn, |end| turn.with(end));
        RootTurn { turn, score, seldepth: 0, pv: Vec::new() }
    }

    /// Searches the turns of the root that do not begin with one of `taken`; the index of the best one,
    /// `None` if there is none or no one was finished.
    fn search_root_turns(&mut self, reach: Reach, taken: &[G::Action]) -> Option<usize> {
        let most = if reach.turns == 1 { usize::MAX } else { ROOT_CANDIDATES * reach.width };
        let (mut alpha, beta) = (-Score::INFINITE, Score::INFINITE);
        let mut best = None;
        let mut searched = 0;
        for index in 0..self.turns.root.len() {
            let turn = self.turns.root[index].turn;
            let first = turn.first();
            if searched == most {
                // Unknown is worse than known, in its old order.
                break;
            }
            if first.is_some_and(|first| taken.contains(&first)) {
                continue;
            }
            searched += 1;
            let value = self.value_of_turn(&turn, reach.next(), alpha, beta, 0, best.is_none());
            if self.stopped {
                break;
            }
            let seldepth = self.seldepth;
            let pv = &self.pvs[turn.length];
            let root = &mut self.turns.root[index];
            root.score = value;
            if best.is_none() || value > alpha {
                root.seldepth = seldepth;
                root.pv.clone_from(pv);
                best = Some(index);
                alpha = alpha.max(value);
            } else {
                // A bound only, and never above the best.
                root.score = value.min(alpha - 1);
            }
        }
        if !self.stopped {
            for root in self.turns.root.iter_mut().skip(searched + taken.len()) {
                root.score = root.score.min(alpha - 1);
            }
        }
        best
    }

    /// The value of a turn for who makes it at the node at `ply`: with a null window first, unless it is
    /// the `leading` one.
    fn value_of_turn(
        &mut self,
        turn: &Turn<G::Action>,
        reach: Reach,
        alpha: Score,
        beta: Score,
        ply: Ply,
        leading: bool,
    ) -> Score {
        let by_hero = self.is_heros_turn();
        let before = self.turns.undos.len();
        for (index, action) in turn.iter().enumerate() {
            self.poll();
            if self.stopped {
                self.unmake_to(before);
                return Score::DRAW;
            }
            let undo = self.make(action, ply + index);
            self.turns.undos.push(undo);
        }
        let same = self.is_heros_turn() == by_hero;
        let ply = ply + turn.length;
        let is_null = beta <= alpha + 1;
        let mut value = -Score::INFINITE;
        if !leading || is_null {
            value = self.turn_child::<false>(same, reach, alpha, alpha + 1, ply);
        }
        if !is_null && (leading || value > alpha) && !self.stopped {
            value = self.turn_child::<true>(same, reach, alpha, beta, ply);
        }
        self.unmake_to(before);
        value
    }

    /// Takes back all actions but the first `kept` of the line.
    fn unmake_to(&mut self, kept: usize) {
        while self.turns.undos.len() > kept {
            if let Some(undo) = self.turns.undos.pop() {
                self.unmake(undo);
            }
        }
    }

    fn turn_child<const PV: bool>(
        &mut self,
        same: bool,
        reach: Reach,
        alpha: Score,
        beta: Score,
        ply: Ply,
    ) -> Score {
        if same {
            self.search_turns::<PV>(reach, alpha, beta, ply)
        } else {
            -self.search_turns::<PV>(reach, -beta, -alpha, ply)
        }
    }

    /// The value of the current node, the start of a turn, for its mover (fail-soft).
    fn search_turns<const PV: bool>(
        &mut self,
        reach: Reach,
        mut alpha: Score,
        mut beta: Score,
        ply: Ply,
    ) -> Score {
        if reach.turns == 0 {
            return self.quiescence::<PV>(alpha, beta, ply);
        }
        if let Some(score) = self.arrive::<PV>(ply) {
            return score;
        }
        if ply + LONGEST_TURN >= MAX_PLY {
            return self.evaluate();
        }
        let [fastest_win, fastest_loss] = self.fastest_ends(ply);
        alpha = alpha.max(fastest_loss - i32::from(PV));
        beta = beta.min(fastest_win);
        if alpha >= beta {
            return alpha;
        }
        let key = self.game.table_key();
        let entry = self.table.probe(key);
        let depth = reach.depth(Self::LONGEST);
        if let Some(entry) = entry.filter(|entry| !PV && entry.depth >= depth) {
            let score = self.score_from_table(entry.score, ply);
            if entry.bound.decides(score, alpha, beta) {
                return score;
            }
        }
        // Who could end his turn at once and be content need not look for more.
        if !PV && reach.turns == 1 && self.game.may_stand_pat() && !beta.is_proven() {
            let [_, resting] = self.game.prospects();
            if resting >= beta {
                return resting;
            }
        }
        if !PV && let Some(value) = self.refute(reach, alpha, beta, ply) {
            self.keep(key, None, value, depth, Bound::Lower, ply);
            return value;
        }
        let first = self.turns.candidates.len();
        self.list_turns(reach.width, reach.candidates(), ply);
        if let Some(action) = entry.and_then(|entry| self.legal_action(entry.action)) {
            let list = &mut self.turns.candidates[first..];
            if let Some(index) = list.iter().position(|other| other.turn.first() == Some(action)) {
                list[..=index].rotate_right(1);
            }
        }
        let old_alpha = alpha;
        let mut best = -Score::INFINITE;
        let mut best_turn = None;
        for index in first..self.turns.candidates.len() {
            if self.stopped {
                break;
            }
            let turn = self.turns.candidates[index].turn;
            let value = self.value_of_turn(&turn, reach.next(), alpha, beta, ply, index == first);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    best_turn = turn.first();
                    if PV {
                        self.extend_pv_by_turn(&turn, ply);
                    }
                    if value >= beta {
                        self.turns.note_refutation(reach, turn);
                        break;
                    }
                }
            }
        }
        self.turns.candidates.truncate(first);
        if self.stopped {
            return Score::DRAW;
        }
        best = Self::as_far_as_proven(best);
        self.keep(key, best_turn, best, depth, Bound::of(best, old_alpha, beta), ply);
        best
    }

    fn keep(
        &self,
        key: u64,
        first: Option<G::Action>,
        value: Score,
        depth: Depth,
        bound: Bound,
        ply: Ply,
    ) {
        let action = first.map_or(0, |action| action.bits());
        let score = self.score_to_table(value, ply);
        self.table.store(key, Entry { action, score, depth, bound, evaluation: None });
    }

    /// Tries what refuted the last turns looked at from so far, before all that could be done is listed:
    /// the killer heuristic, for turns. `None` if none of them does.
    fn refute(&mut self, reach: Reach, alpha: Score, beta: Score, ply: Ply) -> Option<Score> {
        for turn in self.turns.refutations(reach) {
            if self.is_playable(&turn) {
                let value = self.value_of_turn(&turn, reach.next(), alpha, beta, ply, true);
                if !self.stopped && value >= beta {
                    return Some(Self::as_far_as_proven(value));
                }
            }
        }
        None
    }

    /// Whether a turn, found elsewhere, can be made here, and is a whole one.
    fn is_playable(&mut self, turn: &Turn<G::Action>) -> bool {
        let mover = self.game.player();
        let mut is_legal = turn.length > 0;
        for action in turn.iter() {
            let goes_on = self.game.outcome().is_none() && self.game.player() == mover;
            if !(goes_on && self.game.is_legal(action)) {
                is_legal = false;
                break;
            }
            let undo = self.game.make(action);
            self.turns.partial_undos.push(undo);
        }
        let is_whole = self.game.outcome().is_some() || self.game.player() != mover;
        self.unmake_partial();
        is_legal && is_whole
    }

    /// A loss in all candidates is no proof, for there are other turns. A win in one of them is.
    fn as_far_as_proven(score: Score) -> Score {
        if score.is_loss() { Self::unproven(score) } else { score }
    }

    fn extend_pv_by_turn(&mut self, turn: &Turn<G::Action>, ply: Ply) {
        let (upper, lower) = self.pvs.split_at_mut(ply + turn.length);
        let line = &mut upper[ply];
        line.clear();
        line.extend(turn.iter());
        line.extend_from_slice(&lower[0]);
    }
}
