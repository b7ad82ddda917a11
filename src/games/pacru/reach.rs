//! The destinations and attacks of chevrons (rules.md 4 and 5.1).

use super::board::{Field, Fields, GREATEST_POWER};
use super::{Cru, Family};

/// The board from the view of one player, computed once for all of its chevrons.
#[derive(Clone, Copy)]
pub(super) struct PlayerBoard {
    /// Fields with the player's markers.
    pub mine: Fields,
    /// Fields with the player's chevrons.
    pub friends: Fields,
    /// Fields with chevrons of other players.
    pub enemies: Fields,
    /// Fields without a chevron.
    pub free: Fields,
    /// Fields without a marker.
    pub bare: Fields,
    /// Free fields that are bare or have the player's marker.
    pub landable: Fields,
}

/// The destinations and attacks of one chevron.
#[derive(Clone, Copy)]
pub(super) struct ChevronReach {
    /// Its quiet destinations.
    pub targets: Fields,
    /// The quiet destinations to which the move is a connection (rules.md 5.3).
    pub connections: Fields,
    /// The fields of the chevrons that it attacks.
    pub attacked: Fields,
}

/// The combined attacks of a player's chevrons.
pub(super) struct Attacks {
    once: Fields,
    /// Chevrons that may be captured, because two chevrons attack them.
    pub pincered: Fields,
}

impl Attacks {
    pub const NONE: Self = Self { once: Fields::NONE, pincered: Fields::NONE };

    /// Adds the attacks of one more chevron.
    #[inline(always)]
    pub fn add(&mut self, attacked: Fields) {
        self.pincered |= self.once & attacked;
        self.once |= attacked;
    }
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    #[inline(always)]
    pub(super) fn player_board(&self, player: usize) -> PlayerBoard {
        let mine = self.markers[player];
        let friends = self.chevrons[player];
        let occupied = self.occupied();
        let free = Fields::BOARD & !occupied;
        let bare = Fields::BOARD & !self.marked();
        let enemies = occupied & !friends;
        PlayerBoard { mine, friends, enemies, free, bare, landable: free & (bare | mine) }
    }

    /// The fields with neither a marker nor a chevron.
    #[inline(always)]
    pub(super) fn unclaimed(&self) -> Fields {
        Fields::BOARD & !self.marked() & !self.occupied()
    }

    /// The greatest number of fields that the player's chevron on `field` may move (rules.md 4).
    #[inline(always)]
    pub(super) fn power(&self, player: usize, field: Field) -> usize {
        if self.is_shacru() {
            1
        } else {
            let power = usize::from(self.counts[player][field.borderland()]).max(1);
            // Below the greatest power only in variants of files.
            match self.settings().most_power as usize {
                GREATEST_POWER.. => power,
                most => power.min(most),
            }
        }
    }

    /// The reach of the player's chevron on `from`.
    #[inline(always)]
    pub(super) fn reach(&self, board: &PlayerBoard, player: usize, from: Field) -> ChevronReach {
        let power = self.power(player, from);
        if power > 1 {
            return self.far_reach(board, from, power);
        }
        let near = from.near(self.facing(from));
        ChevronReach {
            targets: near & board.landable,
            connections: Fields::NONE,
            attacked: near & board.enemies,
        }
    }

    #[inline(always)]
    fn far_reach(&self, board: &PlayerBoard, from: Field, power: usize) -> ChevronReach {
        let fan = from.fan(self.facing(from)) & from.within(power);
        let mut shadow = Fields::NONE;
        // A chevron at the greatest distance hides no field.
        for blocker in fan & !board.free & from.within(power - 1) {
            shadow |= blocker.ray(from.facing_along(blocker));
        }
        let open = fan & !shadow;
        let quiet = open & board.landable;
        // A connection or a jump must start from an own marker.
        let anchors = board.mine.only_if(board.mine.has(from));
        let jumps = fan & shadow & board.free & anchors;
        let jumps = jumps.only_if(self.settings().connection_jumps);
        ChevronReach {
            targets: quiet | jumps,
            connections: quiet & anchors & !from.within(1),
            attacked: open & board.enemies,
        }
    }

    /// The combined attacks of all chevrons of a player.
    pub(super) fn attacks(&self, board: &PlayerBoard, player: usize) -> Attacks {
        let mut attacks = Attacks::NONE;
        for from in board.friends {
            attacks.add(self.reach(board, player, from).attacked);
        }
        attacks
    }

    /// Whether some chevron of the player can move or capture.
    #[inline(always)]
    pub(super) fn can_move(&self, player: usize) -> bool {
        let board = self.player_board(player);
        // Power is at least one, so the nearest fields settle most cases.
        for from in board.friends {
            if (from.near(self.facing(from)) & board.landable).any() {
                return true;
            }
        }
        !self.is_shacru() && self.can_move_far(&board, player)
    }

    #[cold]
    fn can_move_far(&self, board: &PlayerBoard, player: usize) -> bool {
        let mut attacks = Attacks::NONE;
        for from in board.friends {
            let reach = self.reach(board, player, from);
            if reach.targets.any() {
                return true;
            }
            attacks.add(reach.attacked);
        }
        self.is_pacru() && attacks.pincered.any()
    }
}
