//! Pacru, Azacru and Shacru for two to four players (rules.md): the state, make and unmake.
//!
//! - `board.rs`: the geometry; `reach.rs`: the reach of chevrons; `actions.rs`: the legal actions.
//! - `ending.rs`: the end of a game; `flood.rs`: the fields that chevrons could reach in the end.
//! - `notation.rs`: FEN; `tokens.rs`: action tokens; `diagram.rs`: the board for people.
//! - `telling.rs`: what is open in a turn; `themes.rs`: what moves are about.
//! - `bench.rs`: the positions that `bench` searches.
//! - `learning.rs`: the games in numbers, for programs that learn.
//! - `eval/`: the evaluation and other knowledge for the search.

mod actions;
mod bench;
mod board;
mod diagram;
mod effects;
mod ending;
mod eval;
mod flood;
mod learning;
mod notation;
mod reach;
pub mod rules;
mod telling;
#[cfg(test)]
mod tests;
mod themes;
mod tokens;

use crate::game::text::count_on;
use crate::game::{Game, Outcome, Player, PlayerElimination, zobrist};
pub use actions::CruAction;
use board::{BORDERLANDS, FIELDS, Facing, Field, Fields};
use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

/// Pacru: captures, border markers, meetings and rotations.
pub type Pacru<const PLAYERS: usize> = Cru<PacruRules, PLAYERS>;
/// Azacru: long moves that leave markers, and connections that may cost the chevron.
pub type Azacru<const PLAYERS: usize> = Cru<AzacruRules, PLAYERS>;
/// Shacru: single steps that leave markers.
pub type Shacru<const PLAYERS: usize> = Cru<ShacruRules, PLAYERS>;

/// One of the three games. Their differences lie in the inner loop, so each game is a type. The compiler then removes
/// the code of the others.
pub trait Family: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The game's kind.
    const KIND: GameKind;
    /// What distinguishes its variants at run time.
    type Rules: Copy + Eq + Hash + fmt::Debug + Send + Sync + 'static;

    /// Whether a meeting always brings a bonus (rules.md 5.4).
    fn is_classic(rules: Self::Rules) -> bool;
}

/// The name of a [`Family`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Rules: rules.md 5 to 7.
    Pacru,
    /// Rules: rules.md 8.
    Azacru,
    /// Rules: rules.md 9.
    Shacru,
}

/// When a meeting brings a bonus (rules.md 5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meeting {
    /// If another player has at least nine markers.
    Tournament,
    /// Always.
    Classic,
}

/// The rules of [`Pacru`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacruRules;
/// The rules of [`Azacru`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AzacruRules;
/// The rules of [`Shacru`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShacruRules;

impl Family for PacruRules {
    const KIND: GameKind = GameKind::Pacru;
    type Rules = Meeting;

    fn is_classic(rules: Meeting) -> bool {
        rules == Meeting::Classic
    }
}

impl Family for AzacruRules {
    const KIND: GameKind = GameKind::Azacru;
    type Rules = ();

    fn is_classic((): ()) -> bool {
        false
    }
}

impl Family for ShacruRules {
    const KIND: GameKind = GameKind::Shacru;
    type Rules = ();

    fn is_classic((): ()) -> bool {
        false
    }
}

/// The part of a turn or round that is already played: the FEN's turnstate (rules.md 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnStage {
    /// A turn begins.
    Turn,
    /// A turn of Azacru's last round begins. The player given began the round.
    LastRound(Player),
    /// Pacru: the bonus marker of a meeting is due.
    Bonus,
    /// Pacru: `left` markers are still due for a rotation. `last` is the field of the marker just given up.
    Payment { left: u8, last: Option<Field> },
}

/// A position; `PLAYERS` is 2 to 4. It is copied instead of unmade: it takes 192 bytes for two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cru<F: Family, const PLAYERS: usize> {
    /// Fields with a marker, by owner. Each field has at most one owner.
    markers: [Fields; PLAYERS],
    /// Fields with a chevron, by owner. A chevron stands on its owner's marker or on none.
    chevrons: [Fields; PLAYERS],
    key: u64,
    /// Consecutive turns without a change (rules.md 10).
    halfmove: u32,
    fullmove: u32,
    /// The facing of each chevron. It is 0 on fields without one, so that equal positions are equal words.
    facings: [Facing; FIELDS],
    /// Markers by owner and borderland, for [`Cru::power`].
    counts: [[u8; BORDERLANDS]; PLAYERS],
    side: Player,
    stage: TurnStage,
    /// Updated after every action, because the next player depends on it.
    outcome: Option<Outcome>,
    classic: bool,
    family: PhantomData<F>,
}

/// The rules give a player at most four chevrons. FENs may have up to six; the limit keeps lists short.
const MOST_CHEVRONS: u32 = 6;
/// The number of markers of another player from which a meeting earns a bonus (rules.md 5.4).
const MEETING_THRESHOLD: u32 = 9;
/// From this many turns on, the key of a stored result includes the distance to the end by lack of progress.
const CLOCK_IN_KEY_FROM_TURNS: u32 = 60;
const MOST_PLAYERS: usize = 4;
const MOST_PAYMENT: usize = 4;

static MARKER_KEYS: [[u64; FIELDS]; MOST_PLAYERS] = zobrist::table(0x6d61_726b_6572);
/// Keys of chevrons that face north; see [`chevron_key`].
static CHEVRON_KEYS: [[u64; FIELDS]; MOST_PLAYERS] = zobrist::table(0x0063_6865_7672_6f6e);
static SIDE_KEYS: [[u64; MOST_PLAYERS]; 1] = zobrist::table(0x7369_6465);
static LAST_ROUND_KEYS: [[u64; MOST_PLAYERS]; 1] = zobrist::table(0x726f_756e_6473);
/// One row for each number of markers still due. The last column means that none was given up yet.
static PAYMENT_KEYS: [[u64; FIELDS + 1]; MOST_PAYMENT] = zobrist::table(0x0070_6179_6d65_6e74);
const BONUS_KEY: u64 = zobrist::table::<1, 1>(0x626f_6e75_7300)[0][0];
/// Odd, so that different counters give different keys.
const CLOCK_KEY: u64 = zobrist::table::<1, 1>(0x0063_6c6f_636b)[0][0] | 1;

/// The keys of the eight facings are rotations of one key, which keeps the table small. The rotation does not divide
/// the word length, so the differences of keys are random as well.
#[inline(always)]
fn chevron_key(player: usize, field: Field, facing: Facing) -> u64 {
    CHEVRON_KEYS[player][field.index()].rotate_left(7 * facing.index() as u32)
}

impl TurnStage {
    fn key(self) -> u64 {
        match self {
            Self::Turn => 0,
            Self::LastRound(player) => LAST_ROUND_KEYS[0][player.index()],
            Self::Bonus => BONUS_KEY,
            Self::Payment { left, last } => {
                let column = last.map_or(FIELDS, Field::index);
                PAYMENT_KEYS[usize::from(left - 1) % MOST_PAYMENT][column]
            }
        }
    }
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    const IS_PACRU: bool = matches!(F::KIND, GameKind::Pacru);
    const IS_AZACRU: bool = matches!(F::KIND, GameKind::Azacru);
    const IS_SHACRU: bool = matches!(F::KIND, GameKind::Shacru);

    /// The empty board.
    fn empty(rules: F::Rules) -> Self {
        Self {
            markers: [Fields::NONE; PLAYERS],
            chevrons: [Fields::NONE; PLAYERS],
            key: SIDE_KEYS[0][0],
            halfmove: 0,
            fullmove: 1,
            facings: [Facing::default(); FIELDS],
            counts: [[0; BORDERLANDS]; PLAYERS],
            side: Player::ONE,
            stage: TurnStage::Turn,
            outcome: None,
            classic: F::is_classic(rules),
            family: PhantomData,
        }
    }

    fn players() -> impl Iterator<Item = Player> {
        (0..PLAYERS).map(Player::new)
    }

    /// The seat after `player`'s, whether or not its player is still in the game.
    fn next_seat(player: Player) -> Player {
        Player::new((player.index() + 1) % PLAYERS)
    }

    /// Fields with a chevron.
    #[inline(always)]
    fn occupied(&self) -> Fields {
        self.chevrons.iter().fold(Fields::NONE, |all, some| all | *some)
    }

    /// Fields with a marker.
    #[inline(always)]
    fn marked(&self) -> Fields {
        self.markers.iter().fold(Fields::NONE, |all, some| all | *some)
    }

    #[inline(always)]
    fn facing(&self, field: Field) -> Facing {
        self.facings[field.index()]
    }

    fn set_side(&mut self, side: Player) {
        self.key ^= SIDE_KEYS[0][self.side.index()] ^ SIDE_KEYS[0][side.index()];
        self.side = side;
    }

    fn set_stage(&mut self, stage: TurnStage) {
        self.key ^= self.stage.key() ^ stage.key();
        self.stage = stage;
    }

    /// Puts a chevron on a field without one.
    #[inline(always)]
    fn put_chevron(&mut self, player: usize, field: Field, facing: Facing) {
        self.chevrons[player] |= field.bit();
        self.facings[field.index()] = facing;
        self.key ^= chevron_key(player, field, facing);
    }

    #[inline(always)]
    fn take_chevron(&mut self, player: usize, field: Field) {
        let facing = self.facing(field);
        self.chevrons[player] &= !field.bit();
        self.facings[field.index()] = Facing::default();
        self.key ^= chevron_key(player, field, facing);
    }

    /// Puts the player's marker on `field` in place of any other. Returns whether the field has changed.
    #[inline(always)]
    fn put_marker(&mut self, player: usize, field: Field) -> bool {
        if self.markers[player].has(field) {
            return false;
        }
        for other in 0..PLAYERS {
            if other != player && self.markers[other].has(field) {
                self.take_marker(other, field);
            }
        }
        self.markers[player] |= field.bit();
        self.counts[player][field.borderland()] += 1;
        self.key ^= MARKER_KEYS[player][field.index()];
        true
    }

    /// The change of the key by [`Cru::put_marker`].
    #[inline(always)]
    fn change_by_marker(&self, player: usize, field: Field) -> u64 {
        let key_of = |owner: usize| MARKER_KEYS[owner][field.index()];
        match (0..PLAYERS).find(|owner| self.markers[*owner].has(field)) {
            None => key_of(player),
            Some(owner) if owner == player => 0,
            Some(owner) => key_of(player) ^ key_of(owner),
        }
    }

    #[inline(always)]
    fn take_marker(&mut self, player: usize, field: Field) {
        self.markers[player] &= !field.bit();
        self.counts[player][field.borderland()] -= 1;
        self.key ^= MARKER_KEYS[player][field.index()];
    }

    /// Moves a chevron of the side to move. Then its turn ends, or its bonus is due.
    #[inline(always)]
    fn make_move(&mut self, action: CruAction) {
        let me = self.side.index();
        let (from, to, facing) = (action.field(), action.to(), action.facing());
        self.take_chevron(me, from);
        let mut changed = false;
        if Self::IS_PACRU {
            let victim = (0..PLAYERS).find(|player| self.chevrons[*player].has(to));
            if let Some(victim) = victim {
                self.take_chevron(victim, to);
                self.put_marker(me, to);
                changed = true;
            }
        } else {
            changed = self.put_marker(me, to);
        }
        let mut is_lost = false;
        if action.connects() {
            let gap = from.between(to, from.facing_along(to));
            is_lost = Self::IS_AZACRU && self.takes_from_others(gap);
            changed |= is_lost;
            for field in gap {
                changed |= self.put_marker(me, field);
            }
        }
        if let Some(field) = action.marker() {
            changed |= self.put_marker(me, field);
        }
        if !is_lost {
            self.put_chevron(me, to, facing);
        }
        if Self::IS_PACRU && self.earns_bonus(to, facing) {
            self.set_stage(TurnStage::Bonus);
        } else {
            self.end_turn(changed);
        }
    }

    /// Whether one of these fields has another player's marker.
    #[inline(always)]
    fn takes_from_others(&self, fields: Fields) -> bool {
        (fields & self.marked() & !self.markers[self.side.index()]).any()
    }

    /// Whether the chevron that has just moved to `field` makes a meeting that earns a bonus (rules.md 5.4).
    #[inline(always)]
    fn earns_bonus(&self, field: Field, facing: Facing) -> bool {
        let me = self.side.index();
        let partners = field.bit().step(facing) & self.chevrons[me] & self.markers[me];
        if partners.is_empty() || !self.markers[me].has(field) {
            return false;
        }
        let faces_back = partners.into_iter().all(|other| self.facing(other) == facing.opposite());
        let threshold = |other: usize| self.markers[other].count() >= MEETING_THRESHOLD;
        faces_back
            && (self.classic || (0..PLAYERS).any(|other| other != me && threshold(other)))
            && self.bonus_fields().any()
            && self.winner_after(self.side).is_none()
    }

    /// The fields for the bonus marker of a meeting.
    fn bonus_fields(&self) -> Fields {
        Fields::BOARD & !self.occupied() & !self.markers[self.side.index()]
    }

    /// The side's markers on free fields, which can pay for a rotation (rules.md 6).
    fn free_markers(&self) -> Fields {
        self.markers[self.side.index()] & !self.occupied()
    }

    /// The markers that may be given up next.
    fn payable(&self, left: u8, last: Option<Field>) -> Fields {
        let free = self.free_markers();
        last.map_or(free, |last| free.after(last)).without_last(u32::from(left) - 1)
    }

    fn make_rotation(&mut self, field: Field, facing: Facing) {
        let me = self.side.index();
        let eighths = self.facing(field).eighths_to(facing);
        self.take_chevron(me, field);
        self.put_chevron(me, field, facing);
        self.set_stage(TurnStage::Payment { left: rotation_price(eighths), last: None });
    }

    fn make_payment(&mut self, field: Field) {
        self.take_marker(self.side.index(), field);
        match self.stage {
            TurnStage::Payment { left: 2.., last: _ } => {
                self.set_stage(self.stage.after_payment(field))
            }
            _ => {
                self.set_stage(TurnStage::Turn);
                self.end_turn(true);
            }
        }
    }

    /// Ends the turn (rules.md 7 and 10). `changed` says whether the turn changed anything.
    #[inline(always)]
    fn end_turn(&mut self, changed: bool) {
        self.halfmove = if changed { 0 } else { self.halfmove + 1 };
        let player = self.side;
        let next = if Self::IS_PACRU { self.next_to_move() } else { Self::next_seat(player) };
        self.fullmove = count_on(self.fullmove, next <= player);
        self.set_side(next);
    }
}

impl TurnStage {
    /// The stage after the marker on `field` has been given up and more are due.
    fn after_payment(self, field: Field) -> Self {
        match self {
            Self::Payment { left, .. } => Self::Payment { left: left - 1, last: Some(field) },
            other => other,
        }
    }
}

/// The markers that a clockwise turn by `eighths` costs (rules.md 6).
const fn rotation_price(eighths: u32) -> u8 {
    match eighths {
        1 | 7 => 2,
        _ => 4,
    }
}

impl<F: Family, const PLAYERS: usize> Game for Cru<F, PLAYERS> {
    type Action = CruAction;
    type Undo = Self;
    const PLAYERS: usize = PLAYERS;

    fn player(&self) -> Player {
        self.side
    }

    fn turn_start(&self) -> bool {
        matches!(self.stage, TurnStage::Turn | TurnStage::LastRound(_))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn repetition_outcome(&self) -> Outcome {
        if Self::IS_PACRU { Outcome::Draw } else { self.most_markers() }
    }

    /// Captured chevrons never come back. In Azacru and Shacru no field becomes bare again, and a marker changes
    /// owner only where a chevron is lost. So every change there is permanent. In Pacru markers can be given up and
    /// won back.
    fn clears_history(&self, action: CruAction) -> bool {
        let is_move = action.is_move();
        if Self::IS_PACRU {
            return is_move && self.occupied().has(action.to());
        }
        if !is_move {
            return self.stage == TurnStage::Turn && Self::IS_AZACRU;
        }
        let (from, to) = (action.field(), action.to());
        let mut touched = to.bit();
        if action.connects() {
            touched |= from.between(to, from.facing_along(to));
        }
        (touched & !self.markers[self.side.index()]).any()
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn table_key(&self) -> u64 {
        let near_stop = self.halfmove.saturating_sub(CLOCK_IN_KEY_FROM_TURNS);
        self.key ^ u64::from(near_stop).wrapping_mul(CLOCK_KEY)
    }

    /// Exact for moves that mark at most one field, take nothing and earn no bonus.
    #[inline]
    fn key_after(&self, action: CruAction) -> u64 {
        if !action.is_move() {
            return self.key;
        }
        let me = self.side.index();
        let (from, to) = (action.field(), action.to());
        let chevron =
            chevron_key(me, from, self.facing(from)) ^ chevron_key(me, to, action.facing());
        let side = SIDE_KEYS[0][me] ^ SIDE_KEYS[0][Self::next_seat(self.side).index()];
        let marked = if Self::IS_PACRU { action.marker() } else { Some(to) };
        let marker = marked.map_or(0, |field| self.change_by_marker(me, field));
        self.key ^ chevron ^ side ^ marker
    }

    fn actions(&self, out: &mut Vec<CruAction>) {
        self.list_actions::<true, true>(out);
    }

    fn is_legal(&self, action: CruAction) -> bool {
        self.is_legal_action(action)
    }

    fn count_actions(&self) -> u64 {
        self.count_legal()
    }

    #[inline]
    fn make(&mut self, action: CruAction) -> Self {
        let before = *self;
        self.make_midway(action);
        if self.turn_start() {
            self.outcome = self.find_outcome(Some(before.side));
        }
        before
    }

    #[inline]
    fn make_midway(&mut self, action: CruAction) {
        if action.is_move() {
            self.make_move(action);
        } else if action.is_rotation() {
            self.make_rotation(action.field(), action.facing());
        } else if action.is_payment() {
            self.make_payment(action.field());
        } else if action.is_bonus() {
            self.put_marker(self.side.index(), action.field());
            self.set_stage(TurnStage::Turn);
            self.end_turn(true);
        } else {
            if Self::IS_AZACRU && self.stage == TurnStage::Turn {
                self.set_stage(TurnStage::LastRound(self.side));
            }
            self.end_turn(false);
        }
    }

    #[inline]
    fn unmake(&mut self, undo: Self) {
        *self = undo;
    }
}

impl<F: Family, const PLAYERS: usize> PlayerElimination for Cru<F, PLAYERS> {
    fn is_out(&self, player: Player) -> bool {
        Self::IS_PACRU && self.chevrons[player.index()].is_empty()
    }

    /// The player who lost its last chevron comes first. Then come the players who cannot move, in the order of their
    /// turns (rules.md 7).
    fn eliminated_by(&self, action: CruAction, after: &Self) -> Vec<Player> {
        let left = |player: &Player| !self.is_out(*player) && after.is_out(*player);
        let captured =
            |player: Player| action.is_move() && self.chevrons[player.index()] == action.to().bit();
        let me = self.side.index();
        let seats = (1..=PLAYERS).map(|step| Player::new((me + step) % PLAYERS));
        let mut leavers: Vec<Player> = seats.filter(left).collect();
        leavers.sort_by_key(|player| !captured(*player));
        leavers
    }

    /// The number of markers; 0 in a drawn game of Pacru, where markers decide nothing.
    fn standing(&self, player: Player, outcome: Outcome) -> u32 {
        if Self::IS_PACRU && outcome == Outcome::Draw {
            0
        } else {
            self.markers[player.index()].count()
        }
    }
}
