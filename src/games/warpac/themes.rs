//! What a move is about, for puzzles.

use super::actions::ActionKind;
use super::pieces::PieceKind;
use super::{Warpac, WarpacAction, WarpacRules};
use crate::game::Game;

impl<R: WarpacRules> Warpac<R>
where
    Self: Game<Action = WarpacAction>,
{
    /// The themes of a legal action. They rest on what both players are told.
    pub(super) fn themes_of(&self, action: WarpacAction) -> Vec<&'static str> {
        let (kind, is_move) = (action.kind(), action.is_move());
        let lost = self.target_of(action).map(|square| self.cell(square).kind());
        let is_capture = is_move && lost.is_some();
        let moved = is_move.then(|| self.cell(action.from()).kind());
        let mut after = self.clone();
        after.make(action);
        let all = [
            (is_capture, "capture"),
            (lost == Some(PieceKind::Carrier), "carrier"),
            (moved == Some(PieceKind::Squadron), "squadron"),
            (kind == ActionKind::Torpedo, "torpedo"),
            (kind == ActionKind::DepthCharge, "depth charge"),
            (after.outcome().is_some() && lost.is_some(), "last ship"),
        ];
        all.into_iter().filter(|(is_there, _)| *is_there).map(|(_, theme)| theme).collect()
    }
}
