//! Territory in Azacru and Shacru: the bare fields that a player reaches before the others.

use super::facing_flood::FacingFlood;
use crate::games::pacru::board::Fields;
use crate::games::pacru::{Cru, Family};

/// The number of steps for which territory is computed.
const STEPS: usize = 8;
/// The number of steps where chevrons must turn on their way.
const STEPS_TURNING: usize = 16;

/// The territory of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Territory {
    /// The fields that the player reaches before all others.
    pub own: Fields,
    /// The fields that the player reaches at the same time as another player.
    pub shared: Fields,
}

impl Territory {
    pub const NONE: Self = Self { own: Fields::NONE, shared: Fields::NONE };
}

/// Assigns the fields of `unclaimed` that are now reached, and removes them from it.
#[inline(always)]
fn claim<const PLAYERS: usize>(
    fronts: &[Fields; PLAYERS],
    unclaimed: &mut Fields,
    found: &mut [Territory; PLAYERS],
) {
    let (mut once, mut twice) = (Fields::NONE, Fields::NONE);
    for front in fronts {
        twice |= once & *front & *unclaimed;
        once |= *front & *unclaimed;
    }
    for (front, territory) in fronts.iter().zip(found) {
        territory.own |= *front & *unclaimed & !twice;
        territory.shared |= *front & twice;
    }
    *unclaimed &= !once;
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// The territory of each player, if all chevrons advance over bare fields and their own markers.
    #[inline(always)]
    pub(super) fn territory(&self) -> [Territory; PLAYERS] {
        if self.has_territory_features() { self.by_real_moves() } else { self.by_king_steps() }
    }

    /// Territory with real moves: each step turns at most one eighth to the right or left.
    #[inline(always)]
    fn by_real_moves(&self) -> [Territory; PLAYERS] {
        let mut found = [Territory::NONE; PLAYERS];
        let mut unclaimed = self.unclaimed();
        let mut facing_flood = FacingFlood::of(self);
        for _ in 0..STEPS_TURNING {
            let (reached, is_new) = facing_flood.advance();
            let fronts = std::array::from_fn(|player| reached.get(player));
            claim(&fronts, &mut unclaimed, &mut found);
            if unclaimed.is_empty() || !is_new {
                break;
            }
        }
        found
    }

    /// Territory by king steps after the first step. The approximation is good enough where chevrons move far, as in
    /// Azacru. Shacru for two keeps it because its weights were fitted to it.
    #[inline(always)]
    fn by_king_steps(&self) -> [Territory; PLAYERS] {
        let mut found = [Territory::NONE; PLAYERS];
        let mut unclaimed = self.unclaimed();
        let mut fronts = self.next_to_chevrons(unclaimed);
        for _ in 0..STEPS {
            claim(&fronts, &mut unclaimed, &mut found);
            if unclaimed.is_empty() || !self.advance(&mut fronts, unclaimed) {
                break;
            }
        }
        found
    }

    /// The fields that each player's chevrons reach with one forward step.
    #[inline(always)]
    fn next_to_chevrons(&self, unclaimed: Fields) -> [Fields; PLAYERS] {
        let mut fronts = [Fields::NONE; PLAYERS];
        for (player, front) in fronts.iter_mut().enumerate() {
            for from in self.chevrons[player] {
                *front |= from.near(self.facing(from)) & (unclaimed | self.markers[player]);
            }
        }
        fronts
    }

    /// Advances by one king step. Returns whether any field was added.
    #[inline(always)]
    fn advance(&self, fronts: &mut [Fields; PLAYERS], unclaimed: Fields) -> bool {
        let mut has_grown = false;
        for (player, front) in fronts.iter_mut().enumerate() {
            let grown = *front | front.around() & (unclaimed | self.markers[player]);
            has_grown |= grown != *front;
            *front = grown;
        }
        has_grown
    }
}

#[cfg(test)]
mod tests {
    use super::{Fields, Territory};
    use crate::game::Notation;
    use crate::games::pacru::Shacru;

    type Found = [[String; 2]; 2];

    /// White's and Black's territory in a corner. All other fields have red markers. The first result is by real
    /// moves, the second by king steps.
    fn in_corner(corner: &str) -> [Found; 2] {
        let fen = format!("{}{corner} w - 0 1", "rrrrrrrrr/".repeat(6));
        let game = Shacru::<4>::from_fen((), &fen).unwrap();
        let names = |fields: Fields| {
            let names: Vec<String> = fields.into_iter().map(|field| field.name()).collect();
            names.join(" ")
        };
        [game.by_real_moves(), game.by_king_steps()].map(|found| {
            let of = |territory: Territory| [territory.own, territory.shared].map(names);
            [of(found[0]), of(found[1])]
        })
    }

    #[test]
    fn fields_go_to_the_first_player_or_are_shared() {
        let [turning, kings] = in_corner("1B4rrrrrrr/2rrrrrrr/W21rrrrrrr");
        assert_eq!(turning, [["b1", "b2"], ["a2", "b2"]]);
        assert_eq!(kings, [["b1", "a3 b2"], ["a2", "a3 b2"]]);
    }

    #[test]
    fn paths_cross_only_own_markers() {
        for found in in_corner("1rrrrrrrr/wrrrrrrrr/W0rrrrrrrr") {
            assert_eq!(found[0], ["a3", ""]);
        }
        for found in in_corner("1rrrrrrrr/grrrrrrrr/W0rrrrrrrr") {
            assert_eq!(found[0], ["", ""]);
        }
    }

    /// The first step is a forward step.
    #[test]
    fn the_first_step_is_forward() {
        let corners = ["W4rrrrrrrr/rrrrrrrrr/rrrrrrrrr", "1rrrrrrrr/W4rrrrrrrr/rrrrrrrrr"];
        for found in corners.into_iter().flat_map(in_corner) {
            assert_eq!(found[0], ["", ""]);
        }
        for found in in_corner("1rrrrrrrr/W0rrrrrrrr/rrrrrrrrr") {
            assert_eq!(found[0], ["a3", ""]);
        }
    }

    #[test]
    fn only_king_steps_turn_without_room() {
        let [turning, kings] = in_corner("rrrrrrrrr/r1rrrrrrr/rW21rrrrrr");
        assert_eq!(turning[0], ["c1", ""]);
        assert_eq!(kings[0], ["b2 c1", ""]);
    }
}
