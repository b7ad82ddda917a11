//! What the engine thinks of positions and actions.

use super::GameOfWar;
use super::actions::{Order, WarAction};
use super::units::{KINDS, Kind, Units, each};
use crate::game::{Evaluate, Player, Score, Tactics};

/// By kind, in centipawns.
const VALUE_CP: [i32; KINDS] = [100, 130, 170, 200, 150, 200];
const ARSENAL_CP: i32 = 250;
/// What an offline unit loses of its value, in percent.
const OFFLINE_PERCENT: i32 = 30;

impl GameOfWar {
    fn values_of(&self, side: usize) -> [i32; 3] {
        let alive = self.now.alive[side];
        let worth = |units: Units| -> i32 {
            each(units).map(|unit| VALUE_CP[Kind::of(unit).index()]).sum()
        };
        let offline = worth(alive & !self.now.network[side].online) * OFFLINE_PERCENT / 100;
        [worth(alive), -offline, ARSENAL_CP * self.intact(side).count() as i32]
    }
}

impl Tactics for GameOfWar {
    const SLOTS: usize = 1001;

    fn slot(&self, action: WarAction) -> usize {
        match action.order() {
            Order::Move(_, to) | Order::Drop(_, to) => to.number(),
            Order::Attack(target) => 500 + target.number(),
            Order::End | Order::Unseen => 1000,
        }
    }

    fn gain(&self, action: WarAction) -> i32 {
        match action.order() {
            Order::Attack(target) => {
                self.unit_on(target).map_or(0, |(_, unit)| VALUE_CP[Kind::of(unit).index()])
            }
            Order::Move(..) => ARSENAL_CP,
            _ => 0,
        }
    }

    fn is_noisy(&self, action: WarAction) -> bool {
        if self.pending_retreat() != 0 {
            return true;
        }
        match action.order() {
            Order::Attack(target) => {
                self.unit_on(target).is_some_and(|(_, unit)| self.margin(unit) >= 1)
            }
            Order::Move(..) => self.takes_arsenal(action),
            _ => false,
        }
    }

    fn noisy(&self, out: &mut Vec<WarAction>) {
        let first = out.len();
        self.list_actions(out);
        let mut kept = first;
        for index in first..out.len() {
            if self.is_noisy(out[index]) {
                out[kept] = out[index];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn quiet(&self, out: &mut Vec<WarAction>) {
        let first = out.len();
        self.list_actions(out);
        let mut kept = first;
        for index in first..out.len() {
            if !self.is_noisy(out[index]) {
                out[kept] = out[index];
                kept += 1;
            }
        }
        out.truncate(kept);
    }

    fn plan(&self, seed: u64) -> Option<Vec<WarAction>> {
        self.plan_deployment(seed)
    }

    fn may_stand_pat(&self) -> bool {
        self.pending_retreat() == 0
    }
}

impl Evaluate for GameOfWar {
    fn evaluate(&self) -> Score {
        self.evaluate_for(self.now.side)
    }

    fn evaluate_for(&self, player: Player) -> Score {
        let values = [0, 1].map(|side| self.values_of(side).into_iter().sum::<i32>());
        Score::cp(values[player.index()] - values[1 - player.index()])
    }

    fn terms(&self) -> Vec<(&'static str, Vec<i32>)> {
        let values = [0, 1].map(|side| self.values_of(side));
        ["units", "offline", "arsenals"]
            .into_iter()
            .enumerate()
            .map(|(index, name)| (name, values.iter().map(|row| row[index]).collect()))
            .collect()
    }

    fn win_draw_loss(score: Score) -> [u32; 3] {
        let win = (1000.0 / (1.0 + (-f64::from(score.raw()) / 100.0).exp())).round() as u32;
        [win, 0, 1000 - win]
    }
}
