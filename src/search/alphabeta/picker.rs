//! The move picker. It hands out the actions of a node one at a time, best first, in stages: the table action before
//! anything is generated, noisy actions, quiet actions, and last the noisy actions that probably lose material. In
//! some games the killers come before quiet actions are generated.

use super::history::Heuristics;
use crate::game::Action;
use crate::search::shared::captures::Captures;
use crate::search::shared::lists::ActionLists;
use crate::search::walker::PreviousSlots;
use crate::search::{Ply, Searchable};
use std::marker::PhantomData;

/// Added to the value of a killer; subtracted if the killer has been handed out already.
const KILLER_VALUE: i32 = 1 << 20;
/// Index of a list that has not been generated.
const NOT_GENERATED: usize = usize::MAX;
/// A noisy action that wins less than this, in centipawns, comes last.
const LEAST_CP: i32 = 0;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Table,
    Noisy,
    Killers,
    Quiet,
    Losing,
    Done,
}

/// The positions of one node's actions in the lists.
pub struct Picker<G: Searchable, C> {
    stage: Stage,
    table_action: Option<G::Action>,
    /// Actions from here to the end of the lists are not yet handed out.
    next: usize,
    /// Whether the best of the remaining actions is known and first.
    is_ready: bool,
    first: usize,
    /// The losing actions are in `first..losing`.
    losing: usize,
    before: PreviousSlots,
    ply: Ply,
    /// Killers that were handed out before quiet actions were generated, in games that do so.
    killers: [Option<G::Action>; 2],
    captures: PhantomData<C>,
}

impl<G: Searchable, C: Captures<G>> Picker<G, C> {
    /// A picker for all actions of the node at `ply`. `table_action` must be legal.
    #[inline(always)]
    pub fn new(
        lists: &ActionLists<G::Action>,
        table_action: Option<G::Action>,
        before: PreviousSlots,
        ply: Ply,
    ) -> Self {
        let first = lists.actions.len();
        Self {
            stage: Stage::Table,
            table_action,
            next: first,
            is_ready: false,
            first,
            losing: first,
            before,
            ply,
            killers: [None; 2],
            captures: PhantomData,
        }
    }

    /// History slots of the two actions before this node.
    pub fn before(&self) -> PreviousSlots {
        self.before
    }

    /// Range in the lists of the actions handed out so far. The table action may be missing.
    pub fn tried(&self) -> std::ops::Range<usize> {
        if self.next == NOT_GENERATED { 0..0 } else { self.first..self.next }
    }

    /// The next action, and whether it is noisy and loses nothing.
    #[inline]
    pub fn next(
        &mut self,
        lists: &mut ActionLists<G::Action>,
        history: &Heuristics<G>,
        game: &G,
    ) -> Option<(G::Action, bool)> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Noisy;
                    // The table action often causes a cutoff, so nothing is generated before the second pick.
                    self.next = NOT_GENERATED;
                    if let Some(action) = self.table_action {
                        return Some((action, game.is_noisy(action)));
                    }
                }
                Stage::Noisy | Stage::Quiet => match self.best_left(lists, game) {
                    Some(action) if self.is_handed_out(action) => {}
                    Some(action)
                        if self.stage == Stage::Noisy && !C::wins(game, action, LEAST_CP) =>
                    {
                        lists.actions.swap(self.losing, self.next - 1);
                        self.losing += 1;
                    }
                    Some(action) => return Some((action, self.stage == Stage::Noisy)),
                    None if self.stage == Stage::Noisy => self.stage = Stage::Killers,
                    None => {
                        self.stage = Stage::Losing;
                        self.next = self.first;
                    }
                },
                Stage::Killers => match self.next_killer(lists, history, game) {
                    Some(killer) => return Some((killer, false)),
                    None => {
                        self.stage = Stage::Quiet;
                        self.generate_quiet(lists, history, game);
                    }
                },
                Stage::Losing if self.next < self.losing => {
                    self.next += 1;
                    return Some((lists.actions[self.next - 1], false));
                }
                Stage::Losing => self.stage = Stage::Done,
                Stage::Done => return None,
            }
        }
    }

    /// Whether the action was handed out in an earlier stage.
    #[inline(always)]
    fn is_handed_out(&self, action: G::Action) -> bool {
        let action = Some(action);
        action == self.table_action || self.killers.contains(&action)
    }

    /// The next legal killer. A killer often causes a cutoff before quiet actions have to be
    /// generated.
    fn next_killer(
        &mut self,
        lists: &mut ActionLists<G::Action>,
        history: &Heuristics<G>,
        game: &G,
    ) -> Option<G::Action> {
        if !G::PROFILE.killers_first {
            return None;
        }
        for (index, bits) in history.killers(self.ply).into_iter().enumerate() {
            let killer = G::Action::from_bits(bits);
            let is_new = bits != 0 && !self.is_handed_out(killer);
            if is_new && game.is_legal(killer) && !game.is_noisy(killer) {
                self.killers[index] = Some(killer);
                lists.push(killer, KILLER_VALUE);
                self.next = lists.actions.len();
                return Some(killer);
            }
        }
        None
    }

    fn generate_quiet(
        &mut self,
        lists: &mut ActionLists<G::Action>,
        history: &Heuristics<G>,
        game: &G,
    ) {
        let from = lists.actions.len();
        self.next = from;
        game.quiet(&mut lists.actions);
        let row = history.history(game.player(), self.before);
        let killers = history.killers(self.ply);
        let raise = if G::PROFILE.killers_first { -KILLER_VALUE } else { KILLER_VALUE };
        lists.value_from(from, |action| {
            let is_killer = killers.contains(&action.bits());
            row.value(game.slot(action)) + raise * i32::from(is_killer)
        });
    }

    /// Moves the best remaining action to the front. Most nodes need only a few actions, so there
    /// is no full sort.
    #[inline]
    fn best_left(&mut self, lists: &mut ActionLists<G::Action>, game: &G) -> Option<G::Action> {
        if self.next == NOT_GENERATED {
            self.next = self.first;
            game.noisy(&mut lists.actions);
            lists.value_from(self.first, |action| game.gain(action));
        }
        let best = self.find_best(lists)?;
        self.is_ready = false;
        self.next += 1;
        Some(best)
    }

    /// The quiet action after the one handed out last; `None` if the next action is not quiet.
    #[inline(always)]
    pub fn peek(&mut self, lists: &mut ActionLists<G::Action>) -> Option<G::Action> {
        if self.stage != Stage::Quiet {
            return None;
        }
        let best = self.find_best(lists)?;
        self.is_ready = true;
        Some(best)
    }

    #[inline(always)]
    fn find_best(&self, lists: &mut ActionLists<G::Action>) -> Option<G::Action> {
        if self.is_ready { Some(lists.actions[self.next]) } else { lists.take_best(self.next) }
    }

    /// Truncates the lists to their length before this node.
    #[inline(always)]
    pub fn finish(self, lists: &mut ActionLists<G::Action>) {
        lists.truncate(self.first);
    }
}
