//! Pacru, Azacru and Shacru in numbers.

use super::board::{FIELDS, Field, Fields};
use super::{Cru, CruAction, Family, GameKind, TurnStage};
use crate::game::{Learnable, MoveNumbers, Planes, Player};

const SIDE: usize = 9;
const FACINGS: usize = 8;

/// Moves of any length.
static LINES: MoveNumbers<FIELDS> = MoveNumbers::new(SIDE, SIDE - 1, false);
/// How a move of Pacru may end: without a border marker, or with one on a place of the borderland.
const ENDINGS: usize = 10;
/// How a move of Azacru or Shacru may end: straight on, with a twist to the left, or to the right.
const TWISTS: usize = 3;
/// The clockwise turn of each twist, in eighths of a circle.
const TWIST_EIGHTHS: [u32; TWISTS] = [0, 7, 1];

/// The planes of Pacru alone. Variants of files have those of all games.
const OF_PACRU: usize = 3;

const ROTATIONS: usize = ENDINGS * LINES.count;
const PAYMENTS: usize = ROTATIONS + FACINGS * FIELDS;
const BONUSES: usize = PAYMENTS + FIELDS;

/// The number of a field as planes count: rank by rank.
fn square(field: Field) -> usize {
    SIDE * (field.index() % SIDE) + field.index() / SIDE
}

/// The number of a field within its borderland, in the same order.
fn place(field: Field) -> usize {
    let square = square(field);
    3 * (square / SIDE % 3) + square % SIDE % 3
}

impl<F: Family, const PLAYERS: usize> Cru<F, PLAYERS> {
    const FIRST_FACING: usize = 2 * PLAYERS;
    const CLOCK: usize = Self::FIRST_FACING + FACINGS;
    /// The planes of one game only.
    const STAGE: usize = Self::CLOCK + 1;

    /// The seat of `player`, counted from the observer.
    fn seats_after(observer: Player, player: usize) -> usize {
        (player + PLAYERS - observer.index()) % PLAYERS
    }

    /// The number of a twist among [`TWIST_EIGHTHS`].
    fn twist(action: CruAction) -> usize {
        let direction = action.field().facing_along(action.to());
        let eighths = direction.eighths_to(action.facing());
        TWIST_EIGHTHS.iter().position(|twist| *twist == eighths).unwrap_or(0)
    }
}

impl<F: Family, const PLAYERS: usize> Learnable for Cru<F, PLAYERS> {
    const ACTION_IDS: usize = match F::KIND {
        Some(GameKind::Azacru) => TWISTS * LINES.count + 1,
        Some(GameKind::Shacru) => TWISTS * FACINGS * FIELDS + 1,
        // The most of the three.
        _ => BONUSES + FIELDS,
    };
    const BOARD: [usize; 2] = [SIDE, SIDE];

    #[inline]
    fn action_id(&self, action: CruAction) -> usize {
        let (from, to) = (square(action.field()), square(action.to()));
        if action.is_rotation() {
            return ROTATIONS + FACINGS * from + action.facing().index();
        }
        if action.is_payment() {
            return PAYMENTS + from;
        }
        if action.is_bonus() {
            return BONUSES + from;
        }
        if !action.is_move() {
            return Self::ACTION_IDS - 1;
        }
        match self.kind() {
            GameKind::Pacru => {
                let ending = action.marker().map_or(0, |field| 1 + place(field));
                ENDINGS * LINES.number(from, to) + ending
            }
            GameKind::Azacru => TWISTS * LINES.number(from, to) + Self::twist(action),
            GameKind::Shacru => {
                let direction = action.field().facing_along(action.to());
                TWISTS * (FACINGS * from + direction.index()) + Self::twist(action)
            }
        }
    }

    fn planes() -> Vec<String> {
        let owned = |what| {
            (0..PLAYERS).map(move |seat| match seat {
                0 => format!("own {what}"),
                1 => format!("{what} of the next player"),
                _ => format!("{what} of the player {seat} seats on"),
            })
        };
        let facings = (0..FACINGS).map(|facing| format!("chevrons that face {facing}"));
        let of_pacru = [
            "a bonus marker is due, everywhere",
            "markers still to be given up, everywhere",
            "field of the marker given up last in this turn",
        ];
        let of_azacru =
            ["last round: 1 everywhere if the observer began it, 2 if the next player, and so on"];
        let of_file = ["field to which the bonus marker may not go"];
        let stage = match F::KIND {
            Some(GameKind::Pacru) => of_pacru.to_vec(),
            Some(GameKind::Azacru) => of_azacru.to_vec(),
            Some(GameKind::Shacru) => Vec::new(),
            None => [&of_pacru[..], &of_azacru, &of_file].concat(),
        };
        owned("markers")
            .chain(owned("chevrons"))
            .chain(facings)
            .chain(["turns until the end for lack of change, everywhere".to_string()])
            .chain(stage.into_iter().map(str::to_string))
            .collect()
    }

    #[inline]
    fn observe(&self, player: Player, _: &[u32], planes: &mut Planes<'_>) {
        let mut draw = |plane, fields: Fields| {
            fields.for_each(|field| planes.set(plane, square(field)));
        };
        for owner in 0..PLAYERS {
            let seat = Self::seats_after(player, owner);
            draw(seat, self.markers[owner]);
            draw(PLAYERS + seat, self.chevrons[owner]);
        }
        for field in self.occupied() {
            draw(Self::FIRST_FACING + self.facing(field).index(), field.bit());
        }
        planes.fill(Self::CLOCK, self.turns_to_stop());
        match self.stage {
            TurnStage::Turn => {}
            TurnStage::Bonus { barred } => {
                planes.fill(Self::STAGE, 1);
                if let Some(field) = barred {
                    planes.set(Self::STAGE + OF_PACRU + 1, square(field));
                }
            }
            TurnStage::Payment { left, last } => {
                planes.fill(Self::STAGE + 1, u32::from(left));
                if let Some(field) = last {
                    planes.set(Self::STAGE + 2, square(field));
                }
            }
            TurnStage::LastRound(first) => {
                let plane = Self::STAGE + if F::KIND.is_none() { OF_PACRU } else { 0 };
                planes.fill(plane, 1 + Self::seats_after(player, first.index()) as u32);
            }
        }
    }
}
