// The rulebook: `rules.md` is the documentation of this module and the text of the command `strategos rules`.

#![doc = include_str!("rules.md")]

use super::{GameOfWarRules, War};
use crate::game::Rulebook;

impl<R: GameOfWarRules> Rulebook for War<R> {
    const RULES: &'static str = include_str!("rules.md");
    const SUMMARY: &'static str = include_str!("summary.txt");
}
