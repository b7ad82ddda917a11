//! The settings of War-in-the-Pacific Chess: what its variants and the variants of files differ in.

use super::actions::Droppable;
use super::pieces::KINDS;
use crate::game::Settings;

/// The rules of a variant, where they differ from variant to variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WarpacSettings {
    /// Whether there are submarines (rules.md 5).
    pub has_submarines: bool,
    /// The cruiser's step straight (rules.md 2).
    pub cruiser_step: Sidestep,
    /// When a squadron may make a knight's move (rules.md 4.1).
    pub knight_moves: KnightMoves,
    /// What becomes of a squadron aloft whose carrier is sunk (rules.md 4.3).
    pub squadrons_aloft: Fate,
    /// The basic fleet, by kind in the order of deployment (rules.md 2).
    pub basic_fleet: [u32; KINDS],
    /// The prices of pieces beyond the basic fleet, in the same order, in points (rules.md 2).
    pub prices: [u32; KINDS],
    /// The points for pieces beyond the basic fleet (rules.md 2).
    pub purse: u32,
    /// The submarines of a fleet that is deployed (rules.md 2).
    pub submarines: u32,
    /// The most of them that may be deployed outside own waters (rules.md 3.2).
    pub submarines_abroad: u32,
    /// The longest move of a submarine, in squares (rules.md 5.2).
    pub submarine_squares: u32,
    /// The least distance of a torpedo's target (rules.md 5.2).
    pub torpedo_least: u32,
    /// The greatest distance of a torpedo's target (rules.md 5.2).
    pub torpedo_most: u32,
    /// Whether torpedoes sink squadrons, too (rules.md 5.2).
    pub torpedoes_hit_squadrons: bool,
    /// The greatest distance of an area of depth charges (rules.md 5.3).
    pub depth_charge_distance: u32,
    /// The greatest distance from the area of a submarine that is a contact (rules.md 5.3).
    pub contact_distance: u32,
    /// The number of turns without a loss at which the game is drawn (rules.md 6).
    pub draw_turns: u32,
    /// The FEN of the start, or [`DEPLOY`](super::notation::DEPLOY) for the secret deployment (rules.md 3).
    pub start: &'static str,
}

/// When a squadron may make a knight's move (rules.md 4.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KnightMoves {
    /// Never.
    Never,
    /// Once in a game.
    Once,
    /// On any turn.
    Always,
}

/// What becomes of a squadron aloft whose carrier is sunk. A docked one is always lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fate {
    /// It is lost with the carrier.
    Lost,
    /// It stays, without a carrier.
    Stay,
}

/// The cruiser's step along a rank or file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sidestep {
    /// There is none.
    Never,
    /// To an empty square.
    Empty,
    /// To an empty square, or to take.
    Takes,
}

/// The settings of a type of [`Warpac`](super::Warpac).
pub trait WarpacRules: Settings<WarpacSettings> {
    /// Whether any of the settings of this type has submarines.
    const MAY_HAVE_SUBMARINES: bool;
    /// Whether any of the settings of this type has endgame tables.
    const MAY_HAVE_TABLES: bool;

    /// When a squadron may make a knight's move.
    fn knight_moves(self) -> KnightMoves;
    /// The settings, in which [`WarpacSettings::knight_moves`] may be another one. In built-in variants they are
    /// constants.
    fn numbers(self) -> &'static WarpacSettings;
}

/// The settings of the built-in variants, without and with submarines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Standard<const SUBS: bool> {
    is_once: bool,
}

impl<const SUBS: bool> Standard<SUBS> {
    /// The squadrons have a knight's move on any turn.
    pub const ALWAYS: Self = Self { is_once: false };
    /// The squadrons have one knight's move in a game.
    pub const ONCE: Self = Self { is_once: true };
}

impl WarpacSettings {
    /// The surface game.
    pub const SURFACE: Self = Self {
        has_submarines: false,
        cruiser_step: Sidestep::Empty,
        knight_moves: KnightMoves::Always,
        squadrons_aloft: Fate::Lost,
        basic_fleet: [2, 2, 4, 4, 7],
        prices: [10, 10, 5, 4, 3],
        purse: 25,
        submarines: 0,
        submarines_abroad: 0,
        submarine_squares: 3,
        torpedo_least: 2,
        torpedo_most: 2,
        torpedoes_hit_squadrons: false,
        depth_charge_distance: 2,
        contact_distance: 1,
        draw_turns: 200,
        start: "16/r2qk1rrrr1kq2r/16/nnbnnnnbbnnnnbnn/16/16/16/16/16/16/16/16/NNBNNNNBBNNNNBNN/16/\
                R2QK1RRRR1KQ2R/16 w s d2>e2,m2>l2,d15>e15,m15>l15 - - 0 1",
    };

    /// The game with submarines.
    pub const SUBMARINES: Self = Self {
        has_submarines: true,
        submarines: 5,
        submarines_abroad: 2,
        draw_turns: 400,
        start: "16/r2qk1rrrr1kq2r/16/nnbnnnnbbnnnnbnn/16/16/16/16/16/16/16/16/NNBNNNNBBNNNNBNN/16/\
                R2QK1RRRR1KQ2R/16 w s d2>e2,m2>l2,d15>e15,m15>l15 \
                c6,h6,n6,f7,k7/f10,k10,c11,h11,n11 - 0 1",
        ..Self::SURFACE
    };

    const fn once(self) -> Self {
        Self { knight_moves: KnightMoves::Once, ..self }
    }

    /// The number of pieces of a kind in the basic fleet.
    pub(super) fn basic(&self, what: Droppable) -> u32 {
        match what {
            Droppable::Piece(kind) => self.basic_fleet[kind.index()],
            Droppable::Submarine => self.submarines,
        }
    }

    /// The price, in points, of a piece beyond the basic number. Submarines are not for sale.
    pub(super) fn price(&self, what: Droppable) -> u32 {
        match what {
            Droppable::Piece(kind) => self.prices[kind.index()],
            Droppable::Submarine => 0,
        }
    }
}

impl<const SUBS: bool> Settings<WarpacSettings> for Standard<SUBS> {
    #[inline(always)]
    fn get(self) -> &'static WarpacSettings {
        const SURFACE_ONCE: WarpacSettings = WarpacSettings::SURFACE.once();
        const SUBMARINES_ONCE: WarpacSettings = WarpacSettings::SUBMARINES.once();
        match (SUBS, self.is_once) {
            (_, false) => self.numbers(),
            (false, true) => &SURFACE_ONCE,
            (true, true) => &SUBMARINES_ONCE,
        }
    }
}

impl<const SUBS: bool> WarpacRules for Standard<SUBS> {
    const MAY_HAVE_SUBMARINES: bool = SUBS;
    const MAY_HAVE_TABLES: bool = !SUBS;

    #[inline(always)]
    fn knight_moves(self) -> KnightMoves {
        if self.is_once { KnightMoves::Once } else { KnightMoves::Always }
    }

    #[inline(always)]
    fn numbers(self) -> &'static WarpacSettings {
        if SUBS { &WarpacSettings::SUBMARINES } else { &WarpacSettings::SURFACE }
    }
}

impl WarpacRules for &'static WarpacSettings {
    const MAY_HAVE_SUBMARINES: bool = true;
    const MAY_HAVE_TABLES: bool = true;

    #[inline(always)]
    fn knight_moves(self) -> KnightMoves {
        self.knight_moves
    }

    #[inline(always)]
    fn numbers(self) -> &'static WarpacSettings {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_settings_differ_by_their_knight_moves_alone() {
        for rules in [Standard::<true>::ALWAYS, Standard::ONCE] {
            assert_eq!(rules.get().knight_moves, rules.knight_moves());
            let knight_moves = rules.knight_moves();
            assert_eq!(WarpacSettings { knight_moves, ..*rules.numbers() }, *rules.get());
        }
    }

    #[test]
    fn the_basic_fleet_costs_97_points() {
        let WarpacSettings { basic_fleet, prices, .. } = WarpacSettings::SURFACE;
        let points: u32 = basic_fleet.iter().zip(prices).map(|(count, price)| count * price).sum();
        assert_eq!(points, 97);
    }
}
