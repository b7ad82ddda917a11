//! The units (rules.md 2). A side has at most 17 units, numbered by kind. A set of units is a `u32`, and a unit's
//! number gives its kind.

use super::board::{FORTRESSES, INDICES, PASSES, Square, has};

/// Units of a side.
pub(super) const UNITS: usize = 17;
/// Kinds of unit.
pub(super) const KINDS: usize = 6;

/// A set of units of one side, one bit each.
pub(super) type Units = u32;

/// A kind of unit, in the order in which units are deployed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UnitKind {
    Infantry,
    Cavalry,
    Cannon,
    SwiftCannon,
    Relay,
    SwiftRelay,
}

/// The properties of a kind.
pub(super) struct Traits {
    pub letter: char,
    pub attack: i32,
    pub defence: i32,
    pub range: u8,
    /// The number of its first unit.
    pub first: usize,
    /// The greatest number of its units on a side.
    pub count: usize,
}

const fn traits(letter: char, numbers: [i32; 2], range: u8, units: [usize; 2]) -> Traits {
    let ([attack, defence], [first, count]) = (numbers, units);
    Traits { letter, attack, defence, range, first, count }
}

static TRAITS: [Traits; KINDS] = [
    traits('I', [4, 6], 2, [0, 9]),
    traits('C', [4, 5], 2, [9, 4]),
    traits('K', [5, 8], 3, [13, 1]),
    traits('W', [5, 8], 3, [14, 1]),
    traits('R', [0, 1], 0, [15, 1]),
    traits('X', [0, 1], 0, [16, 1]),
];

/// Attack of a charging cavalry unit (rules.md 5).
pub(super) const CHARGE: i32 = 7;

pub(super) const CAVALRY: Units = 0x1E00;
pub(super) const CANNONS: Units = 0x6000;
pub(super) const RELAYS: Units = 0x1_8000;
/// All units except the relays.
pub(super) const COMBAT: Units = 0x7FFF;
/// Units that move up to two steps.
pub(super) const SWIFT: Units = CAVALRY | 1 << 14 | 1 << 16;
/// The number of the first relay. The second one follows.
pub(super) const FIRST_RELAY: usize = 15;

static KIND_OF: [UnitKind; UNITS] = {
    let mut kinds = [UnitKind::Infantry; UNITS];
    let mut unit = 9;
    while unit < UNITS {
        kinds[unit] = match unit {
            9..=12 => UnitKind::Cavalry,
            13 => UnitKind::Cannon,
            14 => UnitKind::SwiftCannon,
            15 => UnitKind::Relay,
            _ => UnitKind::SwiftRelay,
        };
        unit += 1;
    }
    kinds
};

impl UnitKind {
    pub const ALL: [Self; KINDS] = [
        Self::Infantry,
        Self::Cavalry,
        Self::Cannon,
        Self::SwiftCannon,
        Self::Relay,
        Self::SwiftRelay,
    ];

    /// The kind of the unit numbered `unit`.
    #[inline(always)]
    pub fn of(unit: usize) -> Self {
        KIND_OF[unit]
    }

    /// The kind of an upper-case letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.traits().letter == letter)
    }

    pub fn index(self) -> usize {
        self as usize
    }

    #[inline(always)]
    pub fn traits(self) -> &'static Traits {
        &TRAITS[self as usize]
    }

    /// The units of this kind.
    pub fn units(self) -> Units {
        let Traits { first, count, .. } = self.traits();
        ((1 << count) - 1) << first
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

/// Attack and defence by unit, and a mask of the units that gain from ground: all bits set if the unit does.
struct Strengths {
    attack: [i32; UNITS],
    defence: [i32; UNITS],
    covered: [i32; UNITS],
}

static STRENGTHS: Strengths = {
    let mut all = Strengths { attack: [0; UNITS], defence: [0; UNITS], covered: [0; UNITS] };
    let mut unit = 0;
    while unit < UNITS {
        let kind = KIND_OF[unit];
        all.attack[unit] = TRAITS[kind as usize].attack;
        all.defence[unit] = TRAITS[kind as usize].defence;
        let is_covered =
            matches!(kind, UnitKind::Infantry | UnitKind::Cannon | UnitKind::SwiftCannon);
        all.covered[unit] = if is_covered { !0 } else { 0 };
        unit += 1;
    }
    all
};

/// The defence that the ground adds for infantry and cannons.
static COVER: [u8; INDICES] = {
    let mut cover = [0; INDICES];
    let mut index = 0;
    while index < INDICES {
        if let Some(square) = Square::from_index(index) {
            if has(&FORTRESSES, square) {
                cover[index] = 4;
            } else if has(&PASSES, square) {
                cover[index] = 2;
            }
        }
        index += 1;
    }
    cover
};

/// The attack of a unit, without a charge.
#[inline(always)]
pub(super) fn attack_of(unit: usize) -> i32 {
    STRENGTHS.attack[unit]
}

/// The defence of an online unit, including the bonus of its ground.
#[inline(always)]
pub(super) fn defence_on(unit: usize, square: Square) -> i32 {
    let cover = i32::from(COVER[square.index() % INDICES]);
    STRENGTHS.defence[unit] + (STRENGTHS.covered[unit] & cover)
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
