//! A new game of any variant: from the variant to the type of its game.

use super::game_state::GameState;
use super::typed_game::TypedGame;
use crate::games::{Playable, Variant, Visitor};

impl Variant {
    /// A game at its start.
    pub fn new_game(self) -> Box<dyn GameState> {
        struct NewGame(Variant);
        impl Visitor for NewGame {
            type Output = Box<dyn GameState>;
            fn visit<G: Playable>(self, rules: G::Rules) -> Box<dyn GameState> {
                Box::new(TypedGame::<G>::new(self.0, rules))
            }
        }
        self.visit(NewGame(self))
    }
}
