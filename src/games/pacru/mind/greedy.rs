//! Who will be ahead in Azacru if from now on everybody takes what marks most at once: a play-out without chance, of a few
//! rounds. In the last third of a game hardly anything else is done.

use super::sights::Sights;
use crate::games::pacru::board::{Field, Fields};
use crate::games::pacru::{Cru, Family, Stage};

/// How many rounds are played out.
pub(super) const ROUNDS: usize = 4;
/// With fewer markers on the board it says little of the end.
const LEAST_MARKERS: u32 = 24;

/// By rounds, how many markers a player has more than the best of the others, or fewer.
pub(super) type Leads = [i8; ROUNDS];

/// What a move is worth to who looks no further: for each field that it marks, for each of these that it takes from
/// another, and less for the chevron that this costs.
const MARKED: u32 = 4;
const TAKEN: u32 = 2;
const CHEVRON: u32 = 3;

/// A move that marks much.
#[derive(Clone, Copy)]
struct Grab {
    from: Field,
    to: Field,
    /// The fields that become the mover's.
    marked: Fields,
    worth: u32,
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// Adds to each player's sight whether he will be ahead, unless it is too early to say.
    #[inline(always)]
    pub(super) fn look_ahead(&self, sights: &mut Sights) {
        if self.marked().count() < LEAST_MARKERS {
            return;
        }
        let mut game = *self;
        let mut left = match self.stage {
            Stage::LastRound(first) => Self::seats_behind(self.side.index(), first.index()),
            _ => usize::MAX,
        };
        let mut player = self.side.index();
        for round in 0..ROUNDS {
            for _ in 0..PLAYERS.min(left) {
                left -= 1;
                match game.best_grab(player) {
                    Some(grab) => game.take(player, grab),
                    // Who cannot move begins the last round.
                    None => left = left.min(PLAYERS - 1),
                }
                player = (player + 1) % PLAYERS;
            }
            for (player, sight) in sights.iter_mut().enumerate().take(PLAYERS) {
                sight.leads.get_or_insert_default()[round] = game.lead(player);
            }
        }
    }

    /// How many markers a player has more than the best of the others, or fewer.
    #[inline(always)]
    fn lead(&self, player: usize) -> i8 {
        let others = (0..PLAYERS).filter(|other| *other != player);
        let best = others.map(|other| self.markers[other].count()).max().unwrap_or(0);
        self.markers[player].count() as i8 - best as i8
    }

    /// The move of a player that is worth most to him at once, if he can move.
    #[inline(always)]
    fn best_grab(&self, player: usize) -> Option<Grab> {
        let ground = self.ground(player);
        let mut best: Option<Grab> = None;
        let mut offer = |grab: Grab| {
            if best.is_none_or(|best| grab.worth > best.worth) {
                best = Some(grab);
            }
        };
        for from in ground.friends {
            let reach = self.reach(&ground, player, from);
            let bare = reach.targets & ground.bare;
            let mut plain = if bare.any() { bare } else { reach.targets };
            if let Some(to) = plain.next() {
                let marked = to.bit() & bare;
                offer(Grab { from, to, marked, worth: MARKED * marked.count() });
            }
            for to in reach.connections {
                let marked = from.between(to, from.facing_along(to)) & !ground.mine;
                let taken = (marked & !ground.bare).count();
                let cost = if taken > 0 { CHEVRON } else { 0 };
                let worth = MARKED * marked.count() + TAKEN * taken - cost;
                offer(Grab { from, to, marked, worth });
            }
        }
        best
    }

    /// Carries a move out, as far as it matters here: the key and the end of the game stay as they were.
    #[inline(always)]
    fn take(&mut self, player: usize, grab: Grab) {
        let Grab { from, to, marked, .. } = grab;
        self.chevrons[player] &= !from.bit();
        let mut is_lost = false;
        for other in 0..PLAYERS {
            for field in self.markers[other] & marked {
                self.counts[other][field.borderland()] -= 1;
                is_lost = true;
            }
            self.markers[other] &= !marked;
        }
        self.markers[player] |= marked;
        for field in marked {
            self.counts[player][field.borderland()] += 1;
        }
        if !is_lost {
            self.chevrons[player] |= to.bit();
            self.facings[to.index()] = from.facing_along(to);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::games::pacru::tests::in_random_game;
    use crate::games::pacru::{Azacru, CruAction};

    /// What an action is worth by what it changes, by the rules of the game.
    fn worth<const PLAYERS: usize>(game: &Azacru<PLAYERS>, action: CruAction) -> u32 {
        let player = game.player().index();
        let mut after = *game;
        after.make(action);
        let marked = after.markers[player] & !game.markers[player];
        let taken = (marked & game.marked()).count();
        let has_lost = after.chevrons[player].count() < game.chevrons[player].count();
        MARKED * marked.count() + TAKEN * taken - CHEVRON * u32::from(has_lost)
    }

    /// The first of the actions that are worth most: of each chevron those to bare fields come first, then those that
    /// gain nothing, then connections.
    fn greediest<const PLAYERS: usize>(game: &Azacru<PLAYERS>) -> CruAction {
        let mut actions = Vec::new();
        game.actions(&mut actions);
        let is_plain = |action: &&CruAction| {
            !action.is_move() || action.facing() == action.field().facing_along(action.to())
        };
        let order = |action: &CruAction| {
            let connects = action.connects() && worth(game, *action) > 0;
            (action.field().index(), connects, action.to().index())
        };
        let mut plain: Vec<_> = actions.iter().filter(is_plain).copied().collect();
        plain.sort_by_key(order);
        let most = plain.iter().map(|action| worth(game, *action)).max();
        *plain.iter().find(|action| Some(worth(game, **action)) == most).unwrap()
    }

    /// Leads by playing on, action by action.
    fn leads_by_actions<const PLAYERS: usize>(game: &Azacru<PLAYERS>) -> [Leads; PLAYERS] {
        let mut game = *game;
        let mut leads = [[0; ROUNDS]; PLAYERS];
        for round in 0..ROUNDS {
            for _ in 0..PLAYERS {
                if game.outcome().is_none() {
                    game.make(greediest(&game));
                }
            }
            for (player, leads) in leads.iter_mut().enumerate() {
                let counts = game.markers.map(|markers| markers.count() as i8);
                let others = (0..PLAYERS).filter(|other| *other != player);
                leads[round] = counts[player] - others.map(|other| counts[other]).max().unwrap();
            }
        }
        leads
    }

    fn check<const PLAYERS: usize>(start: Azacru<PLAYERS>) {
        let mut late = 0;
        for seed in 0..6 {
            in_random_game(start, seed, |game, actions| {
                let sights = game.sights();
                let expected = (game.marked().count() >= LEAST_MARKERS && !actions.is_empty())
                    .then(|| leads_by_actions(game));
                for (player, sight) in sights.iter().enumerate().take(PLAYERS) {
                    if !actions.is_empty() {
                        assert_eq!(sight.leads, expected.map(|leads| leads[player]));
                    }
                }
                late += u32::from(expected.is_some());
            });
        }
        assert!(late > 50, "only {late} late positions");
    }

    #[test]
    fn leads_are_those_of_greedy_play() {
        check(Azacru::<3>::start(()));
        check(Azacru::<4>::start(()));
    }
}
