//! What the engine thinks with about Pacific. What was tried of locked positions is in `lockups.md`.

mod evaluator;
mod inputs;
mod levels;
mod tactics;
mod weights;

use super::Pacific;
use crate::games::Playable;
use crate::search::{Chances, Learned, Mind, Profile, Tree, Tunables};
use evaluator::HandMade;

/// Fitted to 264,460 positions of 5,000 games at 1,000 nodes a turn (`datagen --seed 2001`); bands miss by at most 0.6 points.
const TYPE_A_CHANCES: Chances = Chances::mirrored(95.0, 63.0);
/// Fitted to 401,140 of 5,000 likewise; at most 0.8 points.
const TYPE_B_CHANCES: Chances = Chances::mirrored(142.0, 59.0);

impl<const B: bool> Mind for Pacific<B> {
    type Evaluator = Learned<Self, HandMade>;
    type Strategy = Tree<Self>;
    const PROFILE: Profile = Profile {
        ladder: if B { levels::TYPE_B } else { levels::TYPE_A },
        chances: if B { TYPE_B_CHANCES } else { TYPE_A_CHANCES },
        // Of 300 openings seven (A) and four (B) are worth less than 25 or more than 75 %, at over 100 a second.
        balance: [(300, 50), (2_000, 35), (10_000, 35)],
        // Reductions in hindsight cost type A 12 +- 37 Elo at 5,000 nodes.
        margins: Tunables { reduction_swing: Tunables::NEVER, ..Tunables::DEFAULT },
        ..Profile::DEFAULT
    };
}

impl<const B: bool> Playable for Pacific<B> {}
