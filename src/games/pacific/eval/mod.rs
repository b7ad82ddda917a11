//! The search's knowledge of Pacific: evaluation, network inputs, tactics, strength levels. Trials are in
//! `scripts/laboratory/pacific.md`.

mod evaluator;
mod inputs;
mod levels;
mod tactics;
mod weights;

use super::endings::PacificEndings;
use super::{Pacific, PacificRules, PacificType};
use crate::game::Capabilities;
use crate::games::Playable;
use crate::search::{AlphaBeta, NetworkEvaluator, Profile, Searchable, Tunables, WdlModel};
use evaluator::HandMade;

/// Fitted by `scripts/fit_wdl.py`.
const TYPE_A_CHANCES: WdlModel = WdlModel::mirrored(95.0, 63.0);
/// Fitted by `scripts/fit_wdl.py`.
const TYPE_B_CHANCES: WdlModel = WdlModel::mirrored(142.0, 59.0);

impl<R: PacificRules> Searchable for Pacific<R> {
    type Evaluator = NetworkEvaluator<Self, HandMade>;
    type Strategy = AlphaBeta<Self>;
    const PROFILE: Profile = Profile {
        strength_table: match R::TYPE {
            PacificType::B => levels::TYPE_B,
            PacificType::A | PacificType::File => levels::TYPE_A,
        },
        wdl: match R::TYPE {
            PacificType::B => TYPE_B_CHANCES,
            PacificType::A | PacificType::File => TYPE_A_CHANCES,
        },
        // Three searches leave few unbalanced openings and still find over 100 openings a second.
        balance: [(300, 50), (2_000, 35), (10_000, 35)],
        // Hindsight reductions gain nothing here: `scripts/laboratory/alphabeta.md`.
        params: Tunables { reduction_eval_diff: Tunables::NEVER, ..Tunables::DEFAULT },
        ..Profile::DEFAULT
    };

    #[inline(always)]
    fn piece_count(&self) -> u32 {
        (self.own() | self.enemy()).count()
    }
}

impl<R: PacificRules> Playable for Pacific<R> {
    const CAPABILITIES: Capabilities<Self> =
        Capabilities { endings: Some(&PacificEndings), ..Capabilities::NONE };
}
