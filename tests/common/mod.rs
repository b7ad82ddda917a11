//! Shared code of the tests: random numbers from fixed seeds, and tests that run for every variant.

pub mod answers;
pub mod engine;
pub mod network;
pub mod pacific;
pub mod program;
pub mod random;
pub mod rulebook;
pub mod searcher;
pub mod toy;
pub mod vectors;

use std::any::TypeId;
use strategos::game::{Game, Outcome, Played, Score};
use strategos::games::{Playable, Variant, Visitor};

// The fuzz targets include the file of this module, because `tests/fuzz` is a package of its own. `fuzz.rs` includes
// these targets.
pub use crate::fuzz::targets::portrait;
pub use portrait::tokens;
pub use random::Random;

/// The variants with hidden information.
pub fn hiding() -> Vec<Variant> {
    struct Hides;
    impl Visitor for Hides {
        type Output = bool;
        fn visit<G: Playable>(self, _: G::Rules) -> bool {
            G::CAPABILITIES.hidden.is_some()
        }
    }
    Variant::ALL.iter().copied().filter(|variant| variant.visit(Hides)).collect()
}

/// Whether a game of the variant may begin with a deployment.
pub fn deploys(variant: Variant) -> bool {
    struct Deploys;
    impl Visitor for Deploys {
        type Output = bool;
        fn visit<G: Playable>(self, _: G::Rules) -> bool {
            G::CAPABILITIES.deployment.is_some()
        }
    }
    variant.visit(Deploys)
}

/// The starting positions of random games: the start position and the positions of the bench.
pub fn beginnings<G: Playable>(rules: G::Rules) -> Vec<G> {
    let bench = G::BENCH.iter().map(|fen| G::from_fen(rules, fen).unwrap());
    std::iter::once(G::start(rules)).chain(bench).collect()
}

/// All positions of a random game of at most `length` actions. The game may be over in the last position.
pub fn random_game<G: Playable>(
    rules: G::Rules,
    random: &mut Random,
    length: usize,
) -> Vec<Played<G>> {
    random_game_from(G::start(rules), random, length)
}

/// As [`random_game`], from another beginning.
pub fn random_game_from<G: Playable>(
    start: G,
    random: &mut Random,
    length: usize,
) -> Vec<Played<G>> {
    let mut played = Played::new(start);
    let mut positions = vec![played.clone()];
    for _ in 0..length {
        let actions = played.actions();
        if actions.is_empty() {
            break;
        }
        played.play(*random.pick(&actions));
        positions.push(played.clone());
    }
    positions
}

/// The number of games in a test: `few` by default, or the value of `STRATEGOS_GAMES`.
pub fn games(few: u64) -> u64 {
    std::env::var("STRATEGOS_GAMES").map_or(few, |number| number.parse().unwrap())
}

/// A random action, more often a noisy action than by chance alone. Returns `None` if the game is over.
pub fn lively_action<G: Playable>(game: &G, random: &mut Random) -> Option<G::Action> {
    let mut actions = Vec::new();
    let is_over = game.outcome().is_some();
    if !is_over && random.below(3) == 0 {
        game.noisy(&mut actions);
        // A deployment has no noisy actions, and searches do not ask for them there.
        actions.retain(|action| game.is_legal(*action));
    }
    if actions.is_empty() {
        game.actions(&mut actions);
    }
    (!actions.is_empty()).then(|| *random.pick(&actions))
}

/// The outcome as the protocol writes it.
pub fn result_text(outcome: Option<Outcome>) -> String {
    outcome.map_or("none".to_string(), |outcome| outcome.to_string())
}

/// The value of an action for the mover. `value` gives the value of the next position for its own mover.
pub fn value_after<G: Game>(game: &G, action: G::Action, value: impl FnOnce(&G) -> Score) -> Score {
    let mover = game.player();
    let mut child = game.clone();
    child.make(action);
    match child.outcome() {
        Some(Outcome::Draw) => Score::DRAW,
        Some(Outcome::Win(winner)) if winner == mover => Score::win_in(1),
        Some(Outcome::Win(_)) => Score::loss_in(1),
        None => {
            let value = value(&child);
            let value = if child.player() == mover { value } else { -value };
            // A finished turn lengthens the distance of a win only if the mover wins.
            if value.is_win() { value.later(i32::from(child.turn_start())) } else { value }
        }
    }
}

/// Whether `G` is the template game, which is too small for some tests.
pub fn is_template<G: 'static>() -> bool {
    use crate::template::Toy;
    [TypeId::of::<Toy<false>>(), TypeId::of::<Toy<true>>()].contains(&TypeId::of::<G>())
}

/// Tests that run once for every variant and for the template game, generic over the game.
macro_rules! for_every_variant {
    ($($(#[$meta:meta])* fn $name:ident<$G:ident>($rules:ident) $body:block)*) => {$(
        $(#[$meta])*
        #[test]
        fn $name() {
            struct Check;
            impl strategos::games::Visitor for Check {
                type Output = ();
                fn visit<$G: strategos::games::Playable>(self, $rules: $G::Rules) $body
            }
            for variant in strategos::games::Variant::ALL {
                eprintln!("variant {}", variant.name());
                variant.visit(Check);
            }
            // The template is not a variant of the library that is tested here.
            eprintln!("the template, without and with swings");
            strategos::games::Visitor::visit::<crate::template::Toy<false>>(Check, ());
            strategos::games::Visitor::visit::<crate::template::Toy<true>>(Check, ());
        }
    )*};
}
pub(crate) use for_every_variant;

/// Tests that run once for each listed game with its rules. They are compiled for no other game, which matters for
/// tests that search.
macro_rules! for_games {
    (@each [$($game:ty: $rules:expr),*] $check:ident) => {$(
        eprintln!("{}, {:?}", stringify!($game), $rules);
        $check::<$game>($rules);
    )*};
    ($games:tt
     $($(#[$meta:meta])* fn $name:ident<$G:ident>($rules:ident) $body:block)*) => {$(
        $(#[$meta])*
        #[test]
        fn $name() {
            fn check<$G: strategos::games::Playable>($rules: $G::Rules) $body
            $crate::common::for_games!(@each $games check);
        }
    )*};
}
pub(crate) use for_games;
