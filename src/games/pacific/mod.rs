//! Pacific, types A and B (rules.md): the state, make and unmake, and the end of the game.
//!
//! - `board.rs`: the geometry.
//! - `actions.rs`: the legal actions.
//! - `endings.rs`: how positions of few pieces are numbered for endgame tables.
//! - `notation.rs`: FEN, tokens and the diagram; `themes.rs`: what moves are about.
//! - `settings.rs`: what the variants differ in; `switches.rs`: what files may set of it.
//! - `learning.rs`: the game in numbers, for programs that learn.
//! - `telling.rs`: what a turn does, in sentences.
//! - `eval/`: the evaluation and other knowledge for the search.

mod actions;
mod board;
mod endings;
mod eval;
mod learning;
mod notation;
pub mod rules;
mod settings;
mod switches;
mod telling;
mod themes;

use crate::game::text::GREATEST_COUNTER;
use crate::game::{Game, Outcome, Player, zobrist};
pub use actions::PacificAction;
use board::{ENEMY_BACK_ROW, Point, Points, far_ahead, far_behind};
pub use settings::{PacificRules, PacificSettings, PacificType, TypeA, TypeB, Victims};
pub use switches::SWITCHES;

/// Type A: a Kamikaze survives what it attacks.
pub type PacificA = Pacific<TypeA>;
/// Type B: a Kamikaze is lost with the carrier that it destroys.
pub type PacificB = Pacific<TypeB>;
/// A variant of a file.
pub type PacificOfFile = Pacific<&'static PacificSettings>;

/// A position of Pacific with the settings `R`.
///
/// It takes 48 bytes, unless its settings come from a file. The sets fill one vector, so that a piece moves in all of them at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pacific<R: PacificRules> {
    /// The sets named by the constants below.
    sets: [Points; SETS],
    key: u64,
    /// Plies since the last irreversible one.
    halfmove: u32,
    /// Twice the number of the full move, plus one when Black is to move.
    ply: u32,
    rules: R,
}

/// What [`Game::unmake`] restores. It is not a whole position, because the blocks of a whole copy overlap. Each copy
/// would then wait for the previous store to reach the cache.
#[derive(Clone)]
pub struct Undo {
    sets: [Points; SETS],
    key: u64,
    halfmove: u32,
    ply: u32,
}

/// A piece that has come to a point or left it, as reported by [`Pacific::make_with`].
#[derive(Clone, Copy, Debug)]
struct Change {
    player: Player,
    /// See [`Pacific::kind_of`].
    kind: usize,
    point: Point,
    arrives: bool,
}

/// Pieces of White; `sets[Player::index]` are a player's pieces.
const WHITE: usize = 0;
const BLACK: usize = 1;
const CARRIERS: usize = 2;
const PLANES: usize = 3;
/// Carriers and planes whose number less one has its low bit set.
const LOW: usize = 4;
/// Carriers and planes whose number less one has its high bit set.
const HIGH: usize = 5;
/// Planes at their limit, which cannot move (rules.md 4).
const WAITING: usize = 6;
/// Pieces that are neither carriers nor planes.
const KAMIKAZES: usize = 7;
const SETS: usize = 8;

/// This many plies before the draw by [`PacificSettings::draw_plies`], the key of a stored result begins to include
/// the distance to it.
const CLOCK_IN_KEY_PLIES: u32 = 40;

const KINDS_A_PLAYER: usize = 9;
const KAMIKAZE_KIND: usize = 8;
/// Rows of the tables by kind, see [`Pacific::kind_of`]: the range of four bits.
const KIND_ROWS: usize = 16;

/// Zobrist keys of a piece on a point, by player and kind.
static PIECE_KEYS: [[[u64; 32]; KIND_ROWS]; 2] = {
    let keys = zobrist::table::<{ 2 * KINDS_A_PLAYER }, 32>(0x0050_6163_6966_6963);
    let mut table = [[[0; 32]; KIND_ROWS]; 2];
    let mut row = 0;
    while row < keys.len() {
        table[row / KINDS_A_PLAYER][row % KINDS_A_PLAYER] = keys[row];
        row += 1;
    }
    table
};

/// By player and kind: all points for each set that contains such a piece on any point, no points for the other sets.
static MEMBERSHIP: [[[Points; SETS]; KIND_ROWS]; 2] = {
    let mut table = [[[Points::NONE; SETS]; KIND_ROWS]; 2];
    let mut row = 0;
    while row < 2 * KINDS_A_PLAYER {
        let (player, kind) = (row / KINDS_A_PLAYER, row % KINDS_A_PLAYER);
        let sets = &mut table[player][kind];
        sets[player] = Points::ALL;
        sets[[CARRIERS, PLANES, KAMIKAZES][kind / 4]] = Points::ALL;
        if kind & 1 != 0 {
            sets[LOW] = Points::ALL;
        }
        if kind & 2 != 0 {
            sets[HIGH] = Points::ALL;
        }
        row += 1;
    }
    table
};

/// Black's ply in the greatest fullmove. After it the counter stays in the same fullmove, with White to move.
const LAST_PLY: u32 = 2 * GREATEST_COUNTER + 1;

const BLACK_TO_MOVE: u64 = zobrist::table::<1, 1>(0x7369_6465)[0][0];

impl<R: PacificRules> Pacific<R> {
    /// The empty board with White to move.
    const fn empty(rules: R) -> Self {
        Self { sets: [Points::NONE; SETS], key: 0, halfmove: 0, ply: 2, rules }
    }

    #[inline(always)]
    fn settings(&self) -> &'static PacificSettings {
        self.rules.get()
    }

    /// Whether a Kamikaze is lost with the carrier, or with another piece, that it takes.
    #[inline(always)]
    fn is_lost_with(&self, is_carrier: bool) -> bool {
        match self.settings().kamikaze_lost_with {
            Victims::None => false,
            Victims::Carriers => is_carrier,
            Victims::All => true,
        }
    }

    fn side(&self) -> Player {
        Player::new((self.ply & 1) as usize)
    }

    fn fullmove(&self) -> u32 {
        self.ply / 2
    }

    fn own(&self) -> Points {
        self.sets[self.side().index()]
    }

    fn enemy(&self) -> Points {
        self.sets[self.side().opponent().index()]
    }

    fn kamikazes(&self, player: Player) -> Points {
        self.sets[player.index()] & self.sets[KAMIKAZES]
    }

    fn aircraft(&self, player: Player) -> Points {
        self.sets[player.index()] & !self.sets[CARRIERS]
    }

    /// Carriers and planes of both sides with the same number as the piece on `point`.
    fn same_number(&self, point: Point) -> Points {
        let low = self.sets[LOW] ^ self.sets[LOW].spread(point);
        let high = self.sets[HIGH] ^ self.sets[HIGH].spread(point);
        (self.sets[CARRIERS] | self.sets[PLANES]) & !(low | high)
    }

    /// For each number from 1 to 4, all points whose carrier or plane, if any, has that number.
    #[inline(always)]
    fn numbers(&self) -> [Points; 4] {
        let (low, high) = (self.sets[LOW], self.sets[HIGH]);
        [!(low | high), low & !high, high & !low, low & high]
    }

    /// The number of the carrier or plane on `point`, less one.
    fn number(&self, point: Point) -> usize {
        self.sets[LOW].has(point) as usize + 2 * self.sets[HIGH].has(point) as usize
    }

    /// The kind of the piece on `point` among its player's nine: carriers 1 to 4, planes 1 to 4,
    /// Kamikaze.
    fn kind_of(&self, point: Point) -> usize {
        let plane = self.sets[PLANES].has(point) as usize;
        let kamikaze = self.sets[KAMIKAZES].has(point) as usize;
        self.number(point) + 4 * plane + KAMIKAZE_KIND * kamikaze
    }

    /// The keys of a player's pieces of a kind, by point.
    fn keys_of(player: Player, kind: usize) -> &'static [u64; 32] {
        &PIECE_KEYS[player.index() % 2][kind % KIND_ROWS]
    }

    /// The row of [`MEMBERSHIP`] for a player's pieces of a kind.
    fn sets_of(player: Player, kind: usize) -> &'static [Points; SETS] {
        &MEMBERSHIP[player.index() % 2][kind % KIND_ROWS]
    }

    /// Updates the key for a piece that comes to a point.
    #[inline(always)]
    fn add(&mut self, player: Player, kind: usize, point: Point, report: &mut impl FnMut(Change)) {
        self.key ^= Self::keys_of(player, kind)[point.index()];
        report(Change { player, kind, point, arrives: true });
    }

    /// Updates the key for a piece that leaves a point.
    #[inline(always)]
    fn subtract(
        &mut self,
        player: Player,
        kind: usize,
        point: Point,
        report: &mut impl FnMut(Change),
    ) {
        self.key ^= Self::keys_of(player, kind)[point.index()];
        report(Change { player, kind, point, arrives: false });
    }

    /// Puts a piece on an empty point; kinds as in [`Pacific::kind_of`].
    fn put(&mut self, player: Player, kind: usize, point: Point, report: &mut impl FnMut(Change)) {
        for (set, member) in self.sets.iter_mut().zip(Self::sets_of(player, kind)) {
            *set |= point.bit() & *member;
        }
        self.add(player, kind, point, report);
    }

    /// Computes [`WAITING`] from scratch, for example after a FEN is read.
    fn find_waiting(&mut self) {
        self.sets[WAITING] = self.planes_ahead(self.settings().advance_rows);
    }

    /// The planes that are at least this many rows ahead of their carriers.
    fn planes_ahead(&self, rows: u32) -> Points {
        let ahead = |carrier: Point| {
            let player = if self.sets[WHITE].has(carrier) { WHITE } else { BLACK };
            let planes = self.same_number(carrier) & self.sets[PLANES] & self.sets[player];
            planes & far_ahead(rows, player, carrier)
        };
        self.sets[CARRIERS].map(ahead).fold(Points::NONE, |planes, more| planes | more)
    }

    /// The planes that are too far ahead of their carriers to begin an attack.
    #[inline(always)]
    fn out_of_reach(&self) -> Points {
        let PacificSettings { advance_rows, attack_rows, .. } = *self.settings();
        if attack_rows + 1 == advance_rows {
            self.sets[WAITING]
        } else {
            self.planes_ahead(attack_rows + 1)
        }
    }

    /// Makes a plain move, without the counters and the change of sides.
    #[inline(always)]
    fn make_step(&mut self, from: Point, to: Point, report: &mut impl FnMut(Change)) {
        let player = self.side().index() % 2;
        let limit = self.settings().advance_rows;
        let kind = self.kind_of(from);
        self.subtract(self.side(), kind, from, report);
        self.add(self.side(), kind, to, report);

        // Masks instead of branches, because the kind of piece that moves is unpredictable.
        let member = Self::sets_of(self.side(), kind);
        let (plane, carrier) = (member[PLANES], member[CARRIERS]);
        let differs = (self.sets[LOW] ^ member[LOW]) | (self.sets[HIGH] ^ member[HIGH]);
        let group = self.sets[player] & !differs;
        let far = (group & self.sets[CARRIERS] & far_behind(limit, player, to)).any();
        let reached = carrier & group & !far_ahead(limit, player, to);

        let both = from.bit() | to.bit();
        for (set, member) in self.sets.iter_mut().zip(member) {
            *set ^= both & *member;
        }
        self.sets[WAITING] |= if far { plane & to.bit() } else { Points::NONE };
        self.sets[WAITING] &= !reached;
        if (plane & to.bit() & ENEMY_BACK_ROW[player]).any() {
            self.promote(to, report);
        }
        let plies = self.halfmove + 1;
        self.halfmove = if (plane | carrier).any() { 0 } else { plies };
    }

    /// Turns the plane on `point` into a Kamikaze.
    #[inline(always)]
    fn promote(&mut self, point: Point, report: &mut impl FnMut(Change)) {
        self.subtract(self.side(), self.kind_of(point), point, report);
        self.add(self.side(), KAMIKAZE_KIND, point, report);
        for set in [PLANES, LOW, HIGH, WAITING] {
            self.sets[set] &= !point.bit();
        }
        self.sets[KAMIKAZES] |= point.bit();
    }

    /// The position after a whole attack, without the counters and the change of sides.
    ///
    /// It takes `self` by value. The address of a position that only makes plain moves then never escapes, and the
    /// position stays in registers.
    #[inline(never)]
    fn after_attack(
        mut self,
        from: Point,
        action: PacificAction,
        report: &mut impl FnMut(Change),
    ) -> Self {
        let (side, player) = (self.side(), self.side().index());
        let was_plane = self.sets[PLANES].has(from);
        let mut kind = self.kind_of(from);
        let carrier = self.same_number(from) & self.sets[player] & self.sets[CARRIERS];
        self.take_off(side, kind, from, report);

        let mut at = from;
        let mut lost = false;
        for direction in action.path() {
            let over = at.step(direction);
            at = over.step(direction);
            let destroyed_carrier = self.capture(over, report);
            lost = kind == KAMIKAZE_KIND && self.is_lost_with(destroyed_carrier);
            if ENEMY_BACK_ROW[player].has(at) {
                kind = KAMIKAZE_KIND;
            }
        }
        if !lost {
            self.put(side, kind, at, report);
            let limit = self.settings().advance_rows;
            let far = (carrier & far_behind(limit, player, at)).any();
            if was_plane && kind != KAMIKAZE_KIND && far {
                self.sets[WAITING] |= at.bit();
            }
        }
        self.halfmove = 0;
        self
    }

    /// Removes the enemy piece on `point`, and its planes if it is a carrier. Returns whether it was a carrier.
    fn capture(&mut self, point: Point, report: &mut impl FnMut(Change)) -> bool {
        let enemy = self.side().opponent();
        let is_carrier = self.sets[CARRIERS].has(point);
        if is_carrier {
            let orphans = self.same_number(point) & self.sets[PLANES] & self.sets[enemy.index()];
            for orphan in orphans {
                self.take_off(enemy, self.kind_of(orphan), orphan, report);
            }
        }
        self.take_off(enemy, self.kind_of(point), point, report);
        is_carrier
    }

    fn take_off(
        &mut self,
        player: Player,
        kind: usize,
        point: Point,
        report: &mut impl FnMut(Change),
    ) {
        self.subtract(player, kind, point, report);
        let rest = !point.bit();
        for set in &mut self.sets {
            *set &= rest;
        }
    }

    /// Makes an action, and calls `see` for every piece that comes to a point or leaves it.
    #[inline(always)]
    fn make_with(&mut self, action: PacificAction, report: &mut impl FnMut(Change)) -> Undo {
        let Self { sets, key, halfmove, ply, .. } = *self;
        let from = action.from();
        if action.is_attack() {
            *self = self.after_attack(from, action, report);
        } else {
            self.make_step(from, from.step(action.first_direction()), report);
        }
        self.change_sides();
        Undo { sets, key, halfmove, ply }
    }

    /// Why the game is over, checked in the order of [`Game::outcome`] (rules.md 6).
    fn why_over(&self) -> Option<&'static str> {
        self.outcome()?;
        let is_bare = |player: Player| self.aircraft(player).is_empty();
        Some(if is_bare(self.side()) {
            "no aircraft left"
        } else if !self.has_action() {
            "no action left"
        } else if is_bare(self.side().opponent()) {
            "no aircraft left"
        } else if self.settings().draw_plies == PacificSettings::TYPE_A.draw_plies {
            "100 plies of plain Kamikaze moves"
        } else {
            "too many plies of plain Kamikaze moves"
        })
    }

    /// Passes the move to the other player, without an action.
    #[inline(always)]
    fn change_sides(&mut self) {
        self.ply = if self.ply == LAST_PLY { LAST_PLY - 1 } else { self.ply + 1 };
        self.key ^= BLACK_TO_MOVE;
    }
}

impl<R: PacificRules> Game for Pacific<R> {
    type Action = PacificAction;
    type Undo = Undo;
    const PLAYERS: usize = 2;

    fn player(&self) -> Player {
        self.side()
    }

    fn turn_start(&self) -> bool {
        true
    }

    fn outcome(&self) -> Option<Outcome> {
        let other = self.side().opponent();
        if self.aircraft(self.side()).is_empty() || !self.has_action() {
            Some(Outcome::Win(other))
        } else if self.aircraft(other).is_empty() {
            Some(Outcome::Win(self.side()))
        } else {
            (self.halfmove >= self.settings().draw_plies).then_some(Outcome::Draw)
        }
    }

    fn repetition_outcome(&self) -> Outcome {
        Outcome::Draw
    }

    fn clears_history(&self, action: PacificAction) -> bool {
        let numbered = self.sets[CARRIERS] | self.sets[PLANES];
        action.is_attack() || numbered.has(action.from())
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn table_key(&self) -> u64 {
        let from = self.settings().draw_plies.saturating_sub(CLOCK_IN_KEY_PLIES);
        let near_draw = self.halfmove.saturating_sub(from);
        self.key ^ u64::from(near_draw).wrapping_mul(BLACK_TO_MOVE | 1)
    }

    /// Exact for all plain moves except those that make a Kamikaze.
    #[inline]
    fn key_after(&self, action: PacificAction) -> u64 {
        let from = action.from();
        let to = from.step(action.first_direction());
        let row = Self::keys_of(self.side(), self.kind_of(from));
        self.key ^ row[from.index()] ^ row[to.index()] ^ BLACK_TO_MOVE
    }

    fn actions(&self, out: &mut Vec<PacificAction>) {
        self.list_actions(out);
    }

    fn is_legal(&self, action: PacificAction) -> bool {
        self.is_legal_action(action)
    }

    fn count_actions(&self) -> u64 {
        self.count_legal()
    }

    #[inline(always)]
    fn make(&mut self, action: PacificAction) -> Undo {
        self.make_with(action, &mut |_| {})
    }

    #[inline]
    fn unmake(&mut self, before: Undo) {
        let Undo { sets, key, halfmove, ply } = before;
        *self = Self { sets, key, halfmove, ply, rules: self.rules };
    }
}
