// The rulebook: `rules.md` is the documentation of this module and the text of the command `strategos rules`.

#![doc = include_str!("rules.md")]

use super::Pacific;
use crate::game::Rulebook;

impl<const B: bool> Rulebook for Pacific<B> {
    const RULES: &'static str = include_str!("rules.md");
    const SUMMARY: &'static str = include_str!("summary.txt");
}
