//! Which noisy actions quiescence search follows: all, or those that lose nothing by static exchange evaluation.

use crate::search::searchable::{Exchange, Tactics};

/// A filter of noisy actions.
pub trait Captures<G: Tactics>: Send + 'static {
    /// Whether a legal noisy action wins at least `least` centipawns.
    fn wins(game: &G, action: G::Action, least: i32) -> bool;
    /// Appends the noisy actions; those that win less than `least` centipawns may be left out.
    fn list(game: &G, least: i32, out: &mut Vec<G::Action>);
}

/// All noisy actions, for games without static exchange evaluation.
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

/// Noisy actions that win by static exchange evaluation.
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
