//! Actions as words, and the moves of a surface turn (rules.md 4).

use super::board::{BESIDE, KING, KNIGHT, Square, Squares};
use super::lines::{DIAGONAL, EVERY, STRAIGHT};
use super::pieces::PieceKind;
use super::{Phase, Sidestep, Warpac, WarpacRules};
use crate::game::Action;
use std::fmt;

/// One action: a move of a surface piece or a submarine, an attack, a drop, or a pass.
///
/// From the lowest bit:
/// - 8 bits for the starting square, or the action's only square;
/// - 8 bits for the square of arrival, or the carrier of a dropped squadron;
/// - 8 bits for what is dropped;
/// - 8 bits for the kind of action.
///
/// A field that a kind does not use is 0.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct WarpacAction(u32);

/// The kind of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ActionKind {
    /// A surface piece moves.
    Move,
    /// A submarine moves.
    Dive,
    /// Attacks an area of 2 x 2 squares with depth charges.
    DepthCharge,
    Torpedo,
    Drop,
    /// Passes, or ends the deployment.
    End,
}

impl ActionKind {
    /// Whether the opponent sees an action of this kind in an underwater turn (rules.md 9).
    pub(super) const fn is_told(self) -> bool {
        matches!(self, Self::DepthCharge | Self::Torpedo)
    }
}

/// What can be dropped, in the order of deployment: the kinds of surface pieces, then submarines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Droppable {
    Piece(PieceKind),
    Submarine,
}

const TO_SHIFT: u32 = 8;
const PIECE_SHIFT: u32 = 16;
const KIND_SHIFT: u32 = 24;
const SUBMARINE: u32 = PieceKind::ALL.len() as u32;
const KINDS: [ActionKind; 6] = [
    ActionKind::Move,
    ActionKind::Dive,
    ActionKind::DepthCharge,
    ActionKind::Torpedo,
    ActionKind::Drop,
    ActionKind::End,
];

impl WarpacAction {
    pub(super) const END: Self = Self::new(ActionKind::End, Square(0), Square(0));

    #[inline(always)]
    const fn new(kind: ActionKind, from: Square, to: Square) -> Self {
        let squares = from.0 as u32 | (to.0 as u32) << TO_SHIFT;
        Self(squares | (kind as u32 + 1) << KIND_SHIFT)
    }

    #[inline(always)]
    pub(super) fn movement(from: Square, to: Square) -> Self {
        Self::new(ActionKind::Move, from, to)
    }

    pub(super) fn dive(from: Square, to: Square) -> Self {
        Self::new(ActionKind::Dive, from, to)
    }

    /// Depth charges on the area whose lower left square is `corner`.
    pub(super) fn depth_charge(corner: Square) -> Self {
        Self::new(ActionKind::DepthCharge, corner, Square(0))
    }

    pub(super) fn torpedo(target: Square) -> Self {
        Self::new(ActionKind::Torpedo, target, Square(0))
    }

    /// A drop on `square`. `carrier` is the carrier of a squadron, a1 for everything else.
    pub(super) fn drop(what: Droppable, square: Square, carrier: Square) -> Self {
        let what = match what {
            Droppable::Piece(kind) => kind as u32,
            Droppable::Submarine => SUBMARINE,
        };
        Self(Self::new(ActionKind::Drop, square, carrier).0 | what << PIECE_SHIFT)
    }

    #[inline(always)]
    pub(super) fn kind(self) -> ActionKind {
        KINDS[((self.0 >> KIND_SHIFT).wrapping_sub(1) as usize).min(KINDS.len() - 1)]
    }

    /// Whether a surface piece moves, the most frequent kind of action.
    #[inline(always)]
    pub(super) fn is_move(self) -> bool {
        self.0 >> KIND_SHIFT == ActionKind::Move as u32 + 1
    }

    /// The starting square, or the action's only square.
    #[inline(always)]
    pub(super) fn from(self) -> Square {
        Square(self.0 as u8)
    }

    #[inline(always)]
    pub(super) fn to(self) -> Square {
        Square((self.0 >> TO_SHIFT) as u8)
    }

    /// What a drop puts on the board.
    pub(super) fn dropped(self) -> Droppable {
        let index = (self.0 >> PIECE_SHIFT & 255) as usize;
        PieceKind::ALL.get(index).map_or(Droppable::Submarine, |kind| Droppable::Piece(*kind))
    }
}

impl Action for WarpacAction {
    fn bits(self) -> u32 {
        self.0
    }

    fn from_bits(bits: u32) -> Self {
        Self(bits)
    }
}

impl fmt::Debug for WarpacAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({}, {})", self.kind(), self.from().name(), self.to().name())
    }
}

impl<R: WarpacRules> Warpac<R> {
    /// Appends the legal actions of a game that is not over, with or without the noisy ones (those that sink
    /// something).
    #[inline]
    pub(super) fn list_actions<const NOISY: bool>(&self, out: &mut Vec<WarpacAction>) {
        match self.phase {
            Phase::Surface => {
                let before = out.len();
                self.list_surface::<NOISY>(out);
                if out.len() == before && self.is_blocked() {
                    out.push(WarpacAction::END);
                }
            }
            Phase::Underwater => self.list_underwater::<NOISY, true>(out),
            Phase::Deployment => self.list_drops(out),
        }
    }

    #[inline]
    fn list_surface<const NOISY: bool>(&self, out: &mut Vec<WarpacAction>) {
        let me = self.me();
        let them = self.sides[me ^ 1];
        let free = !self.occupied();
        let wanted = if NOISY { free | them } else { free };
        let pieces = |kind: PieceKind| self.pieces(me, kind).into_iter();
        pieces(PieceKind::Destroyer)
            .for_each(|from| list_moves(from, KNIGHT[from.index()] & wanted, out));
        pieces(PieceKind::Cruiser).for_each(|from| {
            self.list_slides::<NOISY>(from, &DIAGONAL, out);
            list_moves(from, self.sidesteps(from, wanted), out);
        });
        pieces(PieceKind::Battleship)
            .for_each(|from| self.list_slides::<NOISY>(from, &STRAIGHT, out));
        pieces(PieceKind::Squadron).for_each(|from| {
            self.list_slides::<NOISY>(from, &EVERY, out);
            if !self.spent.has(from) {
                list_moves(from, KNIGHT[from.index()] & wanted, out);
            }
        });
        pieces(PieceKind::Carrier).for_each(|from| {
            let is_docked = self.docked_squadron(from).is_some();
            // A carrier may enter the square of its docked squadron.
            let wanted = if is_docked { !them | wanted } else { wanted };
            list_moves(from, self.carrier_targets(from) & wanted, out);
        });
        if self.has_submarines() {
            self.list_depth_charges::<NOISY, true>(self.ships(me), out);
        }
    }

    #[inline(always)]
    fn list_slides<const NOISY: bool>(
        &self,
        from: Square,
        kinds: &[usize],
        out: &mut Vec<WarpacAction>,
    ) {
        let me = self.me();
        for kind in kinds {
            let view = self.lines.view(me, from, *kind);
            if NOISY {
                view.enemies(from).for_each(|to| out.push(WarpacAction::movement(from, to)));
            }
            for squares in view.free_squares(from) {
                out.extend(squares.map(|to| WarpacAction::movement(from, to)));
            }
        }
    }

    /// The squares of `wanted`, which has none of the mover's pieces, to which its cruiser on `from` may step straight.
    #[inline(always)]
    fn sidesteps(&self, from: Square, wanted: Squares) -> Squares {
        let open = match self.settings().cruiser_step {
            Sidestep::Never => return Squares::NONE,
            Sidestep::Empty => wanted & !self.occupied(),
            Sidestep::Takes => wanted,
        };
        BESIDE[from.index()] & open
    }

    /// The squares to which the mover's carrier on `from` may go (rules.md 4.2).
    #[inline]
    pub(super) fn carrier_targets(&self, from: Square) -> Squares {
        let own = self.sides[self.me()];
        let around = KING[from.index()];
        let Some(squadron) = self.docked_squadron(from) else { return around & !own };
        let mut open = !self.occupied();
        open.insert(from);
        // The squadron moves from its square to a square in `open`, and keeps its place beside the carrier.
        let files = from.file() - squadron.file();
        let ranks = from.rank() - squadron.rank();
        let mut enterable = !own;
        enterable.insert(squadron);
        around & enterable & open.shifted(files, ranks)
    }

    /// Whether the side to move has no surface move at all. This happens only on an extremely crowded board (rules.md
    /// 6).
    #[cold]
    fn is_blocked(&self) -> bool {
        let mut all = Vec::new();
        self.list_surface::<true>(&mut all);
        all.is_empty()
    }

    /// The number of legal actions of a surface turn.
    #[inline]
    pub(super) fn count_surface(&self) -> u64 {
        let me = self.me();
        let enterable = !self.sides[me];
        let mut count = 0;
        for from in self.pieces(me, PieceKind::Destroyer) {
            count += (KNIGHT[from.index()] & enterable).count();
        }
        for from in self.pieces(me, PieceKind::Cruiser) {
            count += self.count_slides(from, &DIAGONAL);
            count += self.sidesteps(from, enterable).count();
        }
        for from in self.pieces(me, PieceKind::Battleship) {
            count += self.count_slides(from, &STRAIGHT);
        }
        for from in self.pieces(me, PieceKind::Squadron) {
            count += self.count_slides(from, &EVERY);
            if !self.spent.has(from) {
                count += (KNIGHT[from.index()] & enterable).count();
            }
        }
        for from in self.pieces(me, PieceKind::Carrier) {
            count += self.carrier_targets(from).count();
        }
        if self.has_submarines() {
            count += self.areas_in_reach(self.ships(me)).count();
        }
        // A turn without any other action is passed.
        u64::from(count.max(1))
    }

    #[inline(always)]
    fn count_slides(&self, from: Square, kinds: &[usize]) -> u32 {
        let views = kinds.iter().map(|kind| self.lines.view(self.me(), from, *kind));
        views.map(|view| view.free() + view.enemy_count()).sum()
    }

    /// Whether `action` is legal in a game that is not over. It may be any bit pattern.
    pub(super) fn is_legal_action(&self, action: WarpacAction) -> bool {
        let (from, to) = (action.from(), action.to());
        match (self.phase, action.kind()) {
            (Phase::Surface, ActionKind::Move) => {
                action == WarpacAction::movement(from, to) && self.reaches(from, to)
            }
            (Phase::Surface, ActionKind::DepthCharge) => {
                action == WarpacAction::depth_charge(from)
                    && self.has_submarines()
                    && self.areas_in_reach(self.ships(self.me())).has(from)
            }
            (Phase::Surface, ActionKind::End) => action == WarpacAction::END && self.is_blocked(),
            (Phase::Underwater, _) => self.is_legal_underwater(action),
            (Phase::Deployment, _) => self.is_legal_deployment(action),
            _ => false,
        }
    }

    /// Whether the surface piece on `from` belongs to the mover and may go to `to`.
    pub(super) fn reaches(&self, from: Square, to: Square) -> bool {
        let me = self.me();
        if !self.sides[me].has(from) {
            return false;
        }
        let kind = self.cell(from).kind();
        if kind == PieceKind::Carrier {
            return self.carrier_targets(from).has(to);
        }
        if self.sides[me].has(to) {
            return false;
        }
        let leaps = KNIGHT[from.index()].has(to);
        let slides =
            |kinds: &[usize]| kinds.iter().any(|kind| self.lines.sees(me, from, to, *kind));
        match kind {
            PieceKind::Destroyer => leaps,
            PieceKind::Cruiser => self.sidesteps(from, Squares::ALL).has(to) || slides(&DIAGONAL),
            PieceKind::Battleship => slides(&STRAIGHT),
            PieceKind::Squadron => slides(&EVERY) || leaps && !self.spent.has(from),
            PieceKind::Carrier => false,
        }
    }
}

#[inline(always)]
pub(super) fn list_moves(from: Square, targets: Squares, out: &mut Vec<WarpacAction>) {
    if targets.is_empty() {
        return;
    }
    targets.into_iter().for_each(|to| out.push(WarpacAction::movement(from, to)));
}
