//! The evaluation of Coins and Rocks: the points.

use super::Toy;
use crate::game::Score;
use crate::search::Evaluator;

const POINT_CP: i32 = 50;

/// Fifty centipawns for each point of the lead.
pub struct HandMade;

impl<const SWINGS: bool> Evaluator<Toy<SWINGS>> for HandMade {
    fn new(_: &Toy<SWINGS>) -> Self {
        Self
    }

    fn value_within(&mut self, game: &Toy<SWINGS>, _: [Score; 2]) -> Score {
        Score::cp(POINT_CP * i32::from(game.mover_lead()))
    }

    fn terms(game: &Toy<SWINGS>) -> Vec<(&'static str, Vec<i32>)> {
        vec![("points", vec![POINT_CP * i32::from(game.lead), 0])]
    }

    fn features(game: &Toy<SWINGS>) -> Vec<i32> {
        vec![i32::from(game.lead)]
    }
}
