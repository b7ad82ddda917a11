//! Pacru, Azacru and Shacru for two to four players (rules.md): the state, make and unmake.
//!
//! - `board.rs`: the geometry; `reach.rs`: the reach of chevrons; `actions.rs`: the legal actions.
//! - `ending.rs`: the end of a game; `flood.rs`: the fields that chevrons could reach in the end.
//! - `notation.rs`: FEN; `tokens.rs`: action tokens; `diagram.rs`: the board for people.
//! - `telling.rs`: what is open in a turn; `themes.rs`: what moves are about.
//! - `settings.rs`: what the variants differ in; `switches.rs`: what files may set of it.
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
mod settings;
mod switches;
mod telling;
#[cfg(test)]
mod tests;
mod themes;
mod tokens;

use crate::game::text::count_on;
use crate::game::{Game, Outcome, Player, PlayerElimination, zobrist};
pub use actions::CruAction;
use board::{BORDERLANDS, FIELDS, Facing, Field, Fields};
pub use settings::{
    AzacruRules, BorderMarker, ChevronLostBy, CruSettings, Family, Meeting, MeetingCounted,
    PacruRules, Rotations, RulesOfFile, ShacruRules, StoppedGame,
};
pub use switches::switches;

/// Pacru: captures, border markers, meetings and rotations.
pub type Pacru<const PLAYERS: usize> = Cru<PacruRules, PLAYERS>;
/// Azacru: long moves that leave markers, and connections that may cost the chevron.
pub type Azacru<const PLAYERS: usize> = Cru<AzacruRules, PLAYERS>;
/// Shacru: single steps that leave markers.
pub type Shacru<const PLAYERS: usize> = Cru<ShacruRules, PLAYERS>;
/// A variant of a file, of any of the three games. It is one type for all three, because each type is compiled with
/// the whole search.
pub type CruOfFile<const PLAYERS: usize> = Cru<RulesOfFile, PLAYERS>;

/// Which of the three games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Rules: rules.md 5 to 7.
    Pacru,
    /// Rules: rules.md 8.
    Azacru,
    /// Rules: rules.md 9.
    Shacru,
}

/// The part of a turn or round that is already played: the FEN's turnstate (rules.md 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnStage {
    /// A turn begins.
    Turn,
    /// A turn of Azacru's last round begins. The player given began the round.
    LastRound(Player),
    /// Pacru: the bonus marker of a meeting is due. It may not go to the field `barred`.
    Bonus { barred: Option<Field> },
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
    rules: F::Rules,
}

/// The rules give a player at most four chevrons. FENs may have up to six; the limit keeps lists short.
const MOST_CHEVRONS: u32 = 6;
/// This many turns before the end by lack of progress, the key of a stored result begins to include the distance to
/// it.
const CLOCK_IN_KEY_TURNS: u32 = 40;
const MOST_PLAYERS: usize = 4;
/// The most markers that a rotation may cost: one digit in FENs.
const MOST_PAYMENT: usize = 9;

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
            Self::Bonus { barred: None } => BONUS_KEY,
            Self::Bonus { barred: Some(field) } => BONUS_KEY ^ PAYMENT_KEYS[0][field.index()],
            Self::Payment { left, last } => {
                let column = last.map_or(FIELDS, Field::index);
                PAYMENT_KEYS[usize::from(left - 1) % MOST_PAYMENT][column]
            }
        }
    }
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// The settings of the variant. [`CruSettings::meeting_threshold`] may be that of another one.
    #[inline(always)]
    fn settings(&self) -> &'static CruSettings {
        F::common_settings::<PLAYERS>(self.rules)
    }

    #[inline(always)]
    fn kind(&self) -> GameKind {
        match F::KIND {
            Some(kind) => kind,
            None => self.settings().kind,
        }
    }

    #[inline(always)]
    fn is_pacru(&self) -> bool {
        self.kind() == GameKind::Pacru
    }

    #[inline(always)]
    fn is_azacru(&self) -> bool {
        self.kind() == GameKind::Azacru
    }

    #[inline(always)]
    fn is_shacru(&self) -> bool {
        self.kind() == GameKind::Shacru
    }

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
            rules,
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
        if self.is_pacru() {
            let victim = (0..PLAYERS).find(|player| self.chevrons[*player].has(to));
            if let Some(victim) = victim {
                self.take_chevron(victim, to);
                self.put_marker(me, to);
                changed = true;
            }
        } else {
            changed = self.put_marker(me, to);
        }
        let was_met = self.settings().meeting_counted == MeetingCounted::Before
            && self.is_pacru()
            && self.reaches_meeting_threshold();
        let mut is_lost = false;
        if action.connects() {
            let gap = from.between(to, from.facing_along(to));
            is_lost = self.costs_chevron(gap);
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
        if self.is_pacru() && self.meets(to, facing) && self.earns_bonus(was_met, from) {
            self.set_stage(TurnStage::Bonus { barred: self.barred_by_leaving(from) });
        } else {
            self.end_turn(changed);
        }
    }

    /// The field that a chevron has left, if no bonus may go there.
    #[inline(always)]
    fn barred_by_leaving(&self, from: Field) -> Option<Field> {
        (!self.settings().bonus_on_field_left).then_some(from)
    }

    /// Whether a connection that fills in these fields costs the chevron (rules.md 8).
    #[inline(always)]
    fn costs_chevron(&self, gap: Fields) -> bool {
        self.is_azacru()
            && match self.settings().chevron_lost_by {
                ChevronLostBy::Nothing => false,
                ChevronLostBy::Taking => self.takes_from_others(gap),
                ChevronLostBy::Connecting => gap.any(),
            }
    }

    /// Whether one of these fields has another player's marker.
    #[inline(always)]
    fn takes_from_others(&self, fields: Fields) -> bool {
        (fields & self.marked() & !self.markers[self.side.index()]).any()
    }

    /// Whether the chevron that has just moved to `field` meets another one (rules.md 5.4).
    #[inline(always)]
    fn meets(&self, field: Field, facing: Facing) -> bool {
        let me = self.side.index();
        let partners = field.bit().step(facing) & self.chevrons[me] & self.markers[me];
        if partners.is_empty() || !self.markers[me].has(field) {
            return false;
        }
        partners.into_iter().all(|other| self.facing(other) == facing.opposite())
    }

    /// Whether some other player has enough markers for a meeting to bring its bonus (rules.md 5.4).
    #[inline(always)]
    fn reaches_meeting_threshold(&self) -> bool {
        let me = self.side.index();
        let threshold = F::settings::<PLAYERS>(self.rules).meeting_threshold;
        let reaches = |other: usize| self.markers[other].count() >= threshold;
        threshold == 0 || (0..PLAYERS).any(|other| other != me && reaches(other))
    }

    /// Whether a meeting earns a bonus, after a move from the field `from`. `was_met` says whether the markers of the
    /// others were enough before the last markers of the move, if that counts.
    #[inline(always)]
    fn earns_bonus(&self, was_met: bool, from: Field) -> bool {
        let is_met = match self.settings().meeting_counted {
            MeetingCounted::Before => was_met,
            MeetingCounted::After => self.reaches_meeting_threshold(),
        };
        is_met
            && self.fields_for_bonus(self.barred_by_leaving(from)).any()
            && self.winner_after(self.side).is_none()
    }

    /// The fields for the bonus marker of a meeting, without the field `barred`.
    #[inline(always)]
    fn fields_for_bonus(&self, barred: Option<Field>) -> Fields {
        let open = Fields::BOARD & !self.occupied() & !self.markers[self.side.index()];
        barred.map_or(open, |field| open & !field.bit())
    }

    /// The fields for the bonus marker that is due.
    fn bonus_fields(&self) -> Fields {
        match self.stage {
            TurnStage::Bonus { barred } => self.fields_for_bonus(barred),
            _ => Fields::NONE,
        }
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
        match self.settings().rotation_price(eighths) {
            None | Some(0) => self.end_turn(false),
            Some(left) => self.set_stage(TurnStage::Payment { left, last: None }),
        }
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
        let next = if self.is_pacru() { self.next_to_move() } else { Self::next_seat(player) };
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
        self.stopped_outcome()
    }

    /// Captured chevrons never come back. In Azacru and Shacru no field becomes bare again, and a marker changes
    /// owner only where a chevron is lost, if the settings say so. So every change there is permanent. In Pacru
    /// markers can be given up and won back.
    fn clears_history(&self, action: CruAction) -> bool {
        let is_move = action.is_move();
        if self.is_pacru() {
            return is_move && self.occupied().has(action.to());
        }
        if !is_move {
            return self.stage == TurnStage::Turn && self.is_azacru();
        }
        let (from, to) = (action.field(), action.to());
        let mut touched = to.bit();
        let mut is_lost = false;
        if action.connects() {
            let gap = from.between(to, from.facing_along(to));
            is_lost = self.costs_chevron(gap);
            touched |= gap;
        }
        is_lost || (touched & !self.marked()).any()
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn table_key(&self) -> u64 {
        let from_turns = self.settings().stop_turns.saturating_sub(CLOCK_IN_KEY_TURNS);
        let near_stop = self.halfmove.saturating_sub(from_turns);
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
        let marked = if self.is_pacru() { action.marker() } else { Some(to) };
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
            if self.is_azacru() && self.stage == TurnStage::Turn {
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
        self.is_pacru() && self.chevrons[player.index()].is_empty()
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
        let is_drawn = outcome == Outcome::Draw;
        if is_drawn && self.is_pacru() && self.settings().stopped_game == StoppedGame::Drawn {
            0
        } else {
            self.markers[player.index()].count()
        }
    }
}
