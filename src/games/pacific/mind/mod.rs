//! What the engine thinks with about Pacific.

mod evaluator;
mod inputs;
mod levels;
mod tactics;
mod weights;

use super::Pacific;
use crate::games::Playable;
use crate::search::{Learned, Mind, Profile, Tree};
use evaluator::HandMade;

impl<const B: bool> Mind for Pacific<B> {
    type Evaluator = Learned<Self, HandMade>;
    type Strategy = Tree<Self>;
    const PROFILE: Profile =
        Profile { ladder: if B { levels::TYPE_B } else { levels::TYPE_A }, ..Profile::DEFAULT };
}

impl<const B: bool> Playable for Pacific<B> {}
