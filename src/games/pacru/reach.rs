//! Where chevrons can go and what they attack (rules/pacru.md 4 and 5.1).

use super::board::{Field, Fields};
use super::{Cru, Family, MOST_CHEVRONS};

/// What the board means to one player, worked out once for all of his chevrons.
#[derive(Clone, Copy)]
pub(super) struct Ground {
    /// Fields with his markers.
    pub mine: Fields,
    /// Fields with his chevrons.
    pub friends: Fields,
    /// Fields without a chevron.
    pub free: Fields,
    /// Fields without a marker.
    pub bare: Fields,
    /// Free fields that are bare or have his marker.
    pub landable: Fields,
}

/// What one chevron can do.
#[derive(Clone, Copy)]
pub(super) struct Reach {
    /// Its quiet destinations.
    pub targets: Fields,
    /// Those of them to which the move is a connection (rules/pacru.md 5.3).
    pub connections: Fields,
    /// The fields of the chevrons that it attacks.
    pub attacked: Fields,
}

/// The attacks of all chevrons of a player.
pub(super) struct Attacks {
    /// By chevron, in the order of their fields.
    each: [Fields; MOST_CHEVRONS as usize],
    count: usize,
    once: Fields,
    /// Chevrons that may be captured: two attack them.
    pub pincered: Fields,
}

impl Attacks {
    pub const NONE: Self = Self {
        each: [Fields::NONE; MOST_CHEVRONS as usize],
        count: 0,
        once: Fields::NONE,
        pincered: Fields::NONE,
    };

    /// Adds what the next chevron attacks.
    #[inline(always)]
    pub fn add(&mut self, attacked: Fields) {
        if let Some(slot) = self.each.get_mut(self.count) {
            *slot = attacked;
            self.count += 1;
        }
        self.pincered |= self.once & attacked;
        self.once |= attacked;
    }

    /// What chevron number `index` may capture.
    #[inline(always)]
    pub fn captures(&self, index: usize) -> Fields {
        self.each.get(index).map_or(Fields::NONE, |attacked| *attacked & self.pincered)
    }
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    #[inline(always)]
    pub(super) fn ground(&self, player: usize) -> Ground {
        let mine = self.markers[player];
        let free = Fields::BOARD & !self.occupied();
        let bare = Fields::BOARD & !self.marked();
        let friends = self.chevrons[player];
        Ground { mine, friends, free, bare, landable: free & (bare | mine) }
    }

    /// How far the player's chevron on `field` may go (rules/pacru.md 4).
    #[inline(always)]
    pub(super) fn power(&self, player: usize, field: Field) -> usize {
        if Self::IS_SHACRU {
            1
        } else {
            usize::from(self.counts[player][field.borderland()]).max(1)
        }
    }

    /// What the player's chevron on `from` can do.
    #[inline(always)]
    pub(super) fn reach(&self, ground: &Ground, player: usize, from: Field) -> Reach {
        let facing = self.facing(from);
        let power = self.power(player, from);
        if power == 1 {
            let near = from.near(facing);
            return Reach {
                targets: near & ground.landable,
                connections: Fields::NONE,
                attacked: near & !(ground.free | ground.friends),
            };
        }
        let fan = from.fan(facing) & from.within(power);
        let mut shadow = Fields::NONE;
        for blocker in fan & !ground.free {
            shadow |= blocker.ray(from.facing_along(blocker));
        }
        let open = fan & !shadow;
        let quiet = open & ground.landable;
        let rooted = ground.mine.has(from);
        let jumps = fan & shadow & ground.free & ground.mine;
        Reach {
            targets: quiet | jumps.only_if(rooted),
            connections: (quiet & ground.mine & !from.within(1)).only_if(rooted),
            attacked: open & !(ground.free | ground.friends),
        }
    }

    /// What all chevrons of a player attack.
    pub(super) fn attacks(&self, ground: &Ground, player: usize) -> Attacks {
        let mut attacks = Attacks::NONE;
        for from in ground.friends {
            attacks.add(self.reach(ground, player, from).attacked);
        }
        attacks
    }

    /// Whether some chevron of the player can move or capture.
    #[inline(always)]
    pub(super) fn can_move(&self, player: usize) -> bool {
        let ground = self.ground(player);
        // Power is at least one, so the nearest fields settle nearly every case.
        for from in ground.friends {
            if (from.near(self.facing(from)) & ground.landable).any() {
                return true;
            }
        }
        !Self::IS_SHACRU && self.can_move_far(&ground, player)
    }

    #[cold]
    fn can_move_far(&self, ground: &Ground, player: usize) -> bool {
        let mut attacks = Attacks::NONE;
        for from in ground.friends {
            let reach = self.reach(ground, player, from);
            if reach.targets.any() {
                return true;
            }
            attacks.add(reach.attacked);
        }
        Self::IS_PACRU && attacks.pincered.any()
    }
}
