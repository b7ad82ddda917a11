//! The games, and the list of variants. A new game is a folder here and its lines in the list.

mod book;
pub mod gameofwar;
pub mod pacific;
pub mod pacru;
mod playable;
pub mod warpac;

use crate::game::Player;
use gameofwar::GameOfWar;
use pacific::{PacificA, PacificB};
use pacru::{Azacru, Meeting, Pacru, Shacru};
pub use playable::Playable;
use warpac::{KnightMoves, Submarines, Surface};

/// Code that is generic over the game, run for a variant known only at run time.
pub trait Visitor {
    /// The return type of the code.
    type Output;
    /// The code, for the game `G` with the rules of one variant.
    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output;
}

macro_rules! variants {
    ($($name:literal => $variant:ident: $game:ty, $rules:expr;)*) => {
        /// A variant that the engine plays, by its name in the option `UCI_Variant`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Variant {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Variant {
            /// Every variant, the default one first.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];
            /// The names of [`Variant::ALL`], in the same order.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// The name in the protocol.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),*
                }
            }

            /// Runs `visitor` for the type and rules of this variant. No other code maps a variant to its type.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $(Self::$variant => visitor.visit::<$game>($rules)),*
                }
            }
        }
    };
}

variants! {
    "pacific-a" => PacificA: PacificA, ();
    "pacific-b" => PacificB: PacificB, ();
    "pacru" => Pacru: Pacru<2>, Meeting::Tournament;
    "pacru3" => Pacru3: Pacru<3>, Meeting::Tournament;
    "pacru4" => Pacru4: Pacru<4>, Meeting::Tournament;
    "pacru-classic" => PacruClassic: Pacru<2>, Meeting::Classic;
    "pacru3-classic" => Pacru3Classic: Pacru<3>, Meeting::Classic;
    "pacru4-classic" => Pacru4Classic: Pacru<4>, Meeting::Classic;
    "azacru" => Azacru: Azacru<2>, ();
    "azacru3" => Azacru3: Azacru<3>, ();
    "azacru4" => Azacru4: Azacru<4>, ();
    "shacru" => Shacru: Shacru<2>, ();
    "shacru3" => Shacru3: Shacru<3>, ();
    "shacru4" => Shacru4: Shacru<4>, ();
    "warpac" => Warpac: Surface, KnightMoves::Always;
    "warpac-once" => WarpacOnce: Surface, KnightMoves::Once;
    "warpac-subs" => WarpacSubs: Submarines, KnightMoves::Always;
    "warpac-subs-once" => WarpacSubsOnce: Submarines, KnightMoves::Once;
    "gameofwar" => GameOfWar: GameOfWar, ();
}

impl Variant {
    /// The variant called `name`; case is ignored.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|variant| variant.name().eq_ignore_ascii_case(name))
    }

    /// The rules of the game for people, in Markdown: a few pages.
    pub fn rules(self) -> &'static str {
        self.visit(Rules)
    }

    /// Goal, moves and legend of the game in plain text: half a page.
    pub fn summary(self) -> &'static str {
        self.visit(Summary)
    }

    /// The names of the players, in the order of their seats.
    pub fn sides(self) -> &'static [&'static str] {
        self.visit(Sides)
    }

    /// The owner of the piece that a sign of the diagram stands for.
    pub fn owner(self, sign: char) -> Option<Player> {
        self.visit(Owner(sign))
    }

    /// The names of the queries that not every game answers.
    pub fn game_queries(self) -> Vec<&'static str> {
        self.visit(GameQueries)
    }
}

struct Sides;

impl Visitor for Sides {
    type Output = &'static [&'static str];

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Output {
        G::SIDES
    }
}

struct Owner(char);

impl Visitor for Owner {
    type Output = Option<Player>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Output {
        G::owner(self.0)
    }
}

struct GameQueries;

impl Visitor for GameQueries {
    type Output = Vec<&'static str>;

    fn visit<G: Playable>(self, _rules: G::Rules) -> Self::Output {
        G::CAPABILITIES.queries.iter().map(|query| query.name).collect()
    }
}

struct Rules;

impl Visitor for Rules {
    type Output = &'static str;

    fn visit<G: Playable>(self, _rules: G::Rules) -> &'static str {
        G::RULES
    }
}

struct Summary;

impl Visitor for Summary {
    type Output = &'static str;

    fn visit<G: Playable>(self, _rules: G::Rules) -> &'static str {
        G::SUMMARY
    }
}
