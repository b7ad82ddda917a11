//! What the engine thinks of positions: a linear evaluation of counts, with endgame knowledge.
//!
//! The weights of [`FEATURES`] are in `weights.rs`; `scripts/tune_warpac.py` fits such weights to games, through
//! the same counts by `query features`.

use super::board::{KING, KNIGHT, Squares};
use super::lines::{DIAGONAL, STRAIGHT};
use super::pieces::Kind;
use super::rays;
use super::weights::WEIGHTS;
use super::{CLOCK_IN_KEY_TURNS, Warpac};
use crate::game::{Evaluate, Score};
use std::fmt::Write;

/// What a side's part of the evaluation counts.
const FEATURES: [&str; 17] = [
    "carriers",
    "squadrons",
    "battleships",
    "cruisers",
    "destroyers",
    "submarines",
    "squares along files and ranks",
    "squares along diagonals",
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
const STRAIGHT_SQUARES: usize = 6;
const DIAGONAL_SQUARES: usize = 7;
const DESTROYER_SQUARES: usize = 8;
const COVERED: usize = 9;
const ATTACKED: usize = 10;
const DEARER_ATTACKED: usize = 11;
const WINGS_ATTACKED: usize = 12;
const ADVANCED: usize = 13;
const BOTH_COLOURS: usize = 14;
const HUNTING: usize = 15;
const TO_MOVE: usize = 16;

/// Counts of [`FEATURES`].
type Counts = [i32; FEATURES.len()];

/// What the loss of a piece is taken for in exchanges, by kind in the order of [`Kind::ALL`].
pub(super) const VALUES_CP: [i32; 5] = [WEIGHTS[0], WEIGHTS[1], WEIGHTS[2], WEIGHTS[3], WEIGHTS[4]];
/// In 24 of 25 positions of games all that is not material comes to less than this. 40 positions took 5959479 nodes
/// to depth 8 instead of 6057690 with 350 here, and games at 1500 nodes against that ended +3 =115 -2.
const POSITIONAL_CP: i32 = 250;
/// So few sliding pieces are looked at one by one.
const FEW_SLIDERS: u32 = 2;
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
        let [own, theirs] = [me, me ^ 1].map(|side| self.placement(side));
        let placement: i32 = (SUBMARINES + 1..FEATURES.len())
            .map(|feature| (own[feature] - theirs[feature]) * WEIGHTS[feature])
            .sum();
        let balance = self.lead_cp(me) + placement + self.lurking_balance(me);
        Score::cp(self.faded(balance))
    }

    fn range(&self) -> [Score; 2] {
        let me = self.me();
        let lead = self.lead_cp(me);
        let value = Score::cp(self.faded(lead + self.lurking_balance(me)));
        // Hunting a beaten enemy may be worth more than all other positional terms together.
        let least =
            if self.hunts(me ^ 1, -lead) { -Score::INFINITE } else { value - POSITIONAL_CP };
        let most = if self.hunts(me, lead) { Score::INFINITE } else { value + POSITIONAL_CP };
        [least, most]
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

    /// How much more a side has of these.
    #[inline(always)]
    fn lead_cp(&self, side: usize) -> i32 {
        self.material_cp(side) - self.material_cp(side ^ 1)
    }

    /// Each side's counts.
    fn features(&self) -> [Counts; 2] {
        [0, 1].map(|side| {
            let mut counts = self.placement(side);
            for kind in Kind::ALL {
                counts[kind.index()] = self.pieces(side, kind).count() as i32;
            }
            counts[SUBMARINES] = if SUBS { self.subs[side].count() as i32 } else { 0 };
            counts
        })
    }

    /// The counts of a side but for those of its pieces.
    #[inline]
    fn placement(&self, side: usize) -> Counts {
        let (own, them) = (self.sides[side], self.sides[side ^ 1]);
        let mut counts = [0; FEATURES.len()];
        let mut leapt = Squares::NONE;
        self.pieces(side, Kind::Destroyer).into_iter().for_each(|from| {
            leapt |= KNIGHT[from.index()];
            counts[DESTROYER_SQUARES] += (KNIGHT[from.index()] & !own).count() as i32;
        });
        let [_, squadrons, battleships, cruisers, destroyers] = self.kinds;
        let [along_lines, along_diagonals] =
            [battleships, cruisers].map(|ships| own & (ships | squadrons));
        let (straight, squares) = self.look(side, along_lines, STRAIGHT, rays::straight);
        counts[STRAIGHT_SQUARES] = squares;
        let (diagonal, squares) = self.look(side, along_diagonals, DIAGONAL, rays::diagonal);
        counts[DIAGONAL_SQUARES] = squares;
        let mut near = Squares::NONE;
        for from in self.pieces(side, Kind::Carrier) {
            near |= KING[from.index()];
        }
        let reached = leapt | straight | diagonal | near;
        let attacked = reached & them;
        let dearer =
            leapt & !destroyers | diagonal & (squadrons | battleships) | straight & squadrons;
        let wings = self.kinds[Kind::Carrier.index()] | self.kinds[Kind::Squadron.index()];
        counts[COVERED] = (reached & own).count() as i32;
        counts[ATTACKED] = attacked.count() as i32;
        counts[DEARER_ATTACKED] = (dearer & them).count() as i32;
        counts[WINGS_ATTACKED] = (attacked & wings).count() as i32;
        counts[ADVANCED] = self.ranks_advanced(side);
        let cruisers = own & cruisers;
        let dark = (cruisers & DARK).count();
        counts[BOTH_COLOURS] = dark.min(cruisers.count() - dark) as i32;
        counts[HUNTING] = self.hunt_cp(side, self.lead_cp(side));
        counts[TO_MOVE] = i32::from(side == self.me());
        counts
    }

    /// The pieces that a side's sliding pieces attack or cover along lines of two kinds (and perhaps empty squares
    /// that they attack), and how many squares they can go to. `rays` finds the same for many pieces at once.
    #[inline(always)]
    fn look(
        &self,
        side: usize,
        from: Squares,
        lines: [usize; 2],
        rays: impl Fn(Squares, Squares) -> [Squares; 4],
    ) -> (Squares, i32) {
        let (mut reached, mut squares) = (Squares::NONE, 0);
        if from.count() > FEW_SLIDERS {
            for ray in rays(from, !self.occupied()) {
                reached |= ray;
                squares += (ray & !self.sides[side]).count();
            }
        } else {
            for square in from {
                for view in lines.map(|line| self.lines.view(side, square, line)) {
                    squares += view.free() + view.enemy_count();
                    let ends = view.end_squares(square).into_iter().flatten();
                    ends.for_each(|end| reached.insert(end));
                }
            }
        }
        (reached, squares as i32)
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
