//! What the engine thinks of positions: a linear evaluation of counts, with endgame knowledge.
//!
//! The weights of [`FEATURES`] are in `weights.rs`; `scripts/tune_warpac.py` fits such weights to games, through
//! the same counts by `query features`.

use super::Warpac;
use super::board::{KING, KNIGHT, Square, Squares};
use super::lines::{DIAGONAL, EVERY, STRAIGHT};
use super::pieces::Kind;
use super::weights::WEIGHTS;
use crate::game::{Evaluate, Score};
use std::fmt::Write;

/// What a side's part of the evaluation counts.
const FEATURES: [&str; 19] = [
    "carriers",
    "squadrons",
    "battleships",
    "cruisers",
    "destroyers",
    "submarines",
    "squares of battleships",
    "squares of cruisers",
    "squares of squadrons",
    "squares of destroyers",
    "pieces covered",
    "enemies attacked",
    "dearer enemies attacked",
    "wings attacked",
    "ranks advanced",
    "cruisers on both colours",
    "hunting a beaten enemy",
    "squares left to the beaten",
    "to move",
];
const SUBMARINES: usize = 5;
const BATTLESHIP_SQUARES: usize = 6;
const CRUISER_SQUARES: usize = 7;
const SQUADRON_SQUARES: usize = 8;
const DESTROYER_SQUARES: usize = 9;
const COVERED: usize = 10;
const ATTACKED: usize = 11;
const DEARER_ATTACKED: usize = 12;
const WINGS_ATTACKED: usize = 13;
const ADVANCED: usize = 14;
const BOTH_COLOURS: usize = 15;
const HUNTING: usize = 16;
const ESCAPES: usize = 17;
const TO_MOVE: usize = 18;

/// Counts of [`FEATURES`].
type Counts = [i32; FEATURES.len()];

/// What the loss of a piece is taken for in exchanges, by kind in the order of [`Kind::ALL`].
pub(super) const VALUES_CP: [i32; 5] = [300, 900, 550, 400, 300];
/// An enemy with no more pieces is hunted by the side that is ahead.
const HUNTED_PIECES: u32 = 8;
/// The ways out of an enemy with no more ships are counted.
const CHASED_SHIPS: u32 = 3;
/// Ahead by at least so much.
const AHEAD_CP: i32 = 150;
/// All that is not material comes to hardly more than this.
const POSITIONAL_CP: i32 = 350;
/// Squares of the dark colour: a1 is one.
const DARK: Squares = Squares([0xAAAA_5555_AAAA_5555; 4]);
/// At the stop for want of progress this share of a static value is left, in percent.
const SHARE_AT_STOP_PERCENT: i32 = 20;
/// A score at which a win is as likely as no win.
const DRAWISH_CP: f64 = 60.0;
/// What a score has to grow by for the odds of a win to grow by the factor e.
const LOGISTIC_SCALE_CP: f64 = 100.0;

/// What a side's pieces attack and cover.
#[derive(Default)]
struct Grip {
    attacked: Squares,
    /// Attacked by a piece that is worth less.
    dearer: Squares,
    covered: Squares,
}

impl<const SUBS: bool> Evaluate for Warpac<SUBS> {
    fn evaluate(&self) -> Score {
        let me = self.me();
        let counts = self.features();
        let part = |counts: &Counts| -> i32 {
            counts.iter().zip(WEIGHTS).map(|(count, weight)| count * weight).sum()
        };
        let balance = part(&counts[me]) - part(&counts[me ^ 1]) + self.lurking_balance(me);
        Score::cp(self.faded(balance))
    }

    fn estimate(&self) -> Option<(Score, i32)> {
        let me = self.me();
        let material = self.material_cp(me) - self.material_cp(me ^ 1);
        let balance = material + self.lurking_balance(me);
        // Hunting a beaten enemy may be worth more than all other positional terms together.
        let is_crowded = self.sides.iter().all(|side| side.count() > HUNTED_PIECES);
        is_crowded.then(|| (Score::cp(self.faded(balance)), POSITIONAL_CP))
    }

    fn terms(&self) -> Vec<(&'static str, Vec<i32>)> {
        let counts = self.features();
        let term = |(index, name): (usize, &&'static str)| {
            (*name, counts.iter().map(|side| side[index] * WEIGHTS[index]).collect())
        };
        FEATURES.iter().enumerate().map(term).collect()
    }

    fn win_draw_loss(score: Score) -> [u32; 3] {
        let chance = |cp: f64| (1000.0 / (1.0 + (-cp / LOGISTIC_SCALE_CP).exp())).round() as u32;
        let win = chance(f64::from(score.raw()) - DRAWISH_CP);
        let loss = chance(f64::from(-score.raw()) - DRAWISH_CP);
        [win, 1000 - win - loss, loss]
    }
}

impl<const SUBS: bool> Warpac<SUBS> {
    /// A value that fades as the stop for want of progress comes nearer, so that captures in time are
    /// worth more than good squares.
    fn faded(&self, value: i32) -> i32 {
        let (limit, past) = (Self::limit() as i32, self.halfmove.min(Self::limit()) as i32);
        let lost = (100 - SHARE_AT_STOP_PERCENT) * past * past / limit;
        value * (100 * limit - lost) / (100 * limit)
    }

    /// The first part of the evaluation of a side: its pieces alone.
    fn material_cp(&self, side: usize) -> i32 {
        let numbers = Kind::ALL.map(|kind| self.pieces(side, kind).count() as i32);
        let pieces: i32 = numbers.iter().zip(WEIGHTS).map(|(number, weight)| number * weight).sum();
        pieces + if SUBS { self.subs[side].count() as i32 * WEIGHTS[SUBMARINES] } else { 0 }
    }

    /// Each side's counts.
    fn features(&self) -> [Counts; 2] {
        let mut counts = [self.features_of(0), self.features_of(1)];
        let material = [0, 1].map(|side| self.material_cp(side));
        for side in 0..2 {
            let is_beaten = self.sides[side ^ 1].count() <= HUNTED_PIECES;
            if is_beaten && material[side] >= material[side ^ 1] + AHEAD_CP {
                self.count_hunt(side, &mut counts[side]);
            }
        }
        counts
    }

    #[inline]
    fn features_of(&self, side: usize) -> Counts {
        let (own, them) = (self.sides[side], self.sides[side ^ 1]);
        let mut counts = [0; FEATURES.len()];
        let mut grip = Grip::default();
        for kind in Kind::ALL {
            counts[kind.index()] = self.pieces(side, kind).count() as i32;
        }
        counts[SUBMARINES] = if SUBS { self.subs[side].count() as i32 } else { 0 };
        let mut leapt = Squares::NONE;
        for from in self.pieces(side, Kind::Destroyer) {
            leapt |= KNIGHT[from.index()];
            counts[DESTROYER_SQUARES] += (KNIGHT[from.index()] & !own).count() as i32;
        }
        grip.attacked |= leapt & them;
        grip.covered |= leapt & own;
        grip.dearer |= leapt & them & !self.kinds[Kind::Destroyer.index()];
        for from in self.pieces(side, Kind::Cruiser) {
            counts[CRUISER_SQUARES] += self.look(side, from, &DIAGONAL, &mut grip);
        }
        for from in self.pieces(side, Kind::Battleship) {
            counts[BATTLESHIP_SQUARES] += self.look(side, from, &STRAIGHT, &mut grip);
        }
        for from in self.pieces(side, Kind::Squadron) {
            counts[SQUADRON_SQUARES] += self.look(side, from, &EVERY, &mut grip);
        }
        for from in self.pieces(side, Kind::Carrier) {
            grip.attacked |= KING[from.index()] & them;
            grip.covered |= KING[from.index()] & own;
        }
        let wings = self.kinds[Kind::Carrier.index()] | self.kinds[Kind::Squadron.index()];
        counts[COVERED] = grip.covered.count() as i32;
        counts[ATTACKED] = grip.attacked.count() as i32;
        counts[DEARER_ATTACKED] = grip.dearer.count() as i32;
        counts[WINGS_ATTACKED] = (grip.attacked & wings).count() as i32;
        counts[ADVANCED] = self.ranks_advanced(side);
        let cruisers = self.pieces(side, Kind::Cruiser);
        let dark = (cruisers & DARK).count();
        counts[BOTH_COLOURS] = dark.min(cruisers.count() - dark) as i32;
        counts[TO_MOVE] = i32::from(side == self.me());
        counts
    }

    /// What the sliding piece on `from` sees; returns how many squares it can go to.
    #[inline(always)]
    fn look(&self, side: usize, from: Square, kinds: &[usize], grip: &mut Grip) -> i32 {
        let own_value = VALUES_CP[self.cell(from).kind().index()];
        let mut squares = 0;
        for kind in kinds {
            let view = self.lines.view(side, from, *kind);
            squares += view.free() + view.enemy_count();
            for end in view.end_squares(from).into_iter().flatten() {
                if self.sides[side].has(end) {
                    grip.covered.insert(end);
                } else {
                    grip.attacked.insert(end);
                    if VALUES_CP[self.cell(end).kind().index()] > own_value {
                        grip.dearer.insert(end);
                    }
                }
            }
        }
        squares as i32
    }

    /// The ranks, by groups of four, that the side's ships have left behind; the last one counts no more.
    fn ranks_advanced(&self, side: usize) -> i32 {
        let ships = self.ships(side).0.map(|word| word.count_ones() as i32);
        let [near, far] = if side == 0 { [ships[1], ships[2]] } else { [ships[2], ships[1]] };
        let last = if side == 0 { ships[3] } else { ships[0] };
        near + 2 * far + 2 * last
    }

    /// How near the side's pieces are to a beaten enemy's ships, and how many squares those can still go to
    /// without being taken. The fewer, the nearer is the end of the chase.
    fn count_hunt(&self, side: usize, counts: &mut Counts) {
        let prey = self.ships(side ^ 1);
        for hunter in self.sides[side] {
            let nearest = prey.into_iter().map(|ship| hunter.distance(ship)).min().unwrap_or(0);
            counts[HUNTING] += 15 - nearest as i32;
        }
        if prey.count() > CHASED_SHIPS {
            return;
        }
        let reaches = self.sides[side].into_iter().map(|from| self.reach(side, from));
        let guarded = reaches.fold(Squares::NONE, |all, reach| all | reach);
        for ship in prey {
            let escapes = self.reach(side ^ 1, ship) & !self.sides[side ^ 1] & !guarded;
            counts[ESCAPES] += escapes.count() as i32;
        }
    }

    /// The squares that a piece attacks or covers.
    fn reach(&self, side: usize, from: Square) -> Squares {
        let kinds: &[usize] = match self.cell(from).kind() {
            Kind::Destroyer => return KNIGHT[from.index()],
            Kind::Carrier => return KING[from.index()],
            Kind::Battleship => &STRAIGHT,
            Kind::Cruiser => &DIAGONAL,
            Kind::Squadron => &EVERY,
        };
        let mut reach = Squares::NONE;
        for kind in kinds {
            let view = self.lines.view(side, from, *kind);
            view.free_squares(from).for_each(|square| reach.insert(square));
            view.end_squares(from).into_iter().flatten().for_each(|square| reach.insert(square));
        }
        reach
    }

    /// The counts as `query features` gives them: White's, then Black's.
    pub(super) fn feature_text(&self) -> String {
        let mut text = String::new();
        for count in self.features().iter().flatten() {
            let _ = write!(text, "{count} ");
        }
        text.trim_end().to_string()
    }
}
