//! Hidden information: what a player sees, and what it believes about the rest.
//!
//! - `view.rs`: what a player sees.
//! - `belief.rs`, `tracks.rs`, `odds.rs`: where a player believes the submarines to be.
//! - `expectation.rs`: the expected gain of attacks on them.
//! - `exposure.rs`: the expected losses by the other side's attacks.

mod belief;
mod expectation;
mod exposure;
mod odds;
#[cfg(test)]
mod tests;
mod tracks;
mod view;

use super::{KnightMoves, Warpac, WarpacAction};
use crate::game::{FenError, Hidden, Knowledge, Notation, Player};
use view::View;

/// The value of a submarine in exchanges and in expected losses.
pub(super) const SUBMARINE_CP: i32 = 250;

/// Hidden information by [`View`].
pub(super) struct ByView;

impl<const SUBS: bool> Hidden<Warpac<SUBS>> for ByView {
    fn knowledge(&self, state: &Warpac<SUBS>, player: Player) -> Box<dyn Knowledge<Warpac<SUBS>>> {
        Box::new(View::of(state, player))
    }

    fn knowledge_at_start(
        &self,
        rules: KnightMoves,
        player: Player,
    ) -> Box<dyn Knowledge<Warpac<SUBS>>> {
        Box::new(View::of_public(&Warpac::start(rules), player))
    }

    fn knowledge_from_fen(
        &self,
        rules: KnightMoves,
        fen: &str,
        player: Option<Player>,
    ) -> Result<Box<dyn Knowledge<Warpac<SUBS>>>, FenError> {
        View::from_fen(rules, fen, player).map(|view| Box::new(view) as _)
    }

    fn tokens_seen(
        &self,
        first: &Warpac<SUBS>,
        actions: &[WarpacAction],
        player: Option<Player>,
    ) -> Vec<String> {
        view::tokens_seen(first, actions, player)
    }

    fn start_seen(
        &self,
        first: &Warpac<SUBS>,
        _: &[WarpacAction],
        player: Player,
    ) -> Option<String> {
        Some(View::of(first, player).fen())
    }

    /// Removes depth charges: in a determinization both sides would know where to drop them.
    fn mask_hidden(&self, state: &mut Warpac<SUBS>) {
        state.mask_hidden();
    }
}
