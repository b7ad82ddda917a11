//! The games, and the list of variants. A new game is a folder here and its lines in the list.

mod book;
mod draft;
pub mod gameofwar;
mod loaded;
pub mod pacific;
pub mod pacru;
mod playable;
#[cfg(test)]
mod template;
#[cfg(test)]
mod template_tests;
mod variant;
pub mod warpac;

use crate::game::Notation;
pub use draft::{Draft, SetError, Setting};
use gameofwar::{GameOfWar, GameOfWarOfFile};
pub use loaded::{AddError, MOST_LOADED, NewVariant, Origin, RuleChange};
use pacific::{PacificA, PacificB, PacificOfFile, TypeA, TypeB};
use pacru::{
    Azacru, AzacruRules, CruOfFile, Family, Meeting, Pacru, PacruRules, Shacru, ShacruRules,
};
pub use playable::Playable;
#[cfg(test)]
use template::Toy;
pub use variant::Variant;
use warpac::{Standard, Submarines, Surface, WarpacOfFile};

/// Code that is generic over the game, run for a variant known only at run time.
pub trait Visitor {
    /// The return type of the code.
    type Output;
    /// The code, for the game `G` with the rules of one variant.
    fn visit<G: Playable>(self, rules: G::Rules) -> Self::Output;
}

/// The games by their types, each with the type of its rules.
macro_rules! rulesets {
    ($($(#[$when:meta])* $name:ident: $game:ty;)*) => {
        /// A game and its rules. A new game is a line in this list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Ruleset {
            $($(#[$when])* #[doc = concat!("[`", stringify!($game), "`]")] $name(<$game as Notation>::Rules),)*
        }

        impl Ruleset {
            /// Runs `visitor` for the game and its rules. No other code maps a ruleset to a type.
            pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
                match self {
                    $($(#[$when])* Self::$name(rules) => visitor.visit::<$game>(rules)),*
                }
            }
        }
    };
}

rulesets! {
    PacificA: PacificA;
    PacificB: PacificB;
    PacificOfFile: PacificOfFile;
    Pacru2: Pacru<2>;
    Pacru3: Pacru<3>;
    Pacru4: Pacru<4>;
    Azacru2: Azacru<2>;
    Azacru3: Azacru<3>;
    Azacru4: Azacru<4>;
    Shacru2: Shacru<2>;
    Shacru3: Shacru<3>;
    Shacru4: Shacru<4>;
    CruOfFile2: CruOfFile<2>;
    CruOfFile3: CruOfFile<3>;
    CruOfFile4: CruOfFile<4>;
    Surface: Surface;
    Submarines: Submarines;
    SurfaceOfFile: WarpacOfFile;
    SubmarinesOfFile: WarpacOfFile;
    GameOfWar: GameOfWar;
    GameOfWarOfFile: GameOfWarOfFile;
    #[cfg(test)] Toy: Toy<false>;
    #[cfg(test)] ToySwings: Toy<true>;
}

/// The games whose rules a file may set: their rulesets, with a function from the rules to the settings if they are not
/// the same; their switches; and the ruleset with settings in memory.
macro_rules! drafts {
    ($($($name:ident $(by $settings:path)?)|+ => $switches:expr, $of_file:ident;)*) => {
        impl Ruleset {
            /// A copy of the rules, to be changed; `None` if a file can set nothing in this game.
            pub fn draft(self) -> Option<Box<dyn Draft>> {
                match self {
                    $($(Self::$name(rules) => {
                        let settings = $($settings)?(rules);
                        Some(draft::draft(settings, $switches, |settings| {
                            Self::$of_file(settings.into())
                        }))
                    })+)*
                    #[allow(unreachable_patterns, reason = "a game may do without switches")]
                    _ => None,
                }
            }
        }
    };
}

drafts! {
    PacificA | PacificB | PacificOfFile => pacific::SWITCHES, PacificOfFile;
    Pacru2 by PacruRules::settings::<2> | Azacru2 by AzacruRules::settings::<2>
        | Shacru2 by ShacruRules::settings::<2> | CruOfFile2 => pacru::switches::<2>, CruOfFile2;
    Pacru3 by PacruRules::settings::<3> | Azacru3 by AzacruRules::settings::<3>
        | Shacru3 by ShacruRules::settings::<3> | CruOfFile3 => pacru::switches::<3>, CruOfFile3;
    Pacru4 by PacruRules::settings::<4> | Azacru4 by AzacruRules::settings::<4>
        | Shacru4 by ShacruRules::settings::<4> | CruOfFile4 => pacru::switches::<4>, CruOfFile4;
    Surface | SurfaceOfFile => warpac::SWITCHES, SurfaceOfFile;
    Submarines | SubmarinesOfFile => warpac::SUBMARINE_SWITCHES, SubmarinesOfFile;
    GameOfWar | GameOfWarOfFile => gameofwar::SWITCHES, GameOfWarOfFile;
}

macro_rules! variants {
    ($($(#[$when:meta])* $name:literal => $variant:ident: $ruleset:ident($rules:expr);)*) => {
        impl Variant {
            $(
                $(#[$when])*
                #[doc = concat!("`", $name, "`")]
                pub const $variant: Self = Self::built_in($name, Ruleset::$ruleset($rules));
            )*
            /// Every variant that is built in, the default one first.
            pub const ALL: &'static [Self] = &[$($(#[$when])* Self::$variant),*];
            /// The names of [`Variant::ALL`], in the same order.
            pub const NAMES: &'static [&'static str] = &[$($(#[$when])* $name),*];
        }
    };
}

variants! {
    "pacific-a" => PACIFIC_A: PacificA(TypeA);
    "pacific-b" => PACIFIC_B: PacificB(TypeB);
    "pacru" => PACRU: Pacru2(Meeting::Tournament);
    "pacru3" => PACRU3: Pacru3(Meeting::Tournament);
    "pacru4" => PACRU4: Pacru4(Meeting::Tournament);
    "pacru-classic" => PACRU_CLASSIC: Pacru2(Meeting::Classic);
    "pacru3-classic" => PACRU3_CLASSIC: Pacru3(Meeting::Classic);
    "pacru4-classic" => PACRU4_CLASSIC: Pacru4(Meeting::Classic);
    "azacru" => AZACRU: Azacru2(());
    "azacru3" => AZACRU3: Azacru3(());
    "azacru4" => AZACRU4: Azacru4(());
    "shacru" => SHACRU: Shacru2(());
    "shacru3" => SHACRU3: Shacru3(());
    "shacru4" => SHACRU4: Shacru4(());
    "warpac" => WARPAC: Surface(Standard::ALWAYS);
    "warpac-once" => WARPAC_ONCE: Surface(Standard::ONCE);
    "warpac-subs" => WARPAC_SUBS: Submarines(Standard::ALWAYS);
    "warpac-subs-once" => WARPAC_SUBS_ONCE: Submarines(Standard::ONCE);
    "gameofwar" => GAMEOFWAR: GameOfWar(gameofwar::Standard);
    #[cfg(test)] "toy" => TOY: Toy(());
    #[cfg(test)] "toy-swings" => TOY_SWINGS: ToySwings(());
}
