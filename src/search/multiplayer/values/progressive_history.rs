//! Progressive history (Nijssen and Winands 2011), on values instead of results. It estimates the
//! value of an action before it is tried: from its immediate gain, and from the gains of the same
//! slot in other positions.

use crate::search::Tunables;

/// Gains of the actions of one slot and player.
#[derive(Clone, Copy, Default)]
struct Gains {
    sum: f32,
    count: f32,
}

/// The table of gains.
pub(in crate::search) struct ProgressiveHistory {
    gains: Vec<Gains>,
    slots: usize,
}

impl ProgressiveHistory {
    /// An empty table for a game with this many slots and players.
    pub fn new(slots: usize, players: usize) -> Self {
        Self { gains: vec![Gains::default(); slots * players], slots }
    }

    /// Whether the table has no entries, because no game was set.
    pub fn is_empty(&self) -> bool {
        self.slots == 0
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.gains.fill(Gains::default());
    }

    /// Learns that an action of this slot has changed its player's share by `gain`.
    pub fn learn(&mut self, seat: usize, slot: usize, gain: f32, params: &Tunables) {
        let gains = &mut self.gains[seat * self.slots + slot];
        gains.sum += gain;
        gains.count += 1.0;
        if gains.count > params.mcts_history_window() as f32 {
            gains.sum /= 2.0;
            gains.count /= 2.0;
        }
    }

    /// Logit of an action, from immediate gain and history.
    pub fn logit(&self, seat: usize, slot: usize, gain_cp: i32, params: &Tunables) -> f32 {
        self.history(seat, slot, params) + gain_cp as f32 / params.mcts_gain_scale() as f32
    }

    /// The part of the logit that comes from history.
    pub fn history(&self, seat: usize, slot: usize, params: &Tunables) -> f32 {
        let gains = self.gains[seat * self.slots + slot];
        let tries = gains.count + params.mcts_history_prior() as f32;
        let mean = if tries > 0.0 { gains.sum / tries } else { 0.0 };
        params.mcts_history() as f32 * mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_gained_elsewhere_comes_first() {
        let params = Tunables::DEFAULT;
        let mut progressive = ProgressiveHistory::new(3, 2);
        for _ in 0..20 {
            progressive.learn(1, 2, 0.1, &params);
            progressive.learn(0, 1, 0.2, &params);
        }
        let logit = |slot| progressive.logit(1, slot, 0, &params);
        assert!(logit(2) > logit(1) && logit(1) == logit(0));
        progressive.clear();
        assert_eq!(progressive.logit(1, 2, 0, &params), 0.0);
    }
}
