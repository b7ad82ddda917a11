//! What the engine thinks of positions: a linear evaluation of counts, with endgame knowledge.
//!
//! The weights of [`FEATURES`] are in `weights.rs`; `scripts/tune_warpac.py` fits such weights to games, through
//! the same counts by `query features`.

use super::board::{KING, KNIGHT, Squares};
use super::hunt::HUNTED_PIECES;
use super::lines::{DIAGONAL, EVERY, STRAIGHT};
use super::pieces::Kind;
use super::weights::WEIGHTS;
use super::{CLOCK_IN_KEY_TURNS, Warpac};
use crate::game::{Evaluate, Score};
use std::fmt::Write;

/// What a side's part of the evaluation counts.
const FEATURES: [&str; 18] = [
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
const TO_MOVE: usize = 17;

/// Counts of [`FEATURES`].
type Counts = [i32; FEATURES.len()];

/// What the loss of a piece is taken for in exchanges, by kind in the order of [`Kind::ALL`].
pub(super) const VALUES_CP: [i32; 5] = [WEIGHTS[0], WEIGHTS[1], WEIGHTS[2], WEIGHTS[3], WEIGHTS[4]];
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
    /// A value that fades when the stop for want of progress is near, so that captures in time are worth
    /// more than good squares. Before that, stored values must not depend on the clock: older ones of
    /// the same positions would be higher, and the side that is ahead would go in circles.
    fn faded(&self, value: i32) -> i32 {
        let near = self.near_stop() as i32;
        let whole = (CLOCK_IN_KEY_TURNS * CLOCK_IN_KEY_TURNS) as i32;
        let lost = (100 - SHARE_AT_STOP_PERCENT) * near * near / whole;
        value * (100 - lost) / 100
    }

    /// The first part of the evaluation of a side: its pieces and submarines alone.
    #[inline(always)]
    fn material_cp(&self, side: usize) -> i32 {
        let submarines = if SUBS { self.subs[side].count() as i32 } else { 0 };
        self.values_cp[side] + submarines * WEIGHTS[SUBMARINES]
    }

    /// Each side's counts.
    fn features(&self) -> [Counts; 2] {
        let mut counts = [self.features_of(0), self.features_of(1)];
        let lead = self.material_cp(0) - self.material_cp(1);
        counts[0][HUNTING] = self.hunt_cp(0, lead);
        counts[1][HUNTING] = self.hunt_cp(1, -lead);
        counts
    }

    #[inline]
    fn features_of(&self, side: usize) -> Counts {
        let (own, them) = (self.sides[side], self.sides[side ^ 1]);
        let mut counts = [0; FEATURES.len()];
        for kind in Kind::ALL {
            counts[kind.index()] = self.pieces(side, kind).count() as i32;
        }
        counts[SUBMARINES] = if SUBS { self.subs[side].count() as i32 } else { 0 };
        let mut leapt = Squares::NONE;
        for from in self.pieces(side, Kind::Destroyer) {
            leapt |= KNIGHT[from.index()];
            counts[DESTROYER_SQUARES] += (KNIGHT[from.index()] & !own).count() as i32;
        }
        let look = |kind: Kind, lines: &[usize]| self.look(side, self.pieces(side, kind), lines);
        let (by_cruisers, cruiser_squares) = look(Kind::Cruiser, &DIAGONAL);
        let (by_battleships, battleship_squares) = look(Kind::Battleship, &STRAIGHT);
        let (by_squadrons, squadron_squares) = look(Kind::Squadron, &EVERY);
        counts[CRUISER_SQUARES] = cruiser_squares;
        counts[BATTLESHIP_SQUARES] = battleship_squares;
        counts[SQUADRON_SQUARES] = squadron_squares;
        let mut near = Squares::NONE;
        for from in self.pieces(side, Kind::Carrier) {
            near |= KING[from.index()];
        }
        let reached = leapt | by_cruisers | by_battleships | by_squadrons | near;
        let attacked = reached & them;
        let [_, squadrons, battleships, _, destroyers] = self.kinds;
        let dearer = leapt & !destroyers
            | by_cruisers & (squadrons | battleships)
            | by_battleships & squadrons;
        let wings = self.kinds[Kind::Carrier.index()] | self.kinds[Kind::Squadron.index()];
        counts[COVERED] = (reached & own).count() as i32;
        counts[ATTACKED] = attacked.count() as i32;
        counts[DEARER_ATTACKED] = (dearer & them).count() as i32;
        counts[WINGS_ATTACKED] = (attacked & wings).count() as i32;
        counts[ADVANCED] = self.ranks_advanced(side);
        let cruisers = self.pieces(side, Kind::Cruiser);
        let dark = (cruisers & DARK).count();
        counts[BOTH_COLOURS] = dark.min(cruisers.count() - dark) as i32;
        counts[TO_MOVE] = i32::from(side == self.me());
        counts
    }

    /// The pieces at the ends of the lines of a side's sliding pieces, and how many squares those can go to.
    #[inline(always)]
    fn look(&self, side: usize, pieces: Squares, kinds: &[usize]) -> (Squares, i32) {
        let (mut ends, mut squares) = (Squares::NONE, 0);
        for from in pieces {
            for kind in kinds {
                let view = self.lines.view(side, from, *kind);
                squares += view.free() + view.enemy_count();
                view.insert_ends(from, &mut ends);
            }
        }
        (ends, squares as i32)
    }

    /// The ranks, by groups of four, that the side's ships have left behind; the last one counts no more.
    fn ranks_advanced(&self, side: usize) -> i32 {
        let ships = self.ships(side).0.map(|word| word.count_ones() as i32);
        let [near, far] = if side == 0 { [ships[1], ships[2]] } else { [ships[2], ships[1]] };
        let last = if side == 0 { ships[3] } else { ships[0] };
        near + 2 * far + 2 * last
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
