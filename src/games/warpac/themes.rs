//! What a move is about, for puzzles.

use super::actions::ActionKind;
use super::pieces::PieceKind;
use super::{Warpac, WarpacAction};
use crate::game::Game;

impl<const SUBS: bool> Warpac<SUBS>
where
    Self: Game<Action = WarpacAction>,
{
    /// The themes of a legal action. They rest on what both players are told.
    pub(super) fn themes_of(&self, action: WarpacAction) -> Vec<&'static str> {
        let enemy = self.me() ^ 1;
        let (kind, is_move) = (action.kind(), action.is_move());
        let is_capture = is_move && self.sides[enemy].has(action.to());
        let lost = match kind {
            ActionKind::Torpedo => Some(self.cell(action.from()).kind()),
            _ if is_capture => Some(self.cell(action.to()).kind()),
            _ => None,
        };
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
