//! What the engine thinks with about A Game of War: `evaluator.rs` of positions, with `march.rs` of how far the sides
//! have come; `tactics.rs` of actions; `deployment.rs` its own set-ups, from the books in `set_ups/`. What was tried
//! is in `scripts/laboratory/gameofwar.md` and `turns.md`.

mod deployment;
mod evaluator;
mod inputs;
mod levels;
mod march;
mod tactics;
mod weights;

use super::GameOfWar;
use super::queries::QUERIES;
use super::view::ByView;
use crate::game::{Capabilities, ForeignFormat};
use crate::games::Playable;
use crate::search::{Learned, Profile, Searchable, TurnSearch, WdlModel};
use evaluator::HandMade;

impl Searchable for GameOfWar {
    type Evaluator = Learned<Self, HandMade>;
    type Strategy = TurnSearch<Self>;
    const PROFILE: Profile = Profile {
        strength_table: levels::LEVELS,
        wdl: WdlModel::mirrored(155.0, 406.0),
        ..Profile::DEFAULT
    };
}

impl Playable for GameOfWar {
    const CAPABILITIES: Capabilities<Self> = Capabilities {
        hidden: Some(&ByView),
        deployment: Some(&deployment::OwnSetUps),
        formats: &[ForeignFormat { name: "kfen", read: Self::from_kfen }],
        queries: QUERIES,
        ..Capabilities::NONE
    };
}
