//! Candidate turns of a node: a beam search over partial turns.
//!
//! Every action of the position is tried. The best partial turns by [`TurnEvaluator::turn_values`]
//! are extended, and every partial turn may also end. Partial turns with equal keys are the same
//! actions in another order. Only one of them is kept.

use super::TurnDepth;
use super::turn::{BeamLevel, Candidate, LONGEST_TURN, Turn};
use super::work_queue::WorkQueue;
use crate::game::{Action, Outcome, Player, Score};
use crate::search::evaluation::evaluator::TurnEvaluator;
use crate::search::searchable::{Searchable, WholeTurns};
use crate::search::walker::Made;
use crate::search::{Ply, Walker};

/// Reusable memory for the candidate lists of one thread.
pub(super) struct TurnLists<G: Searchable> {
    /// Candidates of all nodes on the line, one list after the other.
    pub candidates: Vec<Candidate<G::Action>>,
    /// Actions after the current partial turn.
    actions: Vec<G::Action>,
    /// Partial turns of the current length and of the next one.
    beam: Vec<Candidate<G::Action>>,
    next_beam: Vec<Candidate<G::Action>>,
    /// Bits of the likeliest first actions, sorted.
    likely: Vec<u32>,
    /// Bits of all actions of the position where `likely` was computed, sorted.
    possible: Vec<u32>,
    /// Made actions of the current partial turn.
    partial: Vec<Made<G>>,
    /// Killer turns: the last two turns that caused a cutoff, by remaining depth in turns.
    refutations: [[Turn<G::Action>; 2]; REFUTED_TURNS],
}

/// Number of rows of killer turns. Deeper nodes share a row.
const REFUTED_TURNS: usize = 8;

impl<G: Searchable> TurnLists<G> {
    pub fn new() -> Self {
        Self {
            candidates: Vec::with_capacity(4096),
            actions: Vec::with_capacity(1024),
            beam: Vec::with_capacity(4096),
            next_beam: Vec::with_capacity(4096),
            likely: Vec::with_capacity(1024),
            possible: Vec::with_capacity(1024),
            partial: Vec::with_capacity(LONGEST_TURN),
            refutations: [[Turn::EMPTY; 2]; REFUTED_TURNS],
        }
    }

    /// The killer turns, latest first. Missing ones are empty turns.
    pub fn refutations(&self, turn_depth: TurnDepth) -> [Turn<G::Action>; 2] {
        self.refutations[turn_depth.turns as usize % REFUTED_TURNS]
    }

    pub fn note_refutation(&mut self, turn_depth: TurnDepth, turn: Turn<G::Action>) {
        let known = &mut self.refutations[turn_depth.turns as usize % REFUTED_TURNS];
        if known[0] != turn {
            *known = [turn, known[0]];
        }
    }

    /// Forgets the last search.
    pub fn clear(&mut self) {
        self.candidates.clear();
        self.refutations = [[Turn::EMPTY; 2]; REFUTED_TURNS];
    }
}

impl<G: Searchable + WholeTurns> TurnLists<G>
where
    G::Evaluator: TurnEvaluator<G>,
{
    /// Appends the candidates of the current node, best first: at most `most`, from a beam of
    /// `width` partial turns. At the root only the given actions begin a turn, and a `queue`
    /// divides the work among threads.
    pub fn list_turns(
        &mut self,
        walker: &mut Walker<G>,
        width: usize,
        most: usize,
        ply: Ply,
        queue: Option<&WorkQueue<G::Action>>,
    ) {
        let params = G::PROFILE.params;
        let few = params.turn_few_actions() as usize;
        let at_root = ply == 0;
        let first = self.candidates.len();
        self.beam.clear();
        let empty = Candidate { turn: Turn::EMPTY, value: Score::DRAW, key: walker.game().key() };
        self.beam.push(empty);
        self.possible.clear();
        let chosen = if at_root { walker.root_choice() } else { Vec::new() };
        let end = walker.game().end_of_turn();
        if let Some(end) = end.filter(|end| !at_root || chosen.contains(end)) {
            let value = value_of_ending(walker, end, ply);
            let turn = Turn::EMPTY.with(end);
            self.candidates.push(Candidate { turn, value, key: !empty.key });
        }
        for length in 0..LONGEST_TURN {
            self.next_beam.clear();
            let chosen = if length == 0 { chosen.as_slice() } else { &[] };
            match queue {
                Some(queue) => self.try_together(walker, chosen, queue),
                None => self.try_beam(walker, chosen, ply),
            }
            if walker.meter.stopped {
                return;
            }
            let Self { beam, next_beam, likely, possible, .. } = self;
            if next_beam.is_empty() {
                break;
            }
            sort_by_value(next_beam);
            if possible.len() < few {
                let last = |candidate: &Candidate<G::Action>| {
                    candidate.turn.actions[length].map_or(0, |action| action.bits())
                };
                likely.clear();
                likely.extend(
                    next_beam.iter().take(params.turn_further_actions() as usize).map(last),
                );
                possible.clear();
                possible.extend(next_beam.iter().map(last));
                likely.sort_unstable();
                possible.sort_unstable();
            }
            keep_best(next_beam, 0, width);
            std::mem::swap(beam, next_beam);
        }
        keep_best(&mut self.candidates, first, most);
    }

    /// Extends all partial turns of the beam, at the node at `ply`.
    fn try_beam(&mut self, walker: &mut Walker<G>, chosen: &[G::Action], ply: Ply) {
        for index in 0..self.beam.len() {
            let partial = self.beam[index].turn;
            self.try_partial(walker, &partial, chosen, ply);
            if walker.meter.stopped {
                return;
            }
        }
    }

    /// Extends all partial turns of the beam at the root, with helper threads.
    fn try_together(
        &mut self,
        walker: &mut Walker<G>,
        chosen: &[G::Action],
        queue: &WorkQueue<G::Action>,
    ) {
        queue.list(BeamLevel {
            beam: self.beam.clone(),
            chosen: chosen.to_vec(),
            likely: self.likely.clone(),
            possible: self.possible.clone(),
        });
        while let Some((index, _)) = queue.next(&mut walker.meter) {
            let partial = self.beam[index].turn;
            self.try_partial(walker, &partial, chosen, 0);
            queue.listed();
        }
        let [mut whole, mut partial] = queue.all_listed();
        self.candidates.append(&mut whole);
        self.next_beam.append(&mut partial);
    }

    /// Extends one partial turn for another thread. Returns the complete and the partial turns that
    /// result.
    pub fn list_piece(
        &mut self,
        walker: &mut Walker<G>,
        level: &BeamLevel<G::Action>,
        index: usize,
    ) -> [&mut Vec<Candidate<G::Action>>; 2] {
        self.candidates.clear();
        self.next_beam.clear();
        self.likely.clone_from(&level.likely);
        self.possible.clone_from(&level.possible);
        self.try_partial(walker, &level.beam[index].turn, &level.chosen, 0);
        [&mut self.candidates, &mut self.next_beam]
    }

    /// Extends one partial turn.
    fn try_partial(
        &mut self,
        walker: &mut Walker<G>,
        partial: &Turn<G::Action>,
        chosen: &[G::Action],
        ply: Ply,
    ) {
        for action in partial.iter() {
            self.partial.push(walker.make_to_evaluate(action));
        }
        self.extend_partial(walker, partial, chosen, ply);
        self.unmake_partial(walker);
    }

    /// Unmakes the actions of the partial turn.
    fn unmake_partial(&mut self, walker: &mut Walker<G>) {
        while let Some(made) = self.partial.pop() {
            walker.unmake(made);
        }
    }

    /// Whether a turn from another node is legal here and complete.
    pub fn is_playable(&mut self, walker: &mut Walker<G>, turn: &Turn<G::Action>) -> bool {
        let player = walker.game().player();
        let mut is_legal = turn.length > 0;
        for action in turn.iter() {
            let game = walker.game();
            let goes_on = game.outcome().is_none() && game.player() == player;
            if !(goes_on && game.is_legal(action)) {
                is_legal = false;
                break;
            }
            self.partial.push(walker.make_to_evaluate(action));
        }
        let is_whole = walker.game().outcome().is_some() || walker.game().player() != player;
        self.unmake_partial(walker);
        is_legal && is_whole
    }

    /// Tries all actions after a partial turn that has been made. Complete turns become candidates,
    /// others go to the next beam. If `chosen` has actions, tries only these.
    fn extend_partial(
        &mut self,
        walker: &mut Walker<G>,
        partial: &Turn<G::Action>,
        chosen: &[G::Action],
        ply: Ply,
    ) {
        let player = walker.game().player();
        let repetition = walker.repetition_score();
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        if chosen.is_empty() {
            walker.game().actions(&mut actions);
        } else {
            actions.extend_from_slice(chosen);
        }
        let end = walker.game().end_of_turn();
        for action in actions.iter().copied() {
            if Some(action) == end || !self.is_promising(action) {
                continue;
            }
            walker.meter.poll();
            if walker.meter.stopped {
                break;
            }
            let made = walker.make_to_evaluate(action);
            walker.meter.nodes += 1;
            let turn = partial.with(action);
            let key = walker.game().key();
            let child = |value: Score| Candidate { turn, value, key };
            match walker.game().outcome() {
                Some(Outcome::Win(winner)) => {
                    let won = winner == player;
                    let value = if won { Score::win_in(1) } else { Score::loss_in(1) };
                    self.candidates.push(child(value));
                }
                Some(Outcome::Draw) => self.candidates.push(child(Score::DRAW)),
                None if walker.game().turn_start() => {
                    let repeats = walker.would_repeat(key, ply);
                    let value = if repeats { repetition } else { value_after_turn(walker, player) };
                    self.candidates.push(child(value));
                }
                None => {
                    let [going_on, mut ending] = walker.turn_values();
                    self.next_beam.push(child(going_on));
                    if let Some(end) = walker.game().end_of_turn() {
                        if walker.would_repeat(walker.game().key_after(end), ply) {
                            ending = repetition;
                        }
                        let turn = turn.with(end);
                        self.candidates.push(Candidate { turn, value: ending, key });
                    }
                }
            }
            walker.unmake(made);
        }
        self.actions = actions;
    }

    /// Whether an action was among the likeliest at the start of the turn, or was not possible
    /// then.
    fn is_promising(&self, action: G::Action) -> bool {
        let Self { likely, possible, .. } = self;
        let bits = action.bits();
        possible.len() < G::PROFILE.params.turn_few_actions() as usize
            || likely.binary_search(&bits).is_ok()
            || possible.binary_search(&bits).is_err()
    }
}

/// The value if the turn ends here, at the node at `ply`. A repetition counts as a draw at once, so
/// that repeating turns are not dropped as poor ones.
fn value_of_ending<G: Searchable>(walker: &mut Walker<G>, end: G::Action, ply: Ply) -> Score
where
    G::Evaluator: TurnEvaluator<G>,
{
    if walker.would_repeat(walker.game().key_after(end), ply) {
        return walker.repetition_score();
    }
    walker.turn_values()[1]
}

/// The value of a turn start for the player who made the previous turn.
fn value_after_turn<G: Searchable>(walker: &mut Walker<G>, player: Player) -> Score
where
    G::Evaluator: TurnEvaluator<G>,
{
    let [value, _] = walker.turn_values();
    if walker.game().player() == player { value } else { -value }
}

/// Sorts by value, best first. Equal values are sorted by key, so that equal positions are
/// adjacent.
fn sort_by_value<A>(list: &mut [Candidate<A>]) {
    list.sort_unstable_by_key(|candidate| (std::cmp::Reverse(candidate.value), candidate.key));
}

/// Keeps the best `most` candidates with different positions, from index `first` on.
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
