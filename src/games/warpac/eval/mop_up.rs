//! Mop-up evaluation for won endings. It guides the winning side to trap and sink a beaten enemy's ships, one by one,
//! before the game is drawn for lack of progress. On an open board of 256 squares a search alone does not find a
//! capture.

use crate::game::simd::{SimdTask, run_simd};
use crate::games::warpac::board::{
    ALL_AROUND, BESIDE, KING, KNIGHT, SQUARES, SURROUNDINGS, Square, Squares,
};
use crate::games::warpac::lines::{DIAGONAL, EVERY, STRAIGHT};
use crate::games::warpac::pieces::PieceKind;
use crate::games::warpac::{Phase, Sidestep, Warpac, WarpacRules};

/// The winning side mops up an enemy with at most this many pieces.
const MOP_UP_PIECES: u32 = 16;
/// The term counts distances to the enemy's ships when at most this many are left.
const DISTANCE_SHIPS: u32 = 6;
/// The term counts the escape squares of the enemy's ships when at most this many are left.
const ESCAPE_SHIPS: u32 = 3;
/// The mop-up counts from this material lead on, and fully from [`FULL_LEAD_CP`].
const LEAST_LEAD_CP: i32 = 100;
const FULL_LEAD_CP: i32 = 600;
/// How hard the enemy's pieces are to catch, by kind in the order of [`PieceKind::ALL`]. Squadrons are lost with their
/// carriers.
///
/// Retrograde analysis of the endings of two against one shows: two sliding pieces always sink a destroyer, and a
/// battleship with any other ship sinks a carrier. A lone battleship or cruiser mostly escapes from a dozen pieces
/// without squadrons. So it should be sunk while the enemy still has other ships to defend.
const EFFORT: [i32; 5] = [1, 0, 5, 4, 1];
/// The value of the winning side's pieces in the mop-up, in the same order. Long lines take squares from a sliding
/// ship.
const POWER: [i32; 5] = [1, 7, 5, 4, 1];
/// With submarines, torpedoes do most of the work, whichever ships are left.
const POWER_WITH_SUBMARINES: i32 = 20;
/// The remaining effort counts as soon as twice the effort is at most the power plus this constant.
const MOST_TO_CATCH: i32 = 24;
/// The value of each point of that difference, in centipawns.
///
/// The effort counts twice. A sunk ship is thus worth much even in a trade, but a trade is worth less than a ship
/// sunk for nothing. A side ahead that trades everything is left with too few pieces. Matches:
/// `scripts/laboratory/warpac.md`.
const POWER_CP: i32 = 100;
/// The number of the winning side's nearest pieces whose distance counts. The others may stay where they are.
const NEAREST_PIECES: u32 = 5;
/// The value of a piece's step towards a ship that leaps or steps, and towards a ship that slides.
const STEP_TO_LEAPER_CP: i32 = 4;
const STEP_TO_SLIDER_CP: i32 = 2;
/// The greatest distance on the board.
const FARTHEST: usize = 15;
/// The number of moves for which the squares that a ship can safely reach are counted.
const LEVELS: usize = 3;
/// The value to a ship of each square that it reaches in one, two, .. moves. One row is for ships that leap or step,
/// one for ships that slide. A sliding ship slips past guarded squares: the squares left to it count, but near
/// enemy pieces count little.
const LEAP_CP: [i32; LEVELS] = [12, 4, 2];
const SLIDE_CP: [i32; LEVELS] = [16, 2, 0];
/// The number of squares that a ship reaches on an open board after one, two, .. moves.
const LEAP_SQUARES: [i32; LEVELS] = [8, 33, 76];
const SLIDE_SQUARES: [i32; LEVELS] = [32, 240, 0];
/// The last ship must move and has no safe square: in the surface game it is lost.
const LOST_CP: i32 = 1500;
/// A last ship with at most this many safe squares has as little choice as a king in check. Matches:
/// `scripts/laboratory/warpac.md`.
const CORNERED_ESCAPES: u32 = 3;
/// The additional value of 0, 1, .. 4 safe squares left to a ship.
const FEW_ESCAPES_CP: [i32; 5] = [160, 90, 50, 25, 10];
/// Number of moves in the race between a ship and the enemy's pieces for free squares.
const RACE_MOVES: usize = 5;
/// The value of each square that the ship does not win in the race, for each of its moves.
const RACE_CP: i32 = 2;
/// About the number of squares that the ship wins on an open board.
const MOST_RACE_SQUARES: i32 = 120;
/// The value of each square outside the region that the ship can reach by safe squares. Battleships on two
/// neighbouring files wall in a destroyer; one battleship walls in a carrier.
const BOX_CP: i32 = 1;

/// The mop-up term of `side`, as a SIMD task.
struct MopUp<'a, R: WarpacRules> {
    game: &'a Warpac<R>,
    side: usize,
    lead: i32,
}

impl<R: WarpacRules> SimdTask for MopUp<'_, R> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        self.game.computed_mop_up_cp(self.side, self.lead)
    }
}

impl<R: WarpacRules> Warpac<R> {
    /// Whether the mop-up term applies for `side`, which has a material lead of `lead` centipawns.
    #[inline(always)]
    pub(super) fn mop_up_applies(&self, side: usize, lead: i32) -> bool {
        lead >= LEAST_LEAD_CP && self.sides[side ^ 1].count() <= MOP_UP_PIECES
    }

    /// Whether the enemy has so few ships that the escape squares of each are counted.
    #[inline(always)]
    pub(super) fn counts_escapes(&self, side: usize, lead: i32) -> bool {
        self.mop_up_applies(side, lead) && self.ships(side ^ 1).count() <= ESCAPE_SHIPS
    }

    /// The mop-up term of `side`, which has a material lead of `lead` centipawns. It grows as the win comes near.
    #[inline(always)]
    pub(super) fn mop_up_cp(&self, side: usize, lead: i32) -> i32 {
        if self.mop_up_applies(side, lead) { run_simd(MopUp { game: self, side, lead }) } else { 0 }
    }

    #[inline(always)]
    fn computed_mop_up_cp(&self, side: usize, lead: i32) -> i32 {
        let them = side ^ 1;
        let ships = self.ships(them);
        let counts_escapes = self.counts_escapes(side, lead);
        let guarded = if counts_escapes { self.guarded(side) } else { Squares::NONE };
        let near_ships = if ships.count() <= DISTANCE_SHIPS { ships } else { Squares::NONE };
        let mut progress = None;
        for ship in near_ships {
            let trapped = if counts_escapes { self.trapped_cp(side, ship, guarded) } else { 0 };
            progress = progress.max(Some(self.closeness_cp(side, ship) + trapped));
        }
        let power =
            if self.has_submarines() { POWER_WITH_SUBMARINES } else { self.sum(side, POWER) };
        let ahead = MOST_TO_CATCH + power - 2 * self.sum(them, EFFORT);
        let bonus = POWER_CP * ahead.max(0) + progress.unwrap_or(0);
        bonus * (lead.min(FULL_LEAD_CP) - LEAST_LEAD_CP) / (FULL_LEAD_CP - LEAST_LEAD_CP)
    }

    /// The sum of `points` by kind over the pieces of a side.
    #[inline(always)]
    fn sum(&self, side: usize, points: [i32; 5]) -> i32 {
        let all = |kind: PieceKind| self.pieces(side, kind).count() as i32 * points[kind.index()];
        PieceKind::ALL.into_iter().map(all).sum()
    }

    /// The closeness of the nearest pieces of `side` to a ship. A piece counts once for every distance within which
    /// it stands.
    #[inline(always)]
    fn closeness_cp(&self, side: usize, ship: Square) -> i32 {
        let mut steps = 0;
        for distance in 0..FARTHEST {
            let near = (SURROUNDINGS.within(ship, distance) & self.sides[side]).count();
            if near >= NEAREST_PIECES {
                steps += NEAREST_PIECES * (FARTHEST - distance) as u32;
                break;
            }
            steps += near;
        }
        let step_cp = if self.is_leaper(ship) { STEP_TO_LEAPER_CP } else { STEP_TO_SLIDER_CP };
        step_cp * steps as i32
    }

    /// Whether the ship leaps or steps, like destroyers and carriers. The other ships slide.
    #[inline(always)]
    fn is_leaper(&self, ship: Square) -> bool {
        matches!(self.cell(ship).kind(), PieceKind::Carrier | PieceKind::Destroyer)
    }

    /// Whether the side to move has a single ship and must move it. A pass would then be better than any move. With
    /// submarines no side is forced to move a ship.
    #[inline(always)]
    pub(super) fn must_move_last_ship(&self) -> bool {
        !self.has_submarines() && self.phase == Phase::Surface && self.sides[self.me()].count() == 1
    }

    /// Whether the last ship of the side to move has hardly any safe squares.
    pub(super) fn is_last_ship_cornered(&self) -> bool {
        self.must_move_last_ship() && self.safe_escapes().count() <= CORNERED_ESCAPES
    }

    /// The squares on which the last ship of the side to move cannot be sunk at once. They are found without making
    /// moves, so the effects of a capture or of uncovering a line are missed.
    fn safe_escapes(&self) -> Squares {
        let me = self.me();
        let ships = self.sides[me];
        let Some(ship) = ships.into_iter().next() else { return Squares::NONE };
        let safe = !(ships | self.guarded(me ^ 1));
        self.next_squares(me ^ 1, self.cell(ship).kind(), ships) & safe
    }

    /// Whether [`Warpac::safe_escapes`] finds a square.
    pub(super) fn has_safe_escape(&self) -> bool {
        self.safe_escapes().any()
    }

    /// The value of the squares that a ship can no longer reach in its next moves.
    #[inline(always)]
    fn trapped_cp(&self, side: usize, ship: Square, guarded: Squares) -> i32 {
        let kind = self.cell(ship).kind();
        let leaps = self.is_leaper(ship);
        let (weights, most) =
            if leaps { (LEAP_CP, LEAP_SQUARES) } else { (SLIDE_CP, SLIDE_SQUARES) };
        let safe = !(self.sides[side ^ 1] | guarded);
        let mut region = Squares::NONE;
        region.insert(ship);
        let mut left = 0;
        for (level, (weight, most)) in weights.into_iter().zip(most).enumerate() {
            if weight == 0 {
                break;
            }
            region |= self.next_squares(side, kind, region) & safe;
            region.remove(ship);
            let escapes = region.count();
            left += weight * (most - escapes as i32);
            if level == 0 {
                left += self.few_escapes_cp(side, escapes);
            }
            region.insert(ship);
        }
        if leaps {
            left += RACE_CP * (MOST_RACE_SQUARES - self.race(side, ship, guarded)).max(0);
            loop {
                let wider = region | self.next_squares(side, kind, region) & safe;
                if wider == region {
                    break;
                }
                region = wider;
            }
            left += BOX_CP * (SQUARES as i32 - region.count() as i32);
        }
        left
    }

    /// The additional value for `side` if an enemy ship has only `escapes` safe squares.
    #[inline(always)]
    fn few_escapes_cp(&self, side: usize, escapes: u32) -> i32 {
        let bonus = FEW_ESCAPES_CP.get(escapes as usize).copied().unwrap_or(0);
        let is_lost = escapes == 0 && self.me() != side && self.must_move_last_ship();
        bonus + if is_lost { LOST_CP } else { 0 }
    }

    /// The number of squares that the ship can reach before an enemy piece guards them.
    #[inline(always)]
    fn race(&self, side: usize, ship: Square, guarded: Squares) -> i32 {
        let kind = self.cell(ship).kind();
        let mut knights = self.pieces(side, PieceKind::Destroyer).leaps();
        let mut kings = grown(self.pieces(side, PieceKind::Carrier));
        let free = !self.occupied();
        let mut region = Squares::NONE;
        region.insert(ship);
        let mut total = 0;
        for _ in 0..RACE_MOVES {
            knights |= knights.leaps();
            kings = grown(kings);
            let next = if kind == PieceKind::Destroyer { region.leaps() } else { grown(region) };
            region |= next & free & !(guarded | knights | kings);
            total += region.count() as i32;
        }
        total
    }

    /// The squares that a ship of a kind reaches from any of these squares.
    #[inline(always)]
    fn next_squares(&self, side: usize, kind: PieceKind, from: Squares) -> Squares {
        let (free, open) = (!self.occupied(), !self.sides[side ^ 1]);
        match kind {
            PieceKind::Destroyer => return from.leaps() & open,
            PieceKind::Carrier => return grown(from) & open,
            _ => {}
        }
        let slides = |step: (i32, i32)| match kind {
            PieceKind::Battleship => step.0 == 0 || step.1 == 0,
            PieceKind::Cruiser => step.0 != 0 && step.1 != 0,
            _ => false,
        };
        let mut squares = Squares::NONE;
        for step in &ALL_AROUND {
            let steps_straight =
                kind != PieceKind::Battleship && self.settings().cruiser_step != Sidestep::Never;
            if !slides(*step) && !steps_straight {
                continue;
            }
            let mut front = from.shifted(step.0, step.1);
            squares |= front & open;
            while slides(*step) && (front & free).any() {
                front = (front & free).shifted(step.0, step.1);
                squares |= front & open;
            }
        }
        squares
    }

    /// The squares that a side attacks or defends. Lines go on behind enemy ships, which cannot hide there.
    #[inline(always)]
    fn guarded(&self, side: usize) -> Squares {
        let mut guarded = Squares::NONE;
        for from in self.sides[side] {
            let kinds: &[usize] = match self.cell(from).kind() {
                PieceKind::Destroyer => {
                    guarded |= KNIGHT[from.index()];
                    continue;
                }
                PieceKind::Carrier => {
                    guarded |= KING[from.index()];
                    continue;
                }
                PieceKind::Battleship => &STRAIGHT,
                PieceKind::Cruiser => {
                    if self.settings().cruiser_step == Sidestep::Takes {
                        guarded |= BESIDE[from.index()];
                    }
                    &DIAGONAL
                }
                PieceKind::Squadron => {
                    guarded |=
                        if self.spent.has(from) { Squares::NONE } else { KNIGHT[from.index()] };
                    &EVERY
                }
            };
            for kind in kinds {
                let mut view = self.lines.view(side, from, *kind);
                let is_enemy_ship = view
                    .end_squares(from)
                    .map(|end| end.is_some_and(|end| self.sides[side ^ 1].has(end)));
                view = view.past(is_enemy_ship);
                view.free_squares(from)
                    .into_iter()
                    .flatten()
                    .for_each(|square| guarded.insert(square));
                view.end_squares(from).into_iter().flatten().for_each(|end| guarded.insert(end));
            }
        }
        guarded
    }
}

/// The set and all adjacent squares.
#[inline(always)]
fn grown(from: Squares) -> Squares {
    let row = from | from.shifted(1, 0) | from.shifted(-1, 0);
    row | row.raised(1) | row.raised(-1)
}
