//! What the engine thinks of positions and actions.

use super::actions::ActionKind;
use super::board::{AREA, Square};
use super::pieces::Kind;
use super::{Phase, Undo, WarAction, Warpac};
use crate::game::{Evaluate, Game, Score, Tactics};

/// By kind, in the order of [`Kind::ALL`].
const VALUES_CP: [i32; 5] = [300, 1000, 550, 400, 300];
const SUBMARINE_CP: i32 = 300;

const PIECE_SLOTS: usize = 5 * 256;
const SLOTS: usize = PIECE_SLOTS + 64 + 64 + 5 + 1;

impl<const SUBS: bool> Warpac<SUBS> {
    /// What is lost with the piece on `square`, with a carrier its squadron.
    #[inline]
    pub(super) fn loss_cp(&self, square: Square) -> i32 {
        let kind = self.cell(square).kind();
        let has_wing = kind == Kind::Carrier && self.partner(square).is_some();
        VALUES_CP[kind.index()] + if has_wing { VALUES_CP[Kind::Squadron.index()] } else { 0 }
    }
}

impl<const SUBS: bool> Tactics for Warpac<SUBS> {
    const SLOTS: usize = SLOTS;

    fn slot(&self, action: WarAction) -> usize {
        let region = |square: Square| (square.file() / 2 + square.rank() / 2 * 8) as usize;
        match action.kind() {
            ActionKind::Move => self.cell(action.from()).kind().index() * 256 + action.to().index(),
            ActionKind::Dive => PIECE_SLOTS + region(action.to()),
            ActionKind::DepthCharge => PIECE_SLOTS + 64 + region(action.from()),
            ActionKind::Torpedo => PIECE_SLOTS + 128 + self.cell(action.from()).kind().index(),
            ActionKind::End | ActionKind::Drop => SLOTS - 1,
        }
    }

    fn gain(&self, action: WarAction) -> i32 {
        let them = self.me() ^ 1;
        match action.kind() {
            ActionKind::Move if self.sides[them].has(action.to()) => {
                16 * self.loss_cp(action.to()) - self.loss_cp(action.from())
            }
            ActionKind::Torpedo => 16 * self.loss_cp(action.from()),
            ActionKind::DepthCharge => {
                let hit = (self.subs[them] & AREA[action.from().index()]).count();
                16 * SUBMARINE_CP * hit as i32
            }
            _ => 0,
        }
    }

    fn is_noisy(&self, action: WarAction) -> bool {
        let them = self.me() ^ 1;
        match action.kind() {
            ActionKind::Move => self.sides[them].has(action.to()),
            ActionKind::Torpedo => true,
            ActionKind::DepthCharge => (self.subs[them] & AREA[action.from().index()]).any(),
            ActionKind::Dive | ActionKind::End | ActionKind::Drop => false,
        }
    }

    fn noisy(&self, out: &mut Vec<WarAction>) {
        self.list_actions::<true, false>(out);
    }

    fn quiet(&self, out: &mut Vec<WarAction>) {
        self.list_actions::<false, true>(out);
    }

    fn may_stand_pat(&self) -> bool {
        true
    }

    fn pass(&mut self) -> Option<Undo> {
        if self.phase != Phase::Surface || self.outcome().is_some() {
            return None;
        }
        let undo = self.undo(WarAction::END);
        self.end_turn(false);
        Some(undo)
    }
}

impl<const SUBS: bool> Evaluate for Warpac<SUBS> {
    fn evaluate(&self) -> Score {
        let part = |side: usize| -> i32 {
            let pieces: i32 = Kind::ALL
                .iter()
                .map(|kind| self.pieces(side, *kind).count() as i32 * VALUES_CP[kind.index()])
                .sum();
            pieces + self.subs[side].count() as i32 * SUBMARINE_CP
        };
        let me = self.me();
        Score::cp(part(me) - part(me ^ 1))
    }

    fn terms(&self) -> Vec<(&'static str, Vec<i32>)> {
        vec![("material", vec![0, 0])]
    }

    fn win_draw_loss(score: Score) -> [u32; 3] {
        let odds = (f64::from(score.raw()) / 400.0).exp();
        let win = (1000.0 * odds / (1.0 + odds)).round().min(1000.0) as u32;
        [win, 0, 1000 - win]
    }
}
