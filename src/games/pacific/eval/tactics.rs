//! Tactics of Pacific: noisy actions, their gain, and slots of the history tables.

use crate::games::pacific::{CARRIERS, PLANES, Pacific, PacificAction, PacificRules};
use crate::search::Tactics;

impl<R: PacificRules> Tactics for Pacific<R> {
    /// One slot for each starting point and first direction.
    const SLOTS: usize = 128;

    fn slot(&self, action: PacificAction) -> usize {
        4 * action.from().index() + action.first_direction().index()
    }

    /// Rough values of the pieces destroyed. They only order attacks.
    fn gain(&self, action: PacificAction) -> i32 {
        const CARRIER_CP: i32 = 60;
        const PLANE_CP: i32 = 100;
        const KAMIKAZE_CP: i32 = 250;
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

    fn has_noisy(&self) -> bool {
        self.can_attack()
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

    fn is_forced(&self) -> bool {
        self.count_legal() == 1
    }
}
