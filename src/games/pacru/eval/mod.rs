//! The search's knowledge of Pacru, Azacru and Shacru.
//!
//! - `evaluator.rs`: the hand-made evaluation, with `influence.rs`, `territory.rs`, `mobility.rs` and
//!   `facing_flood.rs`.
//! - `inputs.rs`: the inputs of the networks, with `score_lead.rs` and `greedy_playout.rs`.
//! - `action_features.rs`: the inputs of the policy networks.
//! - `turned_board.rs`: the board as each player sees it.
//! - `tactics.rs`: the classification and ordering of actions.
//! - `params.rs`, `wdl.rs`, `levels.rs`: search parameters, win-draw-loss models, strength levels.
//!
//! Trials are in `scripts/laboratory`: `pacru.md`, `azacru.md`, `shacru.md` and `multiplayer.md`.

mod action_features;
mod evaluator;
mod facing_flood;
mod greedy_playout;
mod influence;
mod inputs;
mod levels;
mod mobility;
mod params;
mod score_lead;
mod tactics;
mod territory;
mod turned_board;
mod wdl;
mod weights;

use super::telling::Payments;
use super::{Cru, Family, GameKind};
use crate::game::{Capabilities, ranking};
use crate::games::Playable;
use crate::search::{AlphaBeta, MultiPlayerSearch, NetworkEvaluator, Profile, Searchable};
pub(super) use evaluator::HandMade;

impl<F: Family> Searchable for Cru<F, 2> {
    type Evaluator = NetworkEvaluator<Self, HandMade>;
    type Strategy = AlphaBeta<Self>;
    const PROFILE: Profile = profile(F::KIND, 2);
}

impl<F: Family> Searchable for Cru<F, 3> {
    type Evaluator = NetworkEvaluator<Self, HandMade>;
    type Strategy = MultiPlayerSearch<Self>;
    const PROFILE: Profile = profile(F::KIND, 3);
}

impl<F: Family> Searchable for Cru<F, 4> {
    type Evaluator = NetworkEvaluator<Self, HandMade>;
    type Strategy = MultiPlayerSearch<Self>;
    const PROFILE: Profile = profile(F::KIND, 4);
}

/// A variant of a file has the levels and chances of the variant that it extends. Only the search parameters here are
/// used.
const fn profile(kind: Option<GameKind>, players: usize) -> Profile {
    let Some(kind) = kind else { return Profile::DEFAULT };
    let strength_table = match (kind, players) {
        (GameKind::Pacru, 3) => levels::PACRU_3,
        (GameKind::Pacru, 4) => levels::PACRU_4,
        (GameKind::Pacru, _) => levels::PACRU,
        (GameKind::Azacru, 3) => levels::AZACRU_3,
        (GameKind::Azacru, 4) => levels::AZACRU_4,
        (GameKind::Azacru, _) => levels::AZACRU,
        (GameKind::Shacru, 3) => levels::SHACRU_3,
        (GameKind::Shacru, 4) => levels::SHACRU_4,
        (GameKind::Shacru, _) => levels::SHACRU,
    };
    let wdl = wdl::of(kind, players);
    Profile { strength_table, wdl, params: params::of(kind, players), ..Profile::DEFAULT }
}

impl<F: Family, const PLAYERS: usize> Playable for Cru<F, PLAYERS>
where
    Self: Searchable,
{
    const CAPABILITIES: Capabilities<Self> = Capabilities {
        ranking: Some(ranking::<Self>),
        any_order: Some(&Payments),
        ..Capabilities::NONE
    };
}
