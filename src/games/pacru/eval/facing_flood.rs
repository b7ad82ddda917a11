//! Flood fill of the chevrons of all players, step by step and by facing.

use crate::games::pacru::board::{Facing, Field, Fields};
use crate::games::pacru::{Cru, Family};
use crate::search::MOST_PLAYERS;

/// A set of fields for each player. The sets are adjacent in memory, so that one vector instruction serves all.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct PlayerFields {
    low: [u64; MOST_PLAYERS],
    high: [u64; MOST_PLAYERS],
}

impl PlayerFields {
    const NONE: Self = Self { low: [0; MOST_PLAYERS], high: [0; MOST_PLAYERS] };

    #[inline(always)]
    fn of(player: usize, fields: Fields) -> Self {
        let mut found = Self::NONE;
        found.low[player] = fields.0 as u64;
        found.high[player] = (fields.0 >> 64) as u64;
        found
    }

    /// The set of one player.
    #[inline(always)]
    pub fn get(&self, player: usize) -> Fields {
        Fields(u128::from(self.low[player]) | u128::from(self.high[player]) << 64)
    }

    #[inline(always)]
    fn each(mut self, change: impl Fn(usize, u64, u64) -> (u64, u64)) -> Self {
        for player in 0..MOST_PLAYERS {
            let (low, high) = change(player, self.low[player], self.high[player]);
            (self.low[player], self.high[player]) = (low, high);
        }
        self
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.each(|player, low, high| (low | other.low[player], high | other.high[player]))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.each(|player, low, high| (low & other.low[player], high & other.high[player]))
    }

    /// The intersection of each player's set with `fields`.
    #[inline(always)]
    fn within(self, fields: Fields) -> Self {
        self.each(|_, low, high| (low & fields.0 as u64, high & (fields.0 >> 64) as u64))
    }

    /// The next fields in direction `FACING`. Bits that leave the board are off it or wrong, and must be masked out.
    #[inline(always)]
    fn shifted<const FACING: u32>(self) -> Self {
        let by = [1, 10, 9, 8][FACING as usize % 4];
        if FACING < 4 {
            self.each(|_, low, high| (low << by, high << by | low >> (64 - by)))
        } else {
            self.each(|_, low, high| (low >> by | high << (64 - by), high >> by))
        }
    }
}

/// A chevron: its owner and its field.
pub(super) type Chevron = (usize, Field);

/// The fields that the chevrons of all players can have reached after some number of steps, by facing.
pub(super) struct FacingFlood {
    pointing: [PlayerFields; 8],
    /// The fields that each player's chevrons may enter.
    passable: PlayerFields,
}

impl FacingFlood {
    /// A flood from the chevrons of this position. Chevrons may enter unclaimed fields and their own markers.
    #[inline(always)]
    pub fn of<F: Family, const PLAYERS: usize>(game: &Cru<F, PLAYERS>) -> Self {
        let unclaimed = game.unclaimed();
        let mut found = Self { pointing: [PlayerFields::NONE; 8], passable: PlayerFields::NONE };
        for player in 0..PLAYERS {
            let passable = PlayerFields::of(player, unclaimed | game.markers[player]);
            found.passable = found.passable.or(passable);
            for from in game.chevrons[player] {
                let pointing = &mut found.pointing[game.facing(from).index()];
                *pointing = pointing.or(PlayerFields::of(player, from.bit()));
            }
        }
        found
    }

    /// A flood from single chevrons, each in the slot of a player. They may not enter fields with a chevron.
    #[inline(always)]
    pub fn of_chevrons<F: Family, const PLAYERS: usize>(
        game: &Cru<F, PLAYERS>,
        chevrons: &[Chevron],
    ) -> Self {
        let mut found = Self { pointing: [PlayerFields::NONE; 8], passable: PlayerFields::NONE };
        for (place, (owner, from)) in chevrons.iter().enumerate() {
            let passable = PlayerFields::of(place, game.player_board(*owner).landable);
            found.passable = found.passable.or(passable);
            let pointing = &mut found.pointing[game.facing(*from).index()];
            *pointing = pointing.or(PlayerFields::of(place, from.bit()));
        }
        found
    }

    /// Stops the flood in one slot.
    #[inline(always)]
    pub fn halt(&mut self, place: usize) {
        (self.passable.low[place], self.passable.high[place]) = (0, 0);
    }

    /// Advances each chevron by a step. Returns all fields reached so far, and whether any field was reached with a
    /// new facing.
    #[inline(always)]
    pub fn advance(&mut self) -> (PlayerFields, bool) {
        let to = [
            self.next::<0>(),
            self.next::<1>(),
            self.next::<2>(),
            self.next::<3>(),
            self.next::<4>(),
            self.next::<5>(),
            self.next::<6>(),
            self.next::<7>(),
        ];
        let after = [
            self.with_steps::<0>(&to),
            self.with_steps::<1>(&to),
            self.with_steps::<2>(&to),
            self.with_steps::<3>(&to),
            self.with_steps::<4>(&to),
            self.with_steps::<5>(&to),
            self.with_steps::<6>(&to),
            self.with_steps::<7>(&to),
        ];
        let is_new = after != self.pointing;
        self.pointing = after;
        (to.into_iter().fold(PlayerFields::NONE, PlayerFields::or), is_new)
    }

    /// The steps in one direction, taken by chevrons that face it or a neighbouring direction.
    #[inline(always)]
    fn next<const FACING: u32>(&self) -> PlayerFields {
        let facing = Facing::new(FACING);
        let (left, right) = beside(facing);
        let from = self.pointing[left.index()]
            .or(self.pointing[facing.index()])
            .or(self.pointing[right.index()]);
        // Keeps only fields that have a neighbour behind them. The others were reached across the edge.
        from.shifted::<FACING>().within(Fields::BOARD.step(facing)).and(self.passable)
    }

    /// The fields with this facing after these steps. A chevron that has crossed a border may twist.
    #[inline(always)]
    fn with_steps<const FACING: u32>(&self, to: &[PlayerFields; 8]) -> PlayerFields {
        let facing = Facing::new(FACING);
        let (left, right) = beside(facing);
        let twisted = across_border(to, left).or(across_border(to, right));
        self.pointing[facing.index()].or(to[facing.index()]).or(twisted)
    }
}

/// The facings one eighth to the left and one eighth to the right.
#[inline(always)]
const fn beside(facing: Facing) -> (Facing, Facing) {
    (facing.turned(7), facing.turned(1))
}

/// The steps in one direction that have crossed a border.
#[inline(always)]
fn across_border(to: &[PlayerFields; 8], facing: Facing) -> PlayerFields {
    to[facing.index()].within(Fields::BOARD.before_border(facing).step(facing))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::pacru::tests::in_random_game;
    use crate::games::pacru::{CruAction, Shacru};
    use std::collections::HashSet;

    /// Fields with chevrons, and their facings.
    type Places = HashSet<(u8, usize)>;

    fn number(field: Field) -> u8 {
        field.index() as u8
    }

    /// One more step of each chevron, field by field (rules.md 4 and 9).
    fn with_a_step(before: &Places, passable: Fields) -> Places {
        let mut after = before.clone();
        for (from, pointing) in before {
            let from = Field::from_number(u32::from(*from)).unwrap();
            for turn in [7, 0, 1] {
                let facing = Facing::new(*pointing as u32 + turn);
                let Some(to) = from.neighbour(facing).filter(|to| passable.has(*to)) else {
                    continue;
                };
                let has_crossed = from.borderland() != to.borderland();
                let twists: &[u32] = if has_crossed { &[7, 0, 1] } else { &[0] };
                after.extend(twists.iter().map(|by| (number(to), facing.turned(*by).index())));
            }
        }
        after
    }

    /// The chevrons of one player in a flood.
    fn places_of(facing_flood: &FacingFlood, player: usize) -> Places {
        let of = |facing: &Facing| facing_flood.pointing[facing.index()].get(player);
        let places = Facing::ALL.iter().map(|facing| (of(facing), facing.index()));
        places
            .flat_map(|(fields, facing)| fields.into_iter().map(move |at| (number(at), facing)))
            .collect()
    }

    fn all_steps_are_those_of_the_rules<const PLAYERS: usize>(game: &Shacru<PLAYERS>) {
        let mut facing_flood = FacingFlood::of(game);
        let mut plain: [Places; PLAYERS] =
            std::array::from_fn(|player| places_of(&facing_flood, player));
        let mut entered = [Fields::NONE; PLAYERS];
        loop {
            let (reached, is_new) = facing_flood.advance();
            let before = plain.clone();
            for player in 0..PLAYERS {
                let passable = game.unclaimed() | game.markers[player];
                plain[player] = with_a_step(&plain[player], passable);
                assert_eq!(places_of(&facing_flood, player), plain[player], "{}", game.fen());
                entered[player] |= reached.get(player);
                assert!((entered[player] & !passable).is_empty());
            }
            assert_eq!(is_new, plain != before);
            if !is_new {
                return;
            }
        }
    }

    #[test]
    fn flood_steps_agree_with_the_rules() {
        let check = |game: &_, _: &[CruAction]| all_steps_are_those_of_the_rules::<3>(game);
        in_random_game(Shacru::<3>::start(()), 7, check);
        let check = |game: &_, _: &[CruAction]| all_steps_are_those_of_the_rules::<4>(game);
        in_random_game(Shacru::<4>::start(()), 7, check);
    }
}
