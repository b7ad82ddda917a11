//! What players have in sight, which the hand-made evaluation counts and networks are shown.

use super::mobility::{FURTHEST, Mobility};
use super::territory::Territory;
use crate::games::pacru::board::{Field, Fields};
use crate::games::pacru::reach::{Attacks, Ground, Reach};
use crate::games::pacru::{Cru, Family};
use crate::search::MOST_PLAYERS;

/// What each player has in sight.
pub(super) type Influences = [Influence; MOST_PLAYERS];

/// What a player has in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Influence {
    /// The fields that his chevrons reach.
    pub reached: Fields,
    /// How many moves his chevrons have, but for facings, where networks are shown that.
    pub destinations: u8,
    /// The bare fields that he comes to first, likewise.
    pub territory: Territory,
    /// How far his chevrons come, likewise.
    pub mobility: Mobility,
    /// What moves of his would mark, likewise.
    pub marked: Marked,
    /// The fields of the chevrons that he could capture if he had the turn, likewise.
    pub capturable: Fields,
}

impl Influence {
    pub const NOTHING: Self = Self {
        reached: Fields::NONE,
        destinations: 0,
        territory: Territory::NONE,
        mobility: [0; FURTHEST],
        marked: Marked::NOTHING,
        capturable: Fields::NONE,
    };
}

/// What moves of a player would mark, fields that he has marked left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marked {
    /// All fields that lie within a connection.
    pub connecting: Fields,
    /// The most fields that moves of one chevron mark; of his best chevrons, the best one first. In Pacru captures are left
    /// out, and crossing a border counts as one field, though now and then none is to be had.
    pub gains: [u8; BEST],
    /// The most markers that one connection takes from each player.
    pub taken: [u8; MOST_PLAYERS],
}

/// So many chevrons of a player are looked at.
const BEST: usize = 3;

impl Marked {
    pub const NOTHING: Self =
        Self { connecting: Fields::NONE, gains: [0; BEST], taken: [0; MOST_PLAYERS] };
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// Whether networks are shown territory: where they have learnt what it is worth.
    pub(super) const SHOWS_TERRITORY: bool = Self::IS_SHACRU && PLAYERS > 2;
    /// Whether they are shown how far chevrons come. For four players it took more time than it was worth.
    pub(super) const SHOWS_ROAMING: bool = Self::SHOWS_TERRITORY && PLAYERS == 3;
    /// Whether they are shown what moves would mark.
    pub(super) const SHOWS_MARKED: bool = !Self::IS_SHACRU && PLAYERS > 2;

    /// What each player has in sight.
    #[inline(always)]
    pub(super) fn influences(&self) -> Influences {
        let mut influences = self.looked::<true>();
        if Self::SHOWS_TERRITORY {
            for (influence, territory) in influences.iter_mut().zip(self.territory()) {
                influence.territory = territory;
            }
        }
        if Self::SHOWS_ROAMING {
            self.add_roaming(&mut influences);
        }
        influences
    }

    /// Adds how far each player's chevrons come.
    #[inline(always)]
    pub(super) fn add_roaming(&self, influences: &mut Influences) {
        for (influence, mobility) in influences.iter_mut().zip(self.mobility()) {
            influence.mobility = mobility;
        }
    }

    /// The same without what takes long to find.
    #[inline(always)]
    pub(super) fn reached(&self) -> Influences {
        self.looked::<false>()
    }

    #[inline(always)]
    fn looked<const ALL: bool>(&self) -> Influences {
        let mut influences = [Influence::NOTHING; MOST_PLAYERS];
        for (player, influence) in influences.iter_mut().enumerate().take(PLAYERS) {
            let ground = self.ground(player);
            let mut attacks = Attacks::NONE;
            for from in ground.friends {
                let reach = self.reach(&ground, player, from);
                influence.reached |= reach.targets | reach.attacked;
                if ALL && PLAYERS > 2 {
                    influence.destinations += reach.targets.count() as u8;
                }
                if ALL && Self::SHOWS_MARKED {
                    self.add_marked(&mut influence.marked, &ground, from, &reach);
                    attacks.add(reach.attacked);
                }
            }
            influence.capturable = attacks.pincered;
        }
        influences
    }

    /// Adds what moves of a chevron there would mark.
    #[inline(always)]
    pub(super) fn add_marked(
        &self,
        found: &mut Marked,
        ground: &Ground,
        from: Field,
        reach: &Reach,
    ) {
        let marking = if Self::IS_PACRU { !from.home() } else { ground.bare };
        let mut gain = u8::from((reach.targets & marking).any());
        for to in reach.connections {
            let between = from.between(to, from.facing_along(to)) & !ground.mine;
            found.connecting |= between;
            gain = gain.max(between.count() as u8);
            for (taken, markers) in found.taken.iter_mut().zip(&self.markers) {
                *taken = (*taken).max((between & *markers).count() as u8);
            }
        }
        keep_most(&mut found.gains, gain);
    }
}

/// Puts a number among those kept, the greatest ones in falling order, if it belongs there.
#[inline(always)]
pub(super) fn keep_most(kept: &mut [u8], mut number: u8) {
    for kept in kept {
        (*kept, number) = ((*kept).max(number), (*kept).min(number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::games::pacru::tests::in_random_game;
    use crate::games::pacru::{Azacru, CruAction, Meeting, Pacru, Shacru};
    use std::collections::{BTreeMap, BTreeSet};

    /// What the moves of the player whose turn it is mark, one by one, the fields of the chevrons that they capture, and how
    /// many there are, but for facings.
    fn seen_by_moves<F: Family, const PLAYERS: usize>(
        game: &Cru<F, PLAYERS>,
        actions: &[CruAction],
    ) -> (Marked, Fields, usize) {
        let player = game.player().index();
        let is_pacru = Cru::<F, PLAYERS>::IS_PACRU;
        let (mut found, mut captured) = (Marked::NOTHING, Fields::NONE);
        let (mut gains, mut moves) = (BTreeMap::new(), BTreeSet::new());
        for action in actions.iter().filter(|action| action.is_move()) {
            let (from, to) = (action.field(), action.to());
            if is_pacru && game.occupied().has(to) {
                captured |= to.bit();
                continue;
            }
            let mut next = *game;
            next.make(*action);
            let new = next.markers[player] & !game.markers[player];
            let gain: &mut u8 = gains.entry(from).or_default();
            *gain = (*gain).max(match is_pacru && !action.connects() {
                true => u8::from(from.borderland() != to.borderland()),
                false => new.count() as u8,
            });
            moves.insert((from, to));
            if action.connects() {
                found.connecting |= new;
                for (taken, markers) in found.taken.iter_mut().zip(game.markers) {
                    *taken = (*taken).max((new & markers).count() as u8);
                }
            }
        }
        let mut gains: Vec<u8> = gains.into_values().chain([0; BEST]).collect();
        gains.sort_by(|one, other| other.cmp(one));
        found.gains.copy_from_slice(&gains[..BEST]);
        (found, captured, moves.len())
    }

    fn check<F: Family, const PLAYERS: usize>(start: Cru<F, PLAYERS>) {
        let mut captures = 0;
        for seed in 0..8 {
            in_random_game(start, seed, |game, actions| {
                if !actions.is_empty() && game.turn_start() {
                    let influence = game.influences()[game.player().index()];
                    let (marked, captured, moves) = seen_by_moves(game, actions);
                    assert_eq!(usize::from(influence.destinations), moves, "{game:?}");
                    if !Cru::<F, PLAYERS>::IS_SHACRU {
                        assert_eq!(influence.marked, marked, "{game:?}");
                    }
                    if Cru::<F, PLAYERS>::IS_PACRU {
                        assert_eq!(influence.capturable, captured, "{game:?}");
                        captures += captured.count();
                    }
                }
            });
        }
        assert_eq!(captures > 10, Cru::<F, PLAYERS>::IS_PACRU, "{captures} captures");
    }

    #[test]
    fn what_moves_do_is_seen() {
        check(Shacru::<3>::start(()));
        check(Shacru::<4>::start(()));
        check(Azacru::<3>::start(()));
        check(Azacru::<4>::start(()));
        check(Pacru::<3>::start(Meeting::Tournament));
        check(Pacru::<4>::start(Meeting::Tournament));
    }
}
