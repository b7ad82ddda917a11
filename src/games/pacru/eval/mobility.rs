//! Mobility in Shacru: how many bare fields a single chevron reaches if all others stay in place.

use super::facing_flood::{Chevron, FacingFlood};
use crate::games::pacru::board::Field;
use crate::games::pacru::{Cru, Family, MOST_CHEVRONS};
use crate::search::MOST_PLAYERS;

/// The number of a player's chevrons that count: the most mobile ones. No player starts with more.
pub(super) const FURTHEST: usize = 3;
/// Bare fields are counted up to this.
pub(super) const ENOUGH: usize = 6;
/// The number of steps for which chevrons are followed.
const STEPS: usize = 10;

/// The number of bare fields that a player's most mobile chevrons reach, in descending order.
pub(super) type Mobility = [u8; FURTHEST];

/// A selection of the chevrons of a position.
struct ConfinedChevrons {
    places: [Chevron; MOST_PLAYERS * MOST_CHEVRONS as usize],
    count: usize,
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// The mobility of each player.
    #[inline(always)]
    pub(super) fn mobility(&self) -> [Mobility; PLAYERS] {
        let mut found = [[0; FURTHEST]; PLAYERS];
        let confined = self.confined(&mut found);
        // One flood follows as many chevrons as it has slots.
        for group in confined.places[..confined.count].chunks(MOST_PLAYERS) {
            for ((owner, _), count) in group.iter().zip(self.counts_of(group)) {
                keep_most(&mut found[*owner], count);
            }
        }
        found
    }

    /// The chevrons that can move but do not reach [`ENOUGH`] bare fields in two steps. The chevrons that do are
    /// added to `found`.
    #[inline(always)]
    fn confined(&self, found: &mut [Mobility; PLAYERS]) -> ConfinedChevrons {
        let bare = self.unclaimed();
        let unused = (0, Field::FIRST);
        let mut confined =
            ConfinedChevrons { places: [unused; MOST_PLAYERS * MOST_CHEVRONS as usize], count: 0 };
        for (player, found) in found.iter_mut().enumerate() {
            let landable = self.player_board(player).landable;
            for from in self.chevrons[player] {
                let next = from.near(self.facing(from)) & landable;
                let mut reached = next;
                for to in next {
                    reached |= to.near(from.facing_along(to)) & landable;
                }
                if (reached & bare).count() as usize >= ENOUGH {
                    keep_most(found, ENOUGH as u8);
                } else if next.any() {
                    confined.places[confined.count] = (player, from);
                    confined.count += 1;
                }
            }
        }
        confined
    }

    /// The number of bare fields that each of these chevrons reaches.
    #[inline(always)]
    fn counts_of(&self, chevrons: &[Chevron]) -> [u8; MOST_PLAYERS] {
        let bare = self.unclaimed();
        let mut facing_flood = FacingFlood::of_chevrons(self, chevrons);
        let mut counts = [0; MOST_PLAYERS];
        for _ in 0..STEPS {
            let (reached, is_new) = facing_flood.advance();
            if !is_new {
                break;
            }
            for (place, count) in counts.iter_mut().enumerate() {
                // A stopped chevron reaches no fields.
                let reached = (reached.get(place) & bare).count() as usize;
                *count = (*count).max(reached.min(ENOUGH) as u8);
                if reached >= ENOUGH {
                    facing_flood.halt(place);
                }
            }
        }
        counts
    }
}

/// Inserts a number into a list of the greatest numbers, in descending order, if it is large enough.
#[inline(always)]
pub(super) fn keep_most(kept: &mut [u8], mut number: u8) {
    for kept in kept {
        (*kept, number) = ((*kept).max(number), (*kept).min(number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::pacru::tests::in_random_game;
    use crate::games::pacru::{CruAction, Shacru};
    use std::collections::{HashMap, HashSet, VecDeque};

    /// The number of bare fields that a chevron reaches, by breadth-first search (rules.md 4 and 9).
    fn count<const PLAYERS: usize>(game: &Shacru<PLAYERS>, player: usize, from: Field) -> u8 {
        let mut steps = HashMap::from([((from.index(), game.facing(from).index()), 0)]);
        let mut next = VecDeque::from([(from, game.facing(from))]);
        let mut bare = HashSet::new();
        while let Some((at, pointing)) = next.pop_front() {
            let taken = steps[&(at.index(), pointing.index())];
            for facing in [7, 0, 1].map(|eighths| pointing.turned(eighths)) {
                let Some(to) = at.neighbour(facing).filter(|to| !game.occupied().has(*to)) else {
                    continue;
                };
                let is_bare = !game.marked().has(to);
                if taken == STEPS || !(is_bare || game.markers[player].has(to)) {
                    continue;
                }
                if is_bare {
                    bare.insert(to.index());
                }
                let has_crossed = at.borderland() != to.borderland();
                let twists: &[u32] = if has_crossed { &[7, 0, 1] } else { &[0] };
                for facing in twists.iter().map(|eighths| facing.turned(*eighths)) {
                    steps.entry((to.index(), facing.index())).or_insert_with(|| {
                        next.push_back((to, facing));
                        taken + 1
                    });
                }
            }
        }
        bare.len().min(ENOUGH) as u8
    }

    fn check<const PLAYERS: usize>() {
        let mut found = [0; ENOUGH + 1];
        for seed in 0..20 {
            in_random_game(Shacru::<PLAYERS>::start(()), seed, |game, _: &[CruAction]| {
                let mobility = game.mobility();
                for (player, mobility) in mobility.iter().enumerate() {
                    let chevrons = game.chevrons[player];
                    let mut counts: Vec<u8> =
                        chevrons.map(|from| count(game, player, from)).collect();
                    counts.sort_by(|one, other| other.cmp(one));
                    assert_eq!(mobility[..], counts, "{}", game.fen());
                    counts.iter().for_each(|count| found[usize::from(*count)] += 1);
                }
            });
        }
        assert!(found.iter().all(|count| *count > 20), "{found:?}");
    }

    #[test]
    fn mobility_agrees_with_the_rules() {
        check::<3>();
        check::<4>();
    }

    /// White has four chevrons: one faces the edge, two have one bare field ahead, and one has a part of the board.
    #[test]
    fn the_most_mobile_chevrons_are_counted() {
        let fen = "W0rrrrrrrr/rrrrrrrW21/rrrrrrrrr/rrrrrrrrr/4W24/9/9/rrrrrrrrr/W21rrrrrrr w - 0 1";
        let game = Shacru::<4>::from_fen((), fen).unwrap();
        assert_eq!(game.mobility()[0], [6, 1, 1]);
        assert_eq!(game.influences()[0].destinations, 4);
    }
}
