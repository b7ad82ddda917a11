//! What the engine thinks with about Pacific.

mod evaluator;
mod inputs;
mod tactics;
mod weights;

use super::Pacific;
use crate::games::Playable;
use crate::search::{Learned, Mind, Tree};
use evaluator::HandMade;

impl<const B: bool> Mind for Pacific<B> {
    type Evaluator = Learned<Self, HandMade>;
    type Strategy = Tree<Self>;
}

impl<const B: bool> Playable for Pacific<B> {}
