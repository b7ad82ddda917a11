//! What the engine thinks with about Pacru, Azacru and Shacru.

mod evaluator;
mod tactics;
mod weights;

use super::{Cru, Family};
use crate::game::{Capabilities, ranking};
use crate::games::Playable;
use crate::search::{HeroAgainstField, Mind, Tree};
use evaluator::HandMade;

impl<F: Family> Mind for Cru<F, 2> {
    type Evaluator = HandMade;
    type Strategy = Tree<Self>;
}

impl<F: Family> Mind for Cru<F, 3> {
    type Evaluator = HandMade;
    type Strategy = Tree<Self, HeroAgainstField>;
}

impl<F: Family> Mind for Cru<F, 4> {
    type Evaluator = HandMade;
    type Strategy = Tree<Self, HeroAgainstField>;
}

impl<F: Family, const PLAYERS: usize> Playable for Cru<F, PLAYERS>
where
    Self: Mind,
{
    const CAPABILITIES: Capabilities<Self> =
        Capabilities { ranking: Some(ranking::<Self>), ..Capabilities::NONE };
}
