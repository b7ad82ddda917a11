//! The hand-made evaluation of War-in-the-Pacific Chess: a linear evaluation of counts, with endgame knowledge.
//!
//! The weights of [`FEATURES`] are in `weights.rs`. `scripts/tune_weights.py` fits them to games, through the same
//! counts by `query features`.

use super::weights::WEIGHTS;
use crate::game::simd::{SimdTask, run_simd};
use crate::game::{Game, Score};
use crate::games::warpac::actions::ActionKind;
use crate::games::warpac::board::{BESIDE, KING, Squares};
use crate::games::warpac::pieces::PieceKind;
use crate::games::warpac::{
    CLOCK_IN_KEY_TURNS, Phase, Sidestep, Undo, Warpac, WarpacAction, WarpacRules,
};
use crate::search::{Accumulators, Evaluator};

/// The features of a side.
const FEATURES: [&str; 16] = [
    "carriers",
    "squadrons",
    "battleships",
    "cruisers",
    "destroyers",
    "submarines",
    "squares attacked",
    "pieces covered",
    "enemies attacked",
    "dearer enemies attacked",
    "wings attacked",
    "cruisers on both colours",
    "hunting a beaten enemy",
    "to move",
    "loose enemies attacked",
    "threats of the mover",
];
const SUBMARINES: usize = 5;
const SQUARES_ATTACKED: usize = 6;
const COVERED: usize = 7;
const ATTACKED: usize = 8;
const DEARER_ATTACKED: usize = 9;
const WINGS_ATTACKED: usize = 10;
const BOTH_COLOURS: usize = 11;
const MOP_UP: usize = 12;
const TO_MOVE: usize = 13;
const LOOSE_ATTACKED: usize = 14;
const THREATS_OF_MOVER: usize = 15;

/// Counts of [`FEATURES`].
type Counts = [i32; FEATURES.len()];

/// The value of a lost piece in exchanges, by kind in the order of [`PieceKind::ALL`].
pub(super) const VALUES_CP: [i32; 5] = [WEIGHTS[0], WEIGHTS[1], WEIGHTS[2], WEIGHTS[3], WEIGHTS[4]];
/// The weights while a side chases the last ships of a beaten enemy. Threats alone do not catch a fleeing ship, so
/// loose pieces and the mover's threats count nothing. More chases are won with these weights:
/// `scripts/laboratory/warpac.md`.
const MOP_UP_WEIGHTS: [i32; FEATURES.len()] = {
    let mut weights = WEIGHTS;
    weights[COVERED] = 8;
    weights[ATTACKED] = 25;
    weights[DEARER_ATTACKED] = 60;
    weights[WINGS_ATTACKED] = 60;
    weights[TO_MOVE] = 10;
    weights[LOOSE_ATTACKED] = 0;
    weights[THREATS_OF_MOVER] = 0;
    weights
};
/// Bound of the positional terms for lazy evaluation. They rarely exceed it: `scripts/laboratory/warpac.md`.
const POSITIONAL_CP: i32 = 180;
/// The dark squares, for example a1.
const DARK: Squares = Squares([0xAAAA_5555_AAAA_5555; 4]);
/// The share of a static value that is left when the game is drawn for lack of progress, in per cent.
const SHARE_AT_STOP_PERCENT: i32 = 20;

/// The hand-made evaluation. The value of White's pieces and submarines less Black's, in centipawns, is updated
/// incrementally.
pub struct HandMade(Accumulators<i32>);

impl<R: WarpacRules> Evaluator<Warpac<R>> for HandMade {
    fn new(root: &Warpac<R>) -> Self {
        Self(Accumulators::new(root.lead_cp(0)))
    }

    fn restart(&mut self, root: &Warpac<R>) {
        self.0.restart(run_simd(MaterialLead(root)));
    }

    /// Only losses change the balance, and drops in a deployment.
    #[inline]
    fn make(&mut self, game: &mut Warpac<R>, action: WarpacAction) -> Undo {
        let undo = game.make(action);
        let mut lead = self.0.present();
        if let Some(sunk) = undo.sunk {
            let is_lost = sunk.is_docked || !game.squadrons_stay();
            let is_wing = sunk.cell.kind() == PieceKind::Carrier && sunk.partner != sunk.square;
            let squadron =
                if is_wing && is_lost { VALUES_CP[PieceKind::Squadron.index()] } else { 0 };
            let loss = VALUES_CP[sunk.cell.kind().index()] + squadron;
            lead += if sunk.cell.side() == 0 { -loss } else { loss };
        }
        let is_new = action.kind() == ActionKind::DepthCharge || undo.phase == Phase::Deployment;
        if is_new {
            lead = game.lead_cp(0);
        }
        self.0.push(lead);
        undo
    }

    /// A pass sinks nothing.
    fn on_make(&mut self, _: &Warpac<R>) {
        self.0.push(self.0.present());
    }

    #[inline(always)]
    fn on_unmake(&mut self) {
        self.0.pop();
    }

    /// Lazy evaluation: the positional terms are computed only where they may matter.
    #[inline(always)]
    fn value_within(&mut self, game: &Warpac<R>, [alpha, beta]: [Score; 2]) -> Score {
        let me = game.me();
        let lead = if me == 0 { self.0.present() } else { -self.0.present() };
        let material = lead + game.submarine_threat_balance(me);
        let value = Score::cp(game.damped_by_clock(material));
        // The mop-up term may exceed all other positional terms together.
        if !game.mop_up_applies(me ^ 1, -lead) && value - POSITIONAL_CP >= beta {
            return value - POSITIONAL_CP;
        }
        if !game.mop_up_applies(me, lead) && value + POSITIONAL_CP <= alpha {
            return value + POSITIONAL_CP;
        }
        let [mine, yours] = [me, me ^ 1].map(|side| game.attack_maps(side));
        let own = game.placement(me, lead, &mine, &yours);
        let theirs = game.placement(me ^ 1, -lead, &yours, &mine);
        let weights = game.weights(me, lead);
        let placement: i32 = (SUBMARINES + 1..FEATURES.len())
            .map(|feature| (own[feature] - theirs[feature]) * weights[feature])
            .sum();
        Score::cp(game.damped_by_clock(material + placement))
    }

    fn terms(game: &Warpac<R>) -> Vec<(&'static str, Vec<i32>)> {
        let counts = game.counts();
        let weights = game.weights(0, game.lead_cp(0));
        let term = |(index, name): (usize, &&'static str)| {
            (*name, counts.iter().map(|side| side[index] * weights[index]).collect())
        };
        FEATURES.iter().enumerate().map(term).collect()
    }

    /// White's counts, then Black's.
    fn features(game: &Warpac<R>) -> Vec<i32> {
        game.counts().as_flattened().to_vec()
    }
}

/// White's material lead.
struct MaterialLead<'a, R: WarpacRules>(&'a Warpac<R>);

impl<R: WarpacRules> SimdTask for MaterialLead<'_, R> {
    type Output = i32;

    #[inline(always)]
    fn run(self) -> i32 {
        self.0.lead_cp(0)
    }
}

impl<R: WarpacRules> Warpac<R> {
    /// A value damped as the draw for lack of progress comes near, so that a timely capture is worth more than
    /// good squares.
    ///
    /// Before that, stored values must not depend on the clock. Otherwise older values of the same positions would be
    /// higher, and the side that is ahead would go in circles.
    #[inline(always)]
    fn damped_by_clock(&self, value: i32) -> i32 {
        let near = self.near_stop() as i32;
        let whole = (CLOCK_IN_KEY_TURNS * CLOCK_IN_KEY_TURNS) as i32;
        let lost = (100 - SHARE_AT_STOP_PERCENT) * near * near / whole;
        value * (100 - lost) / 100
    }

    /// The material of a side: its pieces and submarines.
    #[inline(always)]
    fn material_cp(&self, side: usize) -> i32 {
        let submarines = if self.has_submarines() { self.subs[side].count() as i32 } else { 0 };
        let pieces = PieceKind::ALL
            .map(|kind| self.pieces(side, kind).count() as i32 * VALUES_CP[kind.index()]);
        pieces.iter().sum::<i32>() + submarines * WEIGHTS[SUBMARINES]
    }

    /// The material of a side less the opponent's.
    #[inline(always)]
    fn lead_cp(&self, side: usize) -> i32 {
        self.material_cp(side) - self.material_cp(side ^ 1)
    }

    /// The counts of each side.
    fn counts(&self) -> [Counts; 2] {
        [0, 1].map(|side| {
            let [mine, yours] = [side, side ^ 1].map(|side| self.attack_maps(side));
            let mut counts = self.placement(side, self.lead_cp(side), &mine, &yours);
            for kind in PieceKind::ALL {
                counts[kind.index()] = self.pieces(side, kind).count() as i32;
            }
            counts[SUBMARINES] =
                if self.has_submarines() { self.subs[side].count() as i32 } else { 0 };
            counts
        })
    }

    /// The weights for a position in which `side` has a material lead of `lead` centipawns.
    #[inline(always)]
    fn weights(&self, side: usize, lead: i32) -> &'static [i32; FEATURES.len()] {
        let is_mop_up = self.counts_escapes(side, lead) || self.counts_escapes(side ^ 1, -lead);
        if is_mop_up { &MOP_UP_WEIGHTS } else { &WEIGHTS }
    }

    /// The squares that a side's pieces attack or defend.
    #[inline(always)]
    fn attack_maps(&self, side: usize) -> AttackMaps {
        let own = self.sides[side];
        let [carriers, _, _, _, destroyers] = self.kinds;
        let straight = self.sliders(side, PieceKind::Battleship).straight();
        let diagonal = self.sliders(side, PieceKind::Cruiser).diagonal();
        let leapt = (own & destroyers).leaps();
        let mut all = straight | diagonal | leapt;
        for from in own & carriers {
            all |= KING[from.index()];
        }
        if self.settings().cruiser_step == Sidestep::Takes {
            for from in self.pieces(side, PieceKind::Cruiser) {
                all |= BESIDE[from.index()];
            }
        }
        AttackMaps { straight, diagonal, leapt, all }
    }

    /// The counts of a side other than material. `lead` is its material lead in centipawns. `mine` is the reach of
    /// the side, `yours` the reach of the opponent.
    #[inline(always)]
    fn placement(&self, side: usize, lead: i32, mine: &AttackMaps, yours: &AttackMaps) -> Counts {
        let (own, them) = (self.sides[side], self.sides[side ^ 1]);
        let [carriers, squadrons, battleships, cruisers, destroyers] = self.kinds;
        let AttackMaps { straight, diagonal, leapt, all: reached } = *mine;
        let attacked = reached & them;
        let dearer =
            leapt & !destroyers | diagonal & (squadrons | battleships) | straight & squadrons;
        let dearer = dearer & them;
        let loose = attacked & !yours.all;
        let dark = (own & cruisers & DARK).count();
        let light = (own & cruisers).count() - dark;
        let mut counts = [0; FEATURES.len()];
        counts[SQUARES_ATTACKED] = (reached & !own).count() as i32;
        counts[COVERED] = (reached & own).count() as i32;
        counts[ATTACKED] = attacked.count() as i32;
        counts[DEARER_ATTACKED] = dearer.count() as i32;
        counts[WINGS_ATTACKED] = (attacked & (carriers | squadrons)).count() as i32;
        counts[BOTH_COLOURS] = dark.min(light) as i32;
        counts[MOP_UP] = self.mop_up_cp(side, lead);
        counts[LOOSE_ATTACKED] = loose.count() as i32;
        if side == self.me() {
            counts[TO_MOVE] = 1;
            counts[THREATS_OF_MOVER] = (loose | dearer).count() as i32;
        }
        counts
    }
}

/// The squares that a side's pieces attack or defend: along files and ranks, along diagonals, by destroyers, and all
/// together, including carriers.
struct AttackMaps {
    straight: Squares,
    diagonal: Squares,
    leapt: Squares,
    all: Squares,
}
