//! The secret deployment (rules.md 3.2): drops by kind. Points pay for pieces beyond the basic fleet.

use super::actions::{ActionKind, Droppable};
use super::board::{KING, Square, Squares};
use super::pieces::{Cell, PieceKind};
use super::{Phase, Warpac, WarpacAction, WarpacRules};
use crate::game::Player;

/// The order in which kinds are dropped.
pub(super) const ORDER: [Droppable; 6] = [
    Droppable::Piece(PieceKind::Carrier),
    Droppable::Piece(PieceKind::Squadron),
    Droppable::Piece(PieceKind::Battleship),
    Droppable::Piece(PieceKind::Cruiser),
    Droppable::Piece(PieceKind::Destroyer),
    Droppable::Submarine,
];

impl Droppable {
    pub fn letter(self) -> char {
        match self {
            Self::Piece(kind) => kind.letter(),
            Self::Submarine => 'S',
        }
    }

    pub fn from_letter(letter: char) -> Option<Self> {
        ORDER.into_iter().find(|what| what.letter() == letter)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Piece(kind) => kind.name(),
            Self::Submarine => "submarine",
        }
    }
}

impl<R: WarpacRules> Warpac<R> {
    /// The points for pieces beyond the basic fleet.
    pub(super) fn purse(&self) -> u8 {
        u8::try_from(self.settings().purse).unwrap_or(u8::MAX)
    }

    /// The number of pieces of a kind that `side` has.
    pub(super) fn number(&self, side: usize, what: Droppable) -> u32 {
        match what {
            Droppable::Piece(kind) => self.pieces(side, kind).count(),
            Droppable::Submarine => self.subs[side].count(),
        }
    }

    fn is_complete(&self, side: usize, what: Droppable) -> bool {
        self.number(side, what) >= self.settings().basic(what)
    }

    pub(super) fn has_begun_deployment(&self) -> bool {
        self.sides[self.me()].any() || self.subs[self.me()].any()
    }

    /// The first kind below its basic number. The deployment cannot end while there is one.
    pub(super) fn missing(&self) -> Option<Droppable> {
        ORDER.into_iter().find(|what| !self.is_complete(self.me(), *what))
    }

    /// Whether the side to move may drop another piece of a kind, assuming a free square. The error says why not.
    pub(super) fn may_drop(&self, what: Droppable) -> Result<(), String> {
        let me = self.me();
        let name = what.name();
        let begun = ORDER.iter().position(|other| *other == what).unwrap_or_default();
        if !self.has_submarines() && what == Droppable::Submarine {
            return Err("there are no submarines in this variant".to_string());
        }
        if let Some(missing) = ORDER[..begun].iter().find(|other| !self.is_complete(me, **other)) {
            let missing = missing.name();
            return Err(format!("a {name} comes after the basic number of {missing}s"));
        }
        if let Some(later) = ORDER[begun + 1..].iter().find(|other| self.number(me, **other) > 0) {
            let later = later.name();
            return Err(format!("a {later} was dropped: there are no more {name}s"));
        }
        self.may_have(what)
    }

    /// Whether the fleet of the side to move may have one more of this kind, in any order; otherwise the reason.
    pub(super) fn may_have(&self, what: Droppable) -> Result<(), String> {
        let (me, name) = (self.me(), what.name());
        if !self.is_complete(me, what) {
            return Ok(());
        }
        if what == Droppable::Submarine {
            let most = self.settings().submarines;
            return Err(format!("there are {most} submarines already"));
        }
        let (left, price) = (u32::from(self.points[me]), self.settings().price(what));
        if left < price {
            return Err(format!("a {name} costs {price} points, and {left} are left"));
        }
        Ok(())
    }

    /// The squares on which a kind can be dropped. Squadrons also need a carrier beside the square.
    pub(super) fn drop_squares(&self, what: Droppable) -> Squares {
        let me = self.me();
        if what == Droppable::Submarine {
            let abroad = (self.subs[me] & !Squares::WATERS[me]).count();
            let is_anywhere = abroad < self.settings().submarines_abroad;
            let waters = if is_anywhere { Squares::ALL } else { Squares::WATERS[me] };
            return waters & !self.subs[me];
        }
        Squares::WATERS[me] & !self.occupied()
    }

    /// Own carriers without a squadron.
    pub(super) fn free_carriers(&self) -> impl Iterator<Item = Square> {
        let carriers = self.pieces(self.me(), PieceKind::Carrier).into_iter();
        carriers.filter(|carrier| self.partner(*carrier).is_none())
    }

    /// Whether a kind that may be dropped can be dropped on this square, a squadron beside this carrier.
    pub(super) fn can_place(
        &self,
        what: Droppable,
        square: Square,
        carrier: Option<Square>,
    ) -> bool {
        let is_beside = |carrier: Square| {
            KING[square.index()].has(carrier) && self.free_carriers().any(|free| free == carrier)
        };
        self.drop_squares(what).has(square) && carrier.is_none_or(is_beside)
    }

    /// Appends the legal actions of a deployment. A fleet that a FEN leaves no way to complete is ended as it is,
    /// like the pass of a side without a legal move (rules.md 6).
    pub(super) fn list_drops(&self, out: &mut Vec<WarpacAction>) {
        let before = out.len();
        for what in ORDER.into_iter().filter(|what| self.may_drop(*what).is_ok()) {
            let squares = self.drop_squares(what);
            if what == Droppable::Piece(PieceKind::Squadron) {
                for carrier in self.free_carriers() {
                    let beside = squares & KING[carrier.index()];
                    out.extend(beside.into_iter().map(|at| WarpacAction::drop(what, at, carrier)));
                }
            } else {
                let drops = squares.into_iter().map(|at| WarpacAction::drop(what, at, Square(0)));
                out.extend(drops);
            }
        }
        if self.missing().is_none() || out.len() == before {
            out.push(WarpacAction::END);
        }
    }

    fn drops(&self) -> Vec<WarpacAction> {
        let mut drops = Vec::new();
        self.list_drops(&mut drops);
        drops
    }

    pub(super) fn count_drops(&self) -> u64 {
        self.drops().len() as u64
    }

    pub(super) fn is_legal_deployment(&self, action: WarpacAction) -> bool {
        let (square, carrier) = (action.from(), action.to());
        match action.kind() {
            ActionKind::End => self.drops().contains(&action),
            ActionKind::Drop => {
                let what = action.dropped();
                let is_squadron = what == Droppable::Piece(PieceKind::Squadron);
                action == WarpacAction::drop(what, square, carrier)
                    && self.may_drop(what).is_ok()
                    && self.can_place(what, square, is_squadron.then_some(carrier))
                    && (is_squadron || carrier == Square(0))
            }
            _ => false,
        }
    }

    pub(super) fn make_drop(&mut self, action: WarpacAction) {
        let (me, what, square) = (self.me(), action.dropped(), action.from());
        if self.is_complete(me, what) {
            self.points[me] -= self.settings().price(what) as u8;
        }
        match what {
            Droppable::Submarine => self.toggle_sub(me, square),
            Droppable::Piece(kind) => {
                self.put(square, Cell::new(me, kind));
                if kind == PieceKind::Squadron {
                    self.link_wing(square, action.to(), [true, self.never_leaps()]);
                }
            }
        }
    }

    pub(super) fn unmake_drop(&mut self, action: WarpacAction) {
        match action.dropped() {
            // `unmake` has restored the submarines already.
            Droppable::Submarine => {}
            Droppable::Piece(kind) => {
                self.lift(action.from());
                if kind == PieceKind::Squadron {
                    self.unlink(action.from(), action.to());
                }
            }
        }
    }

    /// Ends White's deployment, or begins the battle after Black's.
    pub(super) fn end_deployment(&mut self) {
        if self.side == Player::ONE {
            self.set_turn(Phase::Deployment, Player::TWO);
        } else {
            self.points = [0; 2];
            self.set_turn(Phase::Surface, Player::ONE);
        }
    }
}
