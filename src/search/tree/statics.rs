//! Static values along the line, by which a node tells whether its mover's position is improving.

use crate::game::{Player, Score};
use crate::search::{MAX_PLY, Ply};

/// The static value of each node on the present line for its mover, where it has one.
pub(super) struct Statics {
    values: Vec<Option<(Player, Score)>>,
}

impl Statics {
    pub fn new() -> Self {
        Self { values: vec![None; MAX_PLY + 2] }
    }

    /// Notes the value of the node at `ply`, and tells whether the mover has more than when he chose his last
    /// action, one or two plies before. Where that is not known he has.
    #[inline(always)]
    pub fn note(&mut self, ply: Ply, mover: Player, value: Option<Score>) -> bool {
        self.values[ply] = value.map(|value| (mover, value));
        let Some(value) = value else { return true };
        let at = |back: usize| ply.checked_sub(back).and_then(|ply| self.values[ply]);
        let own = |back| at(back).filter(|(player, _)| *player == mover);
        own(1).or_else(|| own(2)).is_none_or(|(_, before)| value > before)
    }
}
