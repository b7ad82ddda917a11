//! Principal variations, and what a search reports.

use super::{Depth, Searchable, Worker};
use crate::game::{Action, Outcome, Player, Score};
use std::time::Duration;

/// A root action with the play that is expected after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<A> {
    /// For the player to move at the root.
    pub score: Score,
    /// The iteration that found it; 0 if it was chosen without search.
    pub depth: Depth,
    /// The longest line that was looked at, in actions.
    pub seldepth: usize,
    /// Never empty. Complete to the end of the first turn, and one action longer where the game goes
    /// on.
    pub actions: Vec<A>,
}

/// What is known at the end of an iteration.
#[derive(Clone, Debug)]
pub struct Info<A> {
    /// Best first; differ in their first action.
    pub lines: Vec<Line<A>>,
    /// Actions made so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Per mille of the table in use.
    pub hashfull: u32,
    /// How many states the player took into account, 0 where he knows the one that is.
    pub samples: usize,
}

impl<G: Searchable> Worker<G> {
    /// Completes a line from the root: to the end of the first turn, and one action more where the
    /// game goes on. What the search left open comes from the table, or is chosen by a look at each
    /// action's result. No node is counted.
    pub(super) fn complete(&self, actions: &mut Vec<G::Action>) {
        let mut played = self.root.clone();
        let mut first_turn = None;
        for index in 0.. {
            if played.outcome().is_some() {
                actions.truncate(index);
                return;
            }
            if index == actions.len() {
                if first_turn.is_some_and(|length| index > length) {
                    return;
                }
                match self.likely_action(played.state()) {
                    Some(action) => actions.push(action),
                    None => return,
                }
            }
            played.play(actions[index]);
            if played.state().turn_start() {
                first_turn.get_or_insert(index + 1);
            }
        }
    }

    fn likely_action(&self, game: &G) -> Option<G::Action> {
        let entry = self.table.probe(self.salted(game.table_key(), false));
        let stored = entry.map(|entry| G::Action::from_bits(entry.action));
        if let Some(action) = stored.filter(|action| game.is_legal(*action)) {
            return Some(action);
        }
        let mover = game.player();
        let mut legal = Vec::new();
        game.actions(&mut legal);
        // The first of the best, so that the choice does not depend on the order of `max_by_key`.
        legal.into_iter().rev().max_by_key(|action| {
            let mut child = game.clone();
            child.make(*action);
            static_value(&child, mover)
        })
    }
}

/// The value of a position for `player` without search.
pub(super) fn static_value<G: Searchable>(game: &G, player: Player) -> Score {
    match game.outcome() {
        Some(Outcome::Win(winner)) if winner == player => Score::win_in(1),
        Some(Outcome::Win(_)) => Score::loss_in(1),
        Some(Outcome::Draw) => Score::DRAW,
        None => game.evaluate_for(player),
    }
}
