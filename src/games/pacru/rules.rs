// The rulebook: `rules.md` is the documentation of this module and the text of the command `strategos rules`.

#![doc = include_str!("rules.md")]

use super::{Cru, Family, GameKind};
use crate::game::Rulebook;

impl<F: Family, const PLAYERS: usize> Rulebook for Cru<F, PLAYERS> {
    const RULES: &'static str = include_str!("rules.md");
    const FOREIGN_SECTIONS: &'static [&'static str] = match F::KIND {
        Some(GameKind::Pacru) => &["Azacru", "Shacru"],
        Some(GameKind::Azacru) => &["Pacru", "Shacru"],
        Some(GameKind::Shacru) => &["Pacru", "Azacru"],
        None => &[],
    };
    const SUMMARY: &'static str = match F::KIND {
        Some(GameKind::Azacru) => include_str!("summary_azacru.txt"),
        Some(GameKind::Shacru) => include_str!("summary_shacru.txt"),
        _ => include_str!("summary_pacru.txt"),
    };
}
