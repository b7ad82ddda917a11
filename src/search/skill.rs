//! Playing weaker on purpose.

use super::mind::Mind;
use super::{Depth, Line, MAX_DEPTH, Style, Task};
use crate::game::Action;
use crate::game::zobrist::splitmix64;

/// The spread of lines, in centipawns a level below full skill, within which a weak player errs.
const ERROR_A_LEVEL_CP: i32 = 12;

/// A weak player chooses among so many lines.
const CHOICE: usize = 4;

impl Style {
    /// How many lines the search works out.
    pub(super) fn lines(&self) -> usize {
        if self.skill < Self::FULL_SKILL { self.multipv.max(CHOICE) } else { self.multipv }
    }

    /// How deep it may look: a ply a level, below full skill.
    pub(super) fn deepest(&self) -> Depth {
        if self.skill < Self::FULL_SKILL { 1 + self.skill as Depth } else { MAX_DEPTH }
    }
}

/// The line to play: the best one, or at a lower skill one that is worse by an amount that grows
/// with the weakness and follows from the seed and the position.
pub(super) fn choose<G: Mind>(task: &Task<G>, lines: &[Line<G::Action>]) -> Line<G::Action> {
    let weakness = Style::FULL_SKILL.saturating_sub(task.style.skill) as i32;
    if weakness == 0 {
        return lines[0].clone();
    }
    let spread = (ERROR_A_LEVEL_CP * weakness).max(1) as u64;
    let salt = task.style.seed ^ task.root.state().key();
    let value = |line: &Line<G::Action>| {
        let bits = line.actions.first().map_or(0, |action| action.bits());
        let noise = splitmix64(salt ^ u64::from(bits)).1 % (2 * spread);
        i64::from(line.score.raw()) + noise as i64
    };
    let best = lines.iter().rev().max_by_key(|line| value(line));
    best.unwrap_or(&lines[0]).clone()
}
