// The rulebook: `rules.md` is the documentation of this module and the text of the command `strategos rules`.

#![doc = include_str!("rules.md")]

use super::Warpac;
use crate::game::Rulebook;

impl<const SUBS: bool> Rulebook for Warpac<SUBS> {
    const RULES: &'static str = include_str!("rules.md");
    const FOREIGN_SECTIONS: &'static [&'static str] = if SUBS { &[] } else { &["Submarines"] };
    const SUMMARY: &'static str = include_str!("summary.txt");
}
