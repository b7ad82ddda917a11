//! The squares on which each of the other side's submarines can be. The truth is never excluded.
//!
//! Every remaining submarine has a set. There is always a way to assign each submarine its own set that contains it.
//! Sets grow with every hidden turn. Torpedoes, depth charges and reports shrink them. If it is unclear which
//! submarine acted, sets stay wider than necessary.

use crate::game::Rng;
use crate::games::warpac::WarpacSettings;
use crate::games::warpac::board::{ALL_AROUND, AREA, SQUARES, Square, Squares};
use crate::games::warpac::underwater::ChargeReport;

/// The set of possible squares of each submarine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Tracks(Vec<Squares>);

impl Tracks {
    /// Tracks of submarines on known squares.
    pub fn public(submarines: Squares) -> Self {
        Self(submarines.into_iter().map(|square| [square].into_iter().collect()).collect())
    }

    /// Tracks of `count` submarines anywhere.
    pub fn anywhere(count: u32) -> Self {
        Self(vec![Squares::ALL; count as usize])
    }

    /// Tracks of `count` submarines after a deployment, at most `abroad` of them outside their own waters.
    pub fn deployed(waters: Squares, count: u32, abroad: u32) -> Self {
        let set = |index| if index < abroad { Squares::ALL } else { waters };
        Self((0..count).map(set).collect())
    }

    /// Takes in a hidden turn: at most one submarine has moved.
    pub fn pass(&mut self, settings: &WarpacSettings) {
        for set in &mut self.0 {
            *set |= reach(*set, settings.submarine_squares);
        }
    }

    /// Takes in that at least one of the submarines is in `place`.
    pub fn narrow(&mut self, place: Squares) {
        let mut able = self.0.iter_mut().filter(|set| (**set & place).any());
        if let (Some(only), None) = (able.next(), able.next()) {
            *only &= place;
        }
    }

    /// Takes in the report of depth charges on the area at `corner`.
    pub fn charged(&mut self, settings: &WarpacSettings, corner: Square, report: ChargeReport) {
        let (area, ring) = (AREA[corner.index()], settings.contact_ring(corner));
        if report.sunk > 0 {
            self.lose(area, report.sunk as usize);
        }
        for set in &mut self.0 {
            *set &= !area;
            if !report.contact {
                *set &= !ring;
            }
        }
        if report.contact {
            self.narrow(ring);
        }
    }

    /// Takes in that `sunk` submarines in `area` were sunk. It is unknown which of the candidates they were. So each
    /// survivor may be wherever any candidate can be.
    fn lose(&mut self, area: Squares, sunk: usize) {
        let is_able = |set: &Squares| (*set & area).any();
        let able = self.0.iter().filter(|set| is_able(set));
        let union = able.clone().fold(Squares::NONE, |all, set| all | *set);
        let left = able.count().saturating_sub(sunk);
        let total = self.0.len().saturating_sub(sunk);
        self.0.retain(|set| !is_able(set));
        self.0.extend(std::iter::repeat_n(union, left));
        self.0.truncate(total);
    }

    /// Whether the submarines can be exactly these.
    pub fn allow(&self, submarines: Squares) -> bool {
        let sets: Vec<Squares> = self.0.iter().map(|set| *set & submarines).collect();
        submarines.count() as usize == sets.len() && matching(&sets, &mut Rng::new(0)).is_some()
    }

    /// Random squares for all submarines, one of them in `need`. If that is impossible, because the record is not one
    /// of a game, the squares are arbitrary.
    pub fn draw(&self, need: Squares, rng: &mut Rng) -> Squares {
        let mut sets = self.0.clone();
        rng.shuffle(&mut sets);
        for index in 0..sets.len() {
            let whole = sets[index];
            sets[index] = whole & need;
            if let Some(found) = matching(&sets, rng) {
                return found;
            }
            sets[index] = whole;
        }
        let anywhere = vec![Squares::ALL; sets.len()];
        matching(&sets, rng).or_else(|| matching(&anywhere, rng)).unwrap_or(Squares::NONE)
    }
}

/// A random member of each set, all different, if possible.
fn matching(sets: &[Squares], rng: &mut Rng) -> Option<Squares> {
    let mut owners = [None; SQUARES];
    for index in 0..sets.len() {
        if !find_place(sets, index, &mut owners, &mut { Squares::NONE }, rng) {
            return None;
        }
    }
    Some((0..=u8::MAX).map(Square).filter(|square| owners[square.index()].is_some()).collect())
}

/// Gives the set at `index` a square, if necessary by moving others (augmenting paths, as in Kuhn's method for the
/// assignment problem). `seen` holds the squares tried.
fn find_place(
    sets: &[Squares],
    index: usize,
    owners: &mut [Option<usize>; SQUARES],
    seen: &mut Squares,
    rng: &mut Rng,
) -> bool {
    let mut left = sets[index] & !*seen;
    while left.any() {
        let square = left.pick(rng);
        left.remove(square);
        seen.insert(square);
        let owner = owners[square.index()];
        if owner.is_none_or(|owner| find_place(sets, owner, owners, seen, rng)) {
            owners[square.index()] = Some(index);
            return true;
        }
        left &= !*seen;
    }
    false
}

/// The squares that a submarine reaches from `set` by a move of at most `squares`, including those of the set. Blocking
/// submarines are ignored.
fn reach(set: Squares, squares: u32) -> Squares {
    let mut all = set;
    for (files, ranks) in ALL_AROUND {
        let mut moved = set;
        for _ in 0..squares {
            moved = moved.shifted(files, ranks);
            all |= moved;
        }
    }
    all
}
