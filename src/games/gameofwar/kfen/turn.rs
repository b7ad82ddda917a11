//! The state of a turn as KFEN gives it: what the text and pykrieg's files have in common.

use crate::game::text::GREATEST_COUNTER;
use crate::games::gameofwar::board::{HEIGHT, Square};

/// The number of the last turn that a FEN can count.
pub(super) const GREATEST_NUMBER: u32 = 2 * GREATEST_COUNTER;

/// The state of a turn without the board. The default is the start of a game in pykrieg.
pub(super) struct KfenTurn<'a> {
    pub side: &'a str,
    pub phase: &'a str,
    pub number: u32,
    /// The squares of the units that have moved.
    pub moved: Vec<Square>,
    /// The squares of the units that must retreat or have retreated.
    pub retreat: Vec<Square>,
}

impl Default for KfenTurn<'_> {
    fn default() -> Self {
        Self { side: "N", phase: "M", number: 1, moved: Vec::new(), retreat: Vec::new() }
    }
}

/// The square in a row and a column, both from 0 at the top left.
pub(super) fn square_at(row: usize, column: usize) -> Option<Square> {
    Square::at(column, (HEIGHT - 1).checked_sub(row)?)
}
