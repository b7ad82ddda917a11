//! The settings of Pacific: what type A, type B and the variants of files differ in.

use crate::game::Settings;

/// The rules of a variant of Pacific, where they differ from variant to variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PacificSettings {
    /// The most rows that a plane may be ahead of its carrier after a plain move, 1 to 7 (rules.md 4).
    pub advance_rows: u32,
    /// The most rows ahead of its carrier from which a plane may begin an attack, 0 to 6 (rules.md 4).
    pub attack_rows: u32,
    /// The victims that cost a Kamikaze its life (rules.md 5).
    pub kamikaze_lost_with: Victims,
    /// Whether a plane that becomes a Kamikaze in an attack goes on with the attack (rules.md 5).
    pub promoted_attacks_on: bool,
    /// Whether a player who can attack must attack (rules.md 4).
    pub attack_is_compulsory: bool,
    /// Consecutive plies of plain Kamikaze moves that make a draw (rules.md 6).
    pub draw_plies: u32,
    /// The FEN of the start (rules.md 3).
    pub start: &'static str,
}

/// Pieces with which the Kamikaze that takes them is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Victims {
    /// A Kamikaze survives all that it takes.
    None,
    /// It is lost with a carrier.
    Carriers,
    /// It is lost with every piece.
    All,
}

/// Which settings a type stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PacificType {
    /// Those of type A.
    A,
    /// Those of type B.
    B,
    /// Those of a file.
    File,
}

/// The settings of a type of [`Pacific`](super::Pacific).
pub trait PacificRules: Settings<PacificSettings> {
    /// Which settings they are.
    const TYPE: PacificType;
}

/// The settings of type A.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeA;

/// The settings of type B.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeB;

impl PacificSettings {
    /// Type A: a Kamikaze survives what it attacks.
    pub const TYPE_A: Self = Self {
        advance_rows: 3,
        attack_rows: 2,
        kamikaze_lost_with: Victims::None,
        promoted_attacks_on: true,
        attack_is_compulsory: true,
        draw_plies: 100,
        start: "c4c3c2c1/p4p3p2p1/p4p3p2p1/4/4/P1P2P3P4/P1P2P3P4/C1C2C3C4 w 0 1",
    };

    /// Type B: a Kamikaze is lost with the carrier that it destroys.
    pub const TYPE_B: Self = Self { kamikaze_lost_with: Victims::Carriers, ..Self::TYPE_A };
}

impl Settings<PacificSettings> for TypeA {
    #[inline(always)]
    fn get(self) -> &'static PacificSettings {
        &PacificSettings::TYPE_A
    }
}

impl Settings<PacificSettings> for TypeB {
    #[inline(always)]
    fn get(self) -> &'static PacificSettings {
        &PacificSettings::TYPE_B
    }
}

impl PacificRules for TypeA {
    const TYPE: PacificType = PacificType::A;
}

impl PacificRules for TypeB {
    const TYPE: PacificType = PacificType::B;
}

impl PacificRules for &'static PacificSettings {
    const TYPE: PacificType = PacificType::File;
}
