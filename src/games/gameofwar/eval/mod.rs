//! The search's knowledge of A Game of War.
//!
//! - `evaluator.rs`: the hand-made evaluation; `advance.rs`: how far the sides have advanced.
//! - `inputs.rs`: the inputs of the network.
//! - `tactics.rs`: the ordering and classification of actions.
//! - `deployment.rs`: the engine's own set-ups, from the books in `set_ups/`.
//!
//! Trials are in `scripts/laboratory/gameofwar.md` and `turns.md`.

mod advance;
mod deployment;
mod evaluator;
mod inputs;
mod levels;
mod tactics;
mod weights;

use super::telling::Drops;
use super::view::ByView;
use super::{GameOfWarRules, War};
use crate::game::{Capabilities, ForeignFormat};
use crate::games::Playable;
use crate::search::{NetworkEvaluator, Profile, Searchable, TurnSearch, WdlModel};
use evaluator::HandMade;

impl<R: GameOfWarRules> Searchable for War<R> {
    type Evaluator = NetworkEvaluator<Self, HandMade>;
    type Strategy = TurnSearch<Self>;
    const PROFILE: Profile = Profile {
        strength_table: levels::LEVELS,
        wdl: WdlModel::mirrored(155.0, 406.0),
        ..Profile::DEFAULT
    };
}

impl<R: GameOfWarRules> Playable for War<R> {
    const CAPABILITIES: Capabilities<Self> = Capabilities {
        hidden: Some(&ByView),
        deployment: Some(&deployment::OwnSetUps),
        formats: &[ForeignFormat { name: "kfen", read: Self::from_kfen }],
        queries: Self::QUERIES,
        any_order: Some(&Drops),
        ..Capabilities::NONE
    };
}
