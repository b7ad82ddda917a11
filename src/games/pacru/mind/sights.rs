//! What players have in sight, which the hand-made evaluation counts and networks are shown.

use crate::games::pacru::board::Fields;
use crate::games::pacru::{Cru, Family};
use crate::search::MOST_PLAYERS;

/// What each player has in sight.
pub(super) type Sights = [Sight; MOST_PLAYERS];

/// What a player has in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    /// The fields that his chevrons reach.
    pub reached: Fields,
    /// The bare fields that he comes to before all others, where networks are shown them.
    pub territory: Fields,
}

impl Sight {
    pub const NOTHING: Self = Self { reached: Fields::NONE, territory: Fields::NONE };
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    /// Whether networks are shown territory: where they have learnt what it is worth.
    pub(super) const SHOWS_TERRITORY: bool = Self::IS_SHACRU && PLAYERS > 2;

    /// What each player has in sight.
    #[inline(always)]
    pub(super) fn sights(&self) -> Sights {
        let mut sights = self.reached();
        if Self::SHOWS_TERRITORY {
            for (sight, territory) in sights.iter_mut().zip(self.territory()) {
                sight.territory = territory.own;
            }
        }
        sights
    }

    /// The same without territory, which takes long to find.
    #[inline(always)]
    pub(super) fn reached(&self) -> Sights {
        let mut sights = [Sight::NOTHING; MOST_PLAYERS];
        for (player, sight) in sights.iter_mut().enumerate().take(PLAYERS) {
            let ground = self.ground(player);
            for from in ground.friends {
                let reach = self.reach(&ground, player, from);
                sight.reached |= reach.targets | reach.attacked;
            }
        }
        sights
    }
}
