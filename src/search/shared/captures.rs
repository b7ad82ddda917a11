//! Which noisy actions are worth a look.

use crate::search::searchable::{Exchange, Tactics};

/// How the noisy actions of a game are sifted.
pub trait Captures<G: Tactics>: Send + 'static {
    /// Whether a legal noisy action wins at least `least` centipawns.
    fn wins(game: &G, action: G::Action, least: i32) -> bool;
    /// Appends the noisy actions; those that win less than `least` centipawns may be left out.
    fn list(game: &G, least: i32, out: &mut Vec<G::Action>);
}

/// All of them are: what they lose is not known without search.
pub struct AllNoisy;

impl<G: Tactics> Captures<G> for AllNoisy {
    #[inline(always)]
    fn wins(_: &G, _: G::Action, _: i32) -> bool {
        true
    }

    #[inline(always)]
    fn list(game: &G, _: i32, out: &mut Vec<G::Action>) {
        game.noisy(out);
    }
}

/// By what an exchange comes to.
pub struct ByExchange;

impl<G: Exchange> Captures<G> for ByExchange {
    #[inline(always)]
    fn wins(game: &G, action: G::Action, least: i32) -> bool {
        game.wins(action, least)
    }

    #[inline(always)]
    fn list(game: &G, least: i32, out: &mut Vec<G::Action>) {
        game.noisy_winning(least, out);
    }
}
