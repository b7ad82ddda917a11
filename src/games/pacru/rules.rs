// The rulebook: `rules.md` is the documentation of this module and the text of the command `strategos rules`.

#![doc = include_str!("rules.md")]

use super::{Cru, Family, GameKind};
use crate::game::Rulebook;

impl<F: Family, const PLAYERS: usize> Rulebook for Cru<F, PLAYERS> {
    const RULES: &'static str = include_str!("rules.md");
    const FOREIGN_SECTIONS: &'static [&'static str] = match F::KIND {
        GameKind::Pacru => &["Azacru", "Shacru"],
        GameKind::Azacru => &["Pacru", "Shacru"],
        GameKind::Shacru => &["Pacru", "Azacru"],
    };
    const SUMMARY: &'static str = match F::KIND {
        GameKind::Pacru => include_str!("summary_pacru.txt"),
        GameKind::Azacru => include_str!("summary_azacru.txt"),
        GameKind::Shacru => include_str!("summary_shacru.txt"),
    };
}
