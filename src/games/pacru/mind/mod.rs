//! What the engine thinks with about Pacru, Azacru and Shacru.

mod chances;
mod evaluator;
mod inputs;
mod levels;
mod parts;
mod tactics;
mod weights;

use super::{Cru, Family, Kind};
use crate::game::{Capabilities, ranking};
use crate::games::Playable;
use crate::search::{ForSeveral, Inputs, Learned, Mind, Multiplayer, Profile, Tree, Tunables};
pub(super) use evaluator::HandMade;

impl<F: Family> Mind for Cru<F, 2> {
    type Evaluator = Learned<Self, HandMade>;
    type Strategy = Tree<Self>;
    const PROFILE: Profile = profile(F::KIND, 2);
}

impl<F: Family> Mind for Cru<F, 3> {
    type Evaluator = Learned<Self, HandMade>;
    type Strategy = ForSeveral<Self>;
    const PROFILE: Profile = profile(F::KIND, 3);
}

impl<F: Family> Mind for Cru<F, 4> {
    type Evaluator = Learned<Self, HandMade>;
    type Strategy = ForSeveral<Self>;
    const PROFILE: Profile = profile(F::KIND, 4);
}

/// Static values teach history nothing: by matches of two players at 5,000 nodes, +23 [-6, +51] Elo of 600 games so, +7 +- 31
/// with a swing of 2, and with twice the usual one -30 [-63, +4] of 500.
const UNTAUGHT: Tunables =
    Tunables { history_swing: 0, reduction_swing: Tunables::NEVER, ..Tunables::DEFAULT };

/// By 2,500 pairs of SPSA at 4 ms a move: +117 [+64, +172] Elo of 160 games at 40 ms against those before.
const PACRU_MARGINS: Tunables = Tunables {
    exchange_margin: 119,
    reverse_futility_margin: 44,
    reverse_futility_improving: 9,
    razor_base: 245,
    razor_margin: 197,
    singular_depth: 11,
    singular_margin: 1,
    correction_most: 89,
    futility_depth: 4,
    futility_base: 74,
    futility_margin: 55,
    late_action_depth: 6,
    late_action_base: 0,
    late_action_worsening: 100,
    null_move_depth: 2,
    null_move_reduction: 1,
    history_pruning_depth: 6,
    history_pruning: 1_821,
    no_table_action_depth: 7,
    reduction_depth: 2,
    reduction_base: 115,
    reduction_divisor: 148,
    reduction_pv: 62,
    reduction_cut: 83,
    reduction_worsening: 67,
    reduction_history: 11_360,
    aspiration_width: 12,
    aspiration_reduction: 3,
    history_bonus: 221,
    history_bonus_most: 1_677,
    ..UNTAUGHT
};

/// By 1,500 pairs of SPSA at 4 ms a move: +45 [+4, +88] Elo of 200 games at 30 ms against the values of all games.
const AZACRU_MARGINS: Tunables = Tunables {
    exchange_margin: 102,
    reverse_futility_margin: 29,
    reverse_futility_improving: 36,
    razor_depth: 3,
    razor_base: 177,
    razor_margin: 181,
    singular_depth: 8,
    singular_margin: 1,
    correction_most: 51,
    correction_rate: 5,
    futility_base: 86,
    futility_margin: 49,
    late_action_base: 3,
    late_action_worsening: 89,
    null_move_depth: 5,
    null_move_reduction: 3,
    history_pruning_depth: 6,
    history_pruning: 1_851,
    no_table_action_depth: 2,
    reduction_depth: 2,
    reduction_base: 90,
    reduction_divisor: 191,
    reduction_pv: 104,
    reduction_cut: 85,
    reduction_worsening: 42,
    reduction_history: 9_013,
    reduction_swing: 181,
    aspiration_width: 17,
    history_bonus: 221,
    history_bonus_most: 1_799,
    history_swing: 7,
    ..Tunables::DEFAULT
};

const fn profile(kind: Kind, players: usize) -> Profile {
    let ladder = match (kind, players) {
        (Kind::Pacru, 3) => levels::PACRU_3,
        (Kind::Pacru, 4) => levels::PACRU_4,
        (Kind::Pacru, _) => levels::PACRU,
        (Kind::Azacru, 3) => levels::AZACRU_3,
        (Kind::Azacru, 4) => levels::AZACRU_4,
        (Kind::Azacru, _) => levels::AZACRU,
        (Kind::Shacru, 3) => levels::SHACRU_3,
        (Kind::Shacru, 4) => levels::SHACRU_4,
        (Kind::Shacru, _) => levels::SHACRU,
    };
    let chances = chances::of(kind, players);
    // By matches with the networks, see `networks/README.md`.
    let multiplayer = match (kind, players) {
        (Kind::Shacru, 3) => Multiplayer::BestReply,
        _ => Multiplayer::MonteCarlo,
    };
    let margins = match (kind, players) {
        (Kind::Pacru, 2) => PACRU_MARGINS,
        (Kind::Pacru, _) => UNTAUGHT,
        (Kind::Azacru, 2) => AZACRU_MARGINS,
        _ => Tunables::DEFAULT,
    };
    Profile { ladder, chances, multiplayer, margins, ..Profile::DEFAULT }
}

impl<F: Family, const PLAYERS: usize> Playable for Cru<F, PLAYERS>
where
    Self: Mind + Inputs,
{
    const CAPABILITIES: Capabilities<Self> =
        Capabilities { ranking: Some(ranking::<Self>), ..Capabilities::NONE };
}
