//! Queries that only this game answers.

use super::actions::Droppable;
use super::pieces::PieceKind;
use super::{Warpac, WarpacRules};
use crate::game::GameQuery;

impl<R: WarpacRules> Warpac<R> {
    /// The queries that only this game answers.
    pub(super) const QUERIES: &'static [GameQuery<Self>] =
        &[GameQuery { name: "material", arguments: "", answer: material }];

    /// The points of a side's surface pieces, at the prices of the deployment.
    fn material_points(&self, side: usize) -> u32 {
        let pieces = PieceKind::ALL.map(Droppable::Piece);
        pieces.iter().map(|piece| self.number(side, *piece) * self.settings().price(*piece)).sum()
    }
}

fn material<R: WarpacRules>(game: &Warpac<R>, arguments: &[&str]) -> Result<String, String> {
    match arguments {
        [] => Ok(format!("{} {}", game.material_points(0), game.material_points(1))),
        [extra, ..] => Err(format!("expected no further argument ({extra})")),
    }
}
