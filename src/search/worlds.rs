//! Searching for a player who does not see everything: perfect-information Monte Carlo with one root.
//!
//! States are sampled from what the player believes, the *worlds*. Each root action has a value in each of
//! them, found by the search that knows no doubt, and the action with the best mean is played (Levy, "The
//! million pound bridge program", 1989; Ginsberg, "GIB", 2001). The worlds share iterations, table and
//! history, and the root is a principal variation search over vectors: an action that is refuted in every
//! world, each against the best action's value there, is refuted; only others need exact values.
//!
//! In a world everybody would know where everything is, and make use of it later on, which he cannot in truth
//! (*strategy fusion*: Frank and Basin, 1998). So the worlds are blindfolded, see
//! [`Tactics::blindfold`](crate::game::Tactics::blindfold), and what a root action wins at once is corrected by
//! the whole belief in place of the few samples ([`Knowledge::prospects`]).
//!
//! Two other ways were tried on War-in-the-Pacific Chess with submarines. Searching each world by itself with an
//! equal share of the nodes, and a vote, came out even (+20 =1 -19 of 40 games at 25000 nodes a turn), but has no
//! value of its own to report. Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse, 2012), with
//! priors from exchanges and quiescence at the leaves, was probably weaker (+24 =4 -32 of 60 at 200 ms a turn, too
//! few games to be sure), without much tuning.

use super::worker::{Frame, Worker};
use super::{Depth, Searchable, Task};
use crate::game::zobrist::splitmix64;
use crate::game::{Knowledge, Played, Score};

/// Beyond so many centipawns one value is as good as another: a gamble is not worth more than this.
const DECIDED_CP: i32 = 2_400;
/// A win in so many turns counts this less one a turn.
const WIN_CP: i32 = 3_000;
/// The longest win that is told from others.
const LONGEST_WIN_TURNS: i32 = 500;
/// Half the width of the first window for an action whose value in a world is known of old.
const WINDOW_CP: i32 = 30;
/// Of actions that are judged by the belief only so many of the most promising are searched for one line: what
/// they are not expected to do makes the others all the same.
const PROMISING: usize = 4;
/// A contender's value in one world counts within so much of the best action's.
const CONTEST_CP: i32 = 600;

/// So many states, drawn by `seed`, that a player believes in.
pub fn sample<G: Searchable>(knowledge: &mut dyn Knowledge<G>, seed: u64, count: usize) -> Vec<G> {
    // Seeds that follow one another shall not share samples.
    let first = splitmix64(seed).1;
    (0..count.max(1) as u64).map(|index| knowledge.sample(first.wrapping_add(index))).collect()
}

impl<G: Searchable> Task<G> {
    /// Makes this a search for a player who knows no more than `knowledge`, in these samples of what he
    /// believes, of which the root is the first.
    pub fn imagine(mut self, knowledge: &mut dyn Knowledge<G>, samples: Vec<G>) -> Self {
        let bonus = |(action, prospect): &(G::Action, Option<i32>)| {
            let wins = samples.iter().map(|world| world.exchange(*action)).sum::<i32>();
            prospect.map_or(0, |expected| expected - wins / samples.len().max(1) as i32)
        };
        let prospects = knowledge.prospects(&self.root_actions);
        let mut choices: Vec<(G::Action, Option<i32>)> =
            self.root_actions.iter().copied().zip(prospects).collect();
        if self.style.lines() == 1 {
            keep_most_promising(&mut choices);
        }
        self.bonuses = choices.iter().map(bonus).collect();
        self.root_actions = choices.into_iter().map(|(action, _)| action).collect();
        self.worlds = samples;
        self.worlds.iter_mut().for_each(G::blindfold);
        if let Some(first) = self.worlds.first() {
            self.root = Played::new(first.clone());
        }
        self
    }
}

impl<G: Searchable> Worker<G> {
    /// How many worlds an iteration looks at: as many as actions, so that there is soon an answer, and the more
    /// doubts are weighed the more time there is.
    pub(super) fn worlds_at(&self, depth: Depth) -> usize {
        self.worlds.len().min(depth.max(1) as usize)
    }

    /// Finds the best of the root actions from `first` on and moves it there; false if the search was stopped
    /// before there was one.
    pub(super) fn search_worlds(&mut self, depth: Depth, first: usize) -> bool {
        let is_searched = self.compare_in_worlds(depth, first);
        self.enter(0);
        is_searched
    }

    /// The same, ending in any of the worlds.
    fn compare_in_worlds(&mut self, depth: Depth, first: usize) -> bool {
        let worlds = self.worlds_at(depth);
        let mut values = Vec::with_capacity(worlds);
        for world in 0..worlds {
            values.push(self.value_in(world, first, depth));
            if self.stopped {
                return false;
            }
        }
        self.crown(first, values);
        let mut best = first;
        for index in first + 1..self.root_actions.len() {
            let values = self.contend(index, best, index - first + 1, depth);
            if self.stopped {
                break;
            }
            match values {
                Some(values) => {
                    self.crown(index, values);
                    best = index;
                }
                None => self.root_actions[index].score = -Score::INFINITE,
            }
        }
        self.root_actions[first..=best].rotate_right(1);
        true
    }

    /// The root action at `index` is the best so far, by these values.
    fn crown(&mut self, index: usize, values: Vec<i32>) {
        let root = &mut self.root_actions[index];
        let is_won = values.iter().all(|value| *value == WIN_CP - 1);
        let mean = values.iter().sum::<i32>() / values.len().max(1) as i32 + root.bonus;
        // Only a win at once does not depend on what is imagined.
        root.score = if is_won { Score::win_in(1) } else { Score::cp(mean) };
        root.values = values;
    }

    /// Goes to the root of a world. The state of the present one is kept in `game`, all others in `worlds`.
    fn enter(&mut self, world: usize) {
        if world != self.world {
            std::mem::swap(&mut self.game, &mut self.worlds[self.world]);
            std::mem::swap(&mut self.game, &mut self.worlds[world]);
            self.world = world;
        }
        self.frames[0] = Frame::default();
        self.keys.clear();
        if self.game.turn_start() {
            self.keys.push(self.game.key());
        }
        self.past = self.keys.len();
    }

    /// The value of a root action in a world, exact within the window.
    fn probe<const PV: bool>(
        &mut self,
        world: usize,
        index: usize,
        depth: Depth,
        [alpha, beta]: [i32; 2],
    ) -> i32 {
        self.enter(world);
        let action = self.root_actions[index].action;
        let undo = self.make(action, 0);
        let same = self.is_heros_turn();
        let [alpha, beta] = [alpha, beta].map(score_of);
        let value = self.child::<PV>(same, depth - 1, alpha, beta, 1, !PV);
        self.unmake(undo);
        if PV && world == 0 && !self.stopped {
            let root = &mut self.root_actions[index];
            root.seldepth = self.seldepth;
            root.pv.clear();
            root.pv.push(action);
            root.pv.extend_from_slice(&self.pvs[1]);
        }
        value_of(value)
    }

    /// The exact value of a root action in a world.
    fn value_in(&mut self, world: usize, index: usize, depth: Depth) -> i32 {
        let known = self.root_actions[index].values.get(world).copied();
        if let Some(known) = known.filter(|known| known.abs() < DECIDED_CP - WINDOW_CP) {
            let window = [known - WINDOW_CP, known + WINDOW_CP];
            let value = self.probe::<true>(world, index, depth, window);
            if self.stopped || window[0] < value && value < window[1] {
                return value;
            }
        }
        self.probe::<true>(world, index, depth, [-WIN_CP, WIN_CP])
    }

    /// The values of the root action at `index`, the `number`th, if their mean is better than that of the
    /// action at `best`.
    fn contend(
        &mut self,
        index: usize,
        best: usize,
        number: usize,
        depth: Depth,
    ) -> Option<Vec<i32>> {
        let lead = self.root_actions[best].bonus - self.root_actions[index].bonus;
        let marks: Vec<i32> =
            self.root_actions[best].values.iter().map(|value| value + lead).collect();
        // At most so much better than the mark in each world.
        let mut margins = Vec::with_capacity(marks.len());
        for (world, mark) in marks.iter().enumerate() {
            margins.push(self.challenge(world, index, number, depth, *mark) - mark);
            if self.stopped {
                return None;
            }
        }
        if margins.iter().all(|margin| *margin <= 0) {
            return None;
        }
        // First where the action may be better: mostly it is not by so much.
        let mut order: Vec<usize> = (0..marks.len()).collect();
        order.sort_by_key(|world| std::cmp::Reverse(margins[*world]));
        let hope = |margin: i32| if margin > 0 { CONTEST_CP } else { margin };
        let mut sure = 0;
        let mut open: i32 = margins.iter().copied().map(hope).sum();
        for world in order {
            let mark = marks[world];
            let window = match margins[world] {
                1.. => [mark, mark + CONTEST_CP],
                _ => [mark - CONTEST_CP, mark + 1],
            };
            let value = self.probe::<true>(world, index, depth, window);
            if self.stopped {
                return None;
            }
            open -= hope(margins[world]);
            margins[world] = value.clamp(window[0], window[1]) - mark;
            sure += margins[world];
            if sure + open <= 0 {
                return None;
            }
        }
        Some(marks.iter().zip(margins).map(|(mark, margin)| mark + margin).collect())
    }

    /// A bound on the value of a root action in a world: at most `mark`, or more than it.
    fn challenge(
        &mut self,
        world: usize,
        index: usize,
        number: usize,
        depth: Depth,
        mark: i32,
    ) -> i32 {
        if mark >= WIN_CP - 1 {
            return mark;
        }
        self.enter(world);
        let noisy = self.game.is_noisy(self.root_actions[index].action);
        let reduction = self.root_reduction(depth, number, noisy);
        let window = [mark.max(-WIN_CP), mark.max(-WIN_CP) + 1];
        let value = self.probe::<false>(world, index, depth - reduction, window);
        if value > mark && reduction > 0 && !self.stopped {
            return self.probe::<false>(world, index, depth, window);
        }
        value
    }
}

/// Drops all but the most promising of the actions that are judged by the belief.
fn keep_most_promising<A>(choices: &mut Vec<(A, Option<i32>)>) {
    let mut promises: Vec<i32> = choices.iter().filter_map(|choice| choice.1).collect();
    promises.sort_unstable_by_key(|promise| std::cmp::Reverse(*promise));
    let mut left = PROMISING;
    let least = promises.get(PROMISING - 1).copied().unwrap_or(i32::MIN);
    choices.retain(|(_, promise)| {
        let is_kept = promise.is_none_or(|promise| promise >= least && left > 0);
        left -= usize::from(is_kept && promise.is_some());
        is_kept
    });
}

/// A score as a number that can be averaged.
fn value_of(score: Score) -> i32 {
    match score.mate_turns() {
        Some(turns) if turns > 0 => WIN_CP - turns.min(LONGEST_WIN_TURNS),
        Some(turns) => -WIN_CP + (-turns).min(LONGEST_WIN_TURNS),
        None => score.raw().clamp(-DECIDED_CP, DECIDED_CP),
    }
}

/// The score of which [`value_of`] makes that number, or the nearest one.
fn score_of(value: i32) -> Score {
    let turns = (WIN_CP - value.abs()).max(0) as u32;
    if value.abs() <= DECIDED_CP {
        Score::cp(value)
    } else if turns == 0 {
        if value > 0 { Score::INFINITE } else { -Score::INFINITE }
    } else if value > 0 {
        Score::win_in(turns)
    } else {
        Score::loss_in(turns)
    }
}
