//! Influences of the players: fields within reach of their chevrons. They are evaluation terms and network inputs.

use super::mobility::{FURTHEST, Mobility, keep_most};
use super::territory::Territory;
use crate::games::pacru::board::{Field, Fields};
use crate::games::pacru::reach::{Attacks, ChevronReach, PlayerBoard};
use crate::games::pacru::{BorderMarker, Cru, Family, GameKind};
use crate::search::MOST_PLAYERS;

/// The influence of each player.
pub(super) type Influences = [Influence; MOST_PLAYERS];

/// The influence of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Influence {
    /// The fields that its chevrons reach.
    pub reached: Fields,
    /// The number of moves of its chevrons, not counting twists. Only computed where networks use it.
    pub destinations: u8,
    /// The bare fields that it reaches first. Only computed where networks use it.
    pub territory: Territory,
    /// The mobility of its chevrons. Only computed where networks use it.
    pub mobility: Mobility,
    /// What its moves would mark. Only computed where networks use it.
    pub marked: Marked,
    /// The fields of the chevrons that it could capture if it were to move. Only computed where networks use it.
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

/// What the moves of a player would mark. Fields that already have its markers do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marked {
    /// All fields that lie within a connection.
    pub connecting: Fields,
    /// The greatest number of fields that a move of one chevron marks, for the best [`BEST`] chevrons, the best
    /// first. In Pacru captures do not count. Crossing a border counts as one field, although now and then no field
    /// is left.
    pub gains: [u8; BEST],
    /// The most markers that one connection takes from each player.
    pub taken: [u8; MOST_PLAYERS],
}

/// The number of chevrons of a player that are considered.
const BEST: usize = 3;

impl Marked {
    pub const NOTHING: Self =
        Self { connecting: Fields::NONE, gains: [0; BEST], taken: [0; MOST_PLAYERS] };
}

/// Whether territory is a network input. Only the networks of these games were trained with it.
pub(super) const fn has_territory_features(kind: GameKind, players: usize) -> bool {
    matches!(kind, GameKind::Shacru) && players > 2
}

/// Whether mobility is a network input. For four players it cost more time than it was worth.
pub(super) const fn has_mobility_features(kind: GameKind, players: usize) -> bool {
    has_territory_features(kind, players) && players == 3
}

/// Whether the fields that moves would mark are a network input.
pub(super) const fn has_marked_features(kind: GameKind, players: usize) -> bool {
    !matches!(kind, GameKind::Shacru) && players > 2
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    #[inline(always)]
    pub(super) fn has_territory_features(&self) -> bool {
        has_territory_features(self.kind(), PLAYERS)
    }

    #[inline(always)]
    pub(super) fn has_mobility_features(&self) -> bool {
        has_mobility_features(self.kind(), PLAYERS)
    }

    #[inline(always)]
    pub(super) fn has_marked_features(&self) -> bool {
        has_marked_features(self.kind(), PLAYERS)
    }

    /// The influence of each player.
    #[inline(always)]
    pub(super) fn influences(&self) -> Influences {
        let mut influences = self.computed::<true>();
        if self.has_territory_features() {
            for (influence, territory) in influences.iter_mut().zip(self.territory()) {
                influence.territory = territory;
            }
        }
        if self.has_mobility_features() {
            self.add_mobility(&mut influences);
        }
        influences
    }

    /// Adds the mobility of each player's chevrons.
    #[inline(always)]
    pub(super) fn add_mobility(&self, influences: &mut Influences) {
        for (influence, mobility) in influences.iter_mut().zip(self.mobility()) {
            influence.mobility = mobility;
        }
    }

    /// The influences without the parts that are slow to compute.
    #[inline(always)]
    pub(super) fn reached(&self) -> Influences {
        self.computed::<false>()
    }

    #[inline(always)]
    fn computed<const ALL: bool>(&self) -> Influences {
        let mut influences = [Influence::NOTHING; MOST_PLAYERS];
        for (player, influence) in influences.iter_mut().enumerate().take(PLAYERS) {
            let board = self.player_board(player);
            let mut attacks = Attacks::NONE;
            for from in board.friends {
                let reach = self.reach(&board, player, from);
                influence.reached |= reach.targets | reach.attacked;
                if ALL && PLAYERS > 2 {
                    influence.destinations += reach.targets.count() as u8;
                }
                if ALL && self.has_marked_features() {
                    self.add_marked(&mut influence.marked, &board, from, &reach);
                    attacks.add(reach.attacked);
                }
            }
            influence.capturable = attacks.pincered;
        }
        influences
    }

    /// Adds what the moves of the chevron on `from` would mark.
    #[inline(always)]
    pub(super) fn add_marked(
        &self,
        found: &mut Marked,
        board: &PlayerBoard,
        from: Field,
        reach: &ChevronReach,
    ) {
        let marking = match self.settings().border_marker {
            _ if !self.is_pacru() => board.bare,
            BorderMarker::None => Fields::NONE,
            BorderMarker::Bare | BorderMarker::Any => !from.home(),
        };
        let mut gain = u8::from((reach.targets & marking).any());
        for to in reach.connections {
            let between = from.between(to, from.facing_along(to)) & !board.mine;
            found.connecting |= between;
            gain = gain.max(between.count() as u8);
            for (taken, markers) in found.taken.iter_mut().zip(&self.markers) {
                *taken = (*taken).max((between & *markers).count() as u8);
            }
        }
        keep_most(&mut found.gains, gain);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Notation};
    use crate::games::pacru::tests::in_random_game;
    use crate::games::pacru::{Azacru, CruAction, Meeting, Pacru, Shacru};
    use std::collections::{BTreeMap, BTreeSet};

    /// For the player to move: the fields that each move marks, the fields of the chevrons that moves capture, and
    /// the number of moves without twists.
    fn seen_by_moves<F: Family, const PLAYERS: usize>(
        game: &Cru<F, PLAYERS>,
        actions: &[CruAction],
    ) -> (Marked, Fields, usize) {
        let player = game.player().index();
        let is_pacru = game.is_pacru();
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
                    if !game.is_shacru() {
                        assert_eq!(influence.marked, marked, "{game:?}");
                    }
                    if game.is_pacru() {
                        assert_eq!(influence.capturable, captured, "{game:?}");
                        captures += captured.count();
                    }
                }
            });
        }
        assert_eq!(captures > 10, start.is_pacru(), "{captures} captures");
    }

    #[test]
    fn influences_agree_with_the_moves() {
        check(Shacru::<3>::start(()));
        check(Shacru::<4>::start(()));
        check(Azacru::<3>::start(()));
        check(Azacru::<4>::start(()));
        check(Pacru::<3>::start(Meeting::Tournament));
        check(Pacru::<4>::start(Meeting::Tournament));
    }
}
