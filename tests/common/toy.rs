//! A game small enough for brute force, with features of real games that Pacific lacks. It has turns of several
//! actions, and two turns in a row. A win may come in the middle of a turn, or by the loser's own action.
//!
//! Coins and rocks lie on the table. A turn is one to three actions, and each action takes a coin or a rock. After
//! the first action the mover may end the turn.
//! - Taking a coin scores a point if an even number of coins is left.
//! - A player who leads by three points wins at once.
//! - A player who takes the last rock loses at once.
//! - The last coin ends the game: the leader wins, or the game is a draw.
//! - Taking a rock ends the turn if two rocks are left, and the same player has another turn.
//! - With `SWINGS`, a player may swing his pendulum to the other side as a whole turn, so that positions recur.
//! - No coin may be taken while the two pendulums differ.

use super::value_after;
use std::collections::{HashMap, HashSet};
use strategos::game::zobrist::splitmix64;
use strategos::game::{Action, Game, Outcome, Player, Score};
use strategos::search::{AlphaBeta, Evaluator, Searchable, Tactics};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToyAction {
    Coin = 1,
    Rock = 2,
    End = 3,
    Swing = 4,
    /// An action that a table may return and no position allows.
    Foreign = 5,
}

impl Action for ToyAction {
    fn bits(self) -> u32 {
        self as u32
    }

    fn from_bits(bits: u32) -> Self {
        match bits {
            1 => Self::Coin,
            2 => Self::Rock,
            3 => Self::End,
            4 => Self::Swing,
            _ => Self::Foreign,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Toy<const SWINGS: bool> {
    pub coins: u8,
    pub rocks: u8,
    /// Player one's points less player two's.
    pub lead: i8,
    /// Actions of this turn so far.
    taken: u8,
    pendulums: [bool; 2],
    player: Player,
}

const WINNING_LEAD: i8 = 3;
const MOST_TAKEN: u8 = 3;
const ROCKS_FOR_ANOTHER_TURN: u8 = 2;

impl<const SWINGS: bool> Toy<SWINGS> {
    /// The table with player one to move and the pendulums at rest.
    pub fn new(coins: u8, rocks: u8, lead: i8) -> Self {
        Self { coins, rocks, lead, taken: 0, pendulums: [false; 2], player: Player::ONE }
    }

    /// All positions reachable from tables of at most `coins` coins and `rocks` rocks.
    pub fn all(coins: u8, rocks: u8) -> Vec<Self> {
        let mut positions = Vec::new();
        for coins in 1..=coins {
            for rocks in 1..=rocks {
                positions.extend((-2..=2).map(|lead| Self::new(coins, rocks, lead)));
            }
        }
        let mut seen: HashSet<Self> = positions.iter().copied().collect();
        let mut next = 0;
        while next < positions.len() {
            let position = positions[next];
            for child in position.children() {
                if seen.insert(child) {
                    positions.push(child);
                }
            }
            next += 1;
        }
        positions
    }

    pub fn after(&self, action: ToyAction) -> Self {
        let mut child = *self;
        child.make(action);
        child
    }

    pub fn legal(&self) -> Vec<ToyAction> {
        let mut actions = Vec::new();
        self.actions(&mut actions);
        actions
    }

    fn children(&self) -> Vec<Self> {
        self.legal().into_iter().map(|action| self.after(action)).collect()
    }

    fn mover_lead(&self) -> i8 {
        if self.player == Player::ONE { self.lead } else { -self.lead }
    }

    fn end_turn(&mut self) {
        self.taken = 0;
        self.player = self.player.opponent();
    }

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

    fn key(&self) -> u64 {
        let [one, two] = self.pendulums.map(u8::from);
        let player = self.player.index() as u8;
        let lead = self.lead as u8;
        let bytes = [1, self.coins, self.rocks, lead, self.taken, one, two, player];
        splitmix64(u64::from_le_bytes(bytes)).1
    }

    fn actions(&self, out: &mut Vec<ToyAction>) {
        if self.outcome().is_none() {
            self.noisy(out);
            self.quiet(out);
        }
    }

    fn is_legal(&self, action: ToyAction) -> bool {
        self.outcome().is_none() && self.allows(action)
    }

    fn count_actions(&self) -> u64 {
        self.legal().len() as u64
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

impl<const SWINGS: bool> Tactics for Toy<SWINGS> {
    const SLOTS: usize = 6;

    fn slot(&self, action: ToyAction) -> usize {
        action as usize
    }

    fn gain(&self, _: ToyAction) -> i32 {
        50
    }

    fn is_noisy(&self, action: ToyAction) -> bool {
        action == ToyAction::Coin
    }

    fn noisy(&self, out: &mut Vec<ToyAction>) {
        out.extend([ToyAction::Coin].into_iter().filter(|action| self.allows(*action)));
    }

    fn quiet(&self, out: &mut Vec<ToyAction>) {
        let quiet = [ToyAction::End, ToyAction::Rock, ToyAction::Swing];
        out.extend(quiet.into_iter().filter(|action| self.allows(*action)));
    }

    fn may_stand_pat(&self) -> bool {
        true
    }
}

/// An evaluation of fifty centipawns for each point.
pub struct Points;

impl<const SWINGS: bool> Evaluator<Toy<SWINGS>> for Points {
    fn new(_: &Toy<SWINGS>) -> Self {
        Self
    }

    fn value_within(&mut self, game: &Toy<SWINGS>, _: [Score; 2]) -> Score {
        Score::cp(50 * i32::from(game.mover_lead()))
    }

    fn terms(game: &Toy<SWINGS>) -> Vec<(&'static str, Vec<i32>)> {
        vec![("points", vec![50 * i32::from(game.lead), 0])]
    }

    fn features(game: &Toy<SWINGS>) -> Vec<i32> {
        vec![i32::from(game.lead)]
    }
}

impl<const SWINGS: bool> Searchable for Toy<SWINGS> {
    type Evaluator = Points;
    type Strategy = AlphaBeta<Self>;
}

/// The true value of every position for its mover: a win or loss with its distance, or a draw.
pub struct Solution<const SWINGS: bool>(Values<SWINGS>);

impl<const SWINGS: bool> Solution<SWINGS> {
    /// Looks one action deeper in each pass, until nothing changes. A position that never becomes a win or a loss is
    /// a draw, also by repetition.
    pub fn new(positions: &[Toy<SWINGS>]) -> Self {
        let mut values: HashMap<_, _> =
            positions.iter().map(|position| (*position, Score::DRAW)).collect();
        loop {
            let deeper: HashMap<_, _> = positions
                .iter()
                .map(|position| (*position, one_deeper(&values, position)))
                .collect();
            if deeper == values {
                return Self(values);
            }
            values = deeper;
        }
    }

    /// The value for the mover, or [`Score::DRAW`] if the game is over.
    pub fn value(&self, position: &Toy<SWINGS>) -> Score {
        self.0[position]
    }

    /// The value of the legal `action` for the mover.
    pub fn value_of(&self, position: &Toy<SWINGS>, action: ToyAction) -> Score {
        value_after(position, action, |child| self.0[child])
    }
}

type Values<const SWINGS: bool> = HashMap<Toy<SWINGS>, Score>;

fn one_deeper<const SWINGS: bool>(values: &Values<SWINGS>, position: &Toy<SWINGS>) -> Score {
    let value_of = |action| value_after(position, action, |child| values[child]);
    position.legal().into_iter().map(value_of).max().unwrap_or(Score::DRAW)
}
