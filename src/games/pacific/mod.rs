//! Pacific, types A and B (rules.md): the state, make and unmake, and how a game ends.
//!
//! `board.rs` has the geometry, `actions.rs` the legal actions, `notation.rs` FEN, tokens and the
//! diagram, `mind/` what the engine thinks of it all.

mod actions;
mod board;
mod mind;
mod notation;
pub mod rules;

use crate::game::{Game, Outcome, Player, zobrist};
pub use actions::PacificAction;
use board::{ENEMY_BACK_ROW, FAR_AHEAD, FAR_BEHIND, Point, Points};

/// Type A: a Kamikaze survives what it attacks.
pub type PacificA = Pacific<false>;
/// Type B: a Kamikaze is lost with the carrier that it destroys.
pub type PacificB = Pacific<true>;

/// A position of Pacific; `B` says whether it is type B.
///
/// 56 bytes, copied rather than unmade. A Kamikaze is a piece that is neither carrier nor plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pacific<const B: bool> {
    /// The sets named by the constants below.
    sets: [Points; 7],
    key: u64,
    /// Plies since the last irreversible one.
    halfmove: u32,
    fullmove: u32,
    side: Player,
}

/// What [`Pacific::make_seen`] tells: a piece has come to a point or left it.
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
/// Pieces whose number less one has its low bit set; of carriers and planes only.
const LOW: usize = 4;
/// The same for the high bit.
const HIGH: usize = 5;
/// Planes at their limit (rules.md 4).
const WAITING: usize = 6;

/// Plies in a row of plain Kamikaze moves that make a draw (rules.md 6).
const CLOCK_LIMIT_PLIES: u32 = 100;
/// From here on a stored result depends on how near the draw is.
const CLOCK_IN_KEY_FROM_PLIES: u32 = 60;

/// What a piece on a point adds to the key. A row for each kind of piece: a player has nine, see
/// [`Pacific::kind_of`].
static PIECE_KEYS: [[u64; 32]; 18] = zobrist::table(0x0050_6163_6966_6963);
const KINDS_A_PLAYER: usize = 9;
const KAMIKAZE_KIND: usize = 8;
const BLACK_TO_MOVE: u64 = zobrist::table::<1, 1>(0x7369_6465)[0][0];

impl<const B: bool> Pacific<B> {
    /// The empty board with White to move.
    const EMPTY: Self =
        Self { sets: [Points::NONE; 7], key: 0, halfmove: 0, fullmove: 1, side: Player::ONE };

    fn own(&self) -> Points {
        self.sets[self.side.index()]
    }

    fn enemy(&self) -> Points {
        self.sets[self.side.opponent().index()]
    }

    fn kamikazes(&self, player: Player) -> Points {
        self.sets[player.index()] & !(self.sets[CARRIERS] | self.sets[PLANES])
    }

    fn aircraft(&self, player: Player) -> Points {
        self.sets[player.index()] & !self.sets[CARRIERS]
    }

    /// Carriers and planes of both sides with the number of the one on `point`.
    fn same_number(&self, point: Point) -> Points {
        let low = self.sets[LOW] ^ self.sets[LOW].spread(point);
        let high = self.sets[HIGH] ^ self.sets[HIGH].spread(point);
        (self.sets[CARRIERS] | self.sets[PLANES]) & !(low | high)
    }

    /// The number less one of the carrier or plane on `point`.
    fn number(&self, point: Point) -> usize {
        self.sets[LOW].has(point) as usize + 2 * self.sets[HIGH].has(point) as usize
    }

    /// The kind of the piece on `point` among its player's nine: carriers 1 to 4, planes 1 to 4,
    /// Kamikaze.
    fn kind_of(&self, point: Point) -> usize {
        let carrier = self.sets[CARRIERS].has(point) as usize;
        let plane = self.sets[PLANES].has(point) as usize;
        self.number(point) + 4 * plane + KAMIKAZE_KIND * (1 - carrier - plane)
    }

    /// The keys of a player's pieces of a kind, by point.
    fn keys_of(player: Player, kind: usize) -> &'static [u64; 32] {
        &PIECE_KEYS[KINDS_A_PLAYER * player.index() + kind]
    }

    /// Notes in the key that a piece has come to a point.
    #[inline(always)]
    fn add(&mut self, player: Player, kind: usize, point: Point, see: &mut impl FnMut(Change)) {
        self.key ^= Self::keys_of(player, kind)[point.index()];
        see(Change { player, kind, point, arrives: true });
    }

    /// Notes in the key that a piece has left a point.
    #[inline(always)]
    fn subtract(
        &mut self,
        player: Player,
        kind: usize,
        point: Point,
        see: &mut impl FnMut(Change),
    ) {
        self.key ^= Self::keys_of(player, kind)[point.index()];
        see(Change { player, kind, point, arrives: false });
    }

    /// Puts a piece on an empty point; kinds as in [`Pacific::kind_of`].
    fn put(&mut self, player: Player, kind: usize, point: Point, see: &mut impl FnMut(Change)) {
        let bit = point.bit();
        self.sets[player.index()] |= bit;
        match kind {
            0..4 => self.sets[CARRIERS] |= bit,
            4..8 => self.sets[PLANES] |= bit,
            _ => {}
        }
        if kind < KAMIKAZE_KIND {
            self.sets[LOW] |= if kind & 1 != 0 { bit } else { Points::NONE };
            self.sets[HIGH] |= if kind & 2 != 0 { bit } else { Points::NONE };
        }
        self.add(player, kind, point, see);
    }

    /// Works out [`WAITING`] from nothing, as after reading a FEN.
    fn find_waiting(&mut self) {
        self.sets[WAITING] = Points::NONE;
        for carrier in self.sets[CARRIERS] {
            let player = if self.sets[WHITE].has(carrier) { Player::ONE } else { Player::TWO };
            let planes = self.same_number(carrier) & self.sets[PLANES] & self.sets[player.index()];
            self.sets[WAITING] |= planes & FAR_AHEAD[player.index()][carrier.index()];
        }
    }

    /// A plain move, without the counters and the change of sides.
    #[inline(always)]
    fn make_step(&mut self, from: Point, to: Point, see: &mut impl FnMut(Change)) {
        let player = self.side.index();
        let plane = self.sets[PLANES].spread(from);
        let carrier = self.sets[CARRIERS].spread(from);
        let group = self.same_number(from) & self.sets[player];
        let kind = self.kind_of(from);
        self.subtract(self.side, kind, from, see);
        self.add(self.side, kind, to, see);

        // Masks instead of branches: which kind of piece moves is anybody's guess.
        let both = from.bit() | to.bit();
        self.sets[player] ^= both;
        self.sets[CARRIERS] ^= both & carrier;
        self.sets[PLANES] ^= both & plane;
        self.sets[LOW] ^= both & self.sets[LOW].spread(from);
        self.sets[HIGH] ^= both & self.sets[HIGH].spread(from);

        let far = (group & self.sets[CARRIERS] & FAR_BEHIND[player][to.index()]).any();
        self.sets[WAITING] |= if far { plane & to.bit() } else { Points::NONE };
        self.sets[WAITING] &= !(carrier & group & !FAR_AHEAD[player][to.index()]);
        if (plane & to.bit() & ENEMY_BACK_ROW[player]).any() {
            self.promote(to, see);
        }
        let plies = self.halfmove + 1;
        self.halfmove = if (plane | carrier).any() { 0 } else { plies };
    }

    /// The plane on `point` becomes a Kamikaze.
    #[inline(always)]
    fn promote(&mut self, point: Point, see: &mut impl FnMut(Change)) {
        self.subtract(self.side, self.kind_of(point), point, see);
        self.add(self.side, KAMIKAZE_KIND, point, see);
        for set in [PLANES, LOW, HIGH, WAITING] {
            self.sets[set] &= !point.bit();
        }
    }

    /// The position after a whole attack, without the counters and the change of sides. By value: the address of a
    /// position that only makes plain moves is known to nobody, so that it can stay in registers.
    #[inline(never)]
    fn after_attack(
        mut self,
        from: Point,
        action: PacificAction,
        see: &mut impl FnMut(Change),
    ) -> Self {
        let (side, player) = (self.side, self.side.index());
        let was_plane = self.sets[PLANES].has(from);
        let mut kind = self.kind_of(from);
        let carrier = self.same_number(from) & self.sets[player] & self.sets[CARRIERS];
        self.take_off(side, kind, from, see);

        let mut at = from;
        let mut lost = false;
        for direction in action.path() {
            let over = at.step(direction);
            at = over.step(direction);
            let destroyed_carrier = self.capture(over, see);
            lost = B && destroyed_carrier && kind == KAMIKAZE_KIND;
            if ENEMY_BACK_ROW[player].has(at) {
                kind = KAMIKAZE_KIND;
            }
        }
        if !lost {
            self.put(side, kind, at, see);
            let far = (carrier & FAR_BEHIND[player][at.index()]).any();
            if was_plane && kind != KAMIKAZE_KIND && far {
                self.sets[WAITING] |= at.bit();
            }
        }
        self.halfmove = 0;
        self
    }

    /// Removes the enemy piece on `point`, and its planes if it is a carrier; says whether it was one.
    fn capture(&mut self, point: Point, see: &mut impl FnMut(Change)) -> bool {
        let enemy = self.side.opponent();
        let is_carrier = self.sets[CARRIERS].has(point);
        if is_carrier {
            let orphans = self.same_number(point) & self.sets[PLANES] & self.sets[enemy.index()];
            for orphan in orphans {
                self.take_off(enemy, self.kind_of(orphan), orphan, see);
            }
        }
        self.take_off(enemy, self.kind_of(point), point, see);
        is_carrier
    }

    fn take_off(
        &mut self,
        player: Player,
        kind: usize,
        point: Point,
        see: &mut impl FnMut(Change),
    ) {
        self.subtract(player, kind, point, see);
        let rest = !point.bit();
        for set in &mut self.sets {
            *set &= rest;
        }
    }

    /// Makes an action, and tells `see` of every piece that comes to a point or leaves it.
    #[inline]
    fn make_seen(&mut self, action: PacificAction, see: &mut impl FnMut(Change)) -> Self {
        let before = *self;
        let from = action.from();
        if action.is_attack() {
            *self = self.after_attack(from, action, see);
        } else {
            self.make_step(from, from.step(action.first_direction()), see);
        }
        self.change_sides();
        before
    }

    /// Why the game is over, in the order in which [`Game::outcome`] looks (rules.md 6).
    fn why_over(&self) -> Option<&'static str> {
        self.outcome()?;
        let is_bare = |player: Player| self.aircraft(player).is_empty();
        Some(if is_bare(self.side) {
            "no aircraft left"
        } else if !self.has_action() {
            "no action left"
        } else if is_bare(self.side.opponent()) {
            "no aircraft left"
        } else {
            "100 plies of plain Kamikaze moves"
        })
    }

    /// Hands the move to the other player, without an action.
    #[inline(always)]
    fn change_sides(&mut self) {
        self.fullmove += self.side.index() as u32;
        self.side = self.side.opponent();
        self.key ^= BLACK_TO_MOVE;
    }
}

impl<const B: bool> Game for Pacific<B> {
    type Action = PacificAction;
    type Undo = Self;
    const PLAYERS: usize = 2;

    fn player(&self) -> Player {
        self.side
    }

    fn turn_start(&self) -> bool {
        true
    }

    fn outcome(&self) -> Option<Outcome> {
        let other = self.side.opponent();
        if self.aircraft(self.side).is_empty() || !self.has_action() {
            Some(Outcome::Win(other))
        } else if self.aircraft(other).is_empty() {
            Some(Outcome::Win(self.side))
        } else {
            (self.halfmove >= CLOCK_LIMIT_PLIES).then_some(Outcome::Draw)
        }
    }

    fn stalled(&self) -> Outcome {
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
        let near_draw = self.halfmove.saturating_sub(CLOCK_IN_KEY_FROM_PLIES);
        self.key ^ u64::from(near_draw).wrapping_mul(BLACK_TO_MOVE | 1)
    }

    /// Right for all steps but those that make a Kamikaze.
    #[inline]
    fn key_after(&self, action: PacificAction) -> u64 {
        let from = action.from();
        let to = from.step(action.first_direction());
        let row = Self::keys_of(self.side, self.kind_of(from));
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

    #[inline]
    fn make(&mut self, action: PacificAction) -> Self {
        self.make_seen(action, &mut |_| {})
    }

    #[inline]
    fn unmake(&mut self, undo: Self) {
        *self = undo;
    }
}
