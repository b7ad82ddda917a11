//! Territory in Azacru and Shacru: bare fields, by who comes to them first.

use super::facing_flood::FacingFlood;
use crate::games::pacru::board::Fields;
use crate::games::pacru::{Cru, Family};

/// Territory is looked for so many steps away.
const STEPS: usize = 8;
/// The same where chevrons have to turn as they go.
const STEPS_TURNING: usize = 16;

/// A player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Territory {
    /// The fields to which he comes before all others.
    pub own: Fields,
    /// Those to which he and another come at the same time.
    pub shared: Fields,
}

impl Territory {
    pub const NONE: Self = Self { own: Fields::NONE, shared: Fields::NONE };
}

/// Gives the fields among `unclaimed` to those who come to them now, and takes them from it.
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
    /// The bare fields that the chevrons of each player come to, if all of them go on over bare fields and their own
    /// markers.
    #[inline(always)]
    pub(super) fn territory(&self) -> [Territory; PLAYERS] {
        if Self::SHOWS_TERRITORY { self.as_they_turn() } else { self.as_kings() }
    }

    /// The fields with neither a marker nor a chevron.
    #[inline(always)]
    pub(super) fn unclaimed(&self) -> Fields {
        Fields::BOARD & !self.marked() & !self.occupied()
    }

    /// Step by step, no more than half right or half left of where they point.
    #[inline(always)]
    fn as_they_turn(&self) -> [Territory; PLAYERS] {
        let mut found = [Territory::NONE; PLAYERS];
        let mut unclaimed = self.unclaimed();
        let mut facing_flood = FacingFlood::of(self);
        for _ in 0..STEPS_TURNING {
            let (reached, is_new) = facing_flood.go_on();
            let fronts = std::array::from_fn(|player| reached.get(player));
            claim(&fronts, &mut unclaimed, &mut found);
            if unclaimed.is_empty() || !is_new {
                break;
            }
        }
        found
    }

    /// Step by step, any way but for the first step. It suffices where they go far, and what weighs it in Shacru for two
    /// has learnt from it so.
    #[inline(always)]
    fn as_kings(&self) -> [Territory; PLAYERS] {
        let mut found = [Territory::NONE; PLAYERS];
        let mut unclaimed = self.unclaimed();
        let mut fronts = self.next_to_chevrons(unclaimed);
        for _ in 0..STEPS {
            claim(&fronts, &mut unclaimed, &mut found);
            if unclaimed.is_empty() || !self.go_on(&mut fronts, unclaimed) {
                break;
            }
        }
        found
    }

    /// Where each player's chevrons get with one step to the front.
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

    /// A step on, any way. Says whether it led anywhere.
    #[inline(always)]
    fn go_on(&self, fronts: &mut [Fields; PLAYERS], unclaimed: Fields) -> bool {
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

    /// White's and black's territory in a corner, beside which all fields have red markers: as chevrons turn, and as
    /// kings go.
    fn in_corner(corner: &str) -> [Found; 2] {
        let fen = format!("{}{corner} w - 0 1", "rrrrrrrrr/".repeat(6));
        let game = Shacru::<4>::from_fen((), &fen).unwrap();
        let names = |fields: Fields| {
            let names: Vec<String> = fields.into_iter().map(|field| field.name()).collect();
            names.join(" ")
        };
        [game.as_they_turn(), game.as_kings()].map(|found| {
            let of = |territory: Territory| [territory.own, territory.shared].map(names);
            [of(found[0]), of(found[1])]
        })
    }

    #[test]
    fn who_comes_first_has_the_field_and_who_comes_together_shares_it() {
        let [turning, kings] = in_corner("1B4rrrrrrr/2rrrrrrr/W21rrrrrrr");
        assert_eq!(turning, [["b1", "b2"], ["a2", "b2"]]);
        assert_eq!(kings, [["b1", "a3 b2"], ["a2", "a3 b2"]]);
    }

    #[test]
    fn ways_lead_over_own_markers_and_no_others() {
        for found in in_corner("1rrrrrrrr/wrrrrrrrr/W0rrrrrrrr") {
            assert_eq!(found[0], ["a3", ""]);
        }
        for found in in_corner("1rrrrrrrr/grrrrrrrr/W0rrrrrrrr") {
            assert_eq!(found[0], ["", ""]);
        }
    }

    /// The first step is to the front.
    #[test]
    fn chevrons_do_not_look_behind_them() {
        let corners = ["W4rrrrrrrr/rrrrrrrrr/rrrrrrrrr", "1rrrrrrrr/W4rrrrrrrr/rrrrrrrrr"];
        for found in corners.into_iter().flat_map(in_corner) {
            assert_eq!(found[0], ["", ""]);
        }
        for found in in_corner("1rrrrrrrr/W0rrrrrrrr/rrrrrrrrr") {
            assert_eq!(found[0], ["a3", ""]);
        }
    }

    #[test]
    fn only_kings_turn_where_there_is_no_room() {
        let [turning, kings] = in_corner("rrrrrrrrr/r1rrrrrrr/rW21rrrrrr");
        assert_eq!(turning[0], ["c1", ""]);
        assert_eq!(kings[0], ["b2 c1", ""]);
    }
}
