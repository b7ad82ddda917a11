//! What a game provides for its search: evaluation, tactics, parameters, strategy. Each game
//! implements it in its folder `eval`. The rules of a game do not depend on it.

use super::Strategy;
use super::evaluation::evaluator::Evaluator;
use super::evaluation::network::PolicySupport;
use super::evaluation::strength::StrengthTable;
use super::evaluation::wdl::WdlModel;
use super::tunables::Tunables;
use crate::game::Game;

/// A game that can be searched.
pub trait Searchable: Tactics {
    /// The static evaluation.
    type Evaluator: Evaluator<Self>;
    /// The search technique.
    type Strategy: Strategy<Self>;
    /// Parameters of the search.
    const PROFILE: Profile = Profile::DEFAULT;

    /// The number of pieces, as endgame tables count them. A search with tables asks it in nearly every node, before it
    /// asks the tables. A game without tables need not count.
    #[inline(always)]
    fn piece_count(&self) -> u32 {
        0
    }
}

/// Parameters with which a game is searched.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// Whether killers are tried before quiet actions are generated. This pays off if there are
    /// many quiet actions.
    pub killers_first: bool,
    /// Depth of quiescence search, in actions, at which the static value is taken. For games with
    /// many captures, where trying all orders would never end.
    pub longest_quiescence: usize,
    /// From this depth on, quiescence search follows only the likeliest capture of each position,
    /// for the same reason.
    pub full_quiescence: usize,
    /// Tests of a balanced opening: nodes of a search, and the largest score of any player in centipawns. The first
    /// tests are short and reject most candidates at little cost. The last one is long and finds tactics.
    pub balance: [(u64, i32); 3],
    /// Search parameters of this game.
    pub params: Tunables,
    /// Nodes and evaluation noise for each Elo.
    pub strength_table: StrengthTable,
    /// From scores to win, draw and loss.
    pub wdl: WdlModel,
}

impl Profile {
    /// The profile of a game without parameters of its own.
    pub const DEFAULT: Self = Self {
        killers_first: false,
        longest_quiescence: usize::MAX,
        full_quiescence: usize::MAX,
        balance: [(300, 70), (3_000, 45), (18_000, 40)],
        params: Tunables::DEFAULT,
        strength_table: StrengthTable::DEFAULT,
        wdl: WdlModel::mirrored(0.0, 100.0),
    };
}

/// How the search classifies and orders the actions of a game.
pub trait Tactics: Game {
    /// Size of a history table: one more than the greatest [`Tactics::slot`].
    const SLOTS: usize;
    /// The policy network; `None` in a game without one.
    const POLICY: Option<&'static dyn PolicySupport<Self>> = None;
    /// The entry of a history table that `action` belongs to, below [`Tactics::SLOTS`].
    fn slot(&self, action: Self::Action) -> usize;
    /// Immediate gain of `action`, in centipawns. It orders noisy actions and need not be exact.
    fn gain(&self, action: Self::Action) -> i32;
    /// Appends the policy's logit of each of these legal actions: the logarithm of the odds that
    /// the action is the best. The logits have no common base. Appends nothing if the game has no
    /// policy network.
    fn policy_logits(&self, actions: &[Self::Action], logits: &mut Vec<f32>) {
        let _ = (actions, logits);
    }
    /// Whether `action`, which is legal, is one of [`Tactics::noisy`].
    fn is_noisy(&self, action: Self::Action) -> bool;
    /// Whether there may be noisy actions. `false` only if [`Tactics::noisy`] would find nothing.
    fn has_noisy(&self) -> bool {
        true
    }
    /// Appends the legal actions that quiescence search follows. Together with [`Tactics::quiet`] they are all legal
    /// actions, each once. Called only while the game goes on.
    fn noisy(&self, out: &mut Vec<Self::Action>);
    /// Appends the legal actions that are not noisy. Called only while the game goes on.
    fn quiet(&self, out: &mut Vec<Self::Action>);
    /// Whether the static value is a lower bound for the mover (stand pat). `false` if the mover is
    /// compelled to act. Then [`Tactics::noisy`] finds at least one action, but few, and quiescence
    /// search follows all of them.
    fn may_stand_pat(&self) -> bool;
    /// Whether the mover has one action or hardly more, so that a deeper search costs little (in chess: in check).
    /// Games in which this is rare need not implement it.
    fn is_forced(&self) -> bool {
        false
    }
    /// Passes the turn for null-move pruning. `None` if a pass proves nothing here.
    fn pass(&mut self) -> Option<Self::Undo> {
        None
    }
}

/// A game with static exchange evaluation: a noisy action may lose more than it takes.
pub trait Exchange: Tactics {
    /// Whether a legal noisy action wins at least `least` centipawns after all recaptures. Quiescence search skips
    /// actions that win nothing; the search tries losing ones last.
    fn wins(&self, action: Self::Action, least: i32) -> bool;
    /// Like [`Tactics::noisy`], but actions that win less than `least` centipawns may be left out.
    fn noisy_winning(&self, least: i32, out: &mut Vec<Self::Action>);
}

/// A game with turns of many actions, searched by whole turns.
pub trait WholeTurns: Tactics {
    /// The largest number of actions in a turn, 8 at most.
    const MOST_ACTIONS: u32;
    /// The action that only ends the turn, if it is legal.
    fn end_of_turn(&self) -> Option<Self::Action>;
}
