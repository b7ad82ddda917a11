//! Singular extensions (Anantharaman, Campbell and Hsu 1988): an action that is much better than
//! all others is searched deeper. Multi-cut: if another action is good enough as well, the node is
//! cut.

use super::AlphaBeta;
use crate::game::{Action, Score};
use crate::search::oracle::Oracle;
use crate::search::shared::captures::Captures;
use crate::search::table::{Bound, TableEntry};
use crate::search::{Depth, PlayerModel, Ply, Searchable, Walker};

/// Result of the singular test of the table action.
pub(super) enum Singular {
    /// Search the action this many plies deeper.
    Extend(Depth),
    /// The node is worth at least this without the action.
    Cut(Score),
}

impl<G: Searchable, S: PlayerModel<G>, C: Captures<G>, O: Oracle<G>> AlphaBeta<G, S, C, O> {
    /// Whether the singular test is tried.
    #[inline(always)]
    fn may_be_singular(walker: &Walker<G, S>, entry: &TableEntry, depth: Depth) -> bool {
        let params = G::PROFILE.params;
        depth >= params.singular_depth()
            && !walker.exact
            && entry.depth >= depth - params.singular_stale()
            && entry.bound != Bound::Upper
            && !entry.score.is_proven()
    }

    /// Searches the node without `action` at half depth. `entry` is the table entry that names the action. `None` if
    /// there is no entry or the test is not tried.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn test_singular(
        &mut self,
        walker: &mut Walker<G, S>,
        action: G::Action,
        entry: Option<TableEntry>,
        depth: Depth,
        beta: Score,
        ply: Ply,
        cut: bool,
    ) -> Singular {
        let worthwhile = |entry: &TableEntry| Self::may_be_singular(walker, entry, depth);
        let Some(entry) = entry.filter(worthwhile) else { return Singular::Extend(0) };
        let known = walker.score_from_table(entry.score, ply);
        let params = G::PROFILE.params;
        let least = known - params.singular_margin() * depth;
        self.excluded[ply] = action.bits();
        let others = self.search::<false>(walker, (depth - 1) / 2, least - 1, least, ply, cut);
        self.excluded[ply] = 0;
        if others < least {
            Singular::Extend(1)
        } else if least >= beta && !least.is_proven() {
            Singular::Cut(least)
        } else if known >= beta {
            Singular::Extend(-params.singular_less())
        } else {
            Singular::Extend(0)
        }
    }
}
