//! What the engine thinks with about Pacific. What was tried is in `scripts/laboratory/pacific.md`.

mod evaluator;
mod inputs;
mod levels;
mod tactics;
mod weights;

use super::Pacific;
use crate::games::Playable;
use crate::search::{Chances, Learned, Mind, Profile, Tree, Tunables};
use evaluator::HandMade;

/// Fitted by `scripts/fit_wdl.py`.
const TYPE_A_CHANCES: Chances = Chances::mirrored(95.0, 63.0);
/// Fitted by `scripts/fit_wdl.py`.
const TYPE_B_CHANCES: Chances = Chances::mirrored(142.0, 59.0);

impl<const B: bool> Mind for Pacific<B> {
    type Evaluator = Learned<Self, HandMade>;
    type Strategy = Tree<Self>;
    const PROFILE: Profile = Profile {
        ladder: if B { levels::TYPE_B } else { levels::TYPE_A },
        chances: if B { TYPE_B_CHANCES } else { TYPE_A_CHANCES },
        // Three looks leave few unbalanced openings and still find over 100 a second.
        balance: [(300, 50), (2_000, 35), (10_000, 35)],
        // Hindsight reductions gain nothing here: `scripts/laboratory/alphabeta.md`.
        margins: Tunables { reduction_swing: Tunables::NEVER, ..Tunables::DEFAULT },
        ..Profile::DEFAULT
    };
}

impl<const B: bool> Playable for Pacific<B> {}
