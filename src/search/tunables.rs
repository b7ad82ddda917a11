//! Search parameters that are tuned by play.
//!
//! Each is declared once, in [`tunables!`], with name, default, range, and the final step of a
//! tuner. Its comment tells the unit and the source of the value. A game overrides values in its
//! [`Profile`](super::Profile). In a normal build a tunable is a constant of its game. With the
//! cargo feature `tune` each is also a protocol option, whose value applies to every game.
//!
//! *Tuned* values come from SPSA in Pacific A (`scripts/tune.py`), starting from guesses. Gains:
//! `scripts/laboratory/alphabeta.md`.

/// A tunable as a tuner sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Name, also of the option.
    pub name: &'static str,
    /// Value for games that do not override it.
    pub default: i32,
    /// Smallest sensible value.
    pub least: i32,
    /// Largest sensible value.
    pub greatest: i32,
    /// Step of a tuner at the end of a run.
    pub step: i32,
}

macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $default:literal, $least:literal..=$greatest:literal, step $step:literal;)*) => {
        /// The parameters of one game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tunables {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl Tunables {
            /// The parameters of a game that overrides none.
            pub const DEFAULT: Self = Self { $($name: $default,)* };
            /// A margin that no score reaches. It switches a rule off.
            pub const NEVER: i32 = 30_000;
            /// All tunables in the order of their declaration.
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
    /// Delta pruning in quiescence: an action must win at least alpha minus this, in centipawns. Guessed.
    exchange_margin = 120, 0..=400, step 20;
    /// Reverse futility: largest depth, in plies. Tuned.
    reverse_futility_depth = 7, 1..=12, step 1;
    /// Reverse futility: centipawns for each remaining ply. Tuned.
    reverse_futility_margin = 52, 10..=200, step 8;
    /// Reverse futility: centipawns less if the mover's static evaluation is improving. Tuned.
    reverse_futility_improving = 38, 0..=200, step 12;
    /// Razoring: largest depth, in plies. Tuned.
    razor_depth = 4, 0..=6, step 1;
    /// Razoring: centipawns at depth 0. Guessed.
    razor_base = 200, 0..=600, step 30;
    /// Razoring: centipawns for each remaining ply. Tuned.
    razor_margin = 152, 0..=400, step 20;
    /// Singular extensions: smallest depth, in plies. Tuned.
    singular_depth = 9, 4..=99, step 1;
    /// Singular extensions: the table entry may be this many plies shallower than the node. Guessed.
    singular_stale = 3, 0..=6, step 1;
    /// Singular extensions: centipawns for each ply of depth by which all other actions must be worse. Tuned.
    singular_margin = 0, 0..=20, step 1;
    /// Singular extensions: reduction in plies if the table action is not singular and fails high.
    /// If the singular margin is 0, the node is cut instead. Guessed.
    singular_less = 1, 0..=3, step 1;
    /// Correction history: largest correction of the static evaluation, in centipawns. Tuned.
    correction_most = 63, 0..=400, step 20;
    /// Correction history: learning rate for each ply of depth and centipawn. Tuned.
    correction_rate = 4, 1..=40, step 2;
    /// Futility: largest depth for quiet actions, in plies. Tuned.
    futility_depth = 5, 1..=12, step 1;
    /// Futility: centipawns at depth 0. Tuned.
    futility_base = 81, 0..=300, step 12;
    /// Futility: centipawns for each remaining ply. Tuned.
    futility_margin = 54, 10..=200, step 8;
    /// Late-move pruning: largest depth, in plies. Tuned.
    late_action_depth = 5, 0..=12, step 1;
    /// Late-move pruning: quiet actions tried at depth 0; the square of the depth is added. Tuned.
    late_action_base = 2, 0..=20, step 1;
    /// Late-move pruning: share of that number if the mover's static evaluation is not improving, in percent. Tuned.
    late_action_worsening = 82, 30..=100, step 6;
    /// Null-move pruning: smallest depth, in plies. Guessed.
    null_move_depth = 3, 2..=8, step 1;
    /// Null-move pruning: constant part of the reduction, in plies. Guessed.
    null_move_reduction = 2, 1..=6, step 1;
    /// Null-move pruning: the depth divided by this is added to the reduction. Guessed.
    null_move_divisor = 3, 2..=10, step 1;
    /// History pruning: largest depth, in plies. Guessed.
    history_pruning_depth = 5, 0..=12, step 1;
    /// History pruning: a history below minus this for each remaining ply is pruned. Guessed.
    history_pruning = 2_000, 200..=20_000, step 250;
    /// Internal iterative reduction: nodes of at least this depth without a table action are searched one ply less.
    /// Tuned.
    no_table_action_depth = 3, 2..=12, step 1;
    /// Late-move reductions: smallest depth, in plies. Tuned.
    reduction_depth = 3, 2..=8, step 1;
    /// Late-move reductions: constant part, in hundredths of a ply. Tuned.
    reduction_base = 96, -100..=200, step 12;
    /// Late-move reductions: divisor of the product of logarithms, in hundredths. Tuned.
    reduction_divisor = 183, 100..=500, step 15;
    /// Late-move reductions: hundredths of a ply less in PV nodes. Tuned.
    reduction_pv = 105, 0..=300, step 12;
    /// Late-move reductions: hundredths of a ply more in expected cut nodes. Tuned.
    reduction_cut = 88, 0..=300, step 12;
    /// Late-move reductions: hundredths of a ply more if the mover's static evaluation is not improving. Tuned.
    reduction_worsening = 53, 0..=200, step 12;
    /// Late-move reductions: history that equals one ply. Tuned.
    reduction_history = 9_867, 2_000..=30_000, step 1_000;
    /// Hindsight reductions: loss of static evaluation by a reduced action, in centipawns, from
    /// which its node is searched one ply less. Guessed.
    reduction_eval_diff = 150, 20..=30_000, step 20;
    /// Aspiration: half the width of the first window, in centipawns. Tuned.
    aspiration_width = 22, 5..=120, step 5;
    /// Aspiration: factor by which a missed window grows. Guessed.
    aspiration_growth = 3, 2..=6, step 1;
    /// Aspiration: largest depth reduction after fail highs, in plies. Each fail high reduces the
    /// depth by one. Guessed.
    aspiration_reduction = 1, 0..=4, step 1;
    /// Aspiration: first iteration with a window. Guessed.
    aspiration_depth = 5, 2..=12, step 1;
    /// Forced actions cost no depth up to this many times the iteration's depth from the root. Guessed.
    forced_line_factor = 2, 1..=4, step 1;
    /// History: bonus of a cutoff for each ply of depth. Tuned.
    history_bonus = 203, 20..=400, step 20;
    /// History: largest bonus of a cutoff. Tuned.
    history_bonus_most = 1_749, 400..=4_000, step 150;
    /// History: bonus for each centipawn by which an action raised its player's static evaluation. Guessed.
    history_eval_diff = 6, 0..=40, step 1;
    /// Value of a repetition that the rules count as a win, for the player who is ahead, in centipawns. Guessed.
    counted_win = 1_500, 200..=5_000, step 150;
    /// Time: share of the budget for an unsettled choice, in percent. Guessed.
    pace_start = 140, 100..=250, step 8;
    /// Time: reduction of that share by each iteration that confirms the best action, in percent.
    /// Guessed.
    pace_settled = 12, 0..=30, step 2;
    /// Time: largest number of confirming iterations that count. Guessed.
    pace_settled_most = 7, 1..=20, step 1;
    /// Time: a falling score lengthens the search by 1 % for each centipawn, up to this many
    /// centipawns. Guessed.
    pace_drop_most = 100, 0..=300, step 12;
    /// Time: turns to plan for without a time control. Guessed.
    clock_turns = 24, 8..=80, step 4;
    /// Time: share of the increment to spend at once, in percent. Guessed.
    clock_increment = 75, 20..=100, step 5;
    /// Time: a search may exceed its budget by this factor, if the clock allows. Guessed.
    clock_stretch = 4, 1..=10, step 1;
    /// Time: largest share of the clock for one turn, in percent. Guessed.
    clock_most = 40, 5..=80, step 4;
    /// Time: largest share of the clock for the last turn before a time control, in percent. Guessed.
    clock_last = 90, 30..=98, step 4;
    /// Turn search: candidates of a node, plus those of [`Tunables::turn_candidates_width`]. Guessed.
    turn_candidates = 8, 2..=40, step 2;
    /// Turn search: candidates of a node for each unit of width. Guessed.
    turn_candidates_width = 6, 1..=30, step 2;
    /// Turn search: root candidates that are searched for replies, for each unit of width. By matches
    /// (`scripts/laboratory/turns.md`).
    turn_root_candidates = 20, 2..=60, step 3;
    /// Turn search: partial turns in the root beam, for each unit of width. By the same matches.
    turn_root_beam = 6, 1..=12, step 1;
    /// Turn search: number of the likeliest first actions that may extend a turn after its first
    /// action. Actions that were not possible before may extend it too. Guessed.
    turn_further_actions = 60, 10..=200, step 8;
    /// Turn search: a position with fewer actions (when an action is compulsory) is not used to
    /// find the likeliest ones. Guessed.
    turn_few_actions = 24, 4..=80, step 4;
    /// PIMC: values beyond this many centipawns all count the same, because a gamble is not worth
    /// more. Guessed.
    pimc_decided = 2_400, 600..=2_900, step 150;
    /// PIMC: an immediate win counts this many centipawns more. A later win counts a centipawn less for each turn.
    /// Guessed.
    pimc_win = 600, 501..=3_000, step 100;
    /// PIMC: half the width of the first window of an action with a known value, in centipawns. Guessed.
    pimc_window = 30, 5..=150, step 8;
    /// PIMC: number of actions with a value from the belief that are searched for a single line.
    /// The others count as equivalent. Guessed.
    pimc_promising = 4, 1..=20, step 1;
    /// PIMC: a contender's value in a determinization counts within this many centipawns of the best action's.
    /// Guessed.
    pimc_contest = 600, 100..=2_000, step 50;
    /// Unseen actions: how often the opponent guesses the mover's position, in percent. By matches
    /// (`scripts/laboratory/hidden.md`).
    unseen_guessed = 25, 0..=100, step 10;
    /// Unseen actions: value of the opponent's turn if he does not reply to what he cannot see, in centipawns.
    /// Guessed.
    unseen_idle = 50, 0..=200, step 15;
    /// Unseen actions: the drawn action is played unless another one is better by this many centipawns. Guessed.
    unseen_preference = 15, 0..=100, step 5;
    /// Monte Carlo: c_puct of PUCT, in hundredths. By matches in five games for three and four players.
    mcts_c_puct = 28, 10..=500, step 15;
    /// Monte Carlo: first-play urgency (FPU): the value of an untried action is this much below its
    /// position's value, once all priors are tried. In hundredths of the game. Guessed.
    mcts_fpu = 20, 0..=100, step 5;
    /// Monte Carlo: weight of the best action against the mean of the visits in a backed-up value, in percent. By
    /// SPSA in Azacru and by matches (`scripts/laboratory/montecarlo.md`).
    mcts_max_backup = 15, 0..=100, step 8;
    /// Monte Carlo: immediate gain in centipawns that raises the odds of an action by a factor of e. Guessed.
    mcts_gain_scale = 150, 20..=2_000, step 30;
    /// Monte Carlo: weight of the policy network's logits, in percent. By matches (`scripts/laboratory/azacru.md`).
    mcts_policy_weight = 70, 0..=300, step 15;
    /// Progressive history: factor from mean gain (in shares) to logit. Guessed.
    mcts_history = 10, 0..=60, step 3;
    /// Progressive history: weight of the prior mean of zero, in tries. Guessed.
    mcts_history_prior = 4, 0..=60, step 2;
    /// Progressive history: after this many tries of a slot its statistics are halved. Guessed.
    mcts_history_window = 1_000, 50..=20_000, step 200;
    /// Monte Carlo: visits for each ply of a requested depth that end the search if no line is that long. Guessed.
    mcts_ply_visits = 2_000, 100..=50_000, step 300;
    /// Monte Carlo: 1 if transpositions of equal length share a node, else 0. By matches
    /// (`scripts/laboratory/montecarlo.md`).
    mcts_transpositions = 1, 0..=1, step 1;
    /// Monte Carlo: plies of the greedy playout from a new position. Guessed.
    mcts_playout_plies = 4, 0..=12, step 1;
    /// Monte Carlo: actions tried in each position of the playout. Guessed.
    mcts_playout_width = 2, 1..=8, step 1;
}

/// The values set by options.
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
