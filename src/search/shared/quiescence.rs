//! Quiescence search: noisy actions until the position is quiet. It does not use the transposition table; the nodes
//! above are fewer and gain more from it.

use crate::game::Score;
use crate::search::searchable::Searchable;
use crate::search::shared::captures::Captures;
use crate::search::shared::lists::ActionLists;
use crate::search::{PlayerModel, Ply, Walker};
use std::marker::PhantomData;

/// Quiescence search. `C` selects the captures.
pub(in crate::search) struct Quiescence<G: Searchable, C> {
    lists: ActionLists<G::Action>,
    captures: PhantomData<C>,
}

impl<G: Searchable, C> Quiescence<G, C> {
    pub fn new() -> Self {
        Self { lists: ActionLists::new(), captures: PhantomData }
    }

    pub fn clear(&mut self) {
        self.lists.clear();
    }
}

impl<G: Searchable, C: Captures<G>> Quiescence<G, C> {
    /// The value for the mover of a node at or below the horizon. `horizon` is the ply of the
    /// horizon.
    pub fn search<const PV: bool, S: PlayerModel<G>>(
        &mut self,
        walker: &mut Walker<G, S>,
        mut alpha: Score,
        beta: Score,
        ply: Ply,
        horizon: Ply,
    ) -> Score {
        if let Some(score) = walker.arrive::<PV>(ply) {
            return score;
        }

        // A mover who is compelled to act cannot stand pat. The value comes from the actions alone.
        let mut best = -Score::INFINITE;
        let mut is_narrow = false;
        let may_stand_pat = walker.game().may_stand_pat();
        if may_stand_pat {
            is_narrow = ply >= horizon.saturating_add(G::PROFILE.full_quiescence);
            best = walker.value_within(alpha, beta);
            let is_long = ply >= horizon.saturating_add(G::PROFILE.longest_quiescence);
            if best >= beta || is_long || !walker.game().has_noisy() {
                return best;
            }
            alpha = alpha.max(best);
        }

        let by_root_player = walker.is_root_player_to_move();
        // Delta pruning by static exchange: a smaller gain leaves the mover far below alpha.
        let margin = G::PROFILE.params.exchange_margin();
        let least_win = alpha.raw() - best.raw() - margin;
        let least = least_win.max(i32::from(may_stand_pat));
        let first = self.lists.actions.len();
        let mut next = first;
        C::list(walker.game(), least, &mut self.lists.actions);
        self.lists.value_from(first, |action| walker.game().gain(action));
        while let Some(action) = self.lists.take_best(next) {
            next += 1;
            if !C::wins(walker.game(), action, least) {
                continue;
            }
            let made = walker.make(action, ply);
            let value = if walker.is_root_player_to_move() == by_root_player {
                self.search::<PV, S>(walker, alpha, beta, ply + 1, horizon)
            } else {
                -self.search::<PV, S>(walker, -beta, -alpha, ply + 1, horizon)
            };
            walker.unmake(made);
            if walker.meter.stopped {
                break;
            }
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    if PV {
                        walker.extend_pv(action, ply);
                    }
                }
            }
            if value >= beta || is_narrow {
                break;
            }
        }
        self.lists.truncate(first);
        best
    }
}
