//! Actions as words, and their legality (rules.md 4 to 6, 8 and 9).

use super::board::{Facing, Field, Fields};
use super::reach::{Attacks, PlayerBoard};
use super::{BorderMarker, Cru, Family, GameKind, TurnStage};
use crate::game::Action;
use std::fmt;

/// A move, a rotation, a marker given up, a bonus marker, or a pass.
///
/// From the lowest bit:
/// - 7 bits for the starting field, or the action's only field;
/// - 7 bits for the field of arrival;
/// - 7 bits for the field of the border marker plus one, or 0;
/// - 3 bits for the facing after the move;
/// - 1 bit for a connection;
/// - 3 bits for the kind.
///
/// A field that a kind does not use is 0.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CruAction(u32);

const TO_SHIFT: u32 = 7;
const MARKER_SHIFT: u32 = 14;
const FACING_SHIFT: u32 = 21;
const FIELD_MASK: u32 = 127;
const CONNECTS: u32 = 1 << 24;
const KIND_MASK: u32 = 7 << 25;
const MOVE: u32 = 1 << 25;
const ROTATION: u32 = 2 << 25;
const PAYMENT: u32 = 3 << 25;
const BONUS: u32 = 4 << 25;

impl CruAction {
    /// A pass.
    pub(super) const END: Self = Self(5 << 25);

    /// A move that ends facing `facing`.
    #[inline(always)]
    pub(super) fn movement(from: Field, to: Field, facing: Facing) -> Self {
        let fields = from.index() as u32 | (to.index() as u32) << TO_SHIFT;
        Self(MOVE | fields | (facing.index() as u32) << FACING_SHIFT)
    }

    pub(super) fn rotation(field: Field, facing: Facing) -> Self {
        Self(ROTATION | field.index() as u32 | (facing.index() as u32) << FACING_SHIFT)
    }

    pub(super) fn payment(field: Field) -> Self {
        Self(PAYMENT | field.index() as u32)
    }

    pub(super) fn bonus(field: Field) -> Self {
        Self(BONUS | field.index() as u32)
    }

    /// This move as a connection.
    #[inline(always)]
    pub(super) fn connecting(self) -> Self {
        Self(self.0 | CONNECTS)
    }

    /// This move with a marker for crossing a border.
    #[inline(always)]
    pub(super) fn placing(self, field: Field) -> Self {
        Self(self.0 | (field.index() as u32 + 1) << MARKER_SHIFT)
    }

    pub(super) fn is_move(self) -> bool {
        self.0 & KIND_MASK == MOVE
    }

    pub(super) fn is_rotation(self) -> bool {
        self.0 & KIND_MASK == ROTATION
    }

    pub(super) fn is_payment(self) -> bool {
        self.0 & KIND_MASK == PAYMENT
    }

    pub(super) fn is_bonus(self) -> bool {
        self.0 & KIND_MASK == BONUS
    }

    /// The starting field of a move, or the only field of another action. Bits beyond the board give a1;
    /// [`Cru::is_legal_action`] detects them.
    #[inline(always)]
    pub(super) fn field(self) -> Field {
        Field::from_number(self.0 & FIELD_MASK).unwrap_or(Field::FIRST)
    }

    /// The field of arrival.
    #[inline(always)]
    pub(super) fn to(self) -> Field {
        Field::from_number(self.0 >> TO_SHIFT & FIELD_MASK).unwrap_or(Field::FIRST)
    }

    /// The field of the border marker.
    #[inline(always)]
    pub(super) fn marker(self) -> Option<Field> {
        Field::from_number((self.0 >> MARKER_SHIFT & FIELD_MASK).wrapping_sub(1))
    }

    #[inline(always)]
    pub(super) fn facing(self) -> Facing {
        Facing::new(self.0 >> FACING_SHIFT)
    }

    #[inline(always)]
    pub(super) fn connects(self) -> bool {
        self.0 & CONNECTS != 0
    }
}

impl Action for CruAction {
    fn bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl fmt::Debug for CruAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (field, facing) = (self.field().name(), self.facing().index());
        match self.0 & KIND_MASK {
            MOVE => {
                let link = if self.connects() { "~" } else { "" };
                let marker = self.marker().map_or(String::new(), |at| format!("@{}", at.name()));
                write!(f, "{field}{}{link}{marker}/{facing}", self.to().name())
            }
            ROTATION => write!(f, "{field}r{facing}"),
            PAYMENT => write!(f, "x{field}"),
            BONUS => write!(f, "@{field}"),
            _ => f.write_str("end"),
        }
    }
}

/// The two twists that a border crossing allows, in eighths of a circle clockwise (rules.md 8).
const TWISTS_EIGHTHS: [u32; 2] = [7, 1];
/// The four rotations of Pacru, the cheap ones first (rules.md 6).
const ROTATIONS_EIGHTHS: [u32; 4] = [7, 1, 6, 2];

/// A connection is noisy if it changes the markers by at least this number. A marker taken from another player counts
/// twice.
const NOISY_SWING_MARKERS: u32 = 2;

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// Appends the legal actions: the noisy ones, the others, or both.
    pub(super) fn list_actions<const NOISY: bool, const QUIET: bool>(
        &self,
        out: &mut Vec<CruAction>,
    ) {
        if self.outcome.is_some() {
            return;
        }
        match self.stage {
            TurnStage::Turn | TurnStage::LastRound(_) if self.is_pacru() => {
                self.list_pacru_turn::<NOISY, QUIET>(out);
            }
            TurnStage::Turn | TurnStage::LastRound(_) => self.list_plain_turn::<NOISY, QUIET>(out),
            TurnStage::Bonus { .. } => {
                let chosen = self.quiescent_bonus();
                let listed = self.bonus_fields() & Self::listed(chosen, NOISY, QUIET);
                out.extend(listed.map(CruAction::bonus));
            }
            TurnStage::Payment { left, last } => {
                let chosen = self.quiescent_payment(left, last);
                let listed = self.payable(left, last) & Self::listed(chosen, NOISY, QUIET);
                out.extend(listed.map(CruAction::payment));
            }
        }
    }

    /// The fields to list when only `chosen` is noisy.
    fn listed(chosen: Fields, noisy: bool, quiet: bool) -> Fields {
        chosen.only_if(noisy) | (!chosen).only_if(quiet)
    }

    /// The one bonus of the quiescence search: a marker won from another player, if possible.
    pub(super) fn quiescent_bonus(&self) -> Fields {
        let fields = self.bonus_fields();
        first_of(fields & self.marked(), fields)
    }

    /// The one payment of the quiescence search: a marker that gives no chevron of the mover its power, if there is
    /// one. The others would multiply into all ways to pay.
    pub(super) fn quiescent_payment(&self, left: u8, last: Option<Field>) -> Fields {
        let fields = self.payable(left, last);
        let bases = self.chevrons[self.side.index()].fold(Fields::NONE, |all, at| all | at.home());
        first_of(fields & !bases, fields)
    }

    fn list_pacru_turn<const NOISY: bool, const QUIET: bool>(&self, out: &mut Vec<CruAction>) {
        let me = self.side.index();
        let board = self.player_board(me);
        let mut attacks = Attacks::NONE;
        for from in board.friends {
            let reach = self.reach(&board, me, from);
            attacks.add(reach.attacked);
            let plain = if QUIET { reach.targets } else { reach.connections };
            for to in plain {
                let action = CruAction::movement(from, to, from.facing_along(to));
                let options = self.border_options(&board, from, to);
                let connects = reach.connections.has(to);
                if connects && (NOISY && QUIET || self.is_great_swing(from, to) == NOISY) {
                    out.push(action.connecting());
                }
                if QUIET {
                    if options.is_empty() && !connects {
                        out.push(action);
                    }
                    out.extend(options.map(|at| action.placing(at)));
                }
            }
        }
        if NOISY && attacks.pincered.any() {
            self.each_capture(&board, attacks.pincered, |action, options| {
                if options.is_empty() {
                    out.push(action);
                }
                out.extend(options.map(|at| action.placing(at)));
            });
        }
        if QUIET {
            self.list_rotations(&board, out);
        }
    }

    /// Calls `visit` with every capture and the fields for its border marker.
    #[cold]
    pub(super) fn each_capture(
        &self,
        board: &PlayerBoard,
        pincered: Fields,
        mut visit: impl FnMut(CruAction, Fields),
    ) {
        for from in board.friends {
            let reach = self.reach(board, self.side.index(), from);
            for to in reach.attacked & pincered {
                let action = CruAction::movement(from, to, from.facing_along(to));
                visit(action, self.border_options(board, from, to));
            }
        }
    }

    fn list_rotations(&self, board: &PlayerBoard, out: &mut Vec<CruAction>) {
        let funds = (board.mine & board.free).count();
        for eighths in ROTATIONS_EIGHTHS {
            if self.is_paid_by(eighths, funds) {
                let turned = |at| CruAction::rotation(at, self.facing(at).turned(eighths));
                out.extend(board.friends.map(turned));
            }
        }
    }

    /// Whether there is a rotation by `eighths`, and `funds` markers pay for it.
    fn is_paid_by(&self, eighths: u32, funds: u32) -> bool {
        self.settings().rotation_price(eighths).is_some_and(|price| funds >= u32::from(price))
    }

    /// The fields for the marker of a border crossing (rules.md 5.2); none if the move crosses no border.
    #[inline(always)]
    pub(super) fn border_options(&self, board: &PlayerBoard, from: Field, to: Field) -> Fields {
        let land = to.home();
        if land.has(from) {
            return Fields::NONE;
        }
        // The marker of a capture fills its field before the borderland is examined.
        self.options_at(board, to, to.bit() & board.enemies)
    }

    /// The fields for the marker of a crossing that ends on `to`. The mover has just put a marker on the fields in
    /// `filled`.
    #[inline(always)]
    fn options_at(&self, board: &PlayerBoard, to: Field, filled: Fields) -> Fields {
        let land = to.home();
        let bare = land & board.bare & !filled;
        let wanted = match self.settings().border_marker {
            BorderMarker::None => Fields::NONE,
            BorderMarker::Any if bare.is_empty() => land & !board.mine,
            BorderMarker::Bare | BorderMarker::Any => bare,
        };
        let open = wanted & board.free;
        if self.settings().border_marker_under_chevron { open } else { open & !to.bit() }
    }

    /// Whether the quiescence search examines a connection.
    pub(super) fn is_great_swing(&self, from: Field, to: Field) -> bool {
        let gap = from.between(to, from.facing_along(to));
        self.swing(gap) >= NOISY_SWING_MARKERS
    }

    /// The mover's gain by markers on all of `fields`: one for a bare field, two for another player's field.
    #[inline(always)]
    pub(super) fn swing(&self, fields: Fields) -> u32 {
        let mine = self.markers[self.side.index()];
        let taken = fields & self.marked() & !mine;
        (fields & !mine).count() + taken.count()
    }

    /// Lists a turn of Azacru or Shacru.
    fn list_plain_turn<const NOISY: bool, const QUIET: bool>(&self, out: &mut Vec<CruAction>) {
        let me = self.side.index();
        let board = self.player_board(me);
        let mut is_blocked = true;
        for from in board.friends {
            let reach = self.reach(&board, me, from);
            is_blocked &= reach.targets.is_empty();
            for to in if QUIET { reach.targets } else { reach.connections } {
                let facing = from.facing_along(to);
                let mut action = CruAction::movement(from, to, facing);
                let mut may_twist = self.settings().twists && !from.home().has(to);
                let mut is_noisy = false;
                if reach.connections.has(to) {
                    action = action.connecting();
                    let gap = from.between(to, facing);
                    may_twist &= !self.costs_chevron(gap);
                    is_noisy = self.swing(gap) >= NOISY_SWING_MARKERS;
                }
                if if is_noisy { NOISY } else { QUIET } {
                    out.push(action);
                    if may_twist {
                        out.extend(TWISTS_EIGHTHS.map(|eighths| action.twisted(eighths)));
                    }
                }
            }
        }
        if is_blocked && QUIET {
            out.push(CruAction::END);
        }
    }

    #[inline]
    pub(super) fn count_legal(&self) -> u64 {
        if self.outcome.is_some() {
            return 0;
        }
        let count = match self.stage {
            TurnStage::Turn | TurnStage::LastRound(_) => match self.kind() {
                GameKind::Pacru => self.count_pacru_turn(),
                GameKind::Azacru | GameKind::Shacru => self.count_plain_turn(),
            },
            TurnStage::Bonus { .. } => self.bonus_fields().count(),
            TurnStage::Payment { left, last } => self.payable(left, last).count(),
        };
        u64::from(count)
    }

    fn count_pacru_turn(&self) -> u32 {
        let me = self.side.index();
        let board = self.player_board(me);
        let mut attacks = Attacks::NONE;
        let mut count = 0;
        for from in board.friends {
            let reach = self.reach(&board, me, from);
            attacks.add(reach.attacked);
            count += (reach.targets & from.home()).count();
            for to in reach.targets & !from.home() {
                let options = self.options_at(&board, to, Fields::NONE).count();
                let connects = u32::from(reach.connections.has(to));
                count += (options + connects).max(1);
            }
        }
        if attacks.pincered.any() {
            self.each_capture(&board, attacks.pincered, |_, options| {
                count += options.count().max(1);
            });
        }
        let funds = (board.mine & board.free).count();
        let kinds = [1, 2].map(|eighths| u32::from(self.is_paid_by(eighths, funds)));
        count + 2 * (kinds[0] + kinds[1]) * board.friends.count()
    }

    fn count_plain_turn(&self) -> u32 {
        let me = self.side.index();
        let board = self.player_board(me);
        let mut count = 0;
        for from in board.friends {
            let reach = self.reach(&board, me, from);
            let crossing = (reach.targets & !from.home()).only_if(self.settings().twists);
            count += reach.targets.count() + 2 * crossing.count();
            for to in crossing & reach.connections {
                let gap = from.between(to, from.facing_along(to));
                count -= 2 * u32::from(self.costs_chevron(gap));
            }
        }
        count.max(1)
    }

    /// Whether the action is legal here. It may be any bit pattern: it is rebuilt from its parts, and the parts are
    /// checked against the rules.
    pub(super) fn is_legal_action(&self, action: CruAction) -> bool {
        if self.outcome.is_some() {
            return false;
        }
        let field = action.field();
        match self.stage {
            TurnStage::Bonus { .. } => {
                action == CruAction::bonus(field) && self.bonus_fields().has(field)
            }
            TurnStage::Payment { left, last } => {
                action == CruAction::payment(field) && self.payable(left, last).has(field)
            }
            _ if action.is_move() => self.is_legal_move(action),
            _ if action.is_rotation() => self.is_pacru() && self.is_legal_rotation(action),
            _ => action == CruAction::END && !self.is_pacru() && !self.can_move(self.side.index()),
        }
    }

    fn is_legal_rotation(&self, action: CruAction) -> bool {
        let (field, facing) = (action.field(), action.facing());
        let eighths = self.facing(field).eighths_to(facing);
        action == CruAction::rotation(field, facing)
            && self.chevrons[self.side.index()].has(field)
            && ROTATIONS_EIGHTHS.contains(&eighths)
            && self.is_paid_by(eighths, self.free_markers().count())
    }

    fn is_legal_move(&self, action: CruAction) -> bool {
        let me = self.side.index();
        let (from, to) = (action.field(), action.to());
        if !self.chevrons[me].has(from) || action.rebuilt() != action {
            return false;
        }
        let board = self.player_board(me);
        let reach = self.reach(&board, me, from);
        let connects = reach.connections.has(to);
        if self.is_pacru() {
            let can_arrive = reach.targets.has(to)
                || reach.attacked.has(to) && self.attacks(&board, me).pincered.has(to);
            can_arrive && self.is_legal_pacru_end(&board, action, connects)
        } else {
            reach.targets.has(to) && self.is_legal_plain_end(action, connects)
        }
    }

    /// Whether a possible move of Pacru has the right facing, connection flag and border marker.
    fn is_legal_pacru_end(&self, board: &PlayerBoard, action: CruAction, connects: bool) -> bool {
        let (from, to) = (action.field(), action.to());
        let options = self.border_options(board, from, to);
        action.facing() == from.facing_along(to)
            && match action.marker() {
                Some(at) => !action.connects() && options.has(at),
                None => connects == action.connects() && (connects || options.is_empty()),
            }
    }

    /// Whether a possible move of Azacru or Shacru has the right facing and connection flag. It may have a twist.
    fn is_legal_plain_end(&self, action: CruAction, connects: bool) -> bool {
        let (from, to) = (action.field(), action.to());
        let direction = from.facing_along(to);
        let is_twist = TWISTS_EIGHTHS.contains(&direction.eighths_to(action.facing()));
        let costs_chevron = connects && self.costs_chevron(from.between(to, direction));
        let may_twist = self.settings().twists && !costs_chevron && !from.home().has(to);
        action.marker().is_none()
            && connects == action.connects()
            && (action.facing() == direction || is_twist && may_twist)
    }
}

impl CruAction {
    /// The move rebuilt from its parts. It differs from `self` if other bits are set.
    fn rebuilt(self) -> Self {
        let mut rebuilt = Self::movement(self.field(), self.to(), self.facing());
        rebuilt.0 |= self.0 & CONNECTS;
        self.marker().map_or(rebuilt, |at| rebuilt.placing(at))
    }

    /// This move with a twist at its end.
    fn twisted(self, eighths: u32) -> Self {
        let facing = self.facing().turned(eighths).index() as u32;
        Self(self.0 & !(7 << FACING_SHIFT) | facing << FACING_SHIFT)
    }
}

/// The first field of `wanted`, or of `others` if `wanted` is empty.
#[inline(always)]
pub(super) fn first_of(wanted: Fields, others: Fields) -> Fields {
    let mut fields = if wanted.any() { wanted } else { others };
    fields.next().map_or(Fields::NONE, Field::bit)
}
