//! Tactics of War-in-the-Pacific Chess: noisy actions, their gain, and slots of the history tables.

use crate::game::Game;
use crate::game::simd::{SimdTask, run_simd};
use crate::games::warpac::actions::ActionKind;
use crate::games::warpac::board::{AREA, Square};
use crate::games::warpac::hidden::SUBMARINE_CP;
use crate::games::warpac::pieces::PieceKind;
use crate::games::warpac::{Phase, Undo, Warpac, WarpacAction, WarpacRules};
use crate::search::{Exchange, Tactics};

/// The weight of the victim's value against the attacker's (MVV-LVA).
const VICTIM_WEIGHT: i32 = 16;

// Slots of the history tables: moves by kind of piece and target, underwater actions by regions of 2 x 2 squares,
// torpedoes by the kind of ship.
const DIVE_BASE: usize = PieceKind::ALL.len() * 256;
const CHARGE_BASE: usize = DIVE_BASE + 64;
const TORPEDO_BASE: usize = CHARGE_BASE + 64;
const OTHER_SLOT: usize = TORPEDO_BASE + PieceKind::ALL.len();

impl<R: WarpacRules> Tactics for Warpac<R> {
    const SLOTS: usize = OTHER_SLOT + 1;

    #[inline]
    fn slot(&self, action: WarpacAction) -> usize {
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

    /// Most valuable victim first, then least valuable attacker.
    #[inline]
    fn gain(&self, action: WarpacAction) -> i32 {
        let prize = self.prize_cp(action);
        let risk = if action.is_move() && prize > 0 { self.loss_cp(action.from()) } else { 0 };
        VICTIM_WEIGHT * prize - risk
    }

    #[inline]
    fn is_noisy(&self, action: WarpacAction) -> bool {
        let them = self.me() ^ 1;
        if action.is_move() {
            return self.sides[them].has(action.to());
        }
        match action.kind() {
            ActionKind::Torpedo => self.first_target() == Some(action.from()),
            ActionKind::DepthCharge => (self.subs[them] & AREA[action.from().index()]).any(),
            _ => false,
        }
    }

    fn noisy(&self, out: &mut Vec<WarpacAction>) {
        self.noisy_winning(i32::MIN, out);
    }

    fn quiet(&self, out: &mut Vec<WarpacAction>) {
        self.list_actions::<false>(out);
    }

    fn may_stand_pat(&self) -> bool {
        true
    }

    /// A cornered last ship is followed to the end, like replies to check in chess.
    #[inline]
    fn is_forced(&self) -> bool {
        self.is_last_ship_cornered()
    }

    /// A null move in a surface turn. It is unsound only for a last ship, which may be forced to move into a loss.
    fn pass(&mut self) -> Option<Undo> {
        if self.phase != Phase::Surface || self.outcome().is_some() || self.must_move_last_ship() {
            return None;
        }
        let undo = self.undo(WarpacAction::END);
        self.end_turn(false);
        Some(undo)
    }
}

impl<R: WarpacRules> Exchange for Warpac<R> {
    #[inline]
    fn wins(&self, action: WarpacAction, least: i32) -> bool {
        let prize = self.prize_cp(action);
        if prize < least || !action.is_move() {
            return prize >= least;
        }
        let [from, to] = [action.from(), action.to()];
        prize > self.loss_cp(from) || run_simd(ExchangeWins { game: self, from, to, least })
    }

    fn noisy_winning(&self, least: i32, out: &mut Vec<WarpacAction>) {
        run_simd(Noisy { game: self, least, out });
    }
}

/// Whether an exchange wins at least `least` centipawns.
struct ExchangeWins<'a, R: WarpacRules> {
    game: &'a Warpac<R>,
    from: Square,
    to: Square,
    least: i32,
}

impl<R: WarpacRules> SimdTask for ExchangeWins<'_, R> {
    type Output = bool;

    #[inline(always)]
    fn run(self) -> bool {
        self.game.exchange_wins(self.from, self.to, self.least)
    }
}

/// Lists the noisy actions that sink at least `least` centipawns.
struct Noisy<'a, R: WarpacRules> {
    game: &'a Warpac<R>,
    least: i32,
    out: &'a mut Vec<WarpacAction>,
}

impl<R: WarpacRules> SimdTask for Noisy<'_, R> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { game, least, out } = self;
        match game.phase {
            Phase::Surface => {
                game.list_captures(least, out);
                if game.has_submarines() {
                    game.list_depth_charges::<true, false>(game.ships(game.me()), out);
                }
            }
            Phase::Underwater => game.list_underwater::<true, false>(out),
            Phase::Deployment => {}
        }
    }
}

impl<R: WarpacRules> Warpac<R> {
    /// The value that a legal noisy action wins if the opponent recaptures all it can, in centipawns. If the victim
    /// is worth more than the attacker, the exchange cannot lose, and the victim's value is returned.
    pub(crate) fn exchange(&self, action: WarpacAction) -> i32 {
        let prize = self.prize_cp(action);
        match action.kind() {
            ActionKind::Move if prize <= self.loss_cp(action.from()) => {
                self.exchange_cp(action.from(), action.to())
            }
            _ => prize,
        }
    }

    /// The value of what the action sinks, in centipawns.
    #[inline]
    fn prize_cp(&self, action: WarpacAction) -> i32 {
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
