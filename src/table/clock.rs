//! The clocks of a game, by times that the host gives.

use super::seat::{MOST_MS, check};
use crate::engine::EngineError;
use serde::{Deserialize, Serialize};

/// A time in milliseconds, since any moment that the host has chosen.
pub type Millis = u64;

/// A time control. All times are in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct TimeControl {
    /// The time of each player for the whole game.
    pub base: u64,
    /// Added after each turn.
    pub increment: u64,
    /// The time of each turn that is not counted.
    pub delay: u64,
    /// The time of each turn, instead of a time for the whole game. What is left of it is lost.
    pub turn: u64,
}

impl TimeControl {
    /// Checks all values.
    ///
    /// # Errors
    /// Names the value that is out of range, or two values that exclude each other.
    pub fn check(&self) -> Result<(), EngineError> {
        let Self { base, increment, delay, turn } = *self;
        for (name, value) in
            [("base", base), ("increment", increment), ("delay", delay), ("turn", turn)]
        {
            check(name, &(0..=MOST_MS), value)?;
        }
        match (turn > 0, base + increment + delay > 0) {
            (true, true) => Err(EngineError::new(
                "a clock has a time for each turn or a base with increment and delay, not both (turn)",
            )),
            (false, false) => Err(EngineError::new("a clock needs a time (base)")),
            _ => Ok(()),
        }
    }
}

/// The clocks of all players. At most one runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameClock {
    control: TimeControl,
    /// The time of each player when the present turn began.
    left: Vec<u64>,
    /// The player whose turn it is, by index, and the time used in it before `since`.
    turn: Option<(usize, u64)>,
    /// When the clock of that player began to run; `None` while it stands.
    #[serde(skip)]
    since: Option<Millis>,
}

impl GameClock {
    /// Clocks that stand.
    pub fn new(control: TimeControl, players: usize) -> Self {
        let time = if control.turn > 0 { control.turn } else { control.base };
        Self { control, left: vec![time; players], turn: None, since: None }
    }

    /// The time control.
    pub fn control(&self) -> TimeControl {
        self.control
    }

    /// Checks a clock that was read from a file.
    ///
    /// # Errors
    /// If it does not belong to a game with this number of players.
    pub fn check(&self, players: usize) -> Result<(), EngineError> {
        self.control.check()?;
        let is_sound = self.left.len() == players
            && self.left.iter().all(|left| *left <= 1000 * MOST_MS)
            && self.turn.is_none_or(|(player, _)| player < players);
        match is_sound {
            true => Ok(()),
            false => Err(EngineError::new(format!("the clock is not one of {players} players"))),
        }
    }

    fn used(&self, now: Millis) -> u64 {
        let running = self.since.map_or(0, |since| now.saturating_sub(since));
        self.turn.map_or(0, |(_, used)| used.saturating_add(running))
    }

    /// The time left to each player, in milliseconds.
    pub fn left(&self, now: Millis) -> Vec<u64> {
        let counted = self.used(now).saturating_sub(self.control.delay);
        let mut left = self.left.clone();
        if let Some((player, _)) = self.turn {
            left[player] = left[player].saturating_sub(counted);
        }
        left
    }

    /// The index of the player whose clock runs.
    pub fn running(&self) -> Option<usize> {
        self.since.and(self.turn).map(|(player, _)| player)
    }

    /// Runs the clock of this player, and no other.
    pub fn run(&mut self, player: usize, now: Millis) {
        if self.running() == Some(player) {
            return;
        }
        self.stop(now);
        if self.turn.is_none_or(|(before, _)| before != player) {
            self.settle(now);
            self.turn = Some((player, 0));
        }
        self.since = Some(now);
    }

    /// Stops all clocks. The time used in the present turn is kept.
    pub fn stop(&mut self, now: Millis) {
        let used = self.used(now);
        if let Some((_, before)) = &mut self.turn {
            *before = used;
        }
        self.since = None;
    }

    /// Takes the time used in the present turn off its player's time.
    fn settle(&mut self, now: Millis) {
        self.left = self.left(now);
        (self.turn, self.since) = (None, None);
    }

    /// Ends a turn of this player.
    pub fn end_turn(&mut self, player: usize, now: Millis) {
        self.settle(now);
        let left = &mut self.left[player];
        *left = match self.control.turn {
            0 => left.saturating_add(self.control.increment),
            turn => turn,
        };
    }

    /// When the running clock will have run down.
    pub fn runs_down_at(&self, now: Millis) -> Option<Millis> {
        let player = self.running()?;
        let delay = self.control.delay.saturating_sub(self.used(now));
        Some(now.saturating_add(self.left(now)[player]).saturating_add(delay))
    }

    /// The index of the player whose clock has run down.
    pub fn flagged(&self, now: Millis) -> Option<usize> {
        self.running()
            .filter(|player| self.left(now)[*player] == 0 && self.used(now) >= self.control.delay)
    }

    /// The times as an engine counts them: time left, increments, and turns to the next time control.
    pub fn limits(&self, now: Millis) -> ClockLimits {
        let TimeControl { increment, delay, turn, .. } = self.control;
        let times = self.left(now).iter().map(|left| left.saturating_add(delay)).collect();
        let increments = vec![increment.saturating_add(delay); self.left.len()];
        ClockLimits { times, increments, movestogo: (turn > 0).then_some(1) }
    }
}

/// GameClock times for a search, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClockLimits {
    /// The time left to each player.
    pub times: Vec<u64>,
    /// What each player gets after a turn.
    pub increments: Vec<u64>,
    /// Turns until the mover gets new time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movestogo: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(control: TimeControl) -> GameClock {
        GameClock::new(control, 2)
    }

    #[test]
    fn a_clock_with_increment_counts_down_and_up() {
        let mut clock = clock(TimeControl { base: 1000, increment: 50, ..TimeControl::default() });
        clock.run(0, 10);
        assert_eq!(clock.left(110), [900, 1000]);
        assert_eq!(clock.runs_down_at(110), Some(1010));
        clock.end_turn(0, 210);
        assert_eq!(clock.left(500), [850, 1000]);
        clock.run(1, 300);
        assert_eq!(clock.left(1299), [850, 1]);
        assert_eq!((clock.flagged(1299), clock.flagged(1300)), (None, Some(1)));
    }

    #[test]
    fn a_pause_keeps_the_time_used_and_the_delay_used() {
        let mut clock = clock(TimeControl { base: 100, delay: 40, ..TimeControl::default() });
        clock.run(0, 0);
        clock.stop(30);
        assert_eq!(clock.left(5000), [100, 100]);
        clock.run(0, 5000);
        assert_eq!(clock.left(5010), [100, 100]);
        assert_eq!(clock.left(5020), [90, 100]);
        assert_eq!(clock.runs_down_at(5020), Some(5110));
        assert_eq!(clock.runs_down_at(5000), Some(5110));
        assert_eq!((clock.flagged(5109), clock.flagged(5110)), (None, Some(0)));
        clock.end_turn(0, 5020);
        clock.run(1, 5020);
        assert_eq!(clock.left(5060), [90, 100]);
    }

    #[test]
    fn a_time_for_each_turn_is_not_carried_over() {
        let mut clock = clock(TimeControl { turn: 500, ..TimeControl::default() });
        clock.run(0, 0);
        clock.end_turn(0, 499);
        assert_eq!(clock.left(0), [500, 500]);
        assert_eq!(clock.limits(0).movestogo, Some(1));
        clock.run(1, 499);
        assert_eq!(clock.flagged(999), Some(1));
    }

    #[test]
    fn a_time_control_that_makes_no_sense_is_refused() {
        for control in [
            TimeControl::default(),
            TimeControl { base: 1, turn: 1, ..TimeControl::default() },
            TimeControl { base: MOST_MS + 1, ..TimeControl::default() },
        ] {
            assert!(control.check().is_err(), "{control:?}");
        }
        assert!(TimeControl { increment: 5, ..TimeControl::default() }.check().is_ok());
    }
}
