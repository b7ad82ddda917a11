//! The settings of A Game of War: what the built-in variant and the variants of files differ in. What the rules look up
//! of them is in `tables.rs`.

use super::units::KINDS;

/// The rules of a variant, where they differ from variant to variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameOfWarSettings {
    /// The kinds of unit, in the order in which units are deployed: infantry, cavalry, cannon, swift cannon, relay,
    /// swift relay (rules.md 2).
    pub units: [UnitSettings; KINDS],
    /// The text of the board, see `map.rs` (rules.md 1).
    pub map: &'static str,
    /// What a pass adds to a defence.
    pub pass_defence: u32,
    /// What a fortress adds to a defence.
    pub fortress_defence: u32,
    /// Whose defence gains from passes and fortresses (rules.md 5).
    pub cover: Cover,
    /// The enemy units that stop a line of communication (rules.md 3).
    pub line_blockers: Blockers,
    /// The relays that light lines of their own (rules.md 3).
    pub relays_light: RelaysLight,
    /// How far communication passes from neighbour to neighbour (rules.md 3).
    pub neighbours: Neighbours,
    /// The most moves of a turn (rules.md 4).
    pub moves_a_turn: u32,
    /// The units that may move offline (rules.md 4).
    pub offline_moves: OfflineUnits,
    /// The units that may retreat offline (rules.md 5).
    pub offline_retreats: OfflineUnits,
    /// Whether a unit of two steps may pass a unit of its own side (rules.md 4).
    pub passes_own_units: bool,
    /// Whether the first of two steps must end in the network: on a lit square, or beside a unit online (rules.md 4).
    pub first_step_in_network: bool,
    /// Whether relays destroy arsenals too (rules.md 4).
    pub relays_destroy_arsenals: bool,
    /// Whether the fall of an arsenal is the attack of the turn (rules.md 4).
    pub arsenal_is_attack: bool,
    /// Whether the fall of an arsenal ends the moves of the turn (rules.md 4).
    pub arsenal_ends_moves: bool,
    /// Whether a retreat may destroy an arsenal (rules.md 5).
    pub retreat_destroys_arsenals: bool,
    /// The attack of a charging cavalry unit (rules.md 5).
    pub charge_attack: u32,
    /// Whether cavalry in a fortress can charge (rules.md 5).
    pub fortress_cavalry_charges: bool,
    /// What stops fire and support (rules.md 5).
    pub fire_stopped_by: FireStops,
    /// Whether relays that are offline defend themselves (rules.md 5).
    pub offline_relays_defend: bool,
    /// Whether a unit attacks in the turn in which it has retreated (rules.md 5).
    pub retreated_units_attack: bool,
    /// Whether an attack must have a surplus (rules.md 5).
    pub attack_needs_surplus: bool,
    /// The surplus from which the target is destroyed. A smaller one forces it to retreat (rules.md 5).
    pub destroying_surplus: u32,
    /// The loss of units that beats a side (rules.md 6).
    pub beaten_without: Lost,
    /// When a side whose units are offline is beaten (rules.md 6).
    pub beaten_offline: Offline,
    /// Turns without a destruction that make a draw (rules.md 6).
    pub draw_turns: u32,
    /// The side that begins (rules.md 7).
    pub first_player: Side,
    /// Whether North sets up without seeing South's units (rules.md 7).
    pub deployment_is_hidden: bool,
    /// The FEN of the fixed start (rules.md 7).
    pub start: &'static str,
}

/// A kind of unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UnitSettings {
    /// Units of the kind that a side has.
    pub count: u32,
    /// What a unit adds to an attack; 0 for relays.
    pub attack: u32,
    /// What a unit adds to a defence.
    pub defence: u32,
    /// Steps of a move, 1 or 2.
    pub steps: u32,
    /// The greatest distance of fire and support, at most 3.
    pub range: u32,
}

/// Whose defence gains from passes and fortresses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cover {
    /// Infantry and cannons that are online, as a target and as supporters.
    InfantryAndCannons,
    /// Every unit that is a target, online or not. Supporters gain nothing.
    Target,
}

/// The enemy units that stop a line of communication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blockers {
    /// Combat units.
    Combat,
    /// Combat units that are online. Those that cut each other off stop lines.
    OnlineCombat,
    /// All units.
    All,
    /// No unit.
    Nothing,
}

/// The relays that light lines of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelaysLight {
    /// Relays that are online.
    Online,
    /// Relays whose square is lit.
    Lit,
}

/// How far communication passes from neighbour to neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Neighbours {
    /// From unit to unit without an end.
    Chain,
    /// From a unit on a lit square to its neighbours.
    Once,
    /// Not at all.
    Never,
}

/// Units that may do something offline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OfflineUnits {
    /// None.
    None,
    /// Relays.
    Relays,
    /// All.
    All,
}

/// What stops fire and support.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FireStops {
    /// Mountains.
    Mountains,
    /// Mountains, and units of the other side.
    MountainsAndEnemies,
    /// Units of the other side.
    Enemies,
    /// Nothing.
    Nothing,
}

/// The loss of units that beats a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lost {
    /// All combat units.
    Combat,
    /// All units.
    All,
    /// None.
    Never,
}

/// When a side whose units are all offline is beaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offline {
    /// If it has no relay either.
    WithoutRelays,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The side whose units are capitals.
    South,
    /// The other side.
    North,
}

/// Number, attack and defence, steps and range of a kind.
const fn unit(count: u32, [attack, defence]: [u32; 2], steps: u32, range: u32) -> UnitSettings {
    UnitSettings { count, attack, defence, steps, range }
}

impl GameOfWarSettings {
    /// The rules of the built-in variant.
    pub const STANDARD: Self = Self {
        units: [
            unit(9, [4, 6], 1, 2),
            unit(4, [4, 5], 2, 2),
            unit(1, [5, 8], 1, 3),
            unit(1, [5, 8], 2, 3),
            unit(1, [0, 1], 1, 0),
            unit(1, [0, 1], 2, 0),
        ],
        map: "25/7#6a10/9^^^^12/7a1^15/9^15/9=15/9^15/9^10#4/9^2#12/25/\
              25/14#10/2#22/10^^^^^^9/15=6#2/15^9/15^9/15^9/25/2A19A2",
        pass_defence: 2,
        fortress_defence: 4,
        cover: Cover::InfantryAndCannons,
        line_blockers: Blockers::Combat,
        relays_light: RelaysLight::Online,
        neighbours: Neighbours::Chain,
        moves_a_turn: 5,
        offline_moves: OfflineUnits::Relays,
        offline_retreats: OfflineUnits::Relays,
        passes_own_units: false,
        first_step_in_network: false,
        relays_destroy_arsenals: false,
        arsenal_is_attack: true,
        arsenal_ends_moves: false,
        retreat_destroys_arsenals: false,
        charge_attack: 7,
        fortress_cavalry_charges: false,
        fire_stopped_by: FireStops::Mountains,
        offline_relays_defend: false,
        retreated_units_attack: false,
        attack_needs_surplus: false,
        destroying_surplus: 2,
        beaten_without: Lost::Combat,
        beaten_offline: Offline::WithoutRelays,
        draw_turns: 100,
        first_player: Side::South,
        deployment_is_hidden: true,
        start: "25/25/25/25/25/6cxii15/5wci11irc3/12ii5ikc3/12ii11/25/25/13II5IIWC1/\
                2IIK10I5I1C1/2CC21/2X12I1R7/25/25/25/25/25 w c1,w1,h17,o19 - - - - 0 1",
    };
}
