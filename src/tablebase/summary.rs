//! What a table says in short.

use super::class::{Family, value_of};
use super::file::Codes;
use crate::game::{Distance, Material, Notation};
use std::fmt;
use std::time::Duration;

/// How many positions of a class are won, and the longest win.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The name of the class.
    pub class: String,
    /// All positions.
    pub positions: u64,
    /// Positions that the player to move wins, including those that the limit spoils.
    pub wins: u64,
    /// Positions that the player to move loses, including those that the limit spoils.
    pub losses: u64,
    /// Wins and losses that the limit spoils.
    pub spoilt: u64,
    /// The longest win in plies, and the first position with it.
    pub longest: Option<(u16, String)>,
    /// The greatest distance to an action that resets the clock, in plies.
    pub longest_reset: u16,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The time that it took.
    pub time: Duration,
}

impl Summary {
    /// Counts the values of a class.
    pub fn new<G: Notation>(
        family: &Family<'_, G>,
        class: Material,
        codes: &impl Fn(u64) -> Codes,
        bytes: u64,
        time: Duration,
    ) -> Self {
        let (limit, positions) = (family.endings.limit_plies(), family.header(class).entries());
        let (mut wins, mut losses, mut spoilt, mut longest_reset) = (0, 0, 0, 0);
        let mut longest: Option<(u16, u64)> = None;
        for entry in 0..positions {
            let value = value_of(codes(entry));
            match value.end {
                Distance::Draw => continue,
                Distance::Loss(_) => losses += 1,
                Distance::Win(plies) => {
                    wins += 1;
                    if longest.is_none_or(|(most, _)| plies > most) {
                        longest = Some((plies, entry));
                    }
                }
            }
            spoilt += u64::from(u32::from(value.reset.plies()) > limit);
            longest_reset = longest_reset.max(value.reset.plies());
        }
        let fen = |entry| family.position(class, entry).map(|game| game.fen());
        let longest = longest.and_then(|(plies, entry)| Some((plies, fen(entry)?)));
        let class = family.endings.name(class);
        Self { class, positions, wins, losses, spoilt, longest, longest_reset, bytes, time }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |count: u64| 100.0 * count as f64 / self.positions.max(1) as f64;
        let Self { class, positions, spoilt, longest_reset, bytes, .. } = self;
        write!(
            f,
            "{class}: {positions} positions, won {:.1} %, lost {:.1} %, spoilt {spoilt}, longest reset {longest_reset} \
             plies, {bytes} bytes, {:.1} s",
            share(self.wins),
            share(self.losses),
            self.time.as_secs_f64()
        )?;
        match &self.longest {
            Some((plies, fen)) => write!(f, ", longest win {plies} plies: {fen}"),
            None => Ok(()),
        }
    }
}
