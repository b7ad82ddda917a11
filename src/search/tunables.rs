//! The numbers of the search that are found by play: parameters, depths, shares.
//!
//! Each is declared once, in [`tunables!`]: name, default, range, the step of a tuner, and in its comment the
//! unit and how the value was found. A game that needs another value names it in its
//! [`Profile`](super::Profile). In a normal build a tunable is a constant of its game. With the cargo feature
//! `tune` each is also an option of the protocol, and one that is set holds for every game.
//!
//! *Tuned* ones come from SPSA in Pacific A (`scripts/tune.py`), begun from guesses. What they gained is in
//! `scripts/laboratory/alphabeta.md`.

/// A tunable as a tuner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name, also as an option.
    pub name: &'static str,
    /// The value for games that name no other.
    pub default: i32,
    /// The least value that makes sense.
    pub least: i32,
    /// The greatest value that makes sense.
    pub greatest: i32,
    /// What a tuner changes it by at the end of a run.
    pub step: i32,
}

macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $least:literal..=$greatest:literal, step $step:literal;)*) => {
        /// The values that one game plays with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tunables {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Tunables {
            /// For a game that names no other values.
            pub const DEFAULT: Self = Self { $($name: $default,)* };
            /// A margin that nothing reaches.
            pub const NEVER: i32 = 30_000;
            /// All of them, in the order of their declaration.
            pub const ALL: &'static [Tunable] = &[$(Tunable {
                name: stringify!($name),
                default: $default,
                least: $least,
                greatest: $greatest,
                step: $step,
            },)*];

            /// The values in the order of [`Tunables::ALL`].
            pub const fn values(&self) -> [i32; Self::ALL.len()] {
                [$(self.$name,)*]
            }

            $($(#[$doc])*
            #[inline(always)]
            pub fn $name(&self) -> i32 {
                set::value(Index::$name as usize, self.$name)
            })*
        }

        #[allow(non_camel_case_types)]
        enum Index {
            $($name,)*
        }
    };
}

tunables! {
    /// Quiescence leaves out what wins this much less than alpha asks for, in centipawns. Guessed.
    exchange_margin = 120, 0..=400, step 20;
    /// Reverse futility is tried up to this depth, in plies. Tuned.
    reverse_futility_depth = 7, 1..=12, step 1;
    /// Reverse futility: centipawns a remaining ply. Tuned.
    reverse_futility_margin = 52, 10..=200, step 8;
    /// Reverse futility: centipawns less where the mover's static value has risen since his last action. Tuned.
    reverse_futility_improving = 38, 0..=200, step 12;
    /// Razoring is tried up to this depth, in plies. Tuned.
    razor_depth = 4, 0..=6, step 1;
    /// Razoring: centipawns at depth 0. Guessed.
    razor_base = 200, 0..=600, step 30;
    /// Razoring: centipawns a remaining ply. Tuned.
    razor_margin = 152, 0..=400, step 20;
    /// Singular extensions from this depth, in plies. Tuned.
    singular_depth = 9, 4..=99, step 1;
    /// What the table says of an action that may be singular may be so many plies shallower than the node. Guessed.
    singular_stale = 3, 0..=6, step 1;
    /// An action is singular if all others are worth this much less for a ply of depth, in centipawns. Tuned.
    singular_margin = 0, 0..=20, step 1;
    /// Plies less for an action of the table that is not singular where it was too good; with a singular margin of 0
    /// such a node is cut instead. Guessed.
    singular_less = 1, 0..=3, step 1;
    /// The most that the static value is corrected by what followed one of the two actions before, in centipawns. Tuned.
    correction_most = 63, 0..=400, step 20;
    /// How quickly corrections are learnt, a ply of depth and centipawn. Tuned.
    correction_rate = 4, 1..=40, step 2;
    /// Futility of quiet actions is tried up to this depth, in plies. Tuned.
    futility_depth = 5, 1..=12, step 1;
    /// Futility: centipawns at depth 0. Tuned.
    futility_base = 81, 0..=300, step 12;
    /// Futility: centipawns a remaining ply. Tuned.
    futility_margin = 54, 10..=200, step 8;
    /// Late quiet actions are left out up to this depth, in plies. Tuned.
    late_action_depth = 5, 0..=12, step 1;
    /// So many quiet actions, and the square of the depth more, are tried before the rest is left out. Tuned.
    late_action_base = 2, 0..=20, step 1;
    /// The share of these that are tried where the mover's static value has not risen, in percent. Tuned.
    late_action_worsening = 82, 30..=100, step 6;
    /// Null-move pruning from this depth, in plies. Guessed.
    null_move_depth = 3, 2..=8, step 1;
    /// Plies by which the search after a null move is shallower, besides a share of the depth. Guessed.
    null_move_reduction = 2, 1..=6, step 1;
    /// The share of the depth by which the search after a null move is shallower: one in so many. Guessed.
    null_move_divisor = 3, 2..=10, step 1;
    /// Quiet actions of bad history are left out up to this depth, in plies. Guessed.
    history_pruning_depth = 5, 0..=12, step 1;
    /// Bad is a history below minus this, a remaining ply. Guessed.
    history_pruning = 2_000, 200..=20_000, step 250;
    /// Without an action from the table, nodes of this depth or more are searched one ply less (internal
    /// iterative reduction). Tuned.
    no_table_action_depth = 3, 2..=12, step 1;
    /// Late-move reductions from this depth, in plies. Tuned.
    reduction_depth = 3, 2..=8, step 1;
    /// Late-move reductions: plies whatever depth and number, in hundredths. Tuned.
    reduction_base = 96, -100..=200, step 12;
    /// Late-move reductions: what the product of logarithms is divided by, in hundredths. Tuned.
    reduction_divisor = 183, 100..=500, step 15;
    /// Late-move reductions: hundredths of a ply less where the exact value is wanted. Tuned.
    reduction_pv = 105, 0..=300, step 12;
    /// Late-move reductions: hundredths of a ply more where a refutation is expected. Tuned.
    reduction_cut = 88, 0..=300, step 12;
    /// Late-move reductions: hundredths of a ply more where the mover's static value has not risen. Tuned.
    reduction_worsening = 53, 0..=200, step 12;
    /// This much history of an action is worth a ply of its reduction. Tuned.
    reduction_history = 9_867, 2_000..=30_000, step 1_000;
    /// A reduced action that has lost more by static values leads to a node of a ply less, in centipawns. Guessed.
    reduction_eval_diff = 150, 20..=30_000, step 20;
    /// Half the width of the first aspiration window, in centipawns. Tuned.
    aspiration_width = 22, 5..=120, step 5;
    /// A window that was missed grows so many times. Guessed.
    aspiration_growth = 3, 2..=6, step 1;
    /// What proves too good for its window is searched again up to so many plies less deep, a ply each time. Guessed.
    aspiration_reduction = 1, 0..=4, step 1;
    /// Aspiration windows from this iteration on. Guessed.
    aspiration_depth = 5, 2..=12, step 1;
    /// Forced actions cost no depth up to so many times the depth of the iteration from the root. Guessed.
    forced_line_factor = 2, 1..=4, step 1;
    /// What refuting adds to an action's history, a ply of depth. Tuned.
    history_bonus = 203, 20..=400, step 20;
    /// The most that refuting adds. Tuned.
    history_bonus_most = 1_749, 400..=4_000, step 150;
    /// What an action's history gains for each centipawn that the static value rises by it for its player. Guessed.
    history_eval_diff = 6, 0..=40, step 1;
    /// A game that a repetition ends by counting is worth this to who is ahead, in centipawns. Guessed.
    counted_win = 1_500, 200..=5_000, step 150;
    /// A search by the clock spends this share of its budget on an unsettled choice, in percent. Guessed.
    pace_start = 140, 100..=250, step 8;
    /// What an iteration that confirms the best action takes from that share. Guessed.
    pace_settled = 12, 0..=30, step 2;
    /// The most iterations that count as confirming. Guessed.
    pace_settled_most = 7, 1..=20, step 1;
    /// The most centipawns of a falling score that lengthen a search, a percent each. Guessed.
    pace_drop_most = 100, 0..=300, step 12;
    /// Without a time control ahead the clock is planned for so many more turns. Guessed.
    clock_turns = 24, 8..=80, step 4;
    /// Share of the increment that is spent at once, in percent. Guessed.
    clock_increment = 75, 20..=100, step 5;
    /// A search may run over its budget so many times, if the clock allows. Guessed.
    clock_stretch = 4, 1..=10, step 1;
    /// Never more than this share of the clock for one turn, in percent. Guessed.
    clock_most = 40, 5..=80, step 4;
    /// Never more than this share of the clock for the last turn before a time control, in percent. Guessed.
    clock_last = 90, 30..=98, step 4;
    /// Whole turns: candidates of a node, besides those of [`Tunables::turn_candidates_width`]. Guessed.
    turn_candidates = 8, 2..=40, step 2;
    /// Whole turns: candidates of a node, a width. Guessed.
    turn_candidates_width = 6, 1..=30, step 2;
    /// Whole turns: candidates of the root that are searched for replies, a width. By the matches of
    /// `scripts/laboratory/turns.md`.
    turn_root_candidates = 20, 2..=60, step 3;
    /// Whole turns: partial turns kept at the root, a width. By the same matches.
    turn_root_beam = 6, 1..=12, step 1;
    /// Whole turns: after the first action only so many of the likeliest first actions are tried further,
    /// apart from what was not possible before. Guessed.
    turn_further_actions = 60, 10..=200, step 8;
    /// Whole turns: a position with fewer actions (where something is compulsory) tells nothing of the
    /// likeliest ones. Guessed.
    turn_few_actions = 24, 4..=80, step 4;
    /// Pimc: beyond so many centipawns one value is as good as another, for a gamble is not worth more. Guessed.
    pimc_decided = 2_400, 600..=2_900, step 150;
    /// Pimc: a win at once counts so many centipawns more than that; a later one counts less, a centipawn a turn.
    /// Guessed.
    pimc_win = 600, 501..=3_000, step 100;
    /// Pimc: half the width of the first window for an action whose value there is known of old, in
    /// centipawns. Guessed.
    pimc_window = 30, 5..=150, step 8;
    /// Pimc: of actions judged by the belief this many are searched for a single line; the others count as
    /// equivalent. Guessed.
    pimc_promising = 4, 1..=20, step 1;
    /// Pimc: a contender's value in one of them counts within so many centipawns of the best action's. Guessed.
    pimc_contest = 600, 100..=2_000, step 50;
    /// Unseen actions: as far as the other side guesses how the mover's pieces stand, in percent. By matches
    /// (`scripts/laboratory/hidden.md`).
    unseen_guessed = 25, 0..=100, step 10;
    /// Unseen actions: what the other side expects of its turn without a reply to what it does not see, in centipawns. Guessed.
    unseen_idle = 50, 0..=200, step 15;
    /// Unseen actions: the action that was drawn is played unless another one is better by so many centipawns. Guessed.
    unseen_preference = 15, 0..=100, step 5;
    /// Monte Carlo tree: how much is explored, in hundredths. By matches in five games for three and four.
    mcts_c_puct = 28, 10..=500, step 15;
    /// Monte Carlo tree: what an action that has not been tried is worth less than its position, where all priors of
    /// the position have been tried, in hundredths of the game. Guessed.
    mcts_fpu = 20, 0..=100, step 5;
    /// Monte Carlo tree: how far a position's value leans from the mean of its visits to its best action, in percent. By
    /// SPSA in Azacru and matches (`scripts/laboratory/montecarlo.md`).
    mcts_max_backup = 15, 0..=100, step 8;
    /// Monte Carlo tree: centipawns won at once that make an action e times as likely. Guessed.
    mcts_gain_scale = 150, 20..=2_000, step 30;
    /// Monte Carlo tree: the part of what a network says of an action before it is tried, in percent. By the
    /// matches of `scripts/laboratory/azacru.md`.
    mcts_policy_weight = 70, 0..=300, step 15;
    /// Monte Carlo tree: what the mean gain of an action elsewhere, in shares, is multiplied by to make it a logarithm of
    /// odds. Guessed.
    mcts_history = 10, 0..=60, step 3;
    /// Monte Carlo tree: so many tries elsewhere of an action are as good as none. Guessed.
    mcts_history_prior = 4, 0..=60, step 2;
    /// Monte Carlo tree: after so many tries of an action elsewhere old ones are forgotten by half. Guessed.
    mcts_history_window = 1_000, 50..=20_000, step 200;
    /// Monte Carlo tree: where a depth is asked for and the lines do not get there, so many visits for each of its plies
    /// are enough. Guessed.
    mcts_ply_visits = 2_000, 100..=50_000, step 300;
    /// Monte Carlo tree: whether a position to which several ways lead is one node (1) or one for each way (0). By matches
    /// (`scripts/laboratory/montecarlo.md`).
    mcts_transpositions = 1, 0..=1, step 1;
    /// Monte Carlo tree: plies for which a new position is played on by what gains at once. Guessed.
    mcts_playout_plies = 4, 0..=12, step 1;
    /// Monte Carlo tree: actions that are tried in each of these positions. Guessed.
    mcts_playout_width = 2, 1..=8, step 1;
    /// Max^n: actions of a node that are searched in full depth, the likeliest first. Guessed.
    maxn_full_actions = 4, 1..=4_000, step 4;
}

/// The values that are set by option.
#[cfg(feature = "tune")]
mod set {
    use super::Tunables;
    use std::sync::atomic::{AtomicI32, Ordering};

    const UNSET: i32 = i32::MIN;
    static VALUES: [AtomicI32; Tunables::ALL.len()] =
        [const { AtomicI32::new(UNSET) }; Tunables::ALL.len()];

    #[inline(always)]
    pub(super) fn value(index: usize, of_game: i32) -> i32 {
        match VALUES[index].load(Ordering::Relaxed) {
            UNSET => of_game,
            value => value,
        }
    }

    impl Tunables {
        /// Sets the tunable at `index` of [`Tunables::ALL`] for every game.
        pub fn set(index: usize, value: i32) {
            VALUES[index].store(value, Ordering::Relaxed);
        }
    }
}

#[cfg(not(feature = "tune"))]
mod set {
    #[inline(always)]
    pub(super) const fn value(_: usize, of_game: i32) -> i32 {
        of_game
    }
}

#[cfg(test)]
mod tests {
    use super::Tunables;

    #[test]
    fn every_default_lies_in_its_range() {
        for (tunable, value) in Tunables::ALL.iter().zip(Tunables::DEFAULT.values()) {
            assert_eq!(tunable.default, value, "{}", tunable.name);
            assert!((tunable.least..=tunable.greatest).contains(&value), "{}", tunable.name);
            assert!(tunable.step > 0 && tunable.step <= tunable.greatest - tunable.least);
        }
    }
}
