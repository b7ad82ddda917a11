//! Singular extensions (Anantharaman, Campbell and Hsu 1988): an action that is much better than all others is
//! looked at deeper. And multi-cut: if others are too good as well, the node needs no search.

use super::AlphaBeta;
use crate::game::{Action, Score};
use crate::search::shared::captures::Captures;
use crate::search::shared::oracle::Oracle;
use crate::search::table::{Bound, Entry};
use crate::search::{Depth, PlayerModel, Ply, Searchable, Walker};

/// What the test of the table's action says.
pub(super) enum Singular {
    /// Search it so many plies deeper.
    Extend(Depth),
    /// The node is worth at least this without it.
    Cut(Score),
}

impl<G: Searchable, S: PlayerModel<G>, C: Captures<G>, O: Oracle<G>> AlphaBeta<G, S, C, O> {
    /// Whether the test is worth its time.
    #[inline(always)]
    fn may_be_singular(walker: &Walker<G, S>, entry: &Entry, depth: Depth) -> bool {
        let params = G::PROFILE.params;
        depth >= params.singular_depth()
            && !walker.exact
            && entry.depth >= depth - params.singular_stale()
            && entry.bound != Bound::Upper
            && !entry.score.is_proven()
    }

    /// Searches the node without `action`, of which the table holds this entry, half as deep. Says nothing without an
    /// entry, or where that is not worth its time.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    pub(super) fn test_singular(
        &mut self,
        walker: &mut Walker<G, S>,
        action: G::Action,
        entry: Option<Entry>,
        depth: Depth,
        beta: Score,
        ply: Ply,
        cut: bool,
    ) -> Singular {
        let worthwhile = |entry: &Entry| Self::may_be_singular(walker, entry, depth);
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
