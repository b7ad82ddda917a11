//! Actions in four bytes, and their legality (rules.md 4, 5 and 8).

use super::board::{
    INDICES, RING, Square, SquareWindow, window_2, window_3, window_bit, window_square,
};
use super::combat::offline;
use super::units::{KINDS, UNITS, UnitKind, Units, each};
use super::{GameOfWarRules, War};
use crate::game::Action;

/// An action of A Game of War.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOfWarAction(u32);

/// The decoded form of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecodedAction {
    /// A unit moves from the first square to the second.
    Move(Square, Square),
    /// The unit on the square is attacked; the turn ends.
    Attack(Square),
    /// The turn ends.
    End,
    /// A unit is set up.
    Drop(UnitKind, Square),
    /// South sets up unseen.
    Unseen,
}

// Two squares of eleven bits each, or a kind and a square; then a tag for the type of action.
const SQUARE_BITS: u32 = 11;
const SQUARE_MASK: u32 = (1 << SQUARE_BITS) - 1;
const TAG_SHIFT: u32 = 2 * SQUARE_BITS;
const MOVE: u32 = 1;
const ATTACK: u32 = 2;
const END: u32 = 3;
const DROP: u32 = 4;
const UNSEEN: u32 = 5;

impl GameOfWarAction {
    pub(super) const END: Self = Self(END << TAG_SHIFT);
    pub(super) const UNSEEN: Self = Self(UNSEEN << TAG_SHIFT);

    #[inline(always)]
    pub(super) const fn movement(from: Square, to: Square) -> Self {
        let [from, to] = [from.index() as u32, to.index() as u32];
        Self(MOVE << TAG_SHIFT | to << SQUARE_BITS | from)
    }

    pub(super) const fn attack(target: Square) -> Self {
        Self(ATTACK << TAG_SHIFT | (target.index() as u32) << SQUARE_BITS)
    }

    pub(super) const fn drop(kind: UnitKind, square: Square) -> Self {
        Self(DROP << TAG_SHIFT | (square.index() as u32) << SQUARE_BITS | kind as u32)
    }

    const fn low(self) -> usize {
        (self.0 & SQUARE_MASK) as usize
    }

    const fn high(self) -> usize {
        (self.0 >> SQUARE_BITS & SQUARE_MASK) as usize
    }

    /// Decodes the bits; `None` if they encode no action.
    fn read(self) -> Option<DecodedAction> {
        let to = Square::from_index(self.high());
        match self.0 >> TAG_SHIFT {
            MOVE => Some(DecodedAction::Move(Square::from_index(self.low())?, to?)),
            ATTACK if self.low() == 0 => Some(DecodedAction::Attack(to?)),
            DROP if self.low() < KINDS => Some(DecodedAction::Drop(UnitKind::ALL[self.low()], to?)),
            _ if self == Self::END => Some(DecodedAction::End),
            _ if self == Self::UNSEEN => Some(DecodedAction::Unseen),
            _ => None,
        }
    }

    /// Decodes a legal action.
    #[inline]
    pub(super) fn decoded(self) -> DecodedAction {
        self.read().unwrap_or(DecodedAction::End)
    }
}

impl Action for GameOfWarAction {
    fn bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl<R: GameOfWarRules> War<R> {
    /// The units of the side to move that may move now.
    #[inline(always)]
    pub(super) fn movers(&self) -> Units {
        let now = &self.now;
        let settings = self.settings();
        if now.moved.count_ones() >= settings.moves_a_turn
            || settings.arsenal_ends_moves && now.attacked
        {
            return 0;
        }
        let me = now.side.index();
        let pending = self.pending_retreat();
        let units = if pending == 0 { settings.offline_moves } else { settings.offline_retreats };
        let mobile = (now.communications[me].online | now.alive[me] & offline(units)) & !now.moved;
        if pending != 0 { mobile & pending } else { mobile }
    }

    /// The destinations of a unit of the side to move, as a window of radius 2.
    #[inline(always)]
    pub(super) fn targets_of(&self, unit: usize) -> SquareWindow {
        let retreats = self.now.retreat == 1 << unit;
        let is_peaceful =
            self.has_attacked() || retreats && !self.settings().retreat_destroys_arsenals;
        self.destinations(self.now.side.index(), unit, is_peaceful)
    }

    /// Whether a legal action destroys an arsenal.
    pub(super) fn takes_arsenal(&self, action: GameOfWarAction) -> bool {
        let DecodedAction::Move(from, to) = action.decoded() else { return false };
        let destroys = |(_, unit): (usize, usize)| 1 << unit & self.destroyers() != 0;
        self.arsenal_on(1 - self.now.side.index(), to).is_some()
            && self.unit_on(from).is_some_and(destroys)
    }

    /// The enemy units that may be attacked now.
    #[inline]
    pub(super) fn attackable(&self) -> Units {
        if self.has_attacked() || self.pending_retreat() != 0 {
            return 0;
        }
        let mut found = self.in_range(self.now.side.index());
        if self.settings().attack_needs_surplus {
            for unit in each(found) {
                if self.margin(unit) < 1 {
                    found &= !(1 << unit);
                }
            }
        }
        found
    }

    /// The enemy units that at least one unit of `side` can attack.
    #[inline]
    pub(super) fn in_range(&self, side: usize) -> Units {
        let enemies = &self.now.own[1 - side];
        let attackers = self.attackers(side);
        let (army, fire) = (self.army(), self.fire());
        let mut found = 0;
        for unit in each(attackers & !army.far) {
            let square = self.now.squares[side][unit];
            let mut hits = window_2(enemies, square) & fire.star_2[square.index() % INDICES];
            if army.short != 0 && army.short >> unit & 1 == 1 {
                hits &= RING;
            }
            self.each_in(hits, square, 2, |target, unit| {
                found |= Units::from(!self.is_blocked(side, target, square)) << unit;
            });
        }
        for unit in each(attackers & army.far) {
            let square = self.now.squares[side][unit];
            let hits = window_3(enemies, square) & fire.star_3[square.index() % INDICES];
            self.each_in(hits, square, 3, |target, unit| {
                found |= Units::from(!self.is_blocked(side, target, square)) << unit;
            });
        }
        found
    }

    /// Calls `found` with the square and number of every unit in a window.
    #[inline(always)]
    pub(super) fn each_in(
        &self,
        mut window: SquareWindow,
        centre: Square,
        radius: usize,
        mut found: impl FnMut(Square, usize),
    ) {
        while window != 0 {
            let square = window_square(centre, radius, window.trailing_zeros());
            window &= window - 1;
            if let Some((_, unit)) = self.unit_on(square) {
                found(square, unit % UNITS);
            }
        }
    }

    pub(super) fn list_actions(&self, out: &mut Vec<GameOfWarAction>) {
        if self.now.deploying {
            return self.list_drops(out);
        }
        if self.now.outcome.is_some() {
            return;
        }
        self.list_attacks(out);
        self.list_moves(self.movers(), out);
        if self.pending_retreat() == 0 {
            out.push(GameOfWarAction::END);
        }
    }

    /// Appends the attacks. The game must not be over, nor in the deployment.
    pub(super) fn list_attacks(&self, out: &mut Vec<GameOfWarAction>) {
        let enemy = 1 - self.now.side.index();
        for unit in each(self.attackable()) {
            out.push(GameOfWarAction::attack(self.now.squares[enemy][unit]));
        }
    }

    /// Appends all moves of `units`.
    #[inline]
    pub(super) fn list_moves(&self, units: Units, out: &mut Vec<GameOfWarAction>) {
        let me = self.now.side.index();
        for unit in each(units) {
            let from = self.now.squares[me][unit];
            let mut targets = self.targets_of(unit);
            while targets != 0 {
                let to = window_square(from, 2, targets.trailing_zeros());
                targets &= targets - 1;
                out.push(GameOfWarAction::movement(from, to));
            }
        }
    }

    pub(super) fn count_legal(&self) -> u64 {
        if self.now.deploying {
            return self.count_drops();
        }
        if self.now.outcome.is_some() {
            return 0;
        }
        let mut count = u64::from(self.pending_retreat() == 0);
        count += u64::from(self.attackable().count_ones());
        for unit in each(self.movers()) {
            count += u64::from(self.targets_of(unit).count_ones());
        }
        count
    }

    pub(super) fn is_legal_action(&self, action: GameOfWarAction) -> bool {
        let Some(decoded) = action.read() else { return false };
        if self.now.deploying {
            return match decoded {
                DecodedAction::Drop(kind, square) => self.is_legal_drop(kind, square),
                DecodedAction::Unseen => self.may_be_unseen(),
                _ => false,
            };
        }
        if self.now.outcome.is_some() {
            return false;
        }
        let me = self.now.side.index();
        match decoded {
            DecodedAction::Move(from, to) => self.unit_on(from).is_some_and(|(side, unit)| {
                side == me
                    && self.movers() >> unit & 1 == 1
                    && window_bit(from, 2, to)
                        .is_some_and(|bit| self.targets_of(unit) >> bit & 1 == 1)
            }),
            DecodedAction::Attack(target) => self
                .unit_on(target)
                .is_some_and(|(side, unit)| side != me && self.attackable() >> unit & 1 == 1),
            DecodedAction::End => self.pending_retreat() == 0,
            DecodedAction::Drop(..) | DecodedAction::Unseen => false,
        }
    }
}
