//! Games in numbers, for programs that learn: numbered actions with masks, planes of what a player knows, returns,
//! and states sampled from a player's belief.
//!
//! ```
//! use strategos::engine::{Position, Start};
//! use strategos::games::Variant;
//!
//! let mut environment = Variant::SHACRU4.new_environment(&Position::from_start(Start::StartPos))?;
//! while !environment.is_over() {
//!     let id = environment.legal()[0];
//!     environment.step(id)?;
//! }
//! println!("{:?} after {}", environment.returns(), environment.game().position());
//! # Ok::<(), strategos::engine::EngineError>(())
//! ```
//!
//! - `typed.rs`: an environment by the rules of its game; `batch.rs`: many environments, stepped in threads.

mod batch;
mod typed;

pub use batch::{Batch, Outputs};

use crate::engine::{EngineError, GameState, Position};
use crate::game::{Outcome, Player};
use crate::games::{Playable, Variant, Visitor};
use typed::TypedEnvironment;

/// The sizes of a variant's arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Ids are below this number.
    pub actions: usize,
    /// Planes, ranks and files of an observation.
    pub planes: [usize; 3],
    /// Number of players.
    pub players: usize,
}

impl Shape {
    /// The bytes of an observation.
    pub fn observation(&self) -> usize {
        self.planes.iter().product()
    }
}

/// A game of any variant in numbers. It knows the whole game, and tells each player what that player may know.
///
/// What is chosen at a time is a *step*: an action, or a part of one where [`crate::game::Learnable`] has steps.
pub trait Environment: Send + Sync {
    /// A copy that goes its own way.
    fn boxed(&self) -> Box<dyn Environment>;

    /// The variant.
    fn variant(&self) -> Variant;

    /// The player whose step is next; the last one when the game is over.
    fn player(&self) -> Player;

    /// The ids of all legal steps, each once. None when the game is over.
    fn legal(&self) -> &[u32];

    /// Makes a legal step.
    ///
    /// # Errors
    /// If it is illegal. Nothing has changed then.
    fn step(&mut self, id: u32) -> Result<(), EngineError>;

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The outcome, by the rules or by repetition; `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The place of each player, from 1; `None` while the game goes on.
    fn ranking(&self) -> Option<Vec<usize>>;

    /// What each player gets at the end: 1 for the first place, -1 for the last, evenly spaced between them. Players
    /// who share places get the average of them, so that the sum is 0. Zeros while the game goes on.
    fn returns(&self) -> Vec<f64> {
        let players = self.variant().players();
        self.ranking().map_or_else(|| vec![0.0; players], |places| by_places(&places))
    }

    /// Writes what `player` knows into planes of bytes. See [`Variant::plane_names`].
    fn observe(&self, player: Player, bytes: &mut [u8]);

    /// The token of a legal step.
    ///
    /// # Errors
    /// If it is illegal.
    fn token(&self, id: u32) -> Result<String, EngineError>;

    /// The id of the legal step with this token.
    ///
    /// # Errors
    /// If no legal step has it.
    fn id(&self, token: &str) -> Result<u32, EngineError>;

    /// The steps made of the action under way.
    fn begun(&self) -> &[u32];

    /// The game with its whole record. Steps of an action under way are left out.
    fn game(&self) -> Box<dyn GameState>;

    /// What `player` believes.
    fn belief(&self, player: Player) -> Box<dyn Belief>;

    /// Makes random steps until the game is over, at most `longest`. The same seed makes the same steps.
    fn roll_out(&mut self, seed: u64, longest: usize);
}

impl Clone for Box<dyn Environment> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

/// The belief of one player about the state of a game.
pub trait Belief: Send {
    /// A state that agrees with all that the player knows, as the start of a game. Equal numbers give equal states.
    /// If nothing is hidden from the player, it is the game itself with its history.
    fn sample(&mut self, number: u64) -> Box<dyn Environment>;
}

/// Returns by places, see [`Environment::returns`].
fn by_places(places: &[usize]) -> Vec<f64> {
    let value = |place: &usize| {
        let sharing = places.iter().filter(|other| *other == place).count();
        let mean = *place as f64 - 1.0 + (sharing as f64 - 1.0) / 2.0;
        1.0 - 2.0 * mean / (places.len().max(2) - 1) as f64
    };
    places.iter().map(value).collect()
}

impl Variant {
    /// The sizes of this variant's arrays.
    pub fn shape(self) -> Shape {
        self.visit(Shapes)
    }

    /// What each plane of an observation holds: those of the game, then those that all games have.
    pub fn plane_names(self) -> Vec<String> {
        self.visit(PlaneNames)
    }

    /// A game in numbers, at a position that is known in full.
    ///
    /// # Errors
    /// Names the invalid part of the position, or says that parts of it are hidden.
    pub fn new_environment(self, position: &Position) -> Result<Box<dyn Environment>, EngineError> {
        struct New<'a>(Variant, &'a Position);
        impl Visitor for New<'_> {
            type Output = Result<Box<dyn Environment>, EngineError>;
            fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output {
                Ok(Box::new(TypedEnvironment::<G>::at(self.0, rules, self.1)?))
            }
        }
        self.visit(New(self, position))
    }
}

struct Shapes;

impl Visitor for Shapes {
    type Output = Shape;

    fn visit<G: Playable>(self, _: G::Rules) -> Shape {
        let [ranks, files] = G::BOARD;
        let planes = [typed::plane_count::<G>(), ranks, files];
        Shape { actions: G::ACTION_IDS, planes, players: G::PLAYERS }
    }
}

struct PlaneNames;

impl Visitor for PlaneNames {
    type Output = Vec<String>;

    fn visit<G: Playable>(self, _: G::Rules) -> Vec<String> {
        typed::plane_names::<G>()
    }
}

#[cfg(test)]
mod tests {
    use super::by_places;

    #[test]
    fn returns_follow_the_places() {
        assert_eq!(by_places(&[1, 2]), [1.0, -1.0]);
        assert_eq!(by_places(&[1, 1]), [0.0, 0.0]);
        assert_eq!(by_places(&[2, 1, 3]), [0.0, 1.0, -1.0]);
        assert_eq!(by_places(&[2, 1, 2]), [-0.5, 1.0, -0.5]);
        let four = by_places(&[4, 1, 2, 2]);
        assert_eq!(four, [-1.0, 1.0, 0.0, 0.0]);
    }
}
