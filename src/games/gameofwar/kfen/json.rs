//! Reads pykrieg's files: a JSON object with the board, the state of the turn and the turns played.

use super::turn::{GREATEST_NUMBER, KfenTurn, square_at};
use crate::game::FenError;
use crate::games::gameofwar::board::Square;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// Pykrieg's names of the sides, with their letters in KFEN.
const SIDES: [(&str, &str); 2] = [("NORTH", "N"), ("SOUTH", "S")];

/// The parts of a file that are read. Other keys are ignored.
#[derive(Deserialize)]
pub(super) struct Document {
    pub board_info: BoardInfo,
    #[serde(default)]
    game_state: TurnState,
    #[serde(default)]
    turn_history: Vec<PlayedTurn>,
}

/// The board as KFEN, with or without the parts after the ranks.
#[derive(Deserialize)]
pub(super) struct BoardInfo {
    pub fen: String,
}

/// The state of the turn. It overrides the parts after the ranks in [`BoardInfo`].
#[derive(Default, Deserialize)]
struct TurnState {
    turn_number: Option<u64>,
    current_player: Option<String>,
    current_phase: Option<String>,
    #[serde(default)]
    pending_retreats: Vec<RowColumn>,
}

#[derive(Clone, Copy, Deserialize)]
struct RowColumn {
    row: usize,
    col: usize,
}

/// A turn in the history. The last one is still in progress unless it has an attack or an end.
#[derive(Deserialize)]
struct PlayedTurn {
    turn_number: u64,
    player: String,
    #[serde(default)]
    moves: Vec<Move>,
    attack: Option<IgnoredAny>,
    end_turn: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Move {
    to: RowColumn,
    #[serde(default)]
    was_retreat: bool,
}

impl Document {
    pub fn read(text: &str) -> Result<Self, FenError> {
        serde_json::from_str(text)
            .map_err(|error| FenError::new("kfen", "", format!("no file of pykrieg: {error}")))
    }

    /// Completes `turn` with the parts of the file other than the board. `has_unit` tells whether a side has a unit on
    /// a square.
    pub fn complete<'a>(
        &'a self,
        turn: &mut KfenTurn<'a>,
        has_unit: impl Fn(usize, Square) -> bool,
    ) -> Result<(), FenError> {
        let state = &self.game_state;
        if let Some(player) = &state.current_player {
            turn.side = letter_of(player).ok_or_else(|| {
                FenError::new("current_player", player, "expected NORTH or SOUTH")
            })?;
        }
        if let Some(phase) = &state.current_phase {
            turn.phase = phase;
        }
        if let Some(number) = state.turn_number {
            let fits = u32::try_from(number).ok();
            turn.number =
                fits.filter(|number| (1..=GREATEST_NUMBER).contains(number)).ok_or_else(|| {
                    let reason = format!("expected a number from 1 to {GREATEST_NUMBER}");
                    FenError::new("turn_number", number.to_string(), reason)
                })?;
        }
        let pending = state.pending_retreats.iter().map(|place| place.square());
        turn.retreat.extend(pending.collect::<Result<Vec<Square>, FenError>>()?);
        let side = usize::from(turn.side == "N");
        for made in self.moves_of_this_turn(turn) {
            let square = made.to.square()?;
            // A move that was taken back is still in the list.
            if has_unit(side, square) && !turn.moved.contains(&square) {
                turn.moved.push(square);
                if made.was_retreat {
                    turn.retreat.push(square);
                }
            }
        }
        Ok(())
    }

    fn moves_of_this_turn(&self, turn: &KfenTurn) -> &[Move] {
        let last = self.turn_history.last().filter(|last| {
            last.attack.is_none()
                && last.end_turn.is_none()
                && last.turn_number == u64::from(turn.number)
                && letter_of(&last.player) == Some(turn.side)
        });
        last.map_or(&[], |last| &last.moves)
    }
}

impl RowColumn {
    fn square(self) -> Result<Square, FenError> {
        let Self { row, col } = self;
        square_at(row, col).ok_or_else(|| {
            FenError::new("kfen", format!("{row},{col}"), "no row and column of the board")
        })
    }
}

fn letter_of(player: &str) -> Option<&'static str> {
    SIDES.iter().find(|(name, _)| *name == player).map(|(_, letter)| *letter)
}
