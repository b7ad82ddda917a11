//! The search parameters of Pacru, Azacru and Shacru. The values that SPSA found in games for two apply only there,
//! because games with more players use other searches. What each parameter gained is in `scripts/laboratory`:
//! `alphabeta.md` and `montecarlo.md`.

use super::super::GameKind;
use crate::search::Tunables;

/// The search parameters of a game for `players` players.
pub(super) const fn of(kind: GameKind, players: usize) -> Tunables {
    match (kind, players) {
        (GameKind::Pacru, 2) => PACRU,
        (GameKind::Pacru, _) => PACRU_SEVERAL,
        (GameKind::Azacru, 2) => AZACRU,
        (GameKind::Azacru, 3) => AZACRU_3,
        (GameKind::Shacru, 2) => SHACRU,
        _ => Tunables::DEFAULT,
    }
}

/// No history update from eval differences, and no hindsight reductions.
const NO_EVAL_HISTORY: Tunables =
    Tunables { history_eval_diff: 0, reduction_eval_diff: Tunables::NEVER, ..Tunables::DEFAULT };

/// By SPSA at 4 ms a move.
const PACRU: Tunables = Tunables {
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
    ..NO_EVAL_HISTORY
};

/// By SPSA at 4 ms a move.
const AZACRU: Tunables = Tunables {
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
    reduction_eval_diff: 181,
    aspiration_width: 17,
    history_bonus: 221,
    history_bonus_most: 1_799,
    history_eval_diff: 7,
    ..Tunables::DEFAULT
};

/// By SPSA at 4 ms a move, starting from Azacru's values.
const SHACRU: Tunables = Tunables {
    exchange_margin: 110,
    reverse_futility_depth: 5,
    reverse_futility_margin: 10,
    reverse_futility_improving: 19,
    razor_depth: 3,
    razor_base: 183,
    razor_margin: 159,
    correction_most: 89,
    correction_rate: 7,
    futility_depth: 4,
    futility_base: 101,
    futility_margin: 45,
    late_action_depth: 4,
    late_action_base: 3,
    late_action_worsening: 92,
    null_move_depth: 6,
    null_move_reduction: 3,
    null_move_divisor: 4,
    history_pruning_depth: 7,
    history_pruning: 2_153,
    no_table_action_depth: 4,
    reduction_base: 103,
    reduction_divisor: 191,
    reduction_pv: 101,
    reduction_cut: 67,
    reduction_worsening: 33,
    reduction_history: 7_798,
    reduction_eval_diff: 176,
    aspiration_width: 19,
    aspiration_reduction: 3,
    history_bonus: 226,
    history_bonus_most: 1_652,
    history_eval_diff: 7,
    ..Tunables::DEFAULT
};

/// Transpositions do not share nodes: they are rare in Pacru, and sharing nodes costs strength here.
const PACRU_SEVERAL: Tunables = Tunables { mcts_transpositions: 0, ..NO_EVAL_HISTORY };

/// By SPSA of the MCTS parameters in Azacru for three and four, at 20 ms a move. With four players it gained nothing.
const AZACRU_3: Tunables = Tunables { mcts_playout_plies: 6, ..Tunables::DEFAULT };
