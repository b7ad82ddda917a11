//! Perfect-information Monte Carlo (PIMC) with one root, for a player who does not see everything.
//!
//! States are sampled from the player's belief: the *determinizations*. A perfect-information
//! search gives each root action a value in each of them. The action with the best mean is played
//! (Levy, "The million pound bridge program", 1989; Ginsberg, "GIB", 2001). The determinizations
//! share iterations, table and history.
//!
//! The root is a principal variation search over vectors of values. An action is refuted if it
//! fails low in every determinization against the best action's value there. Only other actions
//! need exact values.
//!
//! In a determinization both players would know all hidden parts and use them in later moves. In
//! the game they cannot do so (*strategy fusion*: Frank and Basin, 1998). So hidden parts are
//! masked, see [`Hidden::mask_hidden`](crate::game::Hidden::mask_hidden). The immediate gain of a
//! root action is computed from the whole belief instead of the few samples
//! ([`Knowledge::expected_gains`]).
//!
//! A vote among determinizations, information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012) and
//! extended perfect-information Monte Carlo (Arjonilla, Saffidine and Cazenave, 2024) were no better:
//! `scripts/laboratory/hidden.md`.
//!
//! Determinizations do not show how the opponent replies to an action that he does not see.
//! `unseen_actions.rs` adds these replies, with a mixed strategy.

use crate::game::zobrist::splitmix64;
use crate::game::{ExpectedGain, Knowledge, Played, Rng, Score};
use crate::search::deepening::{Iterate, deepen, one_by_one};
use crate::search::hidden::unseen_actions::UnseenActions;
use crate::search::searchable::Searchable;
use crate::search::strategy::{Report, Strategy};
use crate::search::{Depth, Line, Task, Tunables, Walker};
use std::sync::Arc;

/// Wins that take more turns all count the same.
const LONGEST_WIN_TURNS: i32 = 500;

/// Number of unseen actions in the mixed strategy: those that lose least to replies.
const MIXED: usize = 24;
/// Depth of the searches that give these actions their values.
const MIXED_DEPTH: Depth = 1;
/// Number of determinizations in these searches.
const MIXED_DETERMINIZATIONS: usize = 2;

/// What PIMC needs from the search of each determinization.
pub trait Probe<G: Searchable>: Strategy<G> {
    /// Prepares for another search.
    fn begin(&mut self);
    /// The value of the node just made at ply 1, for the player who made it. `same`: that player
    /// moves again.
    fn value_of_child<const PV: bool>(
        &mut self,
        walker: &mut Walker<G, Self::Players>,
        same: bool,
        depth: Depth,
        alpha: Score,
        beta: Score,
    ) -> Score;
    /// Late-move reduction of the `number`th root action, in plies.
    fn reduction_at_root(
        &self,
        walker: &Walker<G, Self::Players>,
        depth: Depth,
        number: usize,
        noisy: bool,
    ) -> Depth;
}

/// Runs the search `T`: on the position itself if it is fully known, otherwise on determinizations.
pub struct Pimc<G: Searchable, T> {
    inside: T,
    /// The possible states of the root.
    determinizations: Vec<G>,
    /// Index of the determinization on the walker; its place in the list holds the previous root.
    present: usize,
    /// The mixed strategy, until an action is drawn from it.
    mixed_actions: Option<MixedActions<G::Action>>,
    /// The action drawn from the mixed strategy.
    drawn: Option<G::Action>,
}

/// A mixed strategy of unseen actions, before one action is drawn.
struct MixedActions<A> {
    unseen_actions: Arc<UnseenActions>,
    /// The safest actions, with their numbers in `unseen_actions`.
    actions: Vec<(usize, A)>,
    seed: u64,
}

impl<A: Copy> MixedActions<A> {
    /// The matrix game of a task with one line at full strength; `None` for other tasks.
    fn of<G: Searchable<Action = A>>(task: &Task<G>) -> Option<Self> {
        let is_mixed = task.options.multipv == 1 && task.strength_limit.is_none();
        let unseen_actions = task.unseen_actions.clone().filter(|_| is_mixed)?;
        let mut unseen: Vec<usize> = unseen_actions.unseen().collect();
        unseen.sort_by_key(|number| std::cmp::Reverse(task.bonuses[*number]));
        unseen.truncate(MIXED);
        let actions = unseen.into_iter().map(|number| (number, task.root_actions[number]));
        Some(Self { unseen_actions, actions: actions.collect(), seed: task.options.seed })
    }
}

/// Number of determinizations in an iteration: its depth. So the first answer comes soon, and more
/// time covers more uncertainty.
fn determinizations_at<G>(determinizations: &[G], depth: Depth) -> usize {
    determinizations.len().min(depth.max(1) as usize)
}

impl<G: Searchable, T: Probe<G>> Strategy<G> for Pimc<G, T> {
    type Players = T::Players;
    type Shared = T::Shared;
    const PROVES: bool = T::PROVES;

    fn new(shared: Arc<T::Shared>) -> Self {
        let inside = T::new(shared);
        Self { inside, determinizations: Vec::new(), present: 0, mixed_actions: None, drawn: None }
    }

    fn forget(&mut self) {
        self.inside.forget();
    }

    fn run(
        &mut self,
        walker: &mut Walker<G, T::Players>,
        task: &Task<G>,
        report: Report<'_, G>,
    ) -> Vec<Line<G::Action>> {
        if task.determinizations.is_empty() {
            return self.inside.run(walker, task, report);
        }
        self.inside.begin();
        self.determinizations.clone_from(&task.determinizations);
        self.present = 0;
        self.mixed_actions = MixedActions::of(task);
        self.drawn = None;
        deepen(self, walker, task, report)
    }
}

impl<G: Searchable, T: Probe<G>> Iterate<G, T::Players> for Pimc<G, T> {
    fn iteration(
        &mut self,
        walker: &mut Walker<G, T::Players>,
        depth: Depth,
        count: usize,
        lines: &mut Vec<Line<G::Action>>,
    ) -> bool {
        walker.samples = determinizations_at(&self.determinizations, depth);
        // The first answer comes before the draw.
        if depth > 1
            && let Some(mixed_actions) = self.mixed_actions.take()
        {
            self.drawn = self.draw(walker, &mixed_actions);
        }
        one_by_one(walker, depth, count, lines, |walker, first, _| {
            self.compare(walker, depth, first);
            self.enter(walker, 0);
        })
    }
}

impl<G: Searchable> Task<G> {
    /// Turns this task into a search by a player who knows only `knowledge`. `samples` are states
    /// from his belief, and the first one becomes the root. `mask_hidden` marks hidden parts as
    /// imagined.
    pub fn with_determinizations(
        mut self,
        knowledge: &mut dyn Knowledge<G>,
        samples: Vec<G>,
        mask_hidden: impl FnMut(&mut G),
    ) -> Self {
        let bonus = |choice: &(G::Action, Option<ExpectedGain>)| {
            choice.1.map_or(0, |gain| gain.by_belief - gain.by_samples)
        };
        let expected_gains = knowledge.expected_gains(&self.root_actions, &samples);
        let mut choices: Vec<(G::Action, Option<ExpectedGain>)> =
            self.root_actions.iter().copied().zip(expected_gains).collect();
        if self.options.multipv == 1 {
            keep_most_promising(&mut choices, G::PROFILE.params.pimc_promising() as usize);
        }
        self.bonuses = choices.iter().map(bonus).collect();
        self.root_actions = choices.into_iter().map(|(action, _)| action).collect();
        if let Some(payoff_matrix) = knowledge.payoff_matrix(&self.root_actions) {
            let unseen_actions = UnseenActions::new(payoff_matrix, G::PROFILE.params);
            let losses = unseen_actions.losses();
            self.bonuses.iter_mut().zip(losses).for_each(|(bonus, loss)| *bonus -= loss);
            self.unseen_actions = Some(Arc::new(unseen_actions));
        }
        self.determinizations = samples;
        self.determinizations.iter_mut().for_each(mask_hidden);
        if let Some(first) = self.determinizations.first() {
            self.root = Played::new(first.clone());
        }
        self
    }
}

impl<G: Searchable, T: Probe<G>> Pimc<G, T> {
    /// Finds the best of the root actions from `first` on and moves it there. Ends in any of the
    /// determinizations.
    fn compare(&mut self, walker: &mut Walker<G, T::Players>, depth: Depth, first: usize) {
        let determinizations = walker.samples;
        let mut values: Vec<i32> = Vec::with_capacity(determinizations);
        for determinization in 0..determinizations {
            // For a new determinization, the value in the one before it is the best guess.
            let known = walker.root[first].values.get(determinization).or(values.last());
            let guess = known.copied();
            values.push(self.value_in(walker, determinization, first, depth, guess));
            if walker.meter.stopped {
                return;
            }
        }
        set_best(walker, first, values);
        let mut best = first;
        for index in first + 1..walker.root.len() {
            let values = self.values_if_better(walker, index, best, index - first + 1, depth);
            if walker.meter.stopped {
                break;
            }
            match values {
                Some(values) => {
                    set_best(walker, index, values);
                    best = index;
                }
                None => walker.root[index].score = -Score::INFINITE,
            }
        }
        walker.root[first..=best].rotate_right(1);
    }

    /// Draws an unseen action from the mixed strategy, which rests on shallow searches in a few
    /// determinizations.
    fn draw(
        &mut self,
        walker: &mut Walker<G, T::Players>,
        mixed_actions: &MixedActions<G::Action>,
    ) -> Option<G::Action> {
        let win = win_cp(&G::PROFILE.params);
        let determinizations = self.determinizations.len().min(MIXED_DETERMINIZATIONS);
        let mut values = Vec::with_capacity(mixed_actions.actions.len());
        for (number, action) in &mixed_actions.actions {
            let place = walker.root.iter().position(|root| root.action == *action)?;
            let in_determinization = |determinization| {
                self.probe::<true>(walker, determinization, place, MIXED_DEPTH, [-win, win])
            };
            values.push((
                *number,
                (0..determinizations).map(in_determinization).sum::<i32>()
                    / determinizations as i32,
            ));
        }
        self.enter(walker, 0);
        let mut rng = Rng::new(splitmix64(mixed_actions.seed ^ walker.game().key()).1);
        let drawn = mixed_actions.unseen_actions.mixed_strategy(values.into_iter())?.draw(&mut rng);
        Some(mixed_actions.actions[drawn].1)
    }

    /// Goes to the root of a determinization.
    fn enter(&mut self, walker: &mut Walker<G, T::Players>, determinization: usize) {
        if determinization != self.present {
            walker.swap_root(&mut self.determinizations[self.present]);
            walker.swap_root(&mut self.determinizations[determinization]);
            self.present = determinization;
        }
        walker.forget_past();
    }

    /// The value of a root action in a determinization, exact within the window.
    fn probe<const PV: bool>(
        &mut self,
        walker: &mut Walker<G, T::Players>,
        determinization: usize,
        index: usize,
        depth: Depth,
        window: [i32; 2],
    ) -> i32 {
        self.enter(walker, determinization);
        let params = G::PROFILE.params;
        let made = walker.make(walker.root[index].action, 0);
        let same = walker.is_root_player_to_move();
        let [alpha, beta] = window.map(|value| score_of(value, &params));
        let value = self.inside.value_of_child::<PV>(walker, same, depth - 1, alpha, beta);
        walker.unmake(made);
        if PV && determinization == 0 && !walker.meter.stopped {
            walker.note_root_pv(index);
        }
        value_of(value, &params)
    }

    /// The exact value of a root action in a determinization. `guess` is an expected value.
    fn value_in(
        &mut self,
        walker: &mut Walker<G, T::Players>,
        determinization: usize,
        index: usize,
        depth: Depth,
        guess: Option<i32>,
    ) -> i32 {
        let params = G::PROFILE.params;
        let (win, mut width) = (win_cp(&params), params.pimc_window());
        let mut window = [-win, win];
        if let Some(guess) = guess {
            window = [guess - width, guess + width];
        }
        loop {
            // In decided positions a narrow window is useless.
            if window.iter().any(|bound| bound.abs() >= params.pimc_decided()) {
                window = [-win, win];
            }
            let value = self.probe::<true>(walker, determinization, index, depth, window);
            let is_inside = window[0] < value && value < window[1];
            if walker.meter.stopped || is_inside || window == [-win, win] {
                return value;
            }
            // A window without bounds may take a thousand times as many nodes.
            width *= params.aspiration_growth();
            window = if value <= window[0] {
                [value - width, value + 1]
            } else {
                [value - 1, value + width]
            };
        }
    }

    /// The values of the root action at `index`, if their mean is better than that of the action at
    /// `best`. `number` is the action's place in the move order.
    fn values_if_better(
        &mut self,
        walker: &mut Walker<G, T::Players>,
        index: usize,
        best: usize,
        number: usize,
        depth: Depth,
    ) -> Option<Vec<i32>> {
        let contest = G::PROFILE.params.pimc_contest();
        let lead = self.root_bonus(walker, best) - self.root_bonus(walker, index);
        let targets: Vec<i32> = walker.root[best].values.iter().map(|value| value + lead).collect();
        // Upper bounds of the action's lead over the target in each determinization.
        let mut margins = Vec::with_capacity(targets.len());
        for (determinization, target) in targets.iter().enumerate() {
            margins.push(
                self.bound_against(walker, determinization, index, number, depth, *target) - target,
            );
            if walker.meter.stopped {
                return None;
            }
        }
        if margins.iter().all(|margin| *margin <= 0) {
            return None;
        }
        // Search first where the action may gain. In most cases the gain stays below the bound.
        let upper_bound = |margin: i32| if margin > 0 { contest } else { margin };
        let mut sure = 0;
        let mut open: i32 = margins.iter().copied().map(upper_bound).sum();
        for determinization in by_margin(&margins) {
            let target = targets[determinization];
            let window = match margins[determinization] {
                1.. => [target, target + contest],
                _ => [target - contest, target + 1],
            };
            let value = self.probe::<true>(walker, determinization, index, depth, window);
            if walker.meter.stopped {
                return None;
            }
            open -= upper_bound(margins[determinization]);
            margins[determinization] = value.clamp(window[0], window[1]) - target;
            sure += margins[determinization];
            if sure + open <= 0 {
                return None;
            }
        }
        Some(targets.iter().zip(margins).map(|(target, margin)| target + margin).collect())
    }

    /// Value of a root action in addition to its values in the determinizations.
    fn root_bonus(&self, walker: &Walker<G, T::Players>, index: usize) -> i32 {
        let root = &walker.root[index];
        let is_drawn = self.drawn == Some(root.action);
        root.bonus + if is_drawn { G::PROFILE.params.unseen_preference() } else { 0 }
    }

    /// A bound on the value of a root action in a determinization: an upper bound up to `target`,
    /// else a lower bound.
    fn bound_against(
        &mut self,
        walker: &mut Walker<G, T::Players>,
        determinization: usize,
        index: usize,
        number: usize,
        depth: Depth,
        target: i32,
    ) -> i32 {
        let win = win_cp(&G::PROFILE.params);
        if target >= win - 1 {
            return target;
        }
        self.enter(walker, determinization);
        let noisy = walker.game().is_noisy(walker.root[index].action);
        let reduction = self.inside.reduction_at_root(walker, depth, number, noisy);
        let window = [target.max(-win), target.max(-win) + 1];
        let value = self.probe::<false>(walker, determinization, index, depth - reduction, window);
        if value > target && reduction > 0 && !walker.meter.stopped {
            return self.probe::<false>(walker, determinization, index, depth, window);
        }
        value
    }
}

/// Makes the root action at `index` the best so far, with these values.
fn set_best<G: Searchable, S: crate::search::PlayerModel<G>>(
    walker: &mut Walker<G, S>,
    index: usize,
    values: Vec<i32>,
) {
    let root = &mut walker.root[index];
    let win_at_once = win_cp(&G::PROFILE.params) - 1;
    let is_won = values.iter().all(|value| *value == win_at_once);
    let mean = values.iter().sum::<i32>() / values.len().max(1) as i32 + root.bonus;
    // Only an immediate win does not depend on the determinizations.
    root.score = if is_won { Score::win_in(1) } else { Score::cp(mean) };
    root.values = values;
    walker.note_root_rank(index);
}

/// Keeps the `most` most promising of the actions that have a value from the belief.
fn keep_most_promising<A>(choices: &mut Vec<(A, Option<ExpectedGain>)>, most: usize) {
    let promise = |choice: &(A, Option<ExpectedGain>)| choice.1.map(|gain| gain.by_belief);
    let mut promises: Vec<i32> = choices.iter().filter_map(promise).collect();
    promises.sort_unstable_by_key(|promise| std::cmp::Reverse(*promise));
    let mut left = most;
    let least = promises.get(most - 1).copied().unwrap_or(i32::MIN);
    choices.retain(|choice| {
        let promise = promise(choice);
        let is_kept = promise.is_none_or(|promise| promise >= least && left > 0);
        left -= usize::from(is_kept && promise.is_some());
        is_kept
    });
}

/// The value of a win in centipawns; each turn costs one.
fn win_cp(params: &Tunables) -> i32 {
    params.pimc_decided() + params.pimc_win()
}

/// The score as a number to average, in centipawns. Decided positions all count the same, except wins.
fn value_of(score: Score, params: &Tunables) -> i32 {
    let [decided, win] = [params.pimc_decided(), win_cp(params)];
    match score.mate_turns() {
        Some(turns) if turns > 0 => win - turns.min(LONGEST_WIN_TURNS),
        Some(turns) => -win + (-turns).min(LONGEST_WIN_TURNS),
        None => score.raw().clamp(-decided, decided),
    }
}

/// The inverse of [`value_of`], or the nearest score.
fn score_of(value: i32, params: &Tunables) -> Score {
    let turns = (win_cp(params) - value.abs()).max(0) as u32;
    if value.abs() <= params.pimc_decided() {
        Score::cp(value)
    } else if turns == 0 {
        if value > 0 { Score::INFINITE } else { -Score::INFINITE }
    } else if value > 0 {
        Score::win_in(turns)
    } else {
        Score::loss_in(turns)
    }
}

/// Indices of the determinizations, those of the largest margin first.
fn by_margin(margins: &[i32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..margins.len()).collect();
    order.sort_by_key(|determinization| std::cmp::Reverse(margins[*determinization]));
    order
}
