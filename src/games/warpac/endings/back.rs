//! Moves taken back. All moves that stay within a class can be made in either direction, so a piece comes from where
//! it could go.

use super::forces::{Forces, Squadron};
use super::numbers::{Fleet, Placement, across_diagonal, number, placement, squares};
use crate::games::warpac::KnightMoves;
use crate::games::warpac::board::{ALL_AROUND, BESIDE, KING, KNIGHT, Square, Squares};
use crate::games::warpac::pieces::PieceKind;

/// A position whose last move is taken back.
struct After {
    forces: [Forces; 2],
    placement: Placement,
    /// Whether the position is its own mirror image.
    is_symmetric: bool,
    occupied: Squares,
}

/// Appends the numbers of the positions from which a move that stays in the class leads to the position `index`, once
/// for each of these moves.
pub fn predecessors(rules: KnightMoves, forces: [Forces; 2], index: u64, out: &mut Vec<u64>) {
    let Some(placement) = placement(forces, index) else { return };
    let (_, is_symmetric) = number(forces, &placement);
    let fleets = forces.into_iter().zip(placement.fleets);
    let occupied = fleets.flat_map(|(forces, fleet)| squares(forces, fleet)).collect();
    let after = After { forces, placement, is_symmetric, occupied };
    after.take_back_ships(out);
    after.take_back_squadron(rules, out);
}

impl After {
    /// The pieces that moved last.
    fn moved(&self) -> (Forces, Fleet) {
        (self.forces[1], self.placement.fleets[1])
    }

    fn take_back_ships(&self, out: &mut Vec<u64>) {
        let (forces, fleet) = self.moved();
        if forces.squadron == Squadron::Docked {
            return self.take_back_wing(out);
        }
        for (place, kind) in forces.ships().enumerate() {
            let at = fleet.ships[place];
            self.origins(kind, at, |from| {
                let mut before = fleet;
                before.ships[place] = from;
                self.tell(before, [at, from], out);
            });
        }
    }

    /// A carrier and its docked squadron have moved by the same step.
    fn take_back_wing(&self, out: &mut Vec<u64>) {
        let (_, fleet) = self.moved();
        let (carrier, squadron) = (fleet.ships[0], fleet.squadron);
        let mut others = self.occupied;
        others.remove(carrier);
        others.remove(squadron);
        for (files, ranks) in ALL_AROUND {
            let back = |square: Square| square.offset(files, ranks).filter(|it| !others.has(*it));
            if let (Some(from), Some(followed)) = (back(carrier), back(squadron)) {
                let mut before = fleet;
                before.ships[0] = from;
                before.squadron = followed;
                self.tell(before, [carrier, from], out);
            }
        }
    }

    fn take_back_squadron(&self, rules: KnightMoves, out: &mut Vec<u64>) {
        let (forces, fleet) = self.moved();
        if !matches!(forces.squadron, Squadron::Aloft | Squadron::Spent) {
            return;
        }
        let at = fleet.squadron;
        let mut tell = |from| self.tell(Fleet { squadron: from, ..fleet }, [at, from], out);
        self.origins(PieceKind::Squadron, at, &mut tell);
        if rules == KnightMoves::Always {
            (KNIGHT[at.index()] & !self.occupied).into_iter().for_each(tell);
        }
    }

    /// Calls `tell` with the squares from which a piece has come. The knight's moves of a squadron are left out.
    fn origins(&self, kind: PieceKind, at: Square, mut tell: impl FnMut(Square)) {
        let (straight, diagonal) = ALL_AROUND.split_at(4);
        let free = !self.occupied;
        match kind {
            PieceKind::Destroyer => (KNIGHT[at.index()] & free).into_iter().for_each(tell),
            PieceKind::Carrier => (KING[at.index()] & free).into_iter().for_each(tell),
            PieceKind::Battleship => self.slide(at, straight, tell),
            PieceKind::Squadron => self.slide(at, &ALL_AROUND, tell),
            PieceKind::Cruiser => {
                self.slide(at, diagonal, &mut tell);
                (BESIDE[at.index()] & free).into_iter().for_each(tell);
            }
        }
    }

    fn slide(&self, at: Square, steps: &[(i32, i32)], mut tell: impl FnMut(Square)) {
        for (files, ranks) in steps {
            let next = |square: Square| {
                square.offset(*files, *ranks).filter(|square| !self.occupied.has(*square))
            };
            std::iter::successors(next(at), |square| next(*square)).for_each(&mut tell);
        }
    }

    /// Appends the position before a move from `from` to `at`, as often as such moves lead here.
    ///
    /// A position and its images have one number. From a symmetric position two moves lead to two images of a position
    /// without symmetry. Backwards it is the other way round.
    fn tell(&self, before: Fleet, [at, from]: [Square; 2], out: &mut Vec<u64>) {
        let [forces, moved] = self.forces;
        let before = Placement { fleets: [before, self.placement.fleets[0]] };
        let (number, is_symmetric) = number([moved, forces], &before);
        let image = [at, from].map(across_diagonal);
        let times = match (is_symmetric, self.is_symmetric) {
            (true, false) => 2,
            (false, true) => usize::from([at, from] < image),
            _ => 1,
        };
        out.extend(std::iter::repeat_n(number, times));
    }
}
