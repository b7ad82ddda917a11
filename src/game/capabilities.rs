//! Optional features of a game. A game names those that it has; a game without them mentions none.

use super::{AnyOrder, Endings, FenError, Game, Knowledge, Notation, Outcome, Player};

/// The features that a game has beyond [`Game`] and [`Notation`].
pub struct Capabilities<G: Notation> {
    /// The place of each player, from 1, given the first state, the actions and the outcome ([`super::ranking`]).
    /// Without it the winner is first and all others share the second place.
    pub ranking: Option<Ranking<G>>,
    /// What each player sees, in a game with hidden information.
    pub hidden: Option<&'static dyn Hidden<G>>,
    /// The phase in which the players set up their pieces.
    pub deployment: Option<&'static dyn Deployment<G>>,
    /// Notations of other programs that the game can read.
    pub formats: &'static [ForeignFormat<G>],
    /// Queries that only this game answers.
    pub queries: &'static [GameQuery<G>],
    /// Actions of one turn that people may name in any order.
    pub any_order: Option<&'static dyn AnyOrder<G>>,
    /// How its endings are numbered for endgame tables.
    pub endings: Option<&'static dyn Endings<G>>,
}

/// The type of [`Capabilities::ranking`].
pub type Ranking<G> = fn(&G, &[<G as Game>::Action], Outcome) -> Vec<usize>;

impl<G: Notation> Capabilities<G> {
    /// The capabilities of a game without optional features.
    pub const NONE: Self = Self {
        ranking: None,
        hidden: None,
        deployment: None,
        formats: &[],
        queries: &[],
        any_order: None,
        endings: None,
    };
}

/// A game with hidden information.
pub trait Hidden<G: Notation>: Sync {
    /// What `player` knows of `state`, after having seen the game so far.
    fn knowledge(&self, state: &G, player: Player) -> Box<dyn Knowledge<G>>;
    /// What `player` knows when a game begins with [`Notation::start`]. All players know that position in full.
    fn knowledge_at_start(&self, rules: G::Rules, player: Player) -> Box<dyn Knowledge<G>>;
    /// Reads the FEN of what `player` knows. Without a `player`, the FEN belongs to the player whose own pieces it
    /// shows.
    ///
    /// # Errors
    /// As [`Notation::from_fen`].
    fn knowledge_from_fen(
        &self,
        rules: G::Rules,
        fen: &str,
        player: Option<Player>,
    ) -> Result<Box<dyn Knowledge<G>>, FenError>;
    /// The tokens of the actions made from `first`, one for each turn, as `player` is shown them. Without a `player`
    /// the tokens are complete and include all that the players are told.
    fn tokens_seen(&self, first: &G, actions: &[G::Action], player: Option<Player>) -> Vec<String>;
    /// The FEN from which the tokens of [`Hidden::tokens_seen`] continue, when a game began with `first`. `None` if
    /// it is the FEN of `first`.
    fn start_seen(&self, first: &G, actions: &[G::Action], player: Player) -> Option<String>;
    /// Marks a state as a determinization. From here on, actions that exploit its hidden parts are illegal.
    fn mask_hidden(&self, state: &mut G);
}

/// The phase in which the players set up their pieces.
pub trait Deployment<G: Notation>: Sync {
    /// The first state of the deployment.
    fn start(&self, rules: G::Rules) -> G;
    /// Whether the player to move deploys.
    fn is_deploying(&self, state: &G) -> bool;
    /// The rest of the deployment of the player to move; `None` outside of the phase. It comes from a whole
    /// deployment that follows from `seed` and contains the pieces placed so far.
    fn plan(&self, state: &G, seed: u64) -> Option<Vec<G::Action>>;
    /// Splits a token of several actions, played in `state`, into the tokens of single actions.
    fn split_token(&self, state: &G, token: &str) -> Vec<String>;
}

/// A position in another program's notation, and in words what was taken otherwise than it was written.
pub type ForeignPosition<G> = (G, Option<String>);

/// Another program's notation of positions.
pub struct ForeignFormat<G: Notation> {
    /// The word before the quoted text in `position`.
    pub name: &'static str,
    /// Reads it.
    ///
    /// # Errors
    /// As [`Notation::from_fen`].
    pub read: fn(G::Rules, &str) -> Result<ForeignPosition<G>, FenError>,
}

/// A query that only this game answers.
pub struct GameQuery<G> {
    /// The word after `query`.
    pub name: &'static str,
    /// The arguments as help shows them; empty if there are none.
    pub arguments: &'static str,
    /// Answers it.
    ///
    /// # Errors
    /// Says what is wrong with the arguments.
    pub answer: fn(&G, &[&str]) -> Result<String, String>,
}

/// Splits a token of several actions at its commas.
pub fn split_token(token: &str) -> Vec<String> {
    token.split(',').map(str::to_string).collect()
}
