//! How to win won endings: a beaten enemy's ships are run down and trapped, one after the other, before the
//! game stops for want of progress. On an open board of 256 squares no search sees a capture without help.

use crate::game::simd::{SimdTask, run_simd};
use crate::games::warpac::board::{
    ALL_AROUND, KING, KNIGHT, SQUARES, SURROUNDINGS, Square, Squares,
};
use crate::games::warpac::lines::{DIAGONAL, EVERY, STRAIGHT};
use crate::games::warpac::pieces::Kind;
use crate::games::warpac::{Phase, Warpac};

/// An enemy with no more pieces is hunted by the side that is ahead.
const HUNTED_PIECES: u32 = 16;
/// Hunters come near an enemy with no more ships.
const SOUGHT_SHIPS: u32 = 6;
/// The ways out of an enemy with no more ships are counted.
const CHASED_SHIPS: u32 = 3;
/// The mop-up counts from this lead on, and in full from [`FULL_LEAD_CP`].
const LEAST_LEAD_CP: i32 = 100;
const FULL_LEAD_CP: i32 = 600;
/// How hard the enemy's ships are to catch, by kind in the order of [`Kind::ALL`]; squadrons go with their carriers. In
/// the endings of two against one, worked out by retrograde analysis, two sliding pieces always sink a destroyer, and a
/// battleship with any other ship a carrier. A battleship or a cruiser that is alone mostly escapes from a dozen hunters,
/// unless there are squadrons among them, and had better be sunk while there are other ships to defend.
const EFFORT: [i32; 5] = [1, 0, 5, 4, 1];
/// What the hunters are good for, in the same order: it is long lines that take squares from a sliding ship.
const POWER: [i32; 5] = [1, 7, 5, 4, 1];
/// With submarines torpedoes do much of it, whatever ships are left.
const POWER_WITH_SUBMARINES: i32 = 20;
/// How much is left to be caught counts as soon as the effort, taken twice, is within the power and this.
const MOST_TO_CATCH: i32 = 24;
/// What each point within that is worth. The effort counts twice, so that a ship sunk is worth much even when it is
/// traded, but less than one sunk for nothing: a side ahead that trades all it can is left with too few hunters.
/// Matches: `scripts/laboratory/warpac.md`.
const POWER_CP: i32 = 100;
/// So many hunters come near; the others may stay where they are.
const HUNTERS: u32 = 5;
/// A step of a hunter towards a prey that leaps or steps, and towards one that slides.
const STEP_TO_LEAPER_CP: i32 = 4;
const STEP_TO_SLIDER_CP: i32 = 2;
/// No square is farther away.
const FARTHEST: usize = 15;
/// The squares that a ship can come to in one, two, .. moves without being taken, as far as it goes.
const LEVELS: usize = 3;
/// What each of them is worth to the prey, by level: for ships that leap or step, and for those that slide. Sliding
/// ships slip past guarded squares, so that only the squares left to them count, and hunters near them little.
const LEAP_CP: [i32; LEVELS] = [12, 4, 2];
const SLIDE_CP: [i32; LEVELS] = [16, 2, 0];
/// How many squares of each level there are on an open board.
const LEAP_SQUARES: [i32; LEVELS] = [8, 33, 76];
const SLIDE_SQUARES: [i32; LEVELS] = [32, 240, 0];
/// The last ship must move, and has nowhere to go: in the surface game it is lost.
const LOST_CP: i32 = 1500;
/// A last ship with so few safe ways out has no more choice than a king in check.
/// Matches: `scripts/laboratory/warpac.md`.
const CORNERED_WAYS: u32 = 3;
/// What so few ways out are worth besides.
const FEW_WAYS_CP: [i32; 5] = [160, 90, 50, 25, 10];
/// So many moves of both are looked at for what the prey reaches before it is guarded.
const RACE_MOVES: usize = 5;
/// A square that the prey does not win in the race, in each of these moves.
const RACE_CP: i32 = 2;
/// An open board has about so many for it.
const MOST_RACE_SQUARES: i32 = 120;
/// A square outside the part of the board that the prey cannot leave by safe squares: battleships on two
/// neighbouring files are a wall to a destroyer, one is a wall to a carrier.
const BOX_CP: i32 = 1;

/// The worth of the mop-up to a side that has something to mop-up.
struct MopUp<'a, const SUBS: bool> {
    game: &'a Warpac<SUBS>,
    side: usize,
    lead: i32,
}

impl<const SUBS: bool> SimdTask for MopUp<'_, SUBS> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        self.game.hunting_cp(self.side, self.lead)
    }
}

impl<const SUBS: bool> Warpac<SUBS> {
    /// Whether a side with a lead of so many centipawns has anything to mop-up.
    #[inline(always)]
    pub(super) fn hunts(&self, side: usize, lead: i32) -> bool {
        lead >= LEAST_LEAD_CP && self.sides[side ^ 1].count() <= HUNTED_PIECES
    }

    /// Whether it has no more to mop-up than a few ships, each of which it goes for.
    #[inline(always)]
    pub(super) fn chases(&self, side: usize, lead: i32) -> bool {
        self.hunts(side, lead) && self.ships(side ^ 1).count() <= CHASED_SHIPS
    }

    /// What a lead of so many centipawns over a beaten enemy is worth besides, for the nearer the end is.
    #[inline(always)]
    pub(super) fn hunt_cp(&self, side: usize, lead: i32) -> i32 {
        if self.hunts(side, lead) { run_simd(MopUp { game: self, side, lead }) } else { 0 }
    }

    #[inline(always)]
    fn hunting_cp(&self, side: usize, lead: i32) -> i32 {
        let them = side ^ 1;
        let prey = self.ships(them);
        let is_chased = self.chases(side, lead);
        let guarded = if is_chased { self.guarded(side) } else { Squares::NONE };
        let sought = if prey.count() <= SOUGHT_SHIPS { prey } else { Squares::NONE };
        let mut progress = None;
        for ship in sought {
            let trapped = if is_chased { self.trapped_cp(side, ship, guarded) } else { 0 };
            progress = progress.max(Some(self.closeness_cp(side, ship) + trapped));
        }
        let power = if SUBS { POWER_WITH_SUBMARINES } else { self.sum(side, POWER) };
        let ahead = MOST_TO_CATCH + power - 2 * self.sum(them, EFFORT);
        let bonus = POWER_CP * ahead.max(0) + progress.unwrap_or(0);
        bonus * (lead.min(FULL_LEAD_CP) - LEAST_LEAD_CP) / (FULL_LEAD_CP - LEAST_LEAD_CP)
    }

    /// The pieces of a side, each for so many points by its kind.
    #[inline(always)]
    fn sum(&self, side: usize, points: [i32; 5]) -> i32 {
        let all = |kind: Kind| self.pieces(side, kind).count() as i32 * points[kind.index()];
        Kind::ALL.into_iter().map(all).sum()
    }

    /// How near the nearest hunters are: each counts for every distance that he is within.
    #[inline(always)]
    fn closeness_cp(&self, side: usize, ship: Square) -> i32 {
        let mut steps = 0;
        for distance in 0..FARTHEST {
            let near = (SURROUNDINGS.within(ship, distance) & self.sides[side]).count();
            if near >= HUNTERS {
                steps += HUNTERS * (FARTHEST - distance) as u32;
                break;
            }
            steps += near;
        }
        let step_cp = if self.is_leaper(ship) { STEP_TO_LEAPER_CP } else { STEP_TO_SLIDER_CP };
        step_cp * steps as i32
    }

    /// Whether the ship leaps or steps, as destroyers and carriers do; the others slide.
    #[inline(always)]
    fn is_leaper(&self, ship: Square) -> bool {
        matches!(self.cell(ship).kind(), Kind::Carrier | Kind::Destroyer)
    }

    /// Whether the side to move has one ship alone, and must move it: a pass would be worth more than any move. With
    /// submarines nobody is compelled to move a ship.
    #[inline(always)]
    pub(super) fn must_move_last_ship(&self) -> bool {
        !SUBS && self.phase == Phase::Surface && self.sides[self.me()].count() == 1
    }

    /// Whether hardly anything is left to the last ship of the side to move.
    pub(super) fn is_last_ship_cornered(&self) -> bool {
        self.must_move_last_ship() && self.safe_ways_out().count() <= CORNERED_WAYS
    }

    /// Where the last ship of the side to move may go without being sunk at once, as far as that is seen without
    /// a move: what the move itself captures or uncovers is not.
    fn safe_ways_out(&self) -> Squares {
        let me = self.me();
        let prey = self.sides[me];
        let Some(ship) = prey.into_iter().next() else { return Squares::NONE };
        let safe = !(prey | self.guarded(me ^ 1));
        self.next_squares(me ^ 1, self.cell(ship).kind(), prey) & safe
    }

    /// See [`Warpac::safe_ways_out`].
    pub(super) fn has_safe_way_out(&self) -> bool {
        self.safe_ways_out().any()
    }

    /// How many of the squares that a ship could come to in its next moves are taken from it.
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
            let ways = region.count();
            left += weight * (most - ways as i32);
            if level == 0 {
                left += self.few_ways_cp(side, ways);
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

    /// What it is worth that a ship has so few safe ways out.
    #[inline(always)]
    fn few_ways_cp(&self, side: usize, ways: u32) -> i32 {
        let bonus = FEW_WAYS_CP.get(ways as usize).copied().unwrap_or(0);
        let is_lost = ways == 0 && self.me() != side && self.must_move_last_ship();
        bonus + if is_lost { LOST_CP } else { 0 }
    }

    /// How many squares the prey can reach before a hunter guards them.
    #[inline(always)]
    fn race(&self, side: usize, ship: Square, guarded: Squares) -> i32 {
        let kind = self.cell(ship).kind();
        let mut knights = self.pieces(side, Kind::Destroyer).leaps();
        let mut kings = grown(self.pieces(side, Kind::Carrier));
        let free = !self.occupied();
        let mut region = Squares::NONE;
        region.insert(ship);
        let mut total = 0;
        for _ in 0..RACE_MOVES {
            knights |= knights.leaps();
            kings = grown(kings);
            let next = if kind == Kind::Destroyer { region.leaps() } else { grown(region) };
            region |= next & free & !(guarded | knights | kings);
            total += region.count() as i32;
        }
        total
    }

    /// Where a ship of a kind comes to from any of these squares.
    #[inline(always)]
    fn next_squares(&self, side: usize, kind: Kind, from: Squares) -> Squares {
        let (free, open) = (!self.occupied(), !self.sides[side ^ 1]);
        match kind {
            Kind::Destroyer => return from.leaps() & open,
            Kind::Carrier => return grown(from) & open,
            _ => {}
        }
        let slides = |step: (i32, i32)| match kind {
            Kind::Battleship => step.0 == 0 || step.1 == 0,
            Kind::Cruiser => step.0 != 0 && step.1 != 0,
            _ => false,
        };
        let mut squares = Squares::NONE;
        for step in &ALL_AROUND {
            if kind == Kind::Battleship && !slides(*step) {
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

    /// The squares that a side attacks or covers, also behind the other's ships, which would not hide there.
    #[inline(always)]
    fn guarded(&self, side: usize) -> Squares {
        let mut guarded = Squares::NONE;
        for from in self.sides[side] {
            let kinds: &[usize] = match self.cell(from).kind() {
                Kind::Destroyer => {
                    guarded |= KNIGHT[from.index()];
                    continue;
                }
                Kind::Carrier => {
                    guarded |= KING[from.index()];
                    continue;
                }
                Kind::Battleship => &STRAIGHT,
                Kind::Cruiser => &DIAGONAL,
                Kind::Squadron => {
                    guarded |=
                        if self.spent.has(from) { Squares::NONE } else { KNIGHT[from.index()] };
                    &EVERY
                }
            };
            for kind in kinds {
                let mut view = self.lines.view(side, from, *kind);
                let is_prey = view
                    .end_squares(from)
                    .map(|end| end.is_some_and(|end| self.sides[side ^ 1].has(end)));
                view = view.past(is_prey);
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

/// The set and all squares beside it.
#[inline(always)]
fn grown(from: Squares) -> Squares {
    let row = from | from.shifted(1, 0) | from.shifted(-1, 0);
    row | row.raised(1) | row.raised(-1)
}
