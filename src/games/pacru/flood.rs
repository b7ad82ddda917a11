//! Flood fill of a player's chevrons as if all others were gone, step by step (rules.md 9).

use super::board::{Facing, Field, Fields};

const FACINGS: usize = 8;

/// A set of fields for each facing. The sets are adjacent in memory, so that vector instructions serve all.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ByFacing {
    low: [u64; FACINGS],
    high: [u64; FACINGS],
}

impl ByFacing {
    const NONE: Self = Self { low: [0; FACINGS], high: [0; FACINGS] };

    #[inline(always)]
    fn map(change: impl Fn(usize) -> (u64, u64)) -> Self {
        let mut found = Self::NONE;
        for facing in 0..FACINGS {
            (found.low[facing], found.high[facing]) = change(facing);
        }
        found
    }

    const fn of(sets: [Fields; FACINGS]) -> Self {
        let mut found = Self::NONE;
        let mut facing = 0;
        while facing < FACINGS {
            found.low[facing] = sets[facing].0 as u64;
            found.high[facing] = (sets[facing].0 >> 64) as u64;
            facing += 1;
        }
        found
    }

    /// The sets with one more field for one facing.
    #[inline(always)]
    fn with(&self, facing: Facing, field: Field) -> Self {
        let bit = field.bit().0;
        Self::map(|at| {
            let mask = if at == facing.index() { u64::MAX } else { 0 };
            (self.low[at] | bit as u64 & mask, self.high[at] | (bit >> 64) as u64 & mask)
        })
    }

    #[inline(always)]
    fn or(&self, other: &Self) -> Self {
        Self::map(|at| (self.low[at] | other.low[at], self.high[at] | other.high[at]))
    }

    #[inline(always)]
    fn and(&self, other: &Self) -> Self {
        Self::map(|at| (self.low[at] & other.low[at], self.high[at] & other.high[at]))
    }

    /// For each facing, the union of the two neighbouring sets.
    #[inline(always)]
    fn beside(&self) -> Self {
        Self::map(|at| {
            let (left, right) = ((at + 7) % FACINGS, (at + 1) % FACINGS);
            (self.low[left] | self.low[right], self.high[left] | self.high[right])
        })
    }

    /// For each facing, the next fields. Bits that leave the board are off it or wrong, and must be masked out.
    #[inline(always)]
    fn stepped(&self) -> Self {
        /// A shift back by some bits is a shift forward by the rest of the word, after which the words are swapped.
        const BY: [u64; FACINGS] = [1, 10, 9, 8, 63, 54, 55, 56];
        const CHANGED: [u64; FACINGS] = [0, 0, 0, 0, u64::MAX, u64::MAX, u64::MAX, u64::MAX];
        Self::map(|at| {
            let (low, high, by) = (self.low[at], self.high[at], BY[at]);
            let one = low << by | high >> (64 - by);
            let other = high << by | low >> (64 - by);
            let change = (one ^ other) & CHANGED[at];
            (one ^ change, other ^ change)
        })
    }

    /// Whether any of these fields is in one of the sets.
    #[inline(always)]
    fn meets(&self, fields: Fields) -> bool {
        let (low, high) = (fields.0 as u64, (fields.0 >> 64) as u64);
        let mut common = [0; FACINGS];
        for (at, common) in common.iter_mut().enumerate() {
            *common = self.low[at] & low | self.high[at] & high;
        }
        common != [0; FACINGS]
    }
}

/// By facing, the fields that can be entered in that direction, because they have a neighbour behind them.
static ENTERED: ByFacing = ByFacing::of(stepped_on(false));
/// By facing, the fields just behind a border.
static CROSSED: ByFacing = ByFacing::of(stepped_on(true));

const fn stepped_on(is_across_border: bool) -> [Fields; FACINGS] {
    let mut sets = [Fields::NONE; FACINGS];
    let mut number = 0;
    while number < FACINGS {
        let facing = Facing::new(number as u32);
        let from =
            if is_across_border { Fields::BOARD.before_border(facing) } else { Fields::BOARD };
        sets[number] = from.step(facing);
        number += 1;
    }
    sets
}

/// The fields that the chevrons of a player can have reached after some number of steps.
pub(super) struct Flood {
    pointing: ByFacing,
    /// By facing, the fields that chevrons may enter.
    open: ByFacing,
    bare: Fields,
    /// Whether a chevron behind a border may be twisted.
    twists: bool,
}

/// The result of one more step of each chevron.
pub(super) enum FloodStep {
    /// A chevron has reached a bare field.
    ToBareField,
    /// A chevron has reached a new field or facing, but no bare field.
    Elsewhere,
    /// No chevron has reached anything new.
    Nowhere,
}

impl Flood {
    /// A flood from `chevrons`. `bare` are the bare fields, `markers` the owner's markers.
    #[inline(always)]
    pub fn of(
        chevrons: Fields,
        facing: impl Fn(Field) -> Facing,
        bare: Fields,
        markers: Fields,
        twists: bool,
    ) -> Self {
        let mut pointing = ByFacing::NONE;
        for from in chevrons {
            pointing = pointing.with(facing(from), from);
        }
        let open = ENTERED.and(&ByFacing::of([bare | markers; FACINGS]));
        Self { pointing, open, bare, twists }
    }

    /// Advances each chevron by one step.
    #[inline(always)]
    pub fn step(&mut self) -> FloodStep {
        let from = self.pointing.or(&self.pointing.beside());
        let to = from.stepped().and(&self.open);
        if to.meets(self.bare) {
            return FloodStep::ToBareField;
        }
        let mut grown = self.pointing.or(&to);
        if self.twists {
            grown = grown.or(&to.and(&CROSSED).beside());
        }
        if grown == self.pointing {
            return FloodStep::Nowhere;
        }
        self.pointing = grown;
        FloodStep::Elsewhere
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Notation;
    use crate::games::pacru::board::Fields;
    use crate::games::pacru::tests::in_random_game;
    use crate::games::pacru::{CruAction, Shacru};
    use std::collections::HashSet;

    /// Whether a chevron of the player could reach a bare field, by a plain search for each chevron.
    fn reaches_bare_field<const PLAYERS: usize>(game: &Shacru<PLAYERS>, player: usize) -> bool {
        let bare = Fields::BOARD & !game.marked();
        let passable = bare | game.markers[player];
        let mut next: Vec<_> =
            game.chevrons[player].map(|from| (from, game.facing(from))).collect();
        let mut seen = HashSet::new();
        while let Some((from, pointing)) = next.pop() {
            if !seen.insert((from.index(), pointing.index())) {
                continue;
            }
            for facing in [7, 0, 1].map(|eighths| pointing.turned(eighths)) {
                let Some(to) = from.neighbour(facing).filter(|to| passable.has(*to)) else {
                    continue;
                };
                if bare.has(to) {
                    return true;
                }
                let has_crossed = from.borderland() != to.borderland();
                let twists: &[u32] = if has_crossed { &[7, 0, 1] } else { &[0] };
                next.extend(twists.iter().map(|eighths| (to, facing.turned(*eighths))));
            }
        }
        false
    }

    fn check<const PLAYERS: usize>() {
        let mut found = [0; 2];
        for seed in 0..20 {
            in_random_game(Shacru::<PLAYERS>::start(()), seed, |game, _: &[CruAction]| {
                let open: [bool; PLAYERS] =
                    std::array::from_fn(|player| reaches_bare_field(game, player));
                for (player, expected) in open.into_iter().enumerate() {
                    let alone = std::array::from_fn(|other| other == player);
                    assert_eq!(game.reaches_bare_field(alone), expected, "{}", game.fen());
                    found[usize::from(expected)] += 1;
                }
                assert_eq!(game.reaches_bare_field([true; PLAYERS]), open.contains(&true));
            });
        }
        assert!(found[0] > 20 && found[1] > 20, "{found:?}");
    }

    #[test]
    fn the_flood_agrees_with_a_plain_search() {
        check::<2>();
        check::<3>();
        check::<4>();
    }
}
