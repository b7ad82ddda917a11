//! A position with the history that its rules need: the keys of earlier turns, for repetitions.

use super::{Game, Notation, Outcome};

/// A state and the keys of the positions that may still repeat.
///
/// Positions count at the start of a turn. The first position counts as its own first occurrence.
#[derive(Clone)]
pub struct Played<G: Game> {
    state: G,
    /// Keys at turn starts since the last action that cleared the history, including the current one.
    keys: Vec<u64>,
}

/// What [`Played::unmake`] needs to take an action back.
#[derive(Clone)]
pub struct PlayedUndo<G: Game> {
    undo: G::Undo,
    /// The keys before the action, if it cleared the history.
    cleared: Option<Vec<u64>>,
}

/// Occurrences of a position that end the game.
const OCCURRENCES_TO_STOP: usize = 3;
/// The reason given for a game that ends by repetition.
const REPEATED: &str = "third occurrence";

impl<G: Game> Played<G> {
    /// A game that begins with `state`.
    pub fn new(state: G) -> Self {
        let keys = if state.turn_start() { vec![state.key()] } else { Vec::new() };
        Self { state, keys }
    }

    /// The current state.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// Keys at turn starts since the last action that cleared the history, oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Carries out a legal action.
    pub fn play(&mut self, action: G::Action) {
        self.make(action);
    }

    /// Carries out a legal action, which [`Played::unmake`] can take back.
    pub fn make(&mut self, action: G::Action) -> PlayedUndo<G> {
        let cleared = self.state.clears_history(action).then(|| std::mem::take(&mut self.keys));
        let undo = self.state.make(action);
        if self.state.turn_start() {
            self.keys.push(self.state.key());
        }
        PlayedUndo { undo, cleared }
    }

    /// Takes back the last action, which returned `undo`.
    pub fn unmake(&mut self, undo: PlayedUndo<G>) {
        if self.state.turn_start() {
            self.keys.pop();
        }
        self.state.unmake(undo.undo);
        if let Some(keys) = undo.cleared {
            self.keys = keys;
        }
    }

    /// How the game ended, by the rules of the state or by repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome().or_else(|| self.is_repeated().then(|| self.state.repetition_outcome()))
    }

    fn is_repeated(&self) -> bool {
        self.earlier_occurrences() + 1 >= OCCURRENCES_TO_STOP
    }

    /// How often the position has occurred before, at the start of a turn; 0 in the middle of one.
    pub fn earlier_occurrences(&self) -> usize {
        let key = self.state.key();
        let count = || self.keys.iter().filter(|past| **past == key).count();
        if self.state.turn_start() { count().saturating_sub(1) } else { 0 }
    }

    /// The legal actions; none when the game is over, also by repetition.
    pub fn actions(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        if self.outcome().is_none() {
            self.state.actions(&mut actions);
        }
        actions
    }
}

impl<G: Notation> Played<G> {
    /// Why the game is over, by the rules of the state or by repetition; `None` while it goes on.
    pub fn reason(&self) -> Option<&'static str> {
        self.state.reason().or_else(|| self.outcome().map(|_| REPEATED))
    }
}
