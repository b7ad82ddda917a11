//! The search's knowledge of War-in-the-Pacific Chess.
//!
//! - `evaluator.rs`: the hand-made evaluation; `mop_up.rs`: its mop-up term for won endings.
//! - `submarine_threats.rs`: the value of submarines in determinizations.
//! - `oracle.rs`: exact knowledge of lost endings.
//! - `tactics.rs`: the classification and ordering of actions; `captures.rs`: capture generation.
//! - `see.rs`: static exchange evaluation.
//! - `fleets.rs`: the engine's own deployments.

mod captures;
mod evaluator;
mod fleets;
mod levels;
mod mop_up;
mod oracle;
mod see;
mod submarine_threats;
mod tactics;
#[cfg(test)]
mod tests;
mod weights;

use super::endings::WarpacEndings;
use super::hidden::ByView;
use super::telling::Drops;
use super::{Warpac, WarpacAction, WarpacRules};
use crate::game::{Capabilities, Deployment, split_token};
use crate::games::Playable;
use crate::search::{
    AlphaBeta, ByExchange, Pimc, Profile, Searchable, Tunables, TwoPlayer, WdlModel,
};
use evaluator::HandMade;
use oracle::LastShip;

/// Limit of the quiescence search: one round of turns and a little more. In mid-battle both sides can sink so much
/// that depth 1 takes a hundred times the nodes without this limit.
const LONGEST_CHAIN: usize = 5;

/// Limit of the full-width quiescence search. After a deployment whole fronts of battleships face each other; without
/// this limit depth 1 takes a hundred times the nodes. Beyond the limit only one line is followed to its end.
/// Figures: `scripts/laboratory/warpac.md`.
const FULL_CHAIN: usize = 3;

/// Guessed. The values tuned in Pacific are weaker here: `scripts/laboratory/alphabeta.md`.
const MARGINS: Tunables = Tunables {
    reverse_futility_depth: 6,
    reverse_futility_margin: 60,
    reverse_futility_improving: 0,
    razor_depth: 0,
    singular_depth: 99,
    correction_most: 0,
    futility_base: 80,
    futility_margin: 60,
    late_action_depth: 6,
    late_action_base: 3,
    late_action_worsening: 100,
    no_table_action_depth: 4,
    reduction_base: 100,
    reduction_divisor: 220,
    reduction_pv: 100,
    reduction_cut: 100,
    reduction_worsening: 0,
    history_bonus: 150,
    ..Tunables::DEFAULT
};

impl<R: WarpacRules> Searchable for Warpac<R> {
    type Evaluator = HandMade;
    type Strategy = Pimc<Self, AlphaBeta<Self, TwoPlayer, ByExchange, LastShip>>;
    const PROFILE: Profile = Profile {
        killers_first: true,
        longest_quiescence: if R::MAY_HAVE_SUBMARINES { LONGEST_CHAIN } else { usize::MAX },
        full_quiescence: if R::MAY_HAVE_TABLES { FULL_CHAIN } else { usize::MAX },
        params: MARGINS,
        strength_table: levels::LEVELS,
        wdl: WdlModel::mirrored(330.0, 316.0),
        ..Profile::DEFAULT
    };

    #[inline(always)]
    fn piece_count(&self) -> u32 {
        self.occupied().count()
    }
}

impl<R: WarpacRules> Playable for Warpac<R> {
    const CAPABILITIES: Capabilities<Self> = Capabilities {
        hidden: Some(&ByView),
        deployment: Some(&OwnFleets),
        queries: Self::QUERIES,
        any_order: Some(&Drops),
        endings: if R::MAY_HAVE_TABLES { Some(&WarpacEndings) } else { None },
        ..Capabilities::NONE
    };
}

/// Deployments with the engine's own fleets.
struct OwnFleets;

impl<R: WarpacRules> Deployment<Warpac<R>> for OwnFleets {
    fn start(&self, rules: R) -> Warpac<R> {
        Warpac::deployment(rules)
    }

    fn is_deploying(&self, state: &Warpac<R>) -> bool {
        state.is_deploying()
    }

    fn plan(&self, state: &Warpac<R>, seed: u64) -> Option<Vec<WarpacAction>> {
        state.is_deploying().then(|| state.plan_fleet(seed))
    }

    fn split_token(&self, _: &Warpac<R>, token: &str) -> Vec<String> {
        split_token(token)
    }
}
