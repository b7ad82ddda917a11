//! A Game of War (rules.md): the state, make and unmake.
//!
//! - `board.rs`: the geometry; `map.rs`: the map as text; `units.rs`: the kinds of unit.
//! - `settings.rs`: what the variants differ in; `switches.rs`: what files may set of it; `tables.rs`: what the rules look
//!   up of it.
//! - `communications.rs`: lines of communication; `combat.rs`: attack sums and retreats.
//! - `actions.rs`: the legal actions; `deployment.rs`: the hidden set-up.
//! - `notation.rs` and `tokens.rs`: the notation; `diagram.rs`: the board for people; `kfen/`: pykrieg's notation.
//! - `telling.rs`: attacks and turns in words; `themes.rs`: what actions are about.
//! - `queries.rs`: queries of programs; `bench.rs`: the positions of `bench`.
//! - `view.rs`: what a player knows during the deployment.
//! - `learning.rs`: the game in numbers, for programs that learn.
//! - `eval/`: the evaluation and other knowledge for the search.

mod actions;
mod bench;
mod board;
mod combat;
mod communications;
mod deployment;
mod diagram;
mod effects;
mod eval;
mod kfen;
mod learning;
mod map;
mod notation;
mod queries;
pub mod rules;
mod settings;
mod switches;
mod tables;
mod telling;
#[cfg(test)]
mod tests;
mod themes;
mod tokens;
mod units;
mod view;

use crate::game::text::count_on;
use crate::game::{Game, Outcome, Player, zobrist};
use actions::DecodedAction;
pub use actions::GameOfWarAction;
use board::{INDICES, Lines, ROWS, Rows, Square, Terrain};
use communications::Communications;
use deployment::Hand;
use kfen::FirstSide;
pub use settings::{
    Blockers, Cover, FireStops, GameOfWarSettings, Lost, Neighbours, Offline, OfflineUnits,
    RelaysLight, Side, UnitSettings,
};
pub use switches::SWITCHES;
pub use tables::{GameOfWarRules, LoadedRules, Standard};
use units::{Army, COMBAT, RELAYS, UNITS, UnitKind, Units, each};

/// The built-in variant.
pub type GameOfWar = War<Standard>;
/// A variant of a file.
pub type GameOfWarOfFile = War<LoadedRules>;

/// A position of A Game of War with the rules `R`.
///
/// [`Game::make`] copies `now` as a whole. It saves at most two entries of `occupants`, because an action changes no
/// more.
#[derive(Clone, PartialEq, Eq)]
pub struct War<R: GameOfWarRules> {
    now: PositionCore,
    /// By [`Square::index`]: 0 for an empty square, else the unit's number plus 1, and plus 32 more for North.
    occupants: [u8; INDICES],
    rules: R,
}

/// A position without the units by square.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PositionCore {
    /// Key of everything except the moves of this turn.
    key: u64,
    /// Key of the units that have moved, and of the retreat.
    turn_key: u64,
    /// Squares that no unit can enter: those with units, mountains and the margin.
    blocked: Rows,
    /// Squares of the units of each side.
    own: [Rows; 2],
    /// Square by unit; [`Square::NOWHERE`] for units that are off the board.
    squares: [[Square; UNITS]; 2],
    /// Units on the board.
    alive: [Units; 2],
    communications: [Communications; 2],
    /// Units of the side to move that have moved this turn.
    moved: Units,
    /// The unit of the side to move that must retreat, or has retreated this turn, as a set.
    retreat: Units,
    /// Intact arsenals, one bit for each of [`GameOfWarRules::arsenals`].
    arsenals: u8,
    /// Whether an arsenal was destroyed this turn.
    attacked: bool,
    side: Player,
    hands: [Hand; 2],
    /// Whether units are still to be set up.
    deploying: bool,
    outcome: Option<Outcome>,
    /// Turns since the last destruction.
    halfmove: u32,
    fullmove: u32,
    first_side: FirstSide,
}

/// What [`Game::unmake`] restores.
#[derive(Clone)]
pub struct Undo {
    now: PositionCore,
    occupants: [(Square, u8); 2],
}

/// This many turns before the draw by [`GameOfWarSettings::draw_turns`], the key of a stored result begins to include
/// the distance to it.
const CLOCK_IN_KEY_TURNS: u32 = 20;
/// The arsenals of each side in [`PositionCore::arsenals`].
const ARSENALS_OF: [u8; 2] = [0b0011, 0b1100];

static SQUARE_KEYS: [[u64; INDICES]; 1] = zobrist::table(0x6761_6d65_6f66);
static ARSENAL_KEYS: [[u64; 4]; 1] = zobrist::table(0x6172_7365_6e61);
const NORTH_TO_MOVE: u64 = zobrist::table::<1, 1>(0x6e6f_7274_6800)[0][0];
const ATTACKED_KEY: u64 = zobrist::table::<1, 1>(0x0061_7474_6163)[0][0];
/// Odd, so that different counters give different keys.
const CLOCK_KEY: u64 = zobrist::table::<1, 1>(0x0063_6c6f_636b)[0][0] | 1;

/// The keys of a square's possible units are rotations of one word, which keeps the table small.
#[inline(always)]
fn unit_key(side: usize, kind: UnitKind, square: Square) -> u64 {
    let row = (kind.index() + 6 * side) as u32;
    SQUARE_KEYS[0][square.index() % INDICES].rotate_left(5 * row)
}

#[inline(always)]
fn moved_key(square: Square) -> u64 {
    SQUARE_KEYS[0][square.index() % INDICES].rotate_left(61)
}

#[inline(always)]
fn retreat_key(square: Square) -> u64 {
    SQUARE_KEYS[0][square.index() % INDICES].rotate_left(63)
}

/// The player that begins.
fn first_player<R: GameOfWarRules>(rules: R) -> Player {
    match rules.get().first_player {
        Side::South => Player::ONE,
        Side::North => Player::TWO,
    }
}

impl<R: GameOfWarRules> War<R> {
    /// The board without units, all arsenals intact, South to move.
    fn empty(rules: R) -> Self {
        let now = PositionCore {
            key: 0,
            turn_key: 0,
            blocked: rules.terrain().closed,
            own: [[0; ROWS]; 2],
            squares: [[Square::NOWHERE; UNITS]; 2],
            alive: [0; 2],
            communications: [Communications::default(); 2],
            moved: 0,
            retreat: 0,
            arsenals: 0,
            attacked: false,
            side: Player::ONE,
            hands: [Hand::default(); 2],
            deploying: false,
            outcome: None,
            halfmove: 0,
            fullmove: 1,
            first_side: FirstSide(first_player(rules)),
        };
        let mut game = Self { now, occupants: [0; INDICES], rules };
        game.set_arsenals(ARSENALS_OF[0] | ARSENALS_OF[1]);
        game
    }

    #[inline(always)]
    fn settings(&self) -> &'static GameOfWarSettings {
        self.rules.get()
    }

    #[inline(always)]
    fn army(&self) -> &'static Army {
        self.rules.army()
    }

    #[inline(always)]
    fn terrain(&self) -> &'static Terrain {
        self.rules.terrain()
    }

    /// The lines of fire and support, as far as terrain ends them.
    #[inline(always)]
    fn fire(&self) -> &'static Lines {
        self.rules.fire()
    }

    /// The kind of the unit numbered `unit`.
    #[inline(always)]
    fn kind_of(&self, unit: usize) -> UnitKind {
        self.army().kind(unit)
    }

    /// The units that destroy an arsenal that they enter.
    #[inline(always)]
    fn destroyers(&self) -> Units {
        if self.settings().relays_destroy_arsenals { COMBAT | RELAYS } else { COMBAT }
    }

    /// Whether the fall of an arsenal was the attack of this turn.
    #[inline(always)]
    fn has_attacked(&self) -> bool {
        self.now.attacked && self.settings().arsenal_is_attack
    }

    /// The side and number of the unit on a square.
    #[inline(always)]
    fn unit_on(&self, square: Square) -> Option<(usize, usize)> {
        let code = usize::from(self.occupants[square.index() % INDICES]).checked_sub(1)?;
        Some((code / 32, code % 32))
    }

    /// The units of `side` on the eight squares around `square`.
    #[inline(always)]
    fn neighbours(&self, side: usize, square: Square) -> Units {
        let mut found = 0u64;
        for direction in 0..8 {
            found |= 1 << (self.occupants[square.step(direction).index() % INDICES] & 63);
        }
        (found >> (1 + 32 * side)) as Units & ((1 << UNITS) - 1)
    }

    /// Puts a unit that is off the board on an empty square. Does not update the lines of communication.
    fn put(&mut self, side: usize, unit: usize, square: Square) {
        self.occupants[square.index()] = (1 + unit + 32 * side) as u8;
        let kind = self.kind_of(unit);
        let now = &mut self.now;
        now.blocked[square.row()] |= square.bit();
        now.own[side][square.row()] |= square.bit();
        now.squares[side][unit] = square;
        now.alive[side] |= 1 << unit;
        now.key ^= unit_key(side, kind, square);
    }

    /// Takes a unit off the board. Does not update the lines of communication.
    fn take_off(&mut self, side: usize, unit: usize) {
        let kind = self.kind_of(unit);
        let now = &mut self.now;
        let square = now.squares[side][unit];
        self.occupants[square.index()] = 0;
        now.blocked[square.row()] &= !square.bit();
        now.own[side][square.row()] &= !square.bit();
        now.squares[side][unit] = Square::NOWHERE;
        now.alive[side] &= !(1 << unit);
        now.key ^= unit_key(side, kind, square);
    }

    fn set_arsenals(&mut self, arsenals: u8) {
        for (index, key) in ARSENAL_KEYS[0].iter().enumerate() {
            if (self.now.arsenals ^ arsenals) >> index & 1 == 1 {
                self.now.key ^= key;
            }
        }
        self.now.arsenals = arsenals;
    }

    fn set_side(&mut self, side: Player) {
        if side != self.now.side {
            self.now.key ^= NORTH_TO_MOVE;
        }
        self.now.side = side;
    }

    /// Records that these units of the side to move have moved this turn.
    fn set_moved(&mut self, units: Units) {
        self.now.moved = units;
        for unit in each(units) {
            self.now.turn_key ^= moved_key(self.now.squares[self.now.side.index()][unit]);
        }
    }

    /// Records that the unit of the side to move must retreat, or has retreated this turn.
    fn set_retreat(&mut self, unit: Units) {
        self.now.retreat = unit;
        for unit in each(unit) {
            self.now.turn_key ^= retreat_key(self.now.squares[self.now.side.index()][unit]);
        }
    }

    /// Records that an arsenal was destroyed this turn.
    fn set_attacked(&mut self) {
        self.now.attacked = true;
        self.now.turn_key ^= ATTACKED_KEY;
    }

    /// The unit that must move before any other, as a set.
    #[inline(always)]
    fn pending_retreat(&self) -> Units {
        self.now.retreat & !self.now.moved
    }

    /// The squares of the intact arsenals of `side`.
    fn intact(&self, side: usize) -> impl Iterator<Item = Square> + use<R> {
        let mask = self.now.arsenals & ARSENALS_OF[side];
        self.rules
            .arsenals()
            .iter()
            .enumerate()
            .filter_map(move |(index, square)| (mask >> index & 1 == 1).then_some(*square))
    }

    /// The index in [`GameOfWarRules::arsenals`] of `side`'s intact arsenal on `square`.
    #[inline(always)]
    fn arsenal_on(&self, side: usize, square: Square) -> Option<usize> {
        (2 * side..2 * side + 2).find(|index| {
            self.rules.arsenals()[*index] == square && self.now.arsenals >> index & 1 == 1
        })
    }

    /// Moves a unit of the side to move.
    #[inline]
    fn make_move(&mut self, from: Square, to: Square) {
        let Some((me, unit)) = self.unit_on(from) else { return };
        let (kind, destroyers) = (self.kind_of(unit), self.destroyers());
        self.occupants[from.index() % INDICES] = 0;
        self.occupants[to.index() % INDICES] = (1 + unit + 32 * me) as u8;
        let now = &mut self.now;
        let bit = 1 << unit;
        for rows in [&mut now.blocked, &mut now.own[me]] {
            rows[from.row()] ^= from.bit();
            rows[to.row()] ^= to.bit();
        }
        now.squares[me][unit] = to;
        now.key ^= unit_key(me, kind, from) ^ unit_key(me, kind, to);
        now.moved |= bit;
        now.turn_key ^= moved_key(to);
        if now.retreat == bit {
            now.turn_key ^= retreat_key(from) ^ retreat_key(to);
        }
        let entered = self.arsenal_on(1 - me, to).filter(|_| bit & destroyers != 0);
        if let Some(index) = entered {
            self.set_arsenals(self.now.arsenals & !(1 << index));
            self.set_attacked();
        }
        self.follow_move(me, unit, [from, to], entered.is_some());
        self.find_outcome();
    }

    /// Attacks the unit on `target` with the side to move (rules.md 5).
    fn make_attack(&mut self, target: Square) {
        let Some((enemy, unit)) = self.unit_on(target) else { return };
        let margin = self.margin(unit);
        // If the fall of an arsenal is no attack, one may have fallen before in this turn.
        let destroyed = !self.settings().arsenal_is_attack && self.now.attacked;
        if self.is_forcing(margin) && self.can_retreat(unit) {
            self.end_turn(destroyed);
            self.set_retreat(1 << unit);
        } else if margin >= 1 {
            self.take_off(enemy, unit);
            self.follow_loss(enemy, unit, target);
            self.end_turn(true);
        } else {
            self.end_turn(destroyed);
        }
        self.find_outcome();
    }

    /// Ends the turn.
    fn end_turn(&mut self, destruction: bool) {
        let now = &mut self.now;
        now.halfmove = if destruction { 0 } else { now.halfmove + 1 };
        now.fullmove = count_on(now.fullmove, now.side == Player::TWO);
        (now.moved, now.retreat, now.turn_key) = (0, 0, 0);
        now.attacked = false;
        self.set_side(self.now.side.opponent());
    }

    #[inline(always)]
    fn is_disarmed(&self, side: usize) -> bool {
        self.now.arsenals & ARSENALS_OF[side] == 0
    }

    #[inline(always)]
    fn is_harmless(&self, side: usize) -> bool {
        match self.settings().beaten_without {
            Lost::Combat => self.now.alive[side] & COMBAT == 0,
            Lost::All => self.now.alive[side] == 0,
            Lost::Never => false,
        }
    }

    #[inline(always)]
    fn is_cut_off(&self, side: usize) -> bool {
        let now = &self.now;
        match self.settings().beaten_offline {
            Offline::WithoutRelays => {
                now.alive[side] & RELAYS == 0 && now.communications[side].online == 0
            }
            Offline::Always => now.communications[side].online == 0,
            Offline::Never => false,
        }
    }

    fn is_beaten(&self, side: usize) -> bool {
        self.is_disarmed(side) || self.is_harmless(side) || self.is_cut_off(side)
    }

    /// Why the game is over. If several conditions beat a side, the first in the order of rules.md 6 counts.
    fn why_over(&self) -> Option<&'static str> {
        let Outcome::Win(winner) = self.now.outcome? else {
            let is_usual = self.settings().draw_turns == GameOfWarSettings::STANDARD.draw_turns;
            return Some(if is_usual {
                "100 turns without a destruction"
            } else {
                "too many turns without a destruction"
            });
        };
        let loser = winner.opponent().index();
        Some(if self.is_disarmed(loser) {
            "both arsenals destroyed"
        } else if self.is_harmless(loser) {
            match self.settings().beaten_without {
                Lost::Combat | Lost::Never => "no combat unit left",
                Lost::All => "no unit left",
            }
        } else {
            match self.settings().beaten_offline {
                Offline::WithoutRelays | Offline::Never => "no relay left and no unit online",
                Offline::Always => "no unit online",
            }
        })
    }

    /// Determines the outcome after an action (rules.md 6).
    #[inline]
    fn find_outcome(&mut self) {
        self.now.outcome = if self.now.deploying {
            None
        } else {
            let last = if self.now.moved != 0 { self.now.side } else { self.now.side.opponent() };
            if self.is_beaten(last.opponent().index()) {
                Some(Outcome::Win(last))
            } else if self.is_beaten(last.index()) {
                Some(Outcome::Win(last.opponent()))
            } else {
                (self.now.halfmove >= self.settings().draw_turns).then_some(Outcome::Draw)
            }
        };
    }
}

impl<R: GameOfWarRules> Game for War<R> {
    type Action = GameOfWarAction;
    type Undo = Undo;
    const PLAYERS: usize = 2;

    fn player(&self) -> Player {
        self.now.side
    }

    /// In the deployment a turn is the whole set-up of a side.
    fn turn_start(&self) -> bool {
        if self.now.deploying {
            self.now.alive[self.now.side.index()] == 0
        } else {
            self.now.moved == 0
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now.outcome
    }

    fn repetition_outcome(&self) -> Outcome {
        Outcome::Draw
    }

    /// Destroyed units and arsenals never come back. The deployment never returns either.
    fn clears_history(&self, action: GameOfWarAction) -> bool {
        match action.decoded() {
            DecodedAction::Attack(_) if !self.settings().arsenal_is_attack && self.now.attacked => {
                true
            }
            DecodedAction::Attack(target) => self
                .unit_on(target)
                .is_some_and(|(_, unit)| self.margin(unit) >= 1 && !self.is_spared(unit)),
            DecodedAction::Move(..) => self.takes_arsenal(action),
            DecodedAction::Drop(..) | DecodedAction::Unseen => true,
            DecodedAction::End => self.now.attacked,
        }
    }

    fn key(&self) -> u64 {
        self.now.key ^ self.now.turn_key
    }

    fn table_key(&self) -> u64 {
        let near_draw = self
            .now
            .halfmove
            .saturating_sub(self.settings().draw_turns.saturating_sub(CLOCK_IN_KEY_TURNS));
        self.key() ^ u64::from(near_draw).wrapping_mul(CLOCK_KEY)
    }

    fn key_after(&self, action: GameOfWarAction) -> u64 {
        match (action.decoded(), self.now.turn_key) {
            (DecodedAction::Move(from, to), _) => {
                let Some((me, unit)) = self.unit_on(from) else { return self.key() };
                let kind = self.kind_of(unit);
                let there = unit_key(me, kind, to) ^ moved_key(to);
                self.key() ^ unit_key(me, kind, from) ^ there
            }
            _ => self.now.key ^ NORTH_TO_MOVE,
        }
    }

    fn actions(&self, out: &mut Vec<GameOfWarAction>) {
        self.list_actions(out);
    }

    fn is_legal(&self, action: GameOfWarAction) -> bool {
        self.is_legal_action(action)
    }

    fn count_actions(&self) -> u64 {
        self.count_legal()
    }

    #[inline]
    fn make(&mut self, action: GameOfWarAction) -> Undo {
        let decoded = action.decoded();
        let [one, other] = match decoded {
            DecodedAction::Move(from, to) => [from, to],
            DecodedAction::Attack(square) | DecodedAction::Drop(_, square) => [square, square],
            DecodedAction::End | DecodedAction::Unseen => [self.rules.arsenals()[0]; 2],
        };
        let code = |square: Square| (square, self.occupants[square.index() % INDICES]);
        let undo = Undo { now: self.now, occupants: [code(one), code(other)] };
        match decoded {
            DecodedAction::Move(from, to) => self.make_move(from, to),
            DecodedAction::Attack(target) => self.make_attack(target),
            DecodedAction::End => {
                self.end_turn(self.now.attacked);
                self.find_outcome();
            }
            DecodedAction::Drop(kind, square) => self.make_drop(kind, square),
            DecodedAction::Unseen => self.make_unseen(),
        }
        undo
    }

    #[inline]
    fn unmake(&mut self, undo: Undo) {
        self.now = undo.now;
        for (square, code) in undo.occupants {
            self.occupants[square.index() % INDICES] = code;
        }
    }
}
