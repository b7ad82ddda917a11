//! What players have in sight, which the hand-made evaluation counts and networks are shown.

use crate::games::pacru::board::{Field, Fields};
use crate::games::pacru::reach::{Ground, Reach};
use crate::games::pacru::{Cru, Family};
use crate::search::MOST_PLAYERS;

/// What each player has in sight.
pub(super) type Sights = [Sight; MOST_PLAYERS];

/// What a player has in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    /// The fields that his chevrons reach.
    pub reached: Fields,
    /// The bare fields that he comes to before all others, where networks are shown them.
    pub territory: Fields,
    /// What a move of his would mark.
    pub marked: Marked,
}

impl Sight {
    pub const NOTHING: Self =
        Self { reached: Fields::NONE, territory: Fields::NONE, marked: Marked::NOTHING };
}

/// The fields that a player would mark with a move, those he has marked left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marked {
    /// All that lie within a connection.
    pub connecting: Fields,
    /// As many as one move marks at most.
    pub most: u32,
}

impl Marked {
    pub const NOTHING: Self = Self { connecting: Fields::NONE, most: 0 };

    /// Adds what moves of a chevron there would mark.
    #[inline(always)]
    pub fn add(&mut self, ground: &Ground, from: Field, reach: &Reach) {
        self.most = self.most.max(u32::from((reach.targets & ground.bare).any()));
        for to in reach.connections {
            let between = from.between(to, from.facing_along(to)) & !ground.mine;
            self.connecting |= between;
            self.most = self.most.max(between.count());
        }
    }
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// Whether networks are shown territory: where they have learnt what it is worth.
    pub(super) const SHOWS_TERRITORY: bool = Self::IS_SHACRU && PLAYERS > 2;
    /// Whether they are shown what moves would mark.
    pub(super) const SHOWS_MARKED: bool = Self::IS_AZACRU && PLAYERS > 2;

    /// What each player has in sight.
    #[inline(always)]
    pub(super) fn sights(&self) -> Sights {
        let mut sights = self.looked::<true>();
        if Self::SHOWS_TERRITORY {
            for (sight, territory) in sights.iter_mut().zip(self.territory()) {
                sight.territory = territory.own;
            }
        }
        sights
    }

    /// The same without what takes long to find.
    #[inline(always)]
    pub(super) fn reached(&self) -> Sights {
        self.looked::<false>()
    }

    #[inline(always)]
    fn looked<const ALL: bool>(&self) -> Sights {
        let mut sights = [Sight::NOTHING; MOST_PLAYERS];
        for (player, sight) in sights.iter_mut().enumerate().take(PLAYERS) {
            let ground = self.ground(player);
            for from in ground.friends {
                let reach = self.reach(&ground, player, from);
                sight.reached |= reach.targets | reach.attacked;
                if ALL && Self::SHOWS_MARKED {
                    sight.marked.add(&ground, from, &reach);
                }
            }
        }
        sights
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::games::pacru::tests::in_random_game;
    use crate::games::pacru::{Azacru, CruAction};

    /// What the moves of the player whose turn it is mark, one by one.
    fn marked_by_moves<const PLAYERS: usize>(
        game: &Azacru<PLAYERS>,
        actions: &[CruAction],
    ) -> Marked {
        let player = game.player().index();
        let mut found = Marked::NOTHING;
        for action in actions {
            let mut next = *game;
            next.make(*action);
            let new = next.markers[player] & !game.markers[player];
            found.most = found.most.max(new.count());
            if action.connects() {
                found.connecting |= new;
            }
        }
        found
    }

    fn check<const PLAYERS: usize>(start: Azacru<PLAYERS>) {
        for seed in 0..8 {
            in_random_game(start, seed, |game, actions| {
                if !actions.is_empty() {
                    let sight = game.sights()[game.player().index()];
                    assert_eq!(sight.marked, marked_by_moves(game, actions));
                }
            });
        }
    }

    #[test]
    fn what_moves_would_mark_is_seen() {
        check(Azacru::<3>::start(()));
        check(Azacru::<4>::start(()));
    }
}
