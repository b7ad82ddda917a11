//! How strong the weak players of War-in-the-Pacific Chess are taken to be, in Elo, from the weakest rung of the ladder
//! on (`search/skill.rs`): equal steps, for nobody could measure them yet. So many games are drawn that 288 with
//! submarines did not tell the stronger eight rungs apart (`scripts/calibrate.py --variant warpac-subs`).

use crate::search::Ladder;

/// All variants.
pub(super) const LEVELS: Ladder = Ladder { nodes: 500, ..Ladder::DEFAULT };
