//! The search of a node: each player maximises his own share. Branches that no player would choose
//! are pruned.

use super::MaxN;
use super::choice::NodeChoice;
use super::value::{Found, Known, UNITS, Value, Win, mark};
use super::window::PruningWindow;
use crate::game::zobrist;
use crate::search::multiplayer::values::{end, who_is_in};
use crate::search::payoffs::{WHOLE, places};
use crate::search::searchable::Searchable;
use crate::search::{Depth, MAX_PLY, PlayerModel, Ply, Walker};

/// Salt of the table key: entries of max^n are invalid for other techniques.
const MAXN_KEY: u64 = zobrist::table::<1, 1>(0x6d61_786e)[0][0];
/// Orders the table action first.
const TABLE_VALUE: i32 = i32::MAX;
/// The ordering value of a logit of 1.
const LOGIT_UNITS: f32 = 1_000.0;

impl<G: Searchable, S: PlayerModel<G>> MaxN<G, S> {
    /// The value of the current node at `depth` actions. Meaningless once the search is stopped.
    fn search(
        &mut self,
        walker: &mut Walker<G, S>,
        depth: Depth,
        window: PruningWindow,
        ply: Ply,
    ) -> Found {
        // 1. The search is stopped, or the game or the line ends.
        walker.meter.poll();
        if walker.meter.stopped {
            return Found::Outside(0);
        }
        walker.pvs[ply].clear();
        walker.seldepth = walker.seldepth.max(ply);
        if let Some(value) = self.leaf(walker, depth, ply) {
            return Found::Exact(value);
        }

        // 2. Probe the table.
        let seat = walker.game().player().index();
        let (others, own) = window.before(seat);
        let all = total(walker);
        let known = known(walker, ply);
        match known.filter(|known| known.is_deep(depth)).map(|known| known.found) {
            Some(found @ Found::Exact(_)) => return found,
            Some(Found::Outside(assured)) if others.leaves_less_than(assured, all) => {
                return Found::Outside(assured);
            }
            _ => {}
        }

        // 3. Loop over the actions. Skip those whose values would not be reached, for now.
        let [first, first_doubtful, first_found] =
            [self.lists.actions.len(), self.doubtful.len(), self.found.len()];
        self.list(walker, known.map_or(0, |known| known.best));
        let mut choice = NodeChoice::new(seat, walker.root_player().index());
        let mut next = first;
        // A win settles the node if the other players get nothing.
        let is_settled = |choice: &NodeChoice<_>| choice.is_won() && all == UNITS;
        let mut is_cut = false;
        while !is_cut
            && !is_settled(&choice)
            && let Some(action) = self.lists.take_best(next)
        {
            next += 1;
            let window = others.and(seat, own.max(choice.assured));
            let found = self.child(walker, action, depth, window, next - first, ply);
            if walker.meter.stopped {
                break;
            }
            let is_left_out = self.weigh(walker, &mut choice, action, found, ply);
            if is_left_out && !others.is_empty() {
                self.doubtful.push(action);
            }
            is_cut = others.leaves_less_than(choice.assured, all);
        }

        // 4. If the best value would be reached, search the skipped actions.
        let would_be_reached =
            |(best, _): (Value, _)| best.shares[seat] >= own && others.is_met_by(&best.shares);
        let has_enough = choice.best.is_some_and(|(best, _)| best.shares[seat] >= own);
        let mut is_known = is_settled(&choice) || !is_cut && has_enough;
        let is_doubtful = self.doubtful.len() > first_doubtful;
        if is_known && is_doubtful && !is_settled(&choice) && !walker.meter.stopped {
            is_known = choice.best.is_some_and(would_be_reached);
            let again = if is_known { first_doubtful..self.doubtful.len() } else { 0..0 };
            for index in again {
                let action = self.doubtful[index];
                let window = PruningWindow::default().and(seat, choice.assured);
                let found = self.child(walker, action, depth, window, 1, ply);
                if walker.meter.stopped {
                    break;
                }
                self.weigh(walker, &mut choice, action, found, ply);
            }
        }
        self.doubtful.truncate(first_doubtful);
        self.lists.truncate(first);
        self.learn(seat, first_found);
        if walker.meter.stopped {
            return Found::Outside(0);
        }

        // 5. Store the result.
        let value = choice.value().filter(|_| is_known);
        let found = value.map_or(Found::Outside(choice.assured), Found::Exact);
        let best = choice.best.map_or(0, |(_, action)| mark(action));
        remember(walker, Known { best, depth, found }, ply);
        found
    }

    /// Makes an action of a node and searches its child to `depth` actions. `number` is the
    /// action's place in the move order. Late actions are first searched at a reduced depth.
    pub(super) fn child(
        &mut self,
        walker: &mut Walker<G, S>,
        action: G::Action,
        depth: Depth,
        window: PruningWindow,
        number: usize,
        ply: Ply,
    ) -> Found {
        let seat = walker.game().player().index();
        let reduction = reduction(walker, action, depth, number);
        let made = walker.make(action, ply);
        let mut found = self.search(walker, depth - 1 - reduction, window, ply + 1);
        if reduction > 0
            && let Found::Exact(value) = found
            && value.shares[seat] > window.before(seat).1
        {
            found = self.search(walker, depth - 1, window, ply + 1);
        }
        let is_turn_over = walker.game().player().index() != seat;
        walker.unmake(made);
        match found {
            // The next player's guarantee says nothing about this player's.
            Found::Outside(_) if is_turn_over => Found::Outside(0),
            found => found,
        }
    }

    /// Adds the result of an action to the choice. Returns whether the action is skipped.
    pub(super) fn weigh(
        &mut self,
        walker: &mut Walker<G, S>,
        choice: &mut NodeChoice<G::Action>,
        action: G::Action,
        found: Found,
        ply: Ply,
    ) -> bool {
        match found {
            Found::Exact(value) => {
                let seat = walker.game().player().index();
                self.found.push((walker.game().slot(action), value.share(seat)));
                if choice.add(value, action) {
                    walker.extend_pv(action, ply);
                }
                false
            }
            Found::Outside(assured) => {
                choice.leave_out(assured);
                true
            }
        }
    }

    /// The value of a terminal node or of a node at the horizon; `None` for others.
    fn leaf(&mut self, walker: &mut Walker<G, S>, depth: Depth, ply: Ply) -> Option<Value> {
        if let Some(end) = end(walker, ply) {
            let winner = end.parts.iter().position(|part| *part == WHOLE && end.is_proven);
            let win = winner.map(|seat| Win { seat, turns: walker.turns_to_win(ply, seat) });
            return Some(Value::of_payoffs(end.parts, win));
        }
        if depth > 0 && ply < MAX_PLY {
            return None;
        }
        let shares = self.quiet.shares(walker, ply, G::PROFILE.params.mcts_playout_plies());
        Some(Value::of_shares(shares, who_is_in(walker), total(walker)))
    }

    /// Appends the actions of this node with their ordering values. `best` is the mark of the table
    /// action.
    fn list(&mut self, walker: &Walker<G, S>, best: u32) {
        let Self { lists, progressive, .. } = self;
        let first = lists.actions.len();
        let game = walker.game();
        game.actions(&mut lists.actions);
        let (params, seat) = (G::PROFILE.params, game.player().index());
        lists.value_from(first, |action| {
            let logit = progressive.logit(seat, game.slot(action), game.gain(action), &params);
            if best == mark(action) { TABLE_VALUE } else { (LOGIT_UNITS * logit) as i32 }
        });
    }

    /// Learns from a node: the share after each action minus the mean share.
    pub(super) fn learn(&mut self, seat: usize, first: usize) {
        let found = &self.found[first..];
        let mean = found.iter().map(|(_, share)| share).sum::<f32>() / found.len().max(1) as f32;
        for (slot, share) in found {
            self.progressive.learn(seat, *slot, share - mean, &G::PROFILE.params);
        }
        self.found.truncate(first);
    }
}

/// Reduction of the `number`th action of a node, in plies.
fn reduction<G: Searchable, S: PlayerModel<G>>(
    walker: &Walker<G, S>,
    action: G::Action,
    depth: Depth,
    number: usize,
) -> Depth {
    let params = G::PROFILE.params;
    let is_late = number > params.maxn_full_actions() as usize;
    let is_tried = depth >= params.reduction_depth() && !walker.exact;
    Depth::from(is_tried && is_late && !walker.game().is_noisy(action))
}

/// Sum of all players' shares, in units.
fn total<G: Searchable, S: PlayerModel<G>>(walker: &Walker<G, S>) -> i32 {
    UNITS / i32::from(WHOLE) * i32::from(places::total(walker.objective(), G::PLAYERS))
}

/// The table entry of the node at `ply`.
fn known<G: Searchable, S: PlayerModel<G>>(walker: &Walker<G, S>, ply: Ply) -> Option<Known> {
    let entry = walker.table.probe(walker.table_key(ply) ^ MAXN_KEY)?;
    Some(
        Known::from_entry(entry, total(walker))?
            .later(|seat| walker.turns_completed(ply, seat) as i32),
    )
}

/// The best action of the node at `ply` according to the table.
pub(super) fn known_best<G: Searchable, S: PlayerModel<G>>(
    walker: &Walker<G, S>,
    ply: Ply,
) -> Option<G::Action> {
    let best = known(walker, ply)?.best;
    let mut actions = Vec::new();
    walker.game().actions(&mut actions);
    actions.into_iter().find(|action| mark(*action) == best)
}

fn remember<G: Searchable, S: PlayerModel<G>>(walker: &Walker<G, S>, known: Known, ply: Ply) {
    let known = known.later(|seat| -(walker.turns_completed(ply, seat) as i32));
    walker.table.store(walker.table_key(ply) ^ MAXN_KEY, known.to_entry());
}
