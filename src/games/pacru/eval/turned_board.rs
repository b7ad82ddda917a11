//! The board as each player sees it from its own side: quarter turns of fields and facings, and the order of seats.

use crate::games::pacru::board::{FIELDS, Facing, Field};
use crate::games::pacru::{Cru, Family};

/// By quarter turns, the fields on the board turned so.
pub(super) static TURNED: [[Field; FIELDS]; 4] = turned();

const fn turned() -> [[Field; FIELDS]; 4] {
    let mut found = [[Field::FIRST; FIELDS]; 4];
    let mut place = 0;
    while place < 4 * FIELDS {
        let (turns, field) = (place / FIELDS, place % FIELDS);
        if let Some(to) = Field::from_number(turned_field(field, turns) as u32) {
            found[turns][field] = to;
        }
        place += 1;
    }
    found
}

/// The number of quarter turns that bring the side of a seat to the bottom (rules.md 2). Four players sit in the
/// south, west, north and east; two and three players use some of these seats.
pub(super) fn quarter_turns(seat: usize, players: usize) -> usize {
    match players {
        2 => 2 * seat,
        3 => [0, 1, 3][seat],
        _ => seat,
    }
}

/// A facing on the board after `turns` quarter turns.
pub(super) fn turned_facing(facing: Facing, turns: usize) -> Facing {
    facing.turned(8 - 2 * turns as u32)
}

/// A field on the board after `turns` quarter turns. Each quarter turn brings the west to the south.
pub(super) const fn turned_field(field: usize, turns: usize) -> usize {
    let (mut file, mut rank) = (field / 9, field % 9);
    let mut left = turns;
    while left > 0 {
        (file, rank) = (8 - rank, file);
        left -= 1;
    }
    9 * file + rank
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// The number of turns from the player in `seat` to `player`.
    #[inline(always)]
    pub(super) fn seats_behind(seat: usize, player: usize) -> usize {
        (player + PLAYERS - seat) % PLAYERS
    }
}
