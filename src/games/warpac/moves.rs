//! Pieces on and off the board: wings, and moves made and taken back (rules.md 4).

use super::pieces::{Cell, PieceKind, piece_key, wing_key};
use super::{Square, Sunk, Undo, Warpac, WarpacRules};

impl<R: WarpacRules> Warpac<R> {
    // `place` and `lift` do not update the key, because `unmake` restores it.

    #[inline(always)]
    pub(super) fn place(&mut self, square: Square, cell: Cell) {
        self.sides[cell.side()].insert(square);
        self.kinds[cell.kind().index()].insert(square);
        self.lines.toggle(cell.side(), square);
        self.cells[square.index()] = cell;
    }

    #[inline(always)]
    pub(super) fn lift(&mut self, square: Square) -> Cell {
        let cell = self.cell(square);
        self.sides[cell.side()].remove(square);
        self.kinds[cell.kind().index()].remove(square);
        self.lines.toggle(cell.side(), square);
        self.cells[square.index()] = Cell::EMPTY;
        cell
    }

    #[inline(always)]
    pub(super) fn put(&mut self, square: Square, cell: Cell) {
        self.place(square, cell);
        self.key ^= piece_key(cell, square);
    }

    #[inline(always)]
    pub(super) fn take(&mut self, square: Square) -> Cell {
        let cell = self.lift(square);
        self.key ^= piece_key(cell, square);
        cell
    }

    /// Links a squadron and its carrier. A squadron whose carrier is sunk is linked to itself.
    #[inline(always)]
    pub(super) fn link(
        &mut self,
        squadron: Square,
        carrier: Square,
        is_docked: bool,
        is_spent: bool,
    ) {
        self.partners[squadron.index()] = carrier;
        self.partners[carrier.index()] = squadron;
        if is_docked {
            self.docked.insert(squadron);
        }
        if is_spent {
            self.spent.insert(squadron);
        }
    }

    /// Unlinks a wing, and returns whether its squadron was docked and spent.
    #[inline(always)]
    pub(super) fn unlink(&mut self, squadron: Square, carrier: Square) -> [bool; 2] {
        let flags = [self.docked.has(squadron), self.spent.has(squadron)];
        self.docked.remove(squadron);
        self.spent.remove(squadron);
        self.partners[squadron.index()] = squadron;
        self.partners[carrier.index()] = carrier;
        flags
    }

    /// Links a wing and updates the key. `flags` are those that [`Warpac::unlink`] returns.
    #[inline(always)]
    pub(super) fn link_wing(&mut self, squadron: Square, carrier: Square, flags: [bool; 2]) {
        self.link(squadron, carrier, flags[0], flags[1]);
        self.key ^= wing_key(squadron, carrier, flags);
    }

    #[inline(always)]
    pub(super) fn unlink_wing(&mut self, squadron: Square, carrier: Square) -> [bool; 2] {
        let flags = self.unlink(squadron, carrier);
        self.key ^= wing_key(squadron, carrier, flags);
        flags
    }

    /// Removes the piece on `square`, and for a carrier the squadron that is lost with it (rules.md 4.3).
    pub(super) fn sink(&mut self, square: Square) -> Sunk {
        let cell = self.take(square);
        let mut sunk = Sunk { cell, square, partner: square, is_docked: false, is_spent: false };
        if let Some(partner) = self.partner(square) {
            let is_carrier = cell.kind() == PieceKind::Carrier;
            let (squadron, carrier) =
                if is_carrier { (partner, square) } else { (square, partner) };
            let [is_docked, is_spent] = self.unlink_wing(squadron, carrier);
            sunk = Sunk { cell, square, partner, is_docked, is_spent };
            if is_carrier && self.squadrons_stay() && !is_docked {
                self.link_wing(squadron, squadron, [false, is_spent]);
            } else if is_carrier {
                self.take(squadron);
            }
        } else if self.squadrons_stay() && cell.kind() == PieceKind::Squadron {
            sunk.is_spent = self.unlink_wing(square, square)[1];
        }
        sunk
    }

    pub(super) fn raise(&mut self, sunk: Sunk) {
        let Sunk { cell, square, partner, is_docked, is_spent } = sunk;
        self.place(square, cell);
        if partner == square {
            if self.squadrons_stay() && cell.kind() == PieceKind::Squadron {
                self.link(square, square, false, is_spent);
            }
            return;
        }
        if cell.kind() == PieceKind::Carrier && self.squadrons_stay() && !is_docked {
            self.unlink(partner, partner);
            self.link(partner, square, is_docked, is_spent);
        } else if cell.kind() == PieceKind::Carrier {
            self.place(partner, Cell::new(cell.side(), PieceKind::Squadron));
            self.link(partner, square, is_docked, is_spent);
        } else {
            self.link(square, partner, is_docked, is_spent);
        }
    }

    /// Moves a surface piece. An enemy piece on `to` is sunk.
    #[inline]
    pub(super) fn make_move(&mut self, undo: &mut Undo, from: Square, to: Square) {
        let them = self.me() ^ 1;
        if self.sides[them].has(to) {
            undo.sunk = Some(self.sink(to));
        }
        let cell = self.take(from);
        match (cell.kind(), self.partner(from)) {
            (PieceKind::Squadron, carrier) if carrier.is_some() || self.squadrons_stay() => {
                undo.flags = self.unlink_wing(from, carrier.unwrap_or(from));
                let leaps = self.leaps_once() && from.is_knight_step(to);
                let flags = [false, undo.flags[1] || leaps];
                self.link_wing(to, carrier.unwrap_or(to), flags);
            }
            (PieceKind::Carrier, Some(squadron)) => {
                let flags = self.unlink_wing(squadron, from);
                let follow = if flags[0] { follow(squadron, from, to) } else { squadron };
                if flags[0] {
                    let squadron = self.take(squadron);
                    self.put(follow, squadron);
                }
                self.link_wing(follow, to, flags);
            }
            _ => {}
        }
        self.put(to, cell);
    }

    /// The change of the key by a move to an empty square, if no squadron follows.
    #[inline(always)]
    pub(super) fn change_by_move(&self, from: Square, to: Square) -> u64 {
        let cell = self.cell(from);
        let moved = piece_key(cell, from) ^ piece_key(cell, to);
        let is_homeless = self.squadrons_stay() && cell.kind() == PieceKind::Squadron;
        let Some(partner) = self.partner(from).or(is_homeless.then_some(from)) else {
            return moved;
        };
        let flags = |squadron| [self.docked.has(squadron), self.spent.has(squadron)];
        if cell.kind() == PieceKind::Carrier {
            let flags = flags(partner);
            return moved ^ wing_key(partner, from, flags) ^ wing_key(partner, to, flags);
        }
        let before = flags(from);
        let is_spent = before[1] || self.leaps_once() && from.is_knight_step(to);
        let home = if partner == from { to } else { partner };
        moved ^ wing_key(from, partner, before) ^ wing_key(to, home, [false, is_spent])
    }

    pub(super) fn unmake_move(&mut self, undo: &Undo, from: Square, to: Square) {
        let cell = self.lift(to);
        match (cell.kind(), self.partner(to)) {
            (PieceKind::Squadron, carrier) if carrier.is_some() || self.squadrons_stay() => {
                self.unlink(to, carrier.unwrap_or(to));
                self.link(from, carrier.unwrap_or(from), undo.flags[0], undo.flags[1]);
            }
            (PieceKind::Carrier, Some(squadron)) => {
                let [is_docked, is_spent] = self.unlink(squadron, to);
                let before = if is_docked { follow(squadron, to, from) } else { squadron };
                if is_docked {
                    let squadron = self.lift(squadron);
                    self.place(before, squadron);
                }
                self.link(before, from, is_docked, is_spent);
            }
            _ => {}
        }
        self.place(from, cell);
        if let Some(sunk) = undo.sunk {
            self.raise(sunk);
        }
    }
}

/// The new square of a docked squadron whose carrier moves: it keeps its place beside the carrier.
#[inline(always)]
fn follow(squadron: Square, from: Square, to: Square) -> Square {
    Square(squadron.0.wrapping_add(to.0).wrapping_sub(from.0))
}
