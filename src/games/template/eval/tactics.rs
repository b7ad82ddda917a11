//! Tactics of Coins and Rocks: taking a coin is noisy, all else is quiet.

use super::super::ToyAction;
use super::Toy;
use crate::search::Tactics;

/// The gain of a coin, as ordering sees it.
const COIN_CP: i32 = 50;

impl<const SWINGS: bool> Tactics for Toy<SWINGS> {
    const SLOTS: usize = ToyAction::Foreign as usize + 1;

    fn slot(&self, action: ToyAction) -> usize {
        action as usize
    }

    fn gain(&self, _: ToyAction) -> i32 {
        COIN_CP
    }

    fn is_noisy(&self, action: ToyAction) -> bool {
        action == ToyAction::Coin
    }

    fn noisy(&self, out: &mut Vec<ToyAction>) {
        out.extend([ToyAction::Coin].into_iter().filter(|action| self.allows(*action)));
    }

    fn quiet(&self, out: &mut Vec<ToyAction>) {
        let quiet = [ToyAction::End, ToyAction::Rock, ToyAction::Swing];
        out.extend(quiet.into_iter().filter(|action| self.allows(*action)));
    }

    fn may_stand_pat(&self) -> bool {
        true
    }
}
