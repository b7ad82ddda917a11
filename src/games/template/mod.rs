//! The template of a game: Coins and Rocks. It is complete and small, it is tested, and no release plays it. The
//! guide (`crate::guide`) begins with a copy of this folder.
//!
//! It has what makes games hard to search: turns of several actions, two turns in a row, wins in the middle of a turn
//! and by the loser's own action, and with `SWINGS` positions that recur. `rules.md` has the rules.
//!
//! - This file: the state and the rules. `actions.rs`: the actions.
//! - `notation.rs`: FEN, tokens and the diagram. `rules.rs`: the rulebook, from `rules.md` and `summary.txt`.
//! - `learning.rs`: ids of actions and planes, for programs that learn.
//! - `eval/`: what only the search knows: evaluation, tactics, technique.
//! - `vectors.jsonl`: test vectors.

mod actions;
mod eval;
mod learning;
mod notation;
mod rules;

pub use actions::ToyAction;

use crate::game::zobrist::splitmix64;
use crate::game::{Game, Outcome, Player};

/// The most coins, and the most rocks, on the table.
const MOST_PIECES: u8 = 9;
/// A lead of this many points wins (rules.md 3).
const WINNING_LEAD: i8 = 3;
/// The most takings in a turn (rules.md 2).
const MOST_TAKEN: u8 = 3;
/// Taking a rock gives another turn if this many rocks are left (rules.md 2).
const ROCKS_FOR_ANOTHER_TURN: u8 = 2;

/// A position of Coins and Rocks; with `SWINGS` each player has a pendulum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Toy<const SWINGS: bool> {
    /// Coins on the table.
    pub coins: u8,
    /// Rocks on the table.
    pub rocks: u8,
    /// Player one's points less player two's.
    pub lead: i8,
    /// Coins and rocks taken in this turn.
    taken: u8,
    /// By player, whether the pendulum has swung to the right.
    pendulums: [bool; 2],
    player: Player,
}

impl<const SWINGS: bool> Toy<SWINGS> {
    /// The table with player one to move and the pendulums at rest.
    pub fn new(coins: u8, rocks: u8, lead: i8) -> Self {
        Self { coins, rocks, lead, taken: 0, pendulums: [false; 2], player: Player::ONE }
    }

    /// The points of the player to move less the opponent's.
    fn mover_lead(&self) -> i8 {
        if self.player == Player::ONE { self.lead } else { -self.lead }
    }

    fn end_turn(&mut self) {
        self.taken = 0;
        self.player = self.player.opponent();
    }

    /// Whether the rules allow an action while the game goes on.
    fn allows(&self, action: ToyAction) -> bool {
        match action {
            ToyAction::Coin => self.coins > 0 && self.pendulums[0] == self.pendulums[1],
            ToyAction::Rock => self.rocks > 0,
            ToyAction::End => self.taken > 0,
            ToyAction::Swing => SWINGS && self.taken == 0,
            ToyAction::Foreign => false,
        }
    }
}

impl<const SWINGS: bool> Game for Toy<SWINGS> {
    type Action = ToyAction;
    type Undo = Self;
    const PLAYERS: usize = 2;

    fn player(&self) -> Player {
        self.player
    }

    fn turn_start(&self) -> bool {
        self.taken == 0
    }

    fn outcome(&self) -> Option<Outcome> {
        let leader = if self.lead > 0 { Player::ONE } else { Player::TWO };
        if self.rocks == 0 {
            // The loser's turn is not over, so the loser is still the player to move.
            Some(Outcome::Win(self.player.opponent()))
        } else if self.lead.abs() >= WINNING_LEAD || self.coins == 0 && self.lead != 0 {
            Some(Outcome::Win(leader))
        } else {
            (self.coins == 0).then_some(Outcome::Draw)
        }
    }

    fn repetition_outcome(&self) -> Outcome {
        Outcome::Draw
    }

    fn clears_history(&self, action: ToyAction) -> bool {
        matches!(action, ToyAction::Coin | ToyAction::Rock)
    }

    /// A state is so small that the key is computed instead of updated.
    fn key(&self) -> u64 {
        let [one, two] = self.pendulums.map(u8::from);
        let player = self.player.index() as u8;
        let lead = self.lead as u8;
        let bytes = [1, self.coins, self.rocks, lead, self.taken, one, two, player];
        splitmix64(u64::from_le_bytes(bytes)).1
    }

    fn actions(&self, out: &mut Vec<ToyAction>) {
        if self.outcome().is_none() {
            out.extend(ToyAction::ALL.into_iter().filter(|action| self.allows(*action)));
        }
    }

    fn is_legal(&self, action: ToyAction) -> bool {
        self.outcome().is_none() && self.allows(action)
    }

    fn count_actions(&self) -> u64 {
        let legal = ToyAction::ALL.into_iter().filter(|action| self.is_legal(*action));
        legal.count() as u64
    }

    fn make(&mut self, action: ToyAction) -> Self {
        let before = *self;
        match action {
            ToyAction::Coin => {
                self.coins -= 1;
                let point = i8::from(self.coins.is_multiple_of(2));
                self.lead += if self.player == Player::ONE { point } else { -point };
                self.taken += 1;
            }
            ToyAction::Rock => {
                self.rocks -= 1;
                self.taken += 1;
            }
            ToyAction::End => self.end_turn(),
            ToyAction::Swing => {
                self.pendulums[self.player.index()] ^= true;
                self.end_turn();
            }
            ToyAction::Foreign => unreachable!("never legal"),
        }
        if self.outcome().is_none() {
            if action == ToyAction::Rock && self.rocks == ROCKS_FOR_ANOTHER_TURN {
                self.taken = 0;
            } else if self.taken == MOST_TAKEN {
                self.end_turn();
            }
        }
        before
    }

    fn unmake(&mut self, undo: Self) {
        *self = undo;
    }
}
