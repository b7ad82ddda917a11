//! What the engine thinks of actions: which are noisy, what they gain, where their history is kept.

use super::actions::ActionKind;
use super::board::{AREA, Square};
use super::pieces::{BLIND_KEY, Kind};
use super::{Phase, Undo, WarAction, Warpac};
use crate::game::{Game, Tactics};

/// What a submarine counts for in exchanges.
pub(super) const SUBMARINE_CP: i32 = 250;
/// What is won counts so much more than what it is won with.
const VICTIM_WEIGHT: i32 = 16;

/// A round of turns and a little more. In the middle of a battle both sides have so much to sink that depth 1
/// took more than 300000 nodes without this limit, and 3000 with it.
const LONGEST_CHAIN: usize = 5;

/// In the surface game, where whole fronts of battleships face each other after a deployment, depth 1 took up to
/// 1.9 million nodes without this limit, and 15000 with it. What goes on beyond is followed in one line to its
/// end. Games from deployments at 4000 nodes a move, with the limit against without: +38 =15 -25 of 78, when the
/// match was broken off.
const FULL_CHAIN: usize = 3;

// Slots of the history tables: moves by kind of piece and target, what happens below by regions of 2 x 2
// squares, torpedoes by the kind of ship.
const DIVE_BASE: usize = Kind::ALL.len() * 256;
const CHARGE_BASE: usize = DIVE_BASE + 64;
const TORPEDO_BASE: usize = CHARGE_BASE + 64;
const OTHER_SLOT: usize = TORPEDO_BASE + Kind::ALL.len();

impl<const SUBS: bool> Tactics for Warpac<SUBS> {
    const SLOTS: usize = OTHER_SLOT + 1;
    const LONGEST_QUIESCENCE: usize = if SUBS { LONGEST_CHAIN } else { usize::MAX };
    const FULL_QUIESCENCE: usize = if SUBS { usize::MAX } else { FULL_CHAIN };
    const KILLERS_FIRST: bool = true;

    #[inline]
    fn slot(&self, action: WarAction) -> usize {
        let region = |square: Square| (square.file() / 2 + square.rank() / 2 * 8) as usize;
        let kind = |square: Square| self.cell(square).kind().index();
        if action.is_move() {
            return kind(action.from()) * 256 + action.to().index();
        }
        match action.kind() {
            ActionKind::Dive => DIVE_BASE + region(action.to()),
            ActionKind::DepthCharge => CHARGE_BASE + region(action.from()),
            ActionKind::Torpedo => TORPEDO_BASE + kind(action.from()),
            ActionKind::Move | ActionKind::End | ActionKind::Drop => OTHER_SLOT,
        }
    }

    /// The dearest victim first, and of those that take it the cheapest.
    #[inline]
    fn gain(&self, action: WarAction) -> i32 {
        let prize = self.prize_cp(action);
        let risk = if action.is_move() && prize > 0 { self.loss_cp(action.from()) } else { 0 };
        VICTIM_WEIGHT * prize - risk
    }

    #[inline]
    fn is_noisy(&self, action: WarAction) -> bool {
        let them = self.me() ^ 1;
        if action.is_move() {
            return self.sides[them].has(action.to());
        }
        match action.kind() {
            ActionKind::Torpedo => self.dearest_target() == Some(action.from()),
            ActionKind::DepthCharge => (self.subs[them] & AREA[action.from().index()]).any(),
            _ => false,
        }
    }

    /// Where the victim is worth more than its captor no exchange can lose, and the victim's value will do.
    fn exchange(&self, action: WarAction) -> i32 {
        let prize = self.prize_cp(action);
        match action.kind() {
            ActionKind::Move if prize <= self.loss_cp(action.from()) => {
                self.exchange_cp(action.from(), action.to())
            }
            _ => prize,
        }
    }

    #[inline]
    fn wins(&self, action: WarAction, least: i32) -> bool {
        let prize = self.prize_cp(action);
        if prize < least || !action.is_move() {
            return prize >= least;
        }
        prize > self.loss_cp(action.from()) || self.exchange_wins(action.from(), action.to(), least)
    }

    fn plan(&self, seed: u64) -> Option<Vec<WarAction>> {
        (self.phase == Phase::Deployment).then(|| self.plan_fleet(seed))
    }

    fn noisy(&self, out: &mut Vec<WarAction>) {
        self.noisy_winning(i32::MIN, out);
    }

    fn noisy_winning(&self, least: i32, out: &mut Vec<WarAction>) {
        match self.phase {
            Phase::Surface => {
                self.list_captures(least, out);
                if SUBS {
                    self.list_depth_charges::<true, false>(self.ships(self.me()), out);
                }
            }
            Phase::Underwater => self.list_underwater::<true, false>(out),
            Phase::Deployment => {}
        }
    }

    fn quiet(&self, out: &mut Vec<WarAction>) {
        self.list_actions::<false>(out);
    }

    fn may_stand_pat(&self) -> bool {
        true
    }

    /// What is left to a last ship is followed to its end, as replies to check are in chess.
    #[inline]
    fn is_cornered(&self) -> bool {
        self.is_last_ship_cornered()
    }

    /// Depth charges are left out: in an imagined position everybody would know where to drop them.
    fn blindfold(&mut self) {
        if SUBS {
            self.blind = true;
            self.key ^= BLIND_KEY;
        }
    }

    /// A surface turn left unused: only a last ship is ever compelled to move into a loss for want of others.
    fn pass(&mut self) -> Option<Undo> {
        if self.phase != Phase::Surface || self.outcome().is_some() || self.must_move_last_ship() {
            return None;
        }
        let undo = self.undo(WarAction::END);
        self.end_turn(false);
        Some(undo)
    }
}

impl<const SUBS: bool> Warpac<SUBS> {
    /// What the action sinks, in centipawns.
    #[inline]
    fn prize_cp(&self, action: WarAction) -> i32 {
        let them = self.me() ^ 1;
        if action.is_move() {
            let is_capture = self.sides[them].has(action.to());
            return if is_capture { self.loss_cp(action.to()) } else { 0 };
        }
        match action.kind() {
            ActionKind::Torpedo => self.loss_cp(action.from()),
            ActionKind::DepthCharge => {
                let hit = (self.subs[them] & AREA[action.from().index()]).count();
                SUBMARINE_CP * hit as i32
            }
            _ => 0,
        }
    }
}
