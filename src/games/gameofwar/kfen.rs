//! KFEN, the notation of the Python library pykrieg (rules.md, annex).
//!
//! Twenty ranks from the north, `N` or `S`, the phase, the moves of the turn, the number of the turn and
//! the retreats, all joined by `/`. North's letters are capitals. Where the units that have moved came
//! from is no part of a position here: they are written as moves from where they stand.

use super::board::{ARSENALS, FORTRESSES, HEIGHT, MOUNTAINS, PASSES, Square, WIDTH, has};
use super::units::each;
use super::{ARSENALS_OF, GameOfWar};
use crate::game::text::{GREATEST_COUNTER, read_number};
use crate::game::{FenError, Player};

const PARTS: usize = HEIGHT + 5;
const SIDE_LETTERS: [&str; 2] = ["S", "N"];

impl GameOfWar {
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
        let turn = 2 * u64::from(now.fullmove) + now.side.index() as u64;
        let ranks = (0..HEIGHT).rev().map(|rank| self.kfen_rank(rank));
        let rest = [
            SIDE_LETTERS[now.side.index()].to_string(),
            "M".to_string(),
            format!("[{}]", moves.join(",")),
            turn.saturating_sub(2).max(1).to_string(),
            format!("[{}]", retreat.join(",")),
        ];
        Ok(ranks.chain(rest).collect::<Vec<_>>().join("/"))
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
        if self.arsenal_on(0, square).is_some() {
            'a'
        } else if self.arsenal_on(1, square).is_some() {
            'A'
        } else if has(&MOUNTAINS, square) {
            'm'
        } else if has(&PASSES, square) {
            'p'
        } else if has(&FORTRESSES, square) {
            'f'
        } else {
            '_'
        }
    }

    /// Reads KFEN.
    ///
    /// # Errors
    /// As for a FEN; also where the terrain is not that of the board.
    pub(super) fn from_kfen(kfen: &str) -> Result<Self, FenError> {
        let parts: Vec<&str> = kfen.split('/').map(str::trim).collect();
        let Ok(parts) = <[&str; PARTS]>::try_from(parts.as_slice()) else {
            let reason = format!("expected {PARTS} parts joined by /, found {}", parts.len());
            return Err(FenError::new("kfen", "", reason));
        };
        let (ranks, rest) = parts.split_at(HEIGHT);
        let mut game = Self::empty();
        game.set_arsenals(0);
        for (text, rank) in ranks.iter().zip((0..HEIGHT).rev()) {
            game.read_kfen_rank(text, rank).map_err(|reason| {
                FenError::new("board", *text, format!("rank {}: {reason}", rank + 1))
            })?;
        }
        let side = SIDE_LETTERS.iter().position(|letter| *letter == rest[0]);
        let side = side.ok_or_else(|| FenError::new("turn", rest[0], "expected N or S"))?;
        game.set_side(Player::new(side));
        if rest[1] != "M" {
            let reason = "only the phase of moves, M, can be read: the other does not name them";
            return Err(FenError::new("phase", rest[1], reason));
        }
        let turn = read_number("turn number", rest[3], 1, 2 * GREATEST_COUNTER - 1)?;
        game.now.fullmove = if side == 0 { turn / 2 + 1 } else { turn.div_ceil(2) };
        let moved = read_moves(rest[2]);
        let moved = moved.ok_or_else(|| {
            FenError::new("actions", rest[2], "expected moves such as [(8D,9D),(1T,1S)]")
        })?;
        let retreat = read_retreat(rest[4]);
        let retreat = retreat.ok_or_else(|| {
            FenError::new("retreats", rest[4], "expected [] or a row and a column such as [3,7]")
        })?;
        game.finish(["actions", "retreats"], &moved, retreat.as_slice(), false)?;
        Ok(game)
    }

    fn read_kfen_rank(&mut self, mut text: &str, rank: usize) -> Result<(), String> {
        for file in 0..WIDTH {
            let square = Square::at(file, rank).ok_or("more than 25 squares")?;
            let sign = text.chars().next().ok_or(format!("expected 25 squares, found {file}"))?;
            // A sign of terrain, and the unit within the brackets, if there are any.
            let (ground, unit, length) = match (sign, text.as_bytes()) {
                ('A' | 'a', [_, b'{', unit, b'}', ..]) => (sign, Some(char::from(*unit)), 4),
                ('(', [_, unit, b')', ..]) => ('p', Some(char::from(*unit)), 3),
                ('[', [_, unit, b']', ..]) => ('f', Some(char::from(*unit)), 3),
                ('A' | 'a' | 'm' | 'p' | 'f' | '_', _) => (sign, None, 1),
                (unit, _) => ('_', Some(unit), unit.len_utf8()),
            };
            if let 'A' | 'a' = ground {
                let is_arsenal = |at: &Square| *at == square;
                let index = ARSENALS.iter().position(is_arsenal);
                let side = usize::from(ground == 'A');
                let index = index.filter(|index| ARSENALS_OF[side] >> index & 1 == 1);
                let none = || format!("`{ground}`: {} is no such arsenal", square.name());
                self.set_arsenals(self.now.arsenals | 1 << index.ok_or_else(none)?);
            }
            // Units on open ground may be written without their brackets.
            let expected = self.ground(square);
            if ground != expected && (unit.is_none() || ground != '_' || expected == 'm') {
                return Err(format!("{} is no `{ground}` but `{expected}`", square.name()));
            }
            if let Some(unit) = unit {
                self.set_up(swap_case(unit), square)?;
            }
            text = text.get(length..).unwrap_or("");
        }
        if text.is_empty() { Ok(()) } else { Err("more than 25 squares".to_string()) }
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

fn read_coordinate(text: &str) -> Option<Square> {
    let letter = *text.as_bytes().last()?;
    let file: usize = text.get(..text.len() - 1)?.parse().ok()?;
    let row = usize::from(letter.checked_sub(b'A')?);
    Square::at(file.checked_sub(1)?, (HEIGHT - 1).checked_sub(row)?)
}

/// The squares where the units of a list of moves have come to.
fn read_moves(text: &str) -> Option<Vec<Square>> {
    let text: String = text.chars().filter(|letter| *letter != ' ').collect();
    let list = text.strip_prefix('[')?.strip_suffix(']')?;
    if list.is_empty() {
        return Some(Vec::new());
    }
    let list = list.strip_prefix('(')?.strip_suffix(')')?;
    let targets = list.split("),(").map(|pair| {
        let (from, to) = pair.split_once(',')?;
        read_coordinate(from).and(read_coordinate(to))
    });
    targets.collect()
}

/// The square of a list that is empty or holds one row and column.
fn read_retreat(text: &str) -> Option<Option<Square>> {
    let list = text.strip_prefix('[')?.strip_suffix(']')?;
    if list.trim().is_empty() {
        return Some(None);
    }
    let (row, column) = list.split_once(',')?;
    let [row, column] = [row, column].map(|number| number.trim().parse::<usize>().ok());
    Some(Some(Square::at(column?, (HEIGHT - 1).checked_sub(row?)?)?))
}
