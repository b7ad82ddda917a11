//! A position with its past.

use super::{Game, Outcome, Player};

/// A state and the keys of the positions that may still be repeated.
///
/// A position counts at the start of a turn; the given one counts as its own first occurrence.
#[derive(Clone)]
pub struct Played<G: Game> {
    state: G,
    /// Keys at turn starts since the last action that cleared the history, the present one included.
    keys: Vec<u64>,
    /// Players who left, first to last.
    leavers: Vec<Player>,
}

/// How often a position has to occur for the game to stop.
const OCCURRENCES_TO_STOP: usize = 3;

impl<G: Game> Played<G> {
    /// A game that begins with `state`.
    pub fn new(state: G) -> Self {
        let keys = if state.turn_start() { vec![state.key()] } else { Vec::new() };
        Self { state, keys, leavers: Vec::new() }
    }

    /// The present state.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// Keys at turn starts since the last action that cleared the history, oldest first.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Carries out a legal action.
    pub fn play(&mut self, action: G::Action) {
        if self.state.clears_history(action) {
            self.keys.clear();
        }
        let before = self.state.clone();
        self.state.make(action);
        self.leavers.extend(before.leavers(action, &self.state));
        if self.state.turn_start() {
            self.keys.push(self.state.key());
        }
    }

    /// How the game ended, by the rules of the state or by repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.outcome().or_else(|| self.is_repeated().then(|| self.state.stalled()))
    }

    fn is_repeated(&self) -> bool {
        let key = self.state.key();
        self.state.turn_start()
            && self.keys.iter().filter(|past| **past == key).count() >= OCCURRENCES_TO_STOP
    }

    /// The legal actions; none when the game is over, also by repetition.
    pub fn actions(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        if self.outcome().is_none() {
            self.state.actions(&mut actions);
        }
        actions
    }

    /// The place of each player, or `None` while the game goes on: the winner first, those still in
    /// the game by [`Game::standing`], then those who left, the later the better. Of players who had
    /// left before the record began it is not known who was first; they share the last place.
    pub fn ranking(&self) -> Option<Vec<usize>> {
        let outcome = self.outcome()?;
        let worth: Vec<(u32, u32)> =
            (0..G::PLAYERS).map(|seat| self.worth(Player::new(seat), outcome)).collect();
        let better = |mine: &(u32, u32)| worth.iter().filter(|other| *other > mine).count();
        Some(worth.iter().map(|mine| 1 + better(mine)).collect())
    }

    /// What orders the players in [`Played::ranking`].
    fn worth(&self, player: Player, outcome: Outcome) -> (u32, u32) {
        const WON: u32 = 2;
        const STAYED: u32 = 1;
        const LEFT: u32 = 0;
        if outcome == Outcome::Win(player) {
            (WON, 0)
        } else if self.state.is_out(player) {
            let order = self.leavers.iter().position(|leaver| *leaver == player);
            (LEFT, order.map_or(0, |order| order as u32 + 1))
        } else {
            (STAYED, self.state.standing(player, outcome))
        }
    }
}
