//! Writes KFEN, the notation of the Python library pykrieg (rules.md, annex). `read.rs` reads it, `json.rs` reads
//! pykrieg's files, `turn.rs` holds what both have in common.
//!
//! The parts, joined by `/`: twenty ranks from the north, `N` or `S`, the phase, the moves of the turn, the number of
//! the turn, the retreats. North's letters are capitals. A position here does not know the squares from which units
//! have moved. So each move is written from and to the square of the unit.

mod json;
mod read;
#[cfg(test)]
mod tests;
mod turn;

use super::board::{HEIGHT, Square, WIDTH, has};
use super::units::each;
use super::{GameOfWarRules, War};
use crate::game::Player;

const SIDE_LETTERS: [&str; 2] = ["S", "N"];

/// The side that began the game, known from KFEN's turn number. A FEN does not hold it, so it does not make positions
/// different.
#[derive(Clone, Copy)]
pub(super) struct FirstSide(pub Player);

impl PartialEq for FirstSide {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for FirstSide {}

impl<R: GameOfWarRules> War<R> {
    /// The position as KFEN.
    ///
    /// # Errors
    /// KFEN has no deployment.
    pub(super) fn kfen(&self) -> Result<String, String> {
        if self.now.deploying {
            return Err("kfen has no deployment".to_string());
        }
        let now = &self.now;
        let own = &now.squares[now.side.index()];
        let mut moved: Vec<Square> = each(now.moved).map(|unit| own[unit]).collect();
        moved.sort_unstable();
        let moves: Vec<String> =
            moved.into_iter().map(coordinate).map(|at| format!("({at},{at})")).collect();
        let retreat: Vec<String> = each(self.pending_retreat())
            .map(|unit| format!("{},{}", HEIGHT - 1 - own[unit].rank(), own[unit].file()))
            .collect();
        let ranks = (0..HEIGHT).rev().map(|rank| self.kfen_rank(rank));
        let rest = [
            SIDE_LETTERS[now.side.index()].to_string(),
            "M".to_string(),
            format!("[{}]", moves.join(",")),
            self.turn_number().to_string(),
            format!("[{}]", retreat.join(",")),
        ];
        Ok(ranks.chain(rest).collect::<Vec<_>>().join("/"))
    }

    /// The turns of both sides until now, this one included.
    fn turn_number(&self) -> u64 {
        let now = &self.now;
        let of_south = 2 * u64::from(now.fullmove).max(1) - 1;
        (of_south + now.side.index() as u64).saturating_sub(now.first_side.0.index() as u64).max(1)
    }

    fn kfen_rank(&self, rank: usize) -> String {
        let mut text = String::new();
        for square in (0..WIDTH).filter_map(|file| Square::at(file, rank)) {
            let unit = self.letter_on(square).map(swap_case);
            let ground = self.ground(square);
            text += &match (ground, unit) {
                ('A' | 'a', Some(unit)) => format!("{ground}{{{unit}}}"),
                ('p', Some(unit)) => format!("({unit})"),
                ('f', Some(unit)) => format!("[{unit}]"),
                (_, Some(unit)) => unit.to_string(),
                (_, None) => ground.to_string(),
            };
        }
        text
    }

    /// The sign of a square without a unit.
    fn ground(&self, square: Square) -> char {
        let map = &self.terrain().map;
        if self.arsenal_on(0, square).is_some() {
            'a'
        } else if self.arsenal_on(1, square).is_some() {
            'A'
        } else if has(&map.mountains, square) {
            'm'
        } else if has(&map.passes, square) {
            'p'
        } else if has(&map.fortresses, square) {
            'f'
        } else {
            '_'
        }
    }
}

fn swap_case(letter: char) -> char {
    if letter.is_ascii_uppercase() {
        letter.to_ascii_lowercase()
    } else {
        letter.to_ascii_uppercase()
    }
}

/// pykrieg's name of a square: the number of its file and a letter for its rank, A for the highest.
fn coordinate(square: Square) -> String {
    let letter = char::from(b'A' + (HEIGHT - 1 - square.rank()) as u8);
    format!("{}{letter}", square.file() + 1)
}
