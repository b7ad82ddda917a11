// The rulebook: `rules.md` is the documentation of this module and the text of the command `strategos rules`.

#![doc = include_str!("rules.md")]

use super::{Warpac, WarpacRules};
use crate::game::Rulebook;

impl<R: WarpacRules> Rulebook for Warpac<R> {
    const RULES: &'static str = include_str!("rules.md");
    const FOREIGN_SECTIONS: &'static [&'static str] =
        if R::MAY_HAVE_SUBMARINES { &[] } else { &["Submarines"] };
    const SUMMARY: &'static str = include_str!("summary.txt");
}
