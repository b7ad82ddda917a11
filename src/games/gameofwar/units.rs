//! The units (rules.md 2). A side has at most 17 units, numbered by kind: 15 combat units, then 2 relays. A set of units
//! is a `u32`. An [`Army`] has the kinds of the units.

use super::settings::{GameOfWarSettings, UnitSettings};

/// Units of a side.
pub(super) const UNITS: usize = 17;
/// Kinds of unit.
pub(super) const KINDS: usize = 6;

/// A set of units of one side, one bit each.
pub(super) type Units = u32;

/// A kind of unit, in the order in which units are deployed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    Infantry,
    Cavalry,
    Cannon,
    SwiftCannon,
    Relay,
    SwiftRelay,
}

/// The number of the first relay. All combat units come before it.
pub(super) const FIRST_RELAY: usize = 15;
/// The most relays of a side.
pub(super) const MOST_RELAYS: usize = UNITS - FIRST_RELAY;
pub(super) const RELAYS: Units = 0x1_8000;
/// All units except the relays.
pub(super) const COMBAT: Units = 0x7FFF;

/// The numbers of the units of a side, and what follows from their kinds.
pub struct Army {
    /// By unit.
    kind_of: [UnitKind; UNITS],
    attack: [i32; UNITS],
    defence: [i32; UNITS],
    /// All bits are set if the unit gains from ground.
    covered: [i32; UNITS],
    range: [u8; UNITS],
    /// By kind: its units.
    of_kind: [Units; KINDS],
    pub(super) cavalry: Units,
    /// Units that move up to two steps.
    pub(super) swift: Units,
    /// Units that add to the defence of other units.
    pub(super) supporters: Units,
    /// Units with a range of three steps.
    pub(super) far: Units,
    /// Units with a range of one step.
    pub(super) short: Units,
    /// For each of the first 16 units, 0 for cavalry and 1 for others.
    pub(super) on_foot: [u8; FIRST_RELAY + 1],
}

impl Army {
    /// The army with these kinds. There must be room for the units, see [`UNITS`] and [`MOST_RELAYS`].
    pub(super) const fn of(settings: &GameOfWarSettings) -> Self {
        let mut army = Self {
            kind_of: [UnitKind::Infantry; UNITS],
            attack: [0; UNITS],
            defence: [0; UNITS],
            covered: [0; UNITS],
            range: [0; UNITS],
            of_kind: [0; KINDS],
            cavalry: 0,
            swift: 0,
            supporters: 0,
            far: 0,
            short: 0,
            on_foot: [1; FIRST_RELAY + 1],
        };
        let mut unit = 0;
        let mut index = 0;
        while index < KINDS {
            let kind = UnitKind::ALL[index];
            if matches!(kind, UnitKind::Relay) {
                unit = FIRST_RELAY;
            }
            let mut left = settings.units[index].count;
            while left > 0 && unit < UNITS {
                army.enlist(unit, kind, &settings.units[index]);
                unit += 1;
                left -= 1;
            }
            index += 1;
        }
        army
    }

    const fn enlist(&mut self, unit: usize, kind: UnitKind, traits: &UnitSettings) {
        let bit = 1 << unit;
        self.kind_of[unit] = kind;
        self.attack[unit] = traits.attack as i32;
        self.defence[unit] = traits.defence as i32;
        let is_covered =
            matches!(kind, UnitKind::Infantry | UnitKind::Cannon | UnitKind::SwiftCannon);
        self.covered[unit] = if is_covered { !0 } else { 0 };
        self.range[unit] = traits.range as u8;
        self.of_kind[kind as usize] |= bit;
        if matches!(kind, UnitKind::Cavalry) {
            self.cavalry |= bit;
            self.on_foot[unit] = 0;
        }
        if traits.steps > 1 {
            self.swift |= bit;
        }
        match traits.range {
            0 => {}
            1 => self.short |= bit,
            2 => {}
            _ => self.far |= bit,
        }
        if traits.range > 0 {
            self.supporters |= bit;
        }
    }

    /// The kind of the unit numbered `unit`.
    #[inline(always)]
    pub(super) fn kind(&self, unit: usize) -> UnitKind {
        self.kind_of[unit]
    }

    /// The units of a kind.
    #[inline(always)]
    pub(super) fn units(&self, kind: UnitKind) -> Units {
        self.of_kind[kind as usize]
    }

    /// The number of units of a kind.
    pub(super) fn count(&self, kind: UnitKind) -> usize {
        self.units(kind).count_ones() as usize
    }

    /// The attack of a unit, without a charge.
    #[inline(always)]
    pub(super) fn attack(&self, unit: usize) -> i32 {
        self.attack[unit]
    }

    /// The defence of a unit that is online, on plain ground.
    #[inline(always)]
    pub(super) fn defence(&self, unit: usize) -> i32 {
        self.defence[unit]
    }

    /// What a unit's defence gains from ground that adds `cover`.
    #[inline(always)]
    pub(super) fn covered(&self, unit: usize, cover: i32) -> i32 {
        self.covered[unit] & cover
    }

    /// The greatest distance of a unit's fire and support.
    #[inline(always)]
    pub(super) fn range(&self, unit: usize) -> u8 {
        self.range[unit]
    }
}

impl UnitKind {
    pub const ALL: [Self; KINDS] = [
        Self::Infantry,
        Self::Cavalry,
        Self::Cannon,
        Self::SwiftCannon,
        Self::Relay,
        Self::SwiftRelay,
    ];

    /// The kind of an upper-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    pub fn index(self) -> usize {
        self as usize
    }

    /// The letter of a unit of South.
    pub fn letter(self) -> char {
        match self {
            Self::Infantry => 'I',
            Self::Cavalry => 'C',
            Self::Cannon => 'K',
            Self::SwiftCannon => 'W',
            Self::Relay => 'R',
            Self::SwiftRelay => 'X',
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::Cannon => "cannon",
            Self::SwiftCannon => "swift cannon",
            Self::Relay => "relay",
            Self::SwiftRelay => "swift relay",
        }
    }
}

/// The units of a set, in ascending order.
#[inline(always)]
pub(super) fn each(mut units: Units) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let unit = units.trailing_zeros() as usize;
        units &= units.wrapping_sub(1);
        (unit < 32).then_some(unit)
    })
}
