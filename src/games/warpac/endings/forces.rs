//! The pieces of a player in an ending.

use crate::game::Material;
use crate::games::warpac::KnightMoves;
use crate::games::warpac::pieces::PieceKind;

/// Pieces of both players, at most: two carriers and two squadrons.
pub const MOST_PIECES: u32 = 4;
/// Ships of both players, at most.
const MOST_SHIPS: u32 = 3;
/// Ships of both players where there is a squadron.
const SHIPS_WITH_SQUADRONS: u32 = 2;
/// Bits of the half of a [`Material`].
const HALF: u32 = 12;

const KINDS: usize = 4;
/// The kinds of ships, in the order of names and numbers.
pub const SHIP_KINDS: [PieceKind; KINDS] =
    [PieceKind::Carrier, PieceKind::Battleship, PieceKind::Cruiser, PieceKind::Destroyer];

/// The squadron of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Squadron {
    /// There is none.
    None,
    /// Aloft, with its knight's move spent.
    Spent,
    /// Aloft.
    Aloft,
    /// Docked.
    Docked,
}

impl Squadron {
    const ALL: [Self; 4] = [Self::None, Self::Spent, Self::Aloft, Self::Docked];

    const fn letter(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Spent => "X",
            Self::Aloft => "Q",
            Self::Docked => "D",
        }
    }
}

/// The pieces of one player: one or two ships, and the squadron of one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forces {
    /// Ships by kind, in the order of [`SHIP_KINDS`].
    counts: [u32; KINDS],
    /// The squadron.
    pub squadron: Squadron,
}

impl Forces {
    /// Forces of one or two ships, with a carrier for the squadron.
    pub fn new(counts: [u32; KINDS], squadron: Squadron) -> Option<Self> {
        let is_small = matches!(counts.into_iter().sum(), 1 | 2);
        let has_carrier = squadron == Squadron::None || counts[0] > 0;
        (is_small && has_carrier).then_some(Self { counts, squadron })
    }

    fn all() -> impl Iterator<Item = Self> {
        let kinds = 0..KINDS;
        let lone = kinds.clone().map(|kind| vec![kind]);
        let pairs = kinds.flat_map(|first| (first..KINDS).map(move |then| vec![first, then]));
        let counts = lone.chain(pairs).map(|kinds| {
            let mut counts = [0; KINDS];
            kinds.into_iter().for_each(|kind| counts[kind] += 1);
            counts
        });
        counts.flat_map(|counts| {
            Squadron::ALL.into_iter().filter_map(move |it| Self::new(counts, it))
        })
    }

    /// The half of a [`Material`] for these forces. More pieces make it greater.
    pub fn code(self) -> u32 {
        let counts = self.counts.into_iter().fold(0, |code, count| code << 2 | count);
        self.pieces() << 10 | (self.squadron as u32) << 8 | counts
    }

    fn from_code(code: u32) -> Self {
        let counts = [code >> 6 & 3, code >> 4 & 3, code >> 2 & 3, code & 3];
        Self { counts, squadron: Squadron::ALL[(code >> 8 & 3) as usize] }
    }

    /// The number of ships.
    pub fn ship_count(self) -> u32 {
        self.counts.into_iter().sum()
    }

    /// The number of ships and squadrons.
    pub fn pieces(self) -> u32 {
        self.ship_count() + u32::from(self.squadron != Squadron::None)
    }

    /// The kinds of the ships, in order.
    pub fn ships(self) -> impl Iterator<Item = PieceKind> {
        let kinds = SHIP_KINDS.into_iter().zip(self.counts);
        kinds.flat_map(|(kind, count)| std::iter::repeat_n(kind, count as usize))
    }

    /// Whether there are two ships of one kind.
    pub fn are_twins(self) -> bool {
        self.counts.contains(&2)
    }

    /// The name, such as `KD`.
    pub fn name(self) -> String {
        self.ships().map(PieceKind::letter).collect::<String>() + self.squadron.letter()
    }

    const fn with(self, squadron: Squadron) -> Self {
        Self { counts: self.counts, squadron }
    }

    /// What an action of the player can make of these forces, apart from nothing.
    fn after_action(self, rules: KnightMoves) -> Vec<Self> {
        let states: &[Squadron] = match (self.squadron, rules) {
            (Squadron::Docked, KnightMoves::Once) => &[Squadron::Aloft, Squadron::Spent],
            (Squadron::Docked, _) => &[Squadron::Aloft],
            (Squadron::Aloft, KnightMoves::Once) => &[Squadron::Spent],
            _ => &[],
        };
        states.iter().map(|squadron| self.with(*squadron)).collect()
    }

    /// What is left after the loss of a piece, if a ship is.
    fn after_loss(self) -> impl Iterator<Item = Self> {
        let without_ship = (0..KINDS).filter_map(move |kind| {
            let mut counts = self.counts;
            counts[kind] = counts[kind].checked_sub(1)?;
            // No squadron has a ship besides its carrier here, so it goes with the last ship.
            Self::new(counts, Squadron::None)
        });
        let without_squadron =
            (self.squadron != Squadron::None).then_some(self.with(Squadron::None));
        without_ship.chain(without_squadron)
    }
}

/// The class of two forces, those of the player to move first.
pub fn material(mover: Forces, other: Forces) -> Material {
    Material(mover.code() << HALF | other.code())
}

/// The forces of the player to move and of the opponent.
pub fn forces_of(class: Material) -> [Forces; 2] {
    [Forces::from_code(class.0 >> HALF), Forces::from_code(class.0)]
}

/// Whether two forces have a table.
pub fn have_table(mover: Forces, other: Forces) -> bool {
    let has_squadron = [mover, other].iter().any(|forces| forces.squadron != Squadron::None);
    let most = if has_squadron { SHIPS_WITH_SQUADRONS } else { MOST_SHIPS };
    mover.ship_count() + other.ship_count() <= most
}

/// All classes of at most `pieces` pieces, each after the classes to which it leads.
pub fn classes(rules: KnightMoves, pieces: u32) -> Vec<Material> {
    let is_possible =
        |forces: &Forces| forces.squadron != Squadron::Spent || rules == KnightMoves::Once;
    let all: Vec<Forces> = Forces::all().filter(is_possible).collect();
    let pairs = all.iter().flat_map(|mover| all.iter().map(move |other| (*mover, *other)));
    let mut classes: Vec<Material> = pairs
        .filter(|(mover, other)| mover.code() >= other.code() && have_table(*mover, *other))
        .filter(|(mover, other)| mover.pieces() + other.pieces() <= pieces)
        .map(|(mover, other)| material(mover, other))
        .collect();
    classes.sort_by_key(|class| {
        let forces = forces_of(*class);
        let count = |state| forces.iter().filter(|forces| forces.squadron == state).count();
        let pieces: u32 = forces.into_iter().map(Forces::pieces).sum();
        (pieces, count(Squadron::Docked), count(Squadron::Aloft), *class)
    });
    classes
}

/// The other classes to which an action leads, from the view of the next player.
pub fn leads_to(rules: KnightMoves, class: Material) -> Vec<Material> {
    let [mover, other] = forces_of(class);
    let movers = || std::iter::once(mover).chain(mover.after_action(rules));
    let others = std::iter::once(other).chain(other.after_loss());
    let pairs = others.flat_map(|other| movers().map(move |mover| (other, mover)));
    pairs
        .filter(|after| *after != (other, mover))
        .map(|(next, before)| material(next, before))
        .collect()
}
