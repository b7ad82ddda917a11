#![doc = include_str!("rules.md")]

use super::Toy;
use crate::game::Rulebook;

impl<const SWINGS: bool> Rulebook for Toy<SWINGS> {
    const RULES: &'static str = include_str!("rules.md");
    const SUMMARY: &'static str = include_str!("summary.txt");
}
