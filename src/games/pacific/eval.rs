//! What the engine thinks of positions and actions of Pacific.

use super::board::Points;
use super::{CARRIERS, PLANES, Pacific, PacificAction};
use crate::game::{Evaluate, Game, Player, Score, Tactics};

const CARRIER_CP: i32 = 100;
const PLANE_CP: i32 = 100;
const KAMIKAZE_CP: i32 = 250;

impl<const B: bool> Tactics for Pacific<B> {
    const SLOTS: usize = 128;

    fn slot(&self, action: PacificAction) -> usize {
        4 * action.from().index() + action.first_direction().code() as usize
    }

    fn gain(&self, action: PacificAction) -> i32 {
        let mut at = action.from();
        let mut gain = 0;
        if action.is_attack() {
            for direction in action.path() {
                let over = at.step(direction);
                at = over.step(direction);
                gain += if self.sets[CARRIERS].has(over) {
                    let wing = self.same_number(over) & self.sets[PLANES] & self.enemy();
                    CARRIER_CP + PLANE_CP * wing.count() as i32
                } else if self.sets[PLANES].has(over) {
                    PLANE_CP
                } else {
                    KAMIKAZE_CP
                };
            }
        }
        gain
    }

    fn is_noisy(&self, action: PacificAction) -> bool {
        action.is_attack()
    }

    fn noisy(&self, out: &mut Vec<PacificAction>) {
        self.list_attacks(out);
    }

    fn quiet(&self, out: &mut Vec<PacificAction>) {
        self.list_steps(out);
    }

    fn may_stand_pat(&self) -> bool {
        !self.must_attack()
    }

    fn is_tense(&self) -> bool {
        self.is_threatened()
    }
}

impl<const B: bool> Evaluate for Pacific<B> {
    fn evaluate(&self) -> Score {
        let mine = self.side_value(self.player());
        let theirs = self.side_value(self.player().opponent());
        Score::cp(mine - theirs)
    }

    fn terms(&self) -> Vec<(&'static str, Vec<i32>)> {
        vec![("material", vec![self.side_value(Player::ONE), self.side_value(Player::TWO)])]
    }

    fn win_draw_loss(score: Score) -> [u32; 3] {
        let win = (1000.0 / (1.0 + (-f64::from(score.raw()) / 200.0).exp())).round() as u32;
        [win, 0, 1000 - win]
    }
}

impl<const B: bool> Pacific<B> {
    fn side_value(&self, player: Player) -> i32 {
        let mine = self.sets[player.index()];
        let count = |set: Points| set.count() as i32;
        CARRIER_CP * count(mine & self.sets[CARRIERS])
            + PLANE_CP * count(mine & self.sets[PLANES])
            + KAMIKAZE_CP * count(self.kamikazes(player))
    }

    pub(super) fn feature_text(&self) -> String {
        String::new()
    }
}
