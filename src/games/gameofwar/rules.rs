#![doc = include_str!("rules.md")]

use super::GameOfWar;
use crate::game::Rulebook;

impl Rulebook for GameOfWar {
    const RULES: &'static str = include_str!("rules.md");
    const SUMMARY: &'static str = include_str!("summary.txt");
}
