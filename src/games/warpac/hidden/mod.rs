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

use super::{Warpac, WarpacAction, WarpacRules};
use crate::game::{FenError, Hidden, Knowledge, Notation, Player};
use view::View;

/// The value of a submarine in exchanges and in expected losses.
pub(super) const SUBMARINE_CP: i32 = 250;

/// Hidden information by [`View`].
pub(super) struct ByView;

impl<R: WarpacRules> Hidden<Warpac<R>> for ByView {
    fn knowledge(&self, state: &Warpac<R>, player: Player) -> Box<dyn Knowledge<Warpac<R>>> {
        Box::new(View::of(state, player))
    }

    fn knowledge_at_start(&self, rules: R, player: Player) -> Box<dyn Knowledge<Warpac<R>>> {
        let start = Warpac::start(rules);
        match start.is_deploying() {
            true => Box::new(View::of(&start, player)),
            false => Box::new(View::of_public(&start, player)),
        }
    }

    fn knowledge_from_fen(
        &self,
        rules: R,
        fen: &str,
        player: Option<Player>,
    ) -> Result<Box<dyn Knowledge<Warpac<R>>>, FenError> {
        View::from_fen(rules, fen, player).map(|view| Box::new(view) as _)
    }

    fn tokens_seen(
        &self,
        first: &Warpac<R>,
        actions: &[WarpacAction],
        player: Option<Player>,
    ) -> Vec<String> {
        view::tokens_seen(first, actions, player)
    }

    fn start_seen(&self, first: &Warpac<R>, _: &[WarpacAction], player: Player) -> Option<String> {
        Some(View::of(first, player).fen())
    }

    /// Removes depth charges: in a determinization both sides would know where to drop them.
    fn mask_hidden(&self, state: &mut Warpac<R>) {
        state.mask_hidden();
    }
}
