//! Leads of the players in the markers or territory that decide the game, now or later.

use super::influence::Influences;
use crate::games::pacru::board::Fields;
use crate::games::pacru::{Cru, Family};

/// Leads are clamped to this many markers ahead or behind.
pub(super) const MOST_LEAD: i8 = 12;
/// The leads of Shacru: by markers, with own territory, and with shared territory too.
pub(super) const LEADS_OF_SHACRU: usize = 3;

/// Each player's count less the best count of the other players.
#[inline(always)]
pub(super) fn score_leads<const PLAYERS: usize>(counts: [u32; PLAYERS]) -> [i8; PLAYERS] {
    std::array::from_fn(|player| {
        let others = (0..PLAYERS).filter(|other| *other != player);
        let best = others.map(|other| counts[other]).max().unwrap_or(0);
        (counts[player] as i8 - best as i8).clamp(-MOST_LEAD, MOST_LEAD)
    })
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// Leads in Shacru by these influences. A field that several players reach together goes to the player who moves
    /// first.
    #[inline(always)]
    pub(super) fn leads_by_territory(
        &self,
        influences: &Influences,
    ) -> [[i8; PLAYERS]; LEADS_OF_SHACRU] {
        let mut counts = self.markers.map(|markers| markers.count());
        let by_markers = score_leads(counts);
        for (count, influence) in counts.iter_mut().zip(influences) {
            *count += influence.territory.own.count();
        }
        let with_own = score_leads(counts);
        let mut given = Fields::NONE;
        for behind in 0..PLAYERS {
            let player = (self.side.index() + behind) % PLAYERS;
            let shared = influences[player].territory.shared & !given;
            counts[player] += shared.count();
            given |= shared;
        }
        [by_markers, with_own, score_leads(counts)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Notation;
    use crate::games::pacru::Shacru;

    #[test]
    fn a_lead_is_relative_to_the_best_opponent() {
        assert_eq!(score_leads([5, 9, 2]), [-4, 4, -7]);
        assert_eq!(score_leads([30, 9, 9, 0]), [12, -12, -12, -12]);
        assert_eq!(score_leads([3, 3]), [0, 0]);
    }

    /// White has one marker less. White reaches b1 first, Black a2, and both reach b2 together.
    #[test]
    fn shared_fields_go_to_the_first_to_move() {
        let far = "wwwwwwwww/wwwwwwwww/wwwwwwwww/bbbbbbbbb/bbbbbbbbb/rrrrbbbbb";
        let corner = "1B4rrwwwww/2rrbbbbb/W21rrbbbbb";
        for (side, third) in [("w", 0), ("b", -2)] {
            let game = Shacru::<3>::from_fen((), &format!("{far}/{corner} {side} - 0 1")).unwrap();
            let leads = game.leads_by_territory(&game.influences());
            assert_eq!(leads.map(|leads| leads[0]), [-1, -1, third]);
            assert_eq!(leads.map(|leads| leads[1]), [1, 1, -third]);
            assert_eq!(leads.map(|leads| leads[2]), [-12; 3]);
        }
    }
}
