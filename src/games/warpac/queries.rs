//! Queries that only this game answers.

use super::Warpac;
use super::actions::Droppable;
use super::pieces::PieceKind;
use crate::game::GameQuery;

impl<const SUBS: bool> Warpac<SUBS> {
    /// The queries that only this game answers.
    pub(super) const QUERIES: &'static [GameQuery<Self>] =
        &[GameQuery { name: "material", arguments: "", answer: material }];

    /// The points of a side's surface pieces, at the prices of the deployment.
    fn material_points(&self, side: usize) -> u32 {
        let pieces = PieceKind::ALL.map(Droppable::Piece);
        pieces.iter().map(|piece| self.number(side, *piece) * u32::from(piece.points())).sum()
    }
}

fn material<const SUBS: bool>(game: &Warpac<SUBS>, arguments: &[&str]) -> Result<String, String> {
    match arguments {
        [] => Ok(format!("{} {}", game.material_points(0), game.material_points(1))),
        [extra, ..] => Err(format!("expected no further argument ({extra})")),
    }
}
