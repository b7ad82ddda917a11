//! Territory in Azacru and Shacru: bare fields, by who comes to them first.

use crate::games::pacru::board::Fields;
use crate::games::pacru::{Cru, Family};

/// Territory is looked for so many steps away.
const STEPS: usize = 8;

/// A player's.
#[derive(Clone, Copy)]
pub(super) struct Territory {
    /// The fields to which he comes before all others.
    pub own: Fields,
    /// Those to which he and another come at the same time.
    pub shared: Fields,
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// The bare fields that the chevrons of each player come to, if all of them go on like kings over bare fields and
    /// their own markers.
    #[inline(always)]
    pub(super) fn territory(&self) -> [Territory; PLAYERS] {
        let mut found = [Territory { own: Fields::NONE, shared: Fields::NONE }; PLAYERS];
        let mut unclaimed = Fields::BOARD & !self.marked() & !self.occupied();
        let mut fronts = self.next_to_chevrons(unclaimed);
        for _ in 0..STEPS {
            let (mut once, mut twice) = (Fields::NONE, Fields::NONE);
            for front in fronts {
                twice |= once & front & unclaimed;
                once |= front & unclaimed;
            }
            for (front, territory) in fronts.iter().zip(&mut found) {
                territory.own |= *front & unclaimed & !twice;
                territory.shared |= *front & twice;
            }
            unclaimed &= !once;
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
    use crate::game::Notation;
    use crate::games::pacru::Shacru;

    /// White's and black's territory in a corner, beside which all fields have red markers.
    fn in_corner(corner: &str) -> [[String; 2]; 2] {
        let fen = format!("{}{corner} w - 0 1", "rrrrrrrrr/".repeat(6));
        let found = Shacru::<4>::from_fen((), &fen).unwrap().territory();
        let names = |fields: super::Fields| {
            let names: Vec<String> = fields.into_iter().map(|field| field.name()).collect();
            names.join(" ")
        };
        [found[0], found[1]].map(|territory| [territory.own, territory.shared].map(names))
    }

    #[test]
    fn who_comes_first_has_the_field_and_who_comes_together_shares_it() {
        let found = in_corner("1B4rrrrrrr/2rrrrrrr/W21rrrrrrr");
        assert_eq!(found, [["b1", "a3 b2"], ["a2", "a3 b2"]]);
    }

    #[test]
    fn ways_lead_over_own_markers_and_no_others() {
        assert_eq!(in_corner("1rrrrrrrr/wrrrrrrrr/W0rrrrrrrr")[0], ["a3", ""]);
        assert_eq!(in_corner("1rrrrrrrr/grrrrrrrr/W0rrrrrrrr")[0], ["", ""]);
    }

    /// The first step is to the front.
    #[test]
    fn chevrons_do_not_look_behind_them() {
        assert_eq!(in_corner("W4rrrrrrrr/rrrrrrrrr/rrrrrrrrr")[0], ["", ""]);
        assert_eq!(in_corner("1rrrrrrrr/W4rrrrrrrr/rrrrrrrrr")[0], ["", ""]);
        assert_eq!(in_corner("1rrrrrrrr/W0rrrrrrrr/rrrrrrrrr")[0], ["a3", ""]);
    }
}
