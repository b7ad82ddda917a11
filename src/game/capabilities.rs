//! What only some games have. A game names what it has, and a game without it never mentions it.

use super::{FenError, Game, Knowledge, Notation, Outcome, Player};

/// What a game has beyond [`Game`] and [`Notation`].
pub struct Capabilities<G: Notation> {
    /// The place of each player, from 1, in a game that began so and ended so ([`super::ranking`]). Without it
    /// the winner comes first, and all others share the next place.
    pub ranking: Option<Ranking<G>>,
    /// What players see, where that is not all.
    pub hidden: Option<&'static dyn Hidden<G>>,
    /// The phase in which the players set up their pieces.
    pub deployment: Option<&'static dyn Deployment<G>>,
    /// Notations of other programs that are understood.
    pub formats: &'static [ForeignFormat<G>],
    /// Queries that only this game answers.
    pub queries: &'static [OwnQuery<G>],
}

/// See [`Capabilities::ranking`].
pub type Ranking<G> = fn(&G, &[<G as Game>::Action], Outcome) -> Vec<usize>;

impl<G: Notation> Capabilities<G> {
    /// Of a game that has nothing special.
    pub const NONE: Self =
        Self { ranking: None, hidden: None, deployment: None, formats: &[], queries: &[] };
}

/// A game in which not everything is seen by everybody.
pub trait Hidden<G: Notation>: Sync {
    /// What `player` knows of a state of which he has seen the past.
    fn knowledge(&self, state: &G, player: Player) -> Box<dyn Knowledge<G>>;
    /// What `player` knows when a game begins with [`Notation::start`], which everybody knows in full.
    fn knowledge_at_start(&self, rules: G::Rules, player: Player) -> Box<dyn Knowledge<G>>;
    /// Reads the FEN of what `player` knows, or, without one, of what the player knows whose own parts it
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
    /// The tokens of actions made from `first`, one a turn, as `player` is shown them, or in full (with all
    /// that players are told) without one.
    fn tokens_seen(&self, first: &G, actions: &[G::Action], player: Option<Player>) -> Vec<String>;
    /// The FEN that [`Hidden::tokens_seen`] goes on from where a game began with the FEN of `first`; `None` if it
    /// is that one.
    fn start_seen(&self, first: &G, actions: &[G::Action], player: Player) -> Option<String>;
    /// Marks hidden parts of a state as imagined: from here on actions that exploit them are illegal.
    fn mask_hidden(&self, state: &mut G);
}

/// The phase in which the players set up their pieces.
pub trait Deployment<G: Notation>: Sync {
    /// Its beginning.
    fn start(&self, rules: G::Rules) -> G;
    /// The rest of the deployment of the player to move, from a whole one that holds what he has placed
    /// already and follows from `seed`; `None` outside of the phase.
    fn plan(&self, state: &G, seed: u64) -> Option<Vec<G::Action>>;
    /// The tokens of single actions that a token of several, played here, is made of.
    fn split_token(&self, state: &G, token: &str) -> Vec<String>;
}

/// A position in another program's notation, and in words what was taken otherwise than it was written.
pub type ForeignPosition<G> = (G, Option<String>);

/// Another program's notation of positions.
pub struct ForeignFormat<G> {
    /// What stands before the quoted text in `position`.
    pub name: &'static str,
    /// Reads it.
    ///
    /// # Errors
    /// As [`Notation::from_fen`].
    pub read: fn(&str) -> Result<ForeignPosition<G>, FenError>,
}

/// A query that only this game answers.
pub struct OwnQuery<G> {
    /// What follows `query`.
    pub name: &'static str,
    /// What stands for its arguments in help; empty if it has none.
    pub arguments: &'static str,
    /// Answers it.
    ///
    /// # Errors
    /// Says what is wrong with the arguments.
    pub answer: fn(&G, &[&str]) -> Result<String, String>,
}

/// A token of whole actions, taken apart.
pub fn split_token(token: &str) -> Vec<String> {
    token.split(',').map(str::to_string).collect()
}
