//! The candidate turns of a node, for `turns.rs`: a beam over partial turns.
//!
//! All actions of the position are tried, the likeliest partial turns by
//! [`Evaluate::prospects`](crate::game::Evaluate::prospects) are kept and tried further, and every partial
//! turn may also end. Partial turns are compared by their keys, which know no order of actions, so that of
//! several orders one is kept.

use super::turns::{Reach, RootTurn};
use super::worker::Worker;
use super::{MAX_PLY, Ply, Searchable};
use crate::game::{Action, Outcome, Score};

/// No turn is longer.
pub(super) const LONGEST_TURN: usize = 8;
/// After the first action only so many of the likeliest first actions are tried further, apart from what
/// was not possible before.
const FURTHER_ACTIONS: usize = 60;
/// A position with fewer actions (where something is compulsory) tells nothing of the likeliest ones.
const FEW_ACTIONS: usize = 24;

/// The actions of a turn, or of the beginning of one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Turn<A> {
    actions: [Option<A>; LONGEST_TURN],
    pub length: usize,
}

impl<A: Action> Turn<A> {
    pub const EMPTY: Self = Self { actions: [None; LONGEST_TURN], length: 0 };

    pub fn with(mut self, action: A) -> Self {
        if let Some(place) = self.actions.get_mut(self.length) {
            *place = Some(action);
            self.length += 1;
        }
        self
    }

    pub fn iter(&self) -> impl Iterator<Item = A> + '_ {
        self.actions[..self.length].iter().filter_map(|action| *action)
    }

    pub fn first(&self) -> Option<A> {
        self.actions[0]
    }
}

/// A turn and what it promises.
#[derive(Clone, Copy)]
pub(super) struct Candidate<A> {
    pub turn: Turn<A>,
    /// For who makes the turn.
    pub value: Score,
    /// Of the position after it.
    key: u64,
}

/// Memory that the lists of turns need, made once.
pub(super) struct TurnLists<G: Searchable> {
    /// The candidates of all nodes on the current path, one after the other.
    pub candidates: Vec<Candidate<G::Action>>,
    /// Partial turns of the length that is being tried further, and of the next one.
    beam: Vec<Candidate<G::Action>>,
    next_beam: Vec<Candidate<G::Action>>,
    /// The likeliest actions, as bits, sorted.
    likely: Vec<u32>,
    /// All actions of the position in which `likely` was found, as bits, sorted.
    possible: Vec<u32>,
    pub undos: Vec<(G::Undo, usize)>,
    /// Of the partial turn that is made.
    pub partial_undos: Vec<G::Undo>,
    pub root: Vec<RootTurn<G::Action>>,
    /// The reach of the last iteration that was finished.
    pub done: Option<Reach>,
    /// By the turns still to be made, the last two that proved too good for the other side to allow.
    refutations: [[Turn<G::Action>; 2]; REFUTED_TURNS],
}

/// Turns that lie so many apart share a place among the refutations.
const REFUTED_TURNS: usize = 8;

impl<G: Searchable> TurnLists<G> {
    pub fn new() -> Self {
        Self {
            candidates: Vec::with_capacity(4096),
            beam: Vec::with_capacity(4096),
            next_beam: Vec::with_capacity(4096),
            likely: Vec::with_capacity(1024),
            possible: Vec::with_capacity(1024),
            undos: Vec::with_capacity(MAX_PLY),
            partial_undos: Vec::with_capacity(LONGEST_TURN),
            root: Vec::new(),
            done: None,
            refutations: [[Turn::EMPTY; 2]; REFUTED_TURNS],
        }
    }

    /// The latest first; empty ones where there are none.
    pub fn refutations(&self, reach: Reach) -> [Turn<G::Action>; 2] {
        self.refutations[reach.turns as usize % REFUTED_TURNS]
    }

    pub fn note_refutation(&mut self, reach: Reach, turn: Turn<G::Action>) {
        let known = &mut self.refutations[reach.turns as usize % REFUTED_TURNS];
        if known[0] != turn {
            *known = [turn, known[0]];
        }
    }

    /// Forgets one search.
    pub fn clear(&mut self) {
        self.candidates.clear();
        self.undos.clear();
        self.root.clear();
        self.done = None;
        self.refutations = [[Turn::EMPTY; 2]; REFUTED_TURNS];
    }
}

impl<G: Searchable> Worker<G> {
    /// Appends the candidates of the current node, the best first: `most` of them, from a beam of `width`
    /// partial turns. At the root only the actions chosen there begin a turn.
    pub(super) fn list_turns(&mut self, width: usize, most: usize, ply: Ply) {
        let at_root = ply == 0;
        let first = self.turns.candidates.len();
        self.turns.beam.clear();
        let empty = Candidate { turn: Turn::EMPTY, value: Score::DRAW, key: self.game.key() };
        self.turns.beam.push(empty);
        self.turns.possible.clear();
        let chosen = if at_root { self.root_choice() } else { Vec::new() };
        if let Some(end) = self.game.end_of_turn().filter(|end| !at_root || chosen.contains(end)) {
            let value = self.value_of_ending(end, ply);
            let turn = Turn::EMPTY.with(end);
            self.turns.candidates.push(Candidate { turn, value, key: !empty.key });
        }
        for length in 0..LONGEST_TURN {
            self.turns.next_beam.clear();
            for index in 0..self.turns.beam.len() {
                let partial = self.turns.beam[index].turn;
                for action in partial.iter() {
                    let undo = self.game.make(action);
                    self.turns.partial_undos.push(undo);
                }
                self.extend_partial(&partial, if length == 0 { &chosen } else { &[] }, ply);
                self.unmake_partial();
                if self.stopped {
                    return;
                }
            }
            let TurnLists { beam, next_beam, likely, possible, .. } = &mut self.turns;
            if next_beam.is_empty() {
                break;
            }
            sort_by_value(next_beam);
            if possible.len() < FEW_ACTIONS {
                let last = |candidate: &Candidate<G::Action>| {
                    candidate.turn.actions[length].map_or(0, |action| action.bits())
                };
                likely.clear();
                likely.extend(next_beam.iter().take(FURTHER_ACTIONS).map(last));
                possible.clear();
                possible.extend(next_beam.iter().map(last));
                likely.sort_unstable();
                possible.sort_unstable();
            }
            keep_best(next_beam, 0, width);
            std::mem::swap(beam, next_beam);
        }
        keep_best(&mut self.turns.candidates, first, most);
    }

    /// Takes the actions of a partial turn back.
    pub(super) fn unmake_partial(&mut self) {
        while let Some(undo) = self.turns.partial_undos.pop() {
            self.game.unmake(undo);
        }
    }

    /// Tries all actions after a partial turn, which has been made: complete turns go to the candidates,
    /// the others to the next beam. Only `chosen` actions are tried if there are any.
    fn extend_partial(&mut self, partial: &Turn<G::Action>, chosen: &[G::Action], ply: Ply) {
        let mover = self.game.player();
        let stalled = self.stalled_score();
        let from = self.actions.len();
        if chosen.is_empty() {
            self.game.actions(&mut self.actions);
        } else {
            self.actions.extend_from_slice(chosen);
        }
        let end = self.game.end_of_turn();
        for index in from..self.actions.len() {
            let action = self.actions[index];
            if Some(action) == end || !self.is_promising(action) {
                continue;
            }
            self.poll();
            if self.stopped {
                break;
            }
            let undo = self.game.make(action);
            self.nodes += 1;
            let turn = partial.with(action);
            let key = self.game.key();
            let child = |value: Score| Candidate { turn, value, key };
            match self.game.outcome() {
                Some(Outcome::Win(winner)) => {
                    let won = winner == mover;
                    let value = if won { Score::win_in(1) } else { Score::loss_in(1) };
                    self.turns.candidates.push(child(value));
                }
                Some(Outcome::Draw) => self.turns.candidates.push(child(Score::DRAW)),
                None if self.game.turn_start() => {
                    let repeats = self.would_repeat(key, ply);
                    let value = if repeats { stalled } else { self.game.evaluate_for(mover) };
                    self.turns.candidates.push(child(value));
                }
                None => {
                    let [going_on, mut ending] = self.game.prospects();
                    self.turns.next_beam.push(child(going_on));
                    if let Some(end) = self.game.end_of_turn() {
                        if self.would_repeat(self.game.key_after(end), ply) {
                            ending = stalled;
                        }
                        let turn = turn.with(end);
                        self.turns.candidates.push(Candidate { turn, value: ending, key });
                    }
                }
            }
            self.game.unmake(undo);
        }
        self.actions.truncate(from);
    }

    /// What ending the turn here promises, at the node at `ply`: a repetition is one at once, lest the
    /// turns that repeat are left out as poor ones.
    fn value_of_ending(&self, end: G::Action, ply: Ply) -> Score {
        if self.would_repeat(self.game.key_after(end), ply) {
            return self.stalled_score();
        }
        let [_, value] = self.game.prospects();
        value
    }

    /// Whether an action was among the likeliest of the turn's beginning, or is new.
    fn is_promising(&self, action: G::Action) -> bool {
        let TurnLists { likely, possible, .. } = &self.turns;
        let bits = action.bits();
        possible.len() < FEW_ACTIONS
            || likely.binary_search(&bits).is_ok()
            || possible.binary_search(&bits).is_err()
    }
}

/// The best first; equal ones in the order of their keys, so that the same positions stand together.
fn sort_by_value<A>(list: &mut [Candidate<A>]) {
    list.sort_unstable_by_key(|candidate| (std::cmp::Reverse(candidate.value), candidate.key));
}

/// Leaves of the candidates from `first` on the best `most` that lead to different positions.
fn keep_best<A: Copy>(list: &mut Vec<Candidate<A>>, first: usize, most: usize) {
    sort_by_value(&mut list[first..]);
    let mut kept = first;
    for index in first..list.len() {
        let candidate = list[index];
        if kept - first < most && (kept == first || list[kept - 1].key != candidate.key) {
            list[kept] = candidate;
            kept += 1;
        }
    }
    list.truncate(kept);
}
